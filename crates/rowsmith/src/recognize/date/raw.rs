//! What a text says of a date, before anything else of the page is taken into account.

use std::ops::Range;

use crate::recognize::date::calendar::DateTime;
use crate::recognize::date::calendar::Precision;
use crate::recognize::date::calendar::TimeOfDay;
/// What a text says of a date, before anything else of the page is taken into account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RawDate {
    /// A date with one reading.
    Absolute(DateTime),
    /// Three numbers, of which day, month and perhaps year could stand in another order.
    Numeric(NumericDate),
    /// A day without its year.
    Yearless {
        /// 1 to 12.
        month: u8,
        /// 1 to 31.
        day: u8,
        /// Monday 1 to Sunday 7, where it was given.
        weekday: Option<u8>,
        /// The time of day, where it was given.
        time: Option<TimeOfDay>,
    },
    /// A distance from now.
    Relative(Relative),
}

/// A date in numbers, such as `03/04/2020` or `05.01.24`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NumericDate {
    /// The numbers in the order of the text.
    pub parts: [u16; 3],
    /// Whether the last number is a year of four digits; else all are of one or two.
    pub long_year: bool,
    /// What stands between the numbers: `/`, `-` or `.`.
    pub separator: char,
    /// Monday 1 to Sunday 7, where it was given.
    pub weekday: Option<u8>,
    /// The time of day, where it was given.
    pub time: Option<TimeOfDay>,
}

/// A date in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundDate {
    /// The bytes of the text that say it, weekday, time and zone included.
    pub span: Range<usize>,
    /// What it says.
    pub date: RawDate,
}

/// A date as a distance from the time of reading.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relative {
    /// So long ago; the parts add up.
    Ago {
        /// Months and twelve times the years.
        months: u32,
        /// Days and seven times the weeks.
        days: u32,
        /// Seconds, minutes and hours, in seconds.
        seconds: u32,
        /// How finely it was said: years, months, days (and weeks), minutes (and hours), or seconds.
        precision: Precision,
    },
    /// A named day: -1 yesterday, 0 today, 1 tomorrow.
    Day {
        /// Days from today.
        offset: i8,
        /// The time of day, where it was given.
        time: Option<TimeOfDay>,
    },
    /// The last such weekday.
    Weekday {
        /// Monday 1 to Sunday 7.
        weekday: u8,
        /// The time of day.
        time: TimeOfDay,
    },
}
