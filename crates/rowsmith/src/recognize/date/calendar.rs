//! A point in time as a page states it: the civil calendar, a precision, perhaps an offset.

use std::fmt::Write as _;

/// How much of a [`DateTime`] is known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Precision {
    /// Only the year.
    Year,
    /// Year and month.
    Month,
    /// Year, month and day.
    Day,
    /// Down to the minute.
    Minute,
    /// Down to the second.
    Second,
}

/// A time of day.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TimeOfDay {
    /// 0 to 23.
    pub hour: u8,
    /// 0 to 59.
    pub minute: u8,
    /// 0 to 59 if given; a leap second is read as 59. Fractions are dropped.
    pub second: Option<u8>,
    /// Minutes east of Greenwich, if an offset or a time zone was given.
    pub offset: Option<i16>,
}

/// A date, perhaps with a time, in the Gregorian calendar.
///
/// All fields together form a valid date. Fields finer than `precision` are the start of the period (month 1, day 1,
/// time 0), or, for a relative date, what the calculation gave.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DateTime {
    /// The year, 1 to 9999.
    pub year: i32,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31.
    pub day: u8,
    /// 0 to 23.
    pub hour: u8,
    /// 0 to 59.
    pub minute: u8,
    /// 0 to 59.
    pub second: u8,
    /// Minutes east of Greenwich, if known; otherwise the time is the local time of the page.
    pub offset: Option<i16>,
    /// How much of it is known.
    pub precision: Precision,
    /// Whether day and month could also be read the other way round, and nothing decided between the two.
    pub ambiguous: bool,
    /// Whether the page gave it relative to now, or without its year.
    pub relative: bool,
}

impl DateTime {
    /// A day without a time; `None` if there is no such day.
    ///
    /// ```
    /// use rowsmith::recognize::date::DateTime;
    ///
    /// let leap_day = DateTime::from_day(2024, 2, 29);
    /// assert_eq!(leap_day.map(|day| day.to_iso()).as_deref(), Some("2024-02-29"));
    /// assert_eq!(DateTime::from_day(2023, 2, 29), None);
    /// ```
    pub fn from_day(year: i32, month: u8, day: u8) -> Option<DateTime> {
        let valid =
            (1..=9999).contains(&year) && (1..=12).contains(&month) && day >= 1 && day <= month_days(year, month);
        valid.then_some(DateTime {
            year,
            month,
            day,
            hour: 0,
            minute: 0,
            second: 0,
            offset: None,
            precision: Precision::Day,
            ambiguous: false,
            relative: false,
        })
    }

    /// The same day at a time of day; unchanged without one.
    ///
    /// ```
    /// use rowsmith::recognize::date::{DateTime, TimeOfDay};
    ///
    /// let day = DateTime::from_day(2024, 1, 5).expect("there is such a day");
    /// let in_paris = TimeOfDay { hour: 10, minute: 15, second: None, offset: Some(60) };
    /// assert_eq!(day.with_time(Some(in_paris)).to_iso(), "2024-01-05T10:15+01:00");
    /// assert_eq!(day.with_time(None), day);
    /// ```
    pub fn with_time(self, time: Option<TimeOfDay>) -> DateTime {
        let Some(time) = time else { return self };
        DateTime {
            hour: time.hour,
            minute: time.minute,
            second: time.second.unwrap_or(0),
            offset: time.offset,
            precision: if time.second.is_some() { Precision::Second } else { Precision::Minute },
            ..self
        }
    }

    /// The time this many seconds after 1970-01-01T00:00:00Z; `None` outside the years 1 to 9999.
    ///
    /// ```
    /// use rowsmith::recognize::date::DateTime;
    ///
    /// let time = DateTime::from_unix(1_704_449_700).expect("it lies in our time");
    /// assert_eq!(time.to_iso(), "2024-01-05T10:15:00Z");
    /// assert_eq!(DateTime::from_unix(i64::MAX), None);
    /// ```
    pub fn from_unix(seconds: i64) -> Option<DateTime> {
        let (year, month, day) = civil_from_days(seconds.div_euclid(86_400))?;
        let rest = seconds.rem_euclid(86_400);
        let time = TimeOfDay {
            hour: (rest / 3600) as u8,
            minute: (rest / 60 % 60) as u8,
            second: Some((rest % 60) as u8),
            offset: Some(0),
        };
        Some(DateTime::from_day(year, month, day)?.with_time(Some(time)))
    }

    /// Seconds since 1970-01-01T00:00:00Z, for ordering dates; a missing offset is taken as 0.
    ///
    /// ```
    /// use rowsmith::recognize::date::DateTime;
    ///
    /// let seconds = |iso| DateTime::from_iso(iso).map(|time| time.unix_seconds());
    /// assert_eq!(seconds("1970-01-02"), Some(86_400));
    /// assert_eq!(seconds("2024-01-05T10:15+01:00"), seconds("2024-01-05T09:15Z"));
    /// ```
    pub fn unix_seconds(&self) -> i64 {
        self.local_seconds() - i64::from(self.offset.unwrap_or(0)) * 60
    }

    /// The day of the week, from 1 (Monday) to 7 (Sunday).
    ///
    /// ```
    /// use rowsmith::recognize::date::DateTime;
    ///
    /// let day = DateTime::from_day(2024, 1, 5).expect("there is such a day");
    /// assert_eq!(day.weekday(), 5, "a Friday");
    /// ```
    pub fn weekday(&self) -> u8 {
        ((self.days() + 3).rem_euclid(7) + 1) as u8
    }

    /// Formats it in ISO 8601, with only the parts that are known: `2024`, `2024-01`, `2024-01-05`, `2024-01-05T10:15`,
    /// `2024-01-05T10:15:00+01:00`.
    ///
    /// ```
    /// use rowsmith::recognize::date::{DateContext, parse_date};
    /// let date = parse_date("5. Januar 2024, 10:15 Uhr", &DateContext::default());
    /// assert_eq!(date.map(|d| d.to_iso()).as_deref(), Some("2024-01-05T10:15"));
    /// ```
    pub fn to_iso(&self) -> String {
        let mut out = format!("{:04}", self.year);
        // Writing to a string cannot fail.
        if self.precision >= Precision::Month {
            let _ = write!(out, "-{:02}", self.month);
        }
        if self.precision >= Precision::Day {
            let _ = write!(out, "-{:02}", self.day);
        }
        if self.precision >= Precision::Minute {
            let _ = write!(out, "T{:02}:{:02}", self.hour, self.minute);
        }
        if self.precision >= Precision::Second {
            let _ = write!(out, ":{:02}", self.second);
        }
        if self.precision >= Precision::Minute {
            match self.offset {
                Some(0) => out.push('Z'),
                Some(offset) => {
                    let sign = if offset < 0 { '-' } else { '+' };
                    let _ = write!(out, "{sign}{:02}:{:02}", offset.unsigned_abs() / 60, offset.unsigned_abs() % 60);
                }
                None => {}
            }
        }
        out
    }

    pub(crate) fn days(&self) -> i64 {
        days_from_civil(self.year, self.month, self.day)
    }

    fn local_seconds(&self) -> i64 {
        self.days() * 86_400 + i64::from(self.hour) * 3600 + i64::from(self.minute) * 60 + i64::from(self.second)
    }

    /// Adds whole days, and keeps the time of day.
    pub(crate) fn plus_days(self, days: i64) -> Option<DateTime> {
        let (year, month, day) = civil_from_days(self.days().checked_add(days)?)?;
        Some(DateTime { year, month, day, ..self })
    }

    /// Adds months. The day is reduced to the last of the resulting month if that is shorter.
    pub(crate) fn plus_months(self, months: i64) -> Option<DateTime> {
        let total = (i64::from(self.year) * 12 + i64::from(self.month) - 1).checked_add(months)?;
        let year = i32::try_from(total.div_euclid(12)).ok().filter(|y| (1..=9999).contains(y))?;
        let month = (total.rem_euclid(12) + 1) as u8;
        Some(DateTime { year, month, day: self.day.min(month_days(year, month)), ..self })
    }

    pub(crate) fn plus_seconds(self, seconds: i64) -> Option<DateTime> {
        let total = self.local_seconds().checked_add(seconds)?;
        let moved = DateTime::from_unix(total)?;
        Some(DateTime { offset: self.offset, precision: self.precision, ..moved })
    }
}

/// The number of days in a month; 0 if there is no such month.
pub(crate) fn month_days(year: i32, month: u8) -> u8 {
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 0,
    }
}

/// Days since 1970-01-01 (Hinnant, "chrono-Compatible Low-Level Date Algorithms", 2014).
fn days_from_civil(year: i32, month: u8, day: u8) -> i64 {
    let y = i64::from(year) - i64::from(month <= 2);
    let era = y.div_euclid(400);
    let year_of_era = y.rem_euclid(400);
    let day_of_year = (153 * ((i64::from(month) + 9) % 12) + 2) / 5 + i64::from(day) - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

/// The inverse of [`days_from_civil`]; `None` outside the years 1 to 9999.
fn civil_from_days(days: i64) -> Option<(i32, u8, u8)> {
    if !(-719_162..=2_932_896).contains(&days) {
        return None;
    }
    let z = days + 719_468;
    let (era, day_of_era) = (z.div_euclid(146_097), z.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let mp = (5 * day_of_year + 2) / 153;
    let day = (day_of_year - (153 * mp + 2) / 5 + 1) as u8;
    let month = if mp < 10 { mp + 3 } else { mp - 9 } as u8;
    let year = (era * 400 + year_of_era + i64::from(month <= 2)) as i32;
    Some((year, month, day))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_dates_go_both_ways() {
        for days in (-719_162..=2_932_896).step_by(97) {
            let (year, month, day) = civil_from_days(days).unwrap();
            assert_eq!(days_from_civil(year, month, day), days);
        }
        assert_eq!(DateTime::from_unix(1_612_345_678).unwrap().to_iso(), "2021-02-03T09:47:58Z");
        assert_eq!(DateTime::from_day(2024, 1, 5).unwrap().weekday(), 5);
        assert_eq!(DateTime::from_day(2023, 2, 29), None);
    }

    #[test]
    fn months_are_cut_to_their_length() {
        let date = DateTime::from_day(2024, 3, 31).unwrap();
        assert_eq!(date.plus_months(-1).unwrap().to_iso(), "2024-02-29");
        assert_eq!(date.plus_months(-15).unwrap().to_iso(), "2022-12-31");
        assert_eq!(date.plus_months(i64::MAX), None);
        assert_eq!(date.plus_days(i64::MIN), None);
    }
}
