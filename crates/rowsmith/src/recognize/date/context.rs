//! What is known about a date besides its text.

use crate::recognize::date::calendar::DateTime;
use crate::recognize::date::order::DayMonthOrder;
/// What is known besides the text, for resolving a date.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
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
