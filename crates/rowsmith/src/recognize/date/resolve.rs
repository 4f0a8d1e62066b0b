//! From what a text says to a point in time, with the help of what else is known.

use crate::recognize::date::DayMonthOrder;
use crate::recognize::date::calendar::{DateTime, Precision, TimeOfDay};
use crate::recognize::date::context::DateContext;
use crate::recognize::date::raw::{NumericDate, RawDate, Relative};

impl RawDate {
    /// The point in time that this means, as far as the context tells.
    ///
    /// A relative date and a date without its year are `None` without a reference time; with one, the latest matching
    /// date that is not after it. A numeric date is read in the order of the context, or else of its language. If
    /// neither decides, it is read in its likeliest order (month first with slashes if the language is English or
    /// unknown, else day first) and marked [`ambiguous`](DateTime::ambiguous).
    ///
    /// ```
    /// use rowsmith::recognize::date::{DateContext, DateTime, find_date};
    ///
    /// let raw = find_date("posted 2 hours ago").map(|found| found.date).expect("a date");
    /// assert_eq!(raw.resolve(&DateContext::default()), None, "hours before when?");
    /// let reference = DateTime::from_iso("2024-01-05T10:15Z");
    /// let resolved = raw.resolve(&DateContext::new().reference(reference));
    /// assert_eq!(resolved.map(|time| time.to_iso()).as_deref(), Some("2024-01-05T08:15Z"));
    /// ```
    pub fn resolve(&self, context: &DateContext<'_>) -> Option<DateTime> {
        match self {
            RawDate::Absolute(date) => Some(*date),
            RawDate::Numeric(numeric) => numeric.resolve(context),
            RawDate::Yearless { month, day, weekday, time } => {
                latest(context.reference?, *month, *day, *weekday, *time)
            }
            RawDate::Relative(relative) => relative.resolve(context.reference?),
        }
    }

    /// Whether it needs a reference time to become a point in time.
    ///
    /// ```
    /// use rowsmith::recognize::date::find_date;
    ///
    /// let needs = |text| find_date(text).map(|found| found.date.needs_reference());
    /// assert_eq!((needs("yesterday"), needs("5 January")), (Some(true), Some(true)));
    /// assert_eq!(needs("5 January 2024"), Some(false));
    /// ```
    pub fn needs_reference(&self) -> bool {
        matches!(self, RawDate::Yearless { .. } | RawDate::Relative(_))
    }

    /// Whether it can be read as two different dates.
    ///
    /// ```
    /// use rowsmith::recognize::date::find_date;
    ///
    /// let ambiguous = |text| find_date(text).map(|found| found.date.is_ambiguous());
    /// assert_eq!(ambiguous("03/04/2020"), Some(true));
    /// assert_eq!(ambiguous("13/04/2020"), Some(false));
    /// assert_eq!(ambiguous("04/04/2020"), Some(false), "either way it is the same day");
    /// ```
    pub fn is_ambiguous(&self) -> bool {
        match self {
            RawDate::Numeric(numeric) => {
                let mut readings = numeric.readings().map(|(_, date)| date);
                let first = readings.next();
                readings.any(|other| Some(other) != first)
            }
            _ => false,
        }
    }
}

impl NumericDate {
    fn resolve(&self, context: &DateContext<'_>) -> Option<DateTime> {
        let language = || DayMonthOrder::decide([], context.language);
        let order = context.order.or_else(language);
        // Short dates with dots follow the language only in East Asia, where 24.01.05 is 5 January 2024.
        let eastern = order == Some(DayMonthOrder::YearFirst) && !self.long_year;
        if eastern && let Some(date) = self.reading(DayMonthOrder::YearFirst) {
            return Some(date);
        }
        let mut readings = self.readings();
        let (first_order, first) = readings.next()?;
        let Some((second_order, second)) = readings.next() else { return Some(first) };
        if order == Some(first_order) {
            return Some(first);
        }
        if order == Some(second_order) || first == second {
            return Some(second);
        }
        let english = context.language.is_none_or(|l| l.trim().to_ascii_lowercase().starts_with("en"));
        let likely = if self.separator == '/' && !english { second } else { first };
        Some(DateTime { ambiguous: true, ..likely })
    }
}

impl Relative {
    /// The point in time this far from `reference`; `None` if that is outside the years 1 to 9999.
    ///
    /// ```
    /// use rowsmith::recognize::date::{DateTime, Relative};
    ///
    /// let yesterday = Relative::Day { offset: -1, time: None };
    /// let new_year = DateTime::from_day(2024, 1, 1).expect("there is such a day");
    /// assert_eq!(yesterday.resolve(new_year).map(|day| day.to_iso()).as_deref(), Some("2023-12-31"));
    /// ```
    pub fn resolve(&self, reference: DateTime) -> Option<DateTime> {
        let exact = reference.precision >= Precision::Minute;
        let found = match *self {
            Relative::Ago { months, days, seconds, precision } => {
                let moved = reference
                    .plus_months(-i64::from(months))?
                    .plus_days(-i64::from(days))?
                    .plus_seconds(-i64::from(seconds))?;
                // No finer than the reference itself, and no finer than the span was stated.
                DateTime { precision: precision.min(reference.precision), ..moved }
            }
            Relative::Day { offset, time } => on_day(reference.plus_days(offset.into())?, time),
            Relative::Weekday { weekday, time } => {
                let mut back = (i64::from(reference.weekday()) - i64::from(weekday)).rem_euclid(7);
                let now = (reference.hour, reference.minute);
                if back == 0 && exact && (time.hour, time.minute) > now {
                    back = 7;
                }
                on_day(reference.plus_days(-back)?, Some(time))
            }
        };
        Some(DateTime { relative: true, ambiguous: false, ..found })
    }
}

/// A day, with a time of day that may have its own offset.
fn on_day(day: DateTime, time: Option<TimeOfDay>) -> DateTime {
    let plain = DateTime { hour: 0, minute: 0, second: 0, precision: Precision::Day, ..day };
    match time {
        Some(time) => {
            let timed = plain.with_time(Some(time));
            DateTime { offset: time.offset.or(day.offset), ..timed }
        }
        None => plain,
    }
}

/// The latest date with this month and day, up to one day after the reference (clocks differ around the world).
fn latest(reference: DateTime, month: u8, day: u8, weekday: Option<u8>, time: Option<TimeOfDay>) -> Option<DateTime> {
    let limit = reference.days() + 1;
    let past = |year: i32| DateTime::from_day(year, month, day).filter(|d| d.days() <= limit);
    let years = || (reference.year - 12..=reference.year + 1).rev();
    let fitting = years().filter_map(past).find(|d| weekday.is_none_or(|w| d.weekday() == w));
    let found = fitting.or_else(|| years().find_map(past))?;
    Some(DateTime { relative: true, ..found.with_time(time) })
}
