//! What a text says about a date, before anything else on the page is taken into account.

use std::ops::Range;

use crate::recognize::date::calendar::DateTime;
use crate::recognize::date::calendar::Precision;
use crate::recognize::date::calendar::TimeOfDay;
/// What a text says about a date, before anything else on the page is taken into account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RawDate {
    /// An unambiguous date.
    Absolute(DateTime),
    /// Three numbers, in which day, month and perhaps year could be in another order.
    Numeric(NumericDate),
    /// A day without a year.
    Yearless {
        /// 1 to 12.
        month: u8,
        /// 1 to 31.
        day: u8,
        /// 1 (Monday) to 7 (Sunday), if given.
        weekday: Option<u8>,
        /// The time of day, if given.
        time: Option<TimeOfDay>,
    },
    /// A date relative to now.
    Relative(Relative),
}

/// A date written in numbers, such as `03/04/2020` or `05.01.24`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NumericDate {
    /// The numbers in the order of the text.
    pub parts: [u16; 3],
    /// Whether the last number is a year of four digits; otherwise all numbers have one or two.
    pub long_year: bool,
    /// The separator between the numbers: `/`, `-` or `.`.
    pub separator: char,
    /// 1 (Monday) to 7 (Sunday), if given.
    pub weekday: Option<u8>,
    /// The time of day, if given.
    pub time: Option<TimeOfDay>,
}

/// A date found in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundDate {
    /// The bytes of the text that state it, including weekday, time and zone.
    pub span: Range<usize>,
    /// What they state.
    pub date: RawDate,
}

/// A date relative to the time of reading.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Relative {
    /// This long ago; the fields add up.
    Ago {
        /// Months, with years counted as twelve.
        months: u32,
        /// Days, with weeks counted as seven.
        days: u32,
        /// Seconds, with minutes and hours converted.
        seconds: u32,
        /// How precisely it was stated: years, months, days (and weeks), minutes (and hours), or seconds.
        precision: Precision,
    },
    /// A named day: -1 yesterday, 0 today, 1 tomorrow.
    Day {
        /// Days from today.
        offset: i8,
        /// The time of day, if given.
        time: Option<TimeOfDay>,
    },
    /// The most recent such weekday.
    Weekday {
        /// 1 (Monday) to 7 (Sunday).
        weekday: u8,
        /// The time of day.
        time: TimeOfDay,
    },
}
