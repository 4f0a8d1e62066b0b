//! What is known about a date besides its text.

use crate::recognize::date::calendar::DateTime;
use crate::recognize::date::order::DayMonthOrder;
/// What is known besides the text, for resolving a date.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct DateContext<'a> {
    /// When the page was retrieved; relative dates are resolved against it. Without it they stay unresolved.
    pub reference: Option<DateTime>,
    /// The order of day and month on this page, as decided by [`DayMonthOrder::decide`].
    pub order: Option<DayMonthOrder>,
    /// The page's language, as in `<html lang>`.
    pub language: Option<&'a str>,
    /// Whether a bare "3d" or "10 months" is the age of something ([`find_age`](crate::recognize::date::find_age)).
    /// Only the caller can know that.
    pub ages: bool,
}

impl<'a> DateContext<'a> {
    /// Nothing is known besides the text.
    ///
    /// ```
    /// use rowsmith::recognize::date::{DateContext, parse_date};
    ///
    /// assert!(parse_date("2024-05-01", &DateContext::new()).is_some());
    /// assert!(parse_date("yesterday", &DateContext::new()).is_none());
    /// ```
    pub fn new() -> DateContext<'a> {
        DateContext::default()
    }

    /// Sets when the page was retrieved.
    ///
    /// ```
    /// use rowsmith::recognize::date::{DateContext, DateTime, parse_date};
    ///
    /// let fetched = DateTime::from_iso("2024-05-01").expect("a day");
    /// let day = parse_date("yesterday", &DateContext::new().reference(fetched));
    /// assert_eq!(day.map(|day| day.to_iso()).as_deref(), Some("2024-04-30"));
    /// ```
    #[must_use]
    pub fn reference(mut self, reference: impl Into<Option<DateTime>>) -> DateContext<'a> {
        self.reference = reference.into();
        self
    }

    /// Sets the order of day and month on this page.
    ///
    /// ```
    /// use rowsmith::recognize::date::{DateContext, DayMonthOrder, parse_date};
    ///
    /// let day = parse_date("03/04/2024", &DateContext::new().order(DayMonthOrder::DayFirst));
    /// assert_eq!(day.map(|day| day.to_iso()).as_deref(), Some("2024-04-03"));
    /// ```
    #[must_use]
    pub fn order(mut self, order: impl Into<Option<DayMonthOrder>>) -> DateContext<'a> {
        self.order = order.into();
        self
    }

    /// Sets the page's language, as in `<html lang>`.
    ///
    /// ```
    /// use rowsmith::recognize::date::DateContext;
    ///
    /// assert_eq!(DateContext::new().language("fr").language, Some("fr"));
    /// ```
    #[must_use]
    pub fn language(mut self, language: impl Into<Option<&'a str>>) -> DateContext<'a> {
        self.language = language.into();
        self
    }

    /// Sets whether a bare "3d" or "10 months" is the age of something.
    ///
    /// ```
    /// use rowsmith::recognize::date::{DateContext, DateTime, parse_date};
    ///
    /// let fetched = DateTime::from_iso("2024-05-04").expect("a day");
    /// let context = DateContext::new().reference(fetched);
    /// assert!(parse_date("3d", &context).is_none());
    /// assert!(parse_date("3d", &context.ages(true)).is_some());
    /// ```
    #[must_use]
    pub fn ages(mut self, ages: bool) -> DateContext<'a> {
        self.ages = ages;
        self
    }
}
