//! Dates written in numbers: ISO 8601, 05.01.2024, 03/04/2020, 05-01-24.

use crate::recognize::date::DayMonthOrder;
use crate::recognize::date::calendar::{DateTime, Precision};
use crate::recognize::date::candidate::{Candidate, Rank, full_year, is_led, is_whole};
use crate::recognize::date::clock::time_after;
use crate::recognize::date::meaning::role;
use crate::recognize::date::named::{Surroundings, full, surroundings};
use crate::recognize::date::raw::{NumericDate, RawDate};
use crate::recognize::date::scan::{Token, Tokens};

/// The numeric date that starts with the number at a token.
pub(crate) fn at(tokens: &Tokens<'_>, at: usize) -> Option<Candidate> {
    let (_, digits) = tokens.get(at)?.number()?;
    if digits == 8 {
        return compact(tokens, at);
    }
    if digits != 1 && digits != 2 && digits != 4 || is_joined(tokens, at) {
        return None;
    }
    let separator = separator(tokens, at)?;
    let last = at + 5;
    if digits == 4 {
        let year = tokens.get(at)?.year().filter(|y| (1900..=2100).contains(y))?;
        let month = tokens.get(at + 2)?.small(1, 12)?;
        let day = tokens.get(at + 4)?.small(1, 31)?;
        // 2024.4.1 is more often a version than a day.
        let padded = [at + 2, at + 4].iter().all(|&i| tokens.get(i).and_then(Token::number).is_some_and(|n| n.1 == 2));
        let sure = separator != '.' || padded || !tokens.touches(at + 2) || short_year_is_sure(tokens, at, separator);
        if runs_on(tokens, last) || !sure && time_after(tokens, last).is_none() {
            return None;
        }
        return full(tokens, at, last, year, month, day);
    }
    let (third, third_digits) = tokens.get(at + 4)?.number()?;
    if third_digits != 2 && third_digits != 4 || runs_on(tokens, last) {
        return None;
    }
    let parts = [tokens.get(at)?.small(0, 99)?.into(), tokens.get(at + 2)?.small(0, 99)?.into(), third as u16];
    let long_year = third_digits == 4;
    if long_year && !(1900..=2100).contains(&third) {
        return None;
    }
    let Surroundings { time, weekday, first, last } = surroundings(tokens, at, last);
    if !long_year && time.is_none() && !short_year_is_sure(tokens, at, separator) {
        return None;
    }
    let date = NumericDate { parts, long_year, separator, weekday, time };
    date.readings().next()?;
    Some(Candidate { first, last, rank: Rank::Full, date: RawDate::Numeric(date) })
}

/// The one separator of the three numbers, with or without the usual spaces.
fn separator(tokens: &Tokens<'_>, at: usize) -> Option<char> {
    let (a, b) = (tokens.get(at + 1)?, tokens.get(at + 3)?);
    let separator = ['/', '-', '.'].into_iter().find(|&c| is_separator(a, c) && is_separator(b, c))?;
    let spaced = [1, 2, 3, 4].map(|i| !tokens.touches(at + i));
    let even = match spaced {
        [false, false, false, false] => true,
        [false, true, false, true] => separator == '.',
        [true, true, true, true] => separator == '/',
        _ => false,
    };
    even.then_some(separator)
}

fn is_separator(token: Token, separator: char) -> bool {
    token.is_mark(match separator {
        '-' => "-‐‑–",
        '/' => "/",
        _ => ".",
    })
}

/// Whether a number continues something longer: an address, a version, an amount.
fn is_joined(tokens: &Tokens<'_>, at: usize) -> bool {
    tokens.touches(at)
        && tokens.before(at).is_some_and(|t| {
            t.number().is_some()
                || t.is_mark(".-/:_+#=×*$€£%&\\,")
                    && tokens.before(at - 1).is_some_and(|p| p.number().is_some() || p.is_word())
                || t.is_mark(".-/_+#=$€£%")
                || t.is_mark("@") && at > 1 && tokens.touches(at - 1)
                || t.is_word() && !t.is(role::EAST | role::INTRO | role::OF)
        })
}

/// Whether a numeric date is continued by something longer.
fn runs_on(tokens: &Tokens<'_>, next: usize) -> bool {
    if !tokens.touches(next) {
        return false;
    }
    let Some(token) = tokens.get(next) else { return false };
    if token.is_word() {
        return !token.is(role::ISO_T | role::EAST | role::AFTER_YEAR | role::ZONE);
    }
    let number_follows = tokens.touches(next + 1) && tokens.get(next + 1).is_some_and(|t| t.number().is_some());
    token.is_mark(".-/_:×*%") && number_follows && time_after(tokens, next).is_none()
}

/// Whether three short numbers are a date rather than a version, code or score: they are the whole text, something
/// leads up to them, or slashes separate numbers of two digits. Never in a text that speaks of versions.
fn short_year_is_sure(tokens: &Tokens<'_>, at: usize, separator: char) -> bool {
    let versions = tokens.list.iter().enumerate().any(|(i, t)| {
        t.is(role::VERSION) && (!t.is(role::ZONE)) && (tokens.slice(*t).len() > 1 || tokens.touches(i + 1))
    });
    if versions {
        return false;
    }
    let two_digits = [at, at + 2].iter().all(|&i| tokens.get(i).and_then(Token::number).is_some_and(|n| n.1 == 2));
    is_whole(tokens, at, at + 5) || is_led(tokens, at) && at > 0 || separator == '/' && two_digits
}

/// 20240105T101500, possibly followed by a zone.
fn compact(tokens: &Tokens<'_>, at: usize) -> Option<Candidate> {
    let (value, _) = tokens.get(at)?.number()?;
    if is_joined(tokens, at) || !tokens.touches(at + 1) || !tokens.get(at + 1)?.is(role::ISO_T) {
        return None;
    }
    let date = compact_day(value)?;
    let time = tokens.get(at + 2).filter(|_| tokens.touches(at + 2))?;
    let (time_value, digits) = time.number()?;
    let (clock, seconds) = match digits {
        6 => (time_value / 100, Some(time_value % 100)),
        4 => (time_value, None),
        _ => return None,
    };
    if clock / 100 > 23 || clock % 100 > 59 || seconds.is_some_and(|s| s > 59) {
        return None;
    }
    let utc = tokens.touches(at + 3) && tokens.get(at + 3).is_some_and(|t| t.is(role::ZONE) && t.meaning().zone == 0);
    let date = DateTime {
        hour: (clock / 100) as u8,
        minute: (clock % 100) as u8,
        second: seconds.unwrap_or(0) as u8,
        precision: if seconds.is_some() { Precision::Second } else { Precision::Minute },
        offset: utc.then_some(0),
        ..date
    };
    let last = at + 3 + usize::from(utc);
    Some(Candidate { first: at, last, rank: Rank::Full, date: RawDate::Absolute(date) })
}

/// The day of `20240105`.
pub(crate) fn compact_day(value: u32) -> Option<DateTime> {
    let year = (value / 10_000) as i32;
    if !(1900..=2100).contains(&year) {
        return None;
    }
    DateTime::from_day(year, (value / 100 % 100) as u8, (value % 100) as u8)
}

impl NumericDate {
    /// The date read in one order; `None` where that gives no day.
    ///
    /// ```
    /// use rowsmith::recognize::date::{DayMonthOrder, RawDate, find_date};
    ///
    /// let found = find_date("03/04/2020").map(|found| found.date);
    /// let Some(RawDate::Numeric(date)) = found else { panic!("it is a date in numbers") };
    /// let read = |order| date.reading(order).map(|day| day.to_iso());
    /// assert_eq!(read(DayMonthOrder::DayFirst).as_deref(), Some("2020-04-03"));
    /// assert_eq!(read(DayMonthOrder::MonthFirst).as_deref(), Some("2020-03-04"));
    /// assert_eq!(read(DayMonthOrder::YearFirst), None);
    /// ```
    pub fn reading(&self, order: DayMonthOrder) -> Option<DateTime> {
        let [a, b, c] = self.parts;
        let (year, month, day) = match order {
            DayMonthOrder::DayFirst => (c, b, a),
            DayMonthOrder::MonthFirst => (c, a, b),
            DayMonthOrder::YearFirst if !self.long_year => (a, b, c),
            DayMonthOrder::YearFirst => return None,
        };
        let year = if self.long_year { i32::from(year) } else { full_year(year.into()) };
        let date = DateTime::from_day(year, u8::try_from(month).ok()?, u8::try_from(day).ok()?)?;
        Some(date.with_time(self.time))
    }

    /// All orders in which the numbers can be read, each with the resulting date, likeliest first.
    ///
    /// Dots mean that the day comes first, unless that gives no valid day. Two short numbers before a year are never
    /// read with the year first, unless no other order gives a valid day. A weekday in the text rules out orders that
    /// contradict it.
    ///
    /// ```
    /// use rowsmith::recognize::date::{RawDate, find_date};
    ///
    /// let readings = |text: &str| match find_date(text).map(|found| found.date) {
    ///     Some(RawDate::Numeric(date)) => date.readings().map(|(_, day)| day.to_iso()).collect(),
    ///     _ => Vec::new(),
    /// };
    /// assert_eq!(readings("03/04/2020"), ["2020-03-04", "2020-04-03"]);
    /// assert_eq!(readings("Friday, 03/04/2020"), ["2020-04-03"]);
    /// assert_eq!(readings("31/04/20"), ["2031-04-20"]);
    /// ```
    pub fn readings(&self) -> impl Iterator<Item = (DayMonthOrder, DateTime)> + use<> {
        let [first, second] = match self.separator {
            '/' => [DayMonthOrder::MonthFirst, DayMonthOrder::DayFirst],
            _ => [DayMonthOrder::DayFirst, DayMonthOrder::MonthFirst],
        };
        let read = |order| self.reading(order).map(|date| (order, date));
        let mut found = [read(first), read(second), None];
        if self.separator == '.' && found[0].is_some() {
            found[1] = None;
        }
        if found[0].is_none() && found[1].is_none() {
            found[2] = read(DayMonthOrder::YearFirst);
        }
        let fits = |f: &Option<(DayMonthOrder, DateTime)>| f.is_some_and(|(_, d)| Some(d.weekday()) == self.weekday);
        if self.weekday.is_some() && found.iter().any(fits) {
            found = found.map(|f| f.filter(|_| fits(&f)));
        }
        found.into_iter().flatten()
    }
}
