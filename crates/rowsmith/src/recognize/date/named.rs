//! Dates whose month is a word, and dates written with 年月日 or 년월일.

use crate::recognize::date::calendar::{DateTime, Precision, TimeOfDay};
use crate::recognize::date::candidate::{Candidate, Rank, WeekdayBefore, full_year, is_whole, weekday_before};
use crate::recognize::date::clock::{Clock, is_hour, time_after, time_before, zone_at};
use crate::recognize::date::meaning::role;
use crate::recognize::date::raw::RawDate;
use crate::recognize::date::scan::{Kind, Token, Tokens};

/// The date around the month word at a token.
pub(crate) fn at(tokens: &Tokens<'_>, at: usize) -> Option<Candidate> {
    let month = tokens.get(at)?.meaning().month;
    let behind = day_behind(tokens, at);
    let before = day_before(tokens, at);
    // January 5, 2024
    if let Some((day, next)) = behind
        && let Some((year, next)) = year_behind(tokens, next)
    {
        return full(tokens, at, next, year, month, day);
    }
    // 2024 Jan 5
    if let Some((day, next)) = behind
        && let Some((year, first)) = year_before(tokens, at)
    {
        return full(tokens, first, next, year, month, day);
    }
    if let Some((day, first)) = before {
        // 5 January 2024
        if let Some((year, next)) = year_behind(tokens, at + 1).or_else(|| short_year_behind(tokens, first, at)) {
            return full(tokens, first, next, year, month, day);
        }
    }
    // Fri Jan  5 10:15:00 CET 2024
    if let Some((day, next)) = behind
        && let Some(Clock { time, last: next, .. }) = time_after(tokens, next)
    {
        let zone = usize::from(tokens.get(next).is_some_and(|t| matches!(t.kind, Kind::Word { upper: true, .. })));
        if let Some(year) = tokens.get(next + zone).and_then(Token::year)
            && let Some(date) = DateTime::from_day(year, month, day)
        {
            let WeekdayBefore { first, .. } = weekday_before(tokens, at);
            let mut date = date.with_time(Some(time));
            let mut last = next + zone + 1;
            if let Some(zone) = zone_at(tokens, last, true) {
                date.offset = Some(zone.offset);
                last = zone.last;
            }
            return Some(Candidate { first, last, rank: Rank::Full, date: RawDate::Absolute(date) });
        }
    }
    if let Some(candidate) = yearless(tokens, at, month, before, behind) {
        return Some(candidate);
    }
    month_and_year(tokens, at, month)
}

/// 2024年1月5日, 1月5日, 2024年1月, and the same with 년 월 일, from the number at a token.
pub(crate) fn eastern(tokens: &Tokens<'_>, at: usize) -> Option<Candidate> {
    let (value, digits) = tokens.get(at)?.number()?;
    let mark = tokens.get(at + 1)?;
    if mark.is(role::YEAR_MARK) {
        let year = match digits {
            4 => tokens.get(at)?.year()?,
            2 => full_year(value),
            _ => return None,
        };
        let month = tokens.get(at + 2)?.small(1, 12)?;
        if !tokens.get(at + 3)?.is(role::MONTH_MARK) {
            return None;
        }
        if let Some(day) = eastern_day(tokens, at + 4) {
            return full(tokens, at, at + 6, year, month, day);
        }
        let date = DateTime { precision: Precision::Month, ..DateTime::from_day(year, month, 1)? };
        return Some(Candidate { first: at, last: at + 4, rank: Rank::Month, date: RawDate::Absolute(date) });
    }
    if !mark.is(role::MONTH_MARK) {
        return None;
    }
    let month = tokens.get(at)?.small(1, 12)?;
    let day = eastern_day(tokens, at + 2)?;
    let WeekdayBefore { weekday, first } = weekday_before(tokens, at);
    let clock = time_after(tokens, at + 4);
    let last = clock.map_or(at + 4, |clock| clock.last);
    let date = RawDate::Yearless { month, day, weekday, time: clock.map(|clock| clock.time) };
    Some(Candidate { first, last, rank: Rank::Yearless, date })
}

fn eastern_day(tokens: &Tokens<'_>, at: usize) -> Option<u8> {
    let day = tokens.get(at)?.small(1, 31)?;
    tokens.get(at + 1)?.is(role::DAY_MARK).then_some(day)
}

/// A date with day, month and year, and the time and weekday next to it.
pub(crate) fn full(tokens: &Tokens<'_>, first: usize, last: usize, year: i32, month: u8, day: u8) -> Option<Candidate> {
    let date = DateTime::from_day(year, month, day)?;
    let Surroundings { time, first, last, .. } = surroundings(tokens, first, last);
    Some(Candidate { first, last, rank: Rank::Full, date: RawDate::Absolute(date.with_time(time)) })
}

/// What is next to a date and belongs to it.
pub(crate) struct Surroundings {
    pub(crate) time: Option<TimeOfDay>,
    pub(crate) weekday: Option<u8>,
    /// The first token of date, time and weekday.
    pub(crate) first: usize,
    /// The token after them.
    pub(crate) last: usize,
}

/// The time and weekday next to a date.
pub(crate) fn surroundings(tokens: &Tokens<'_>, first: usize, last: usize) -> Surroundings {
    let WeekdayBefore { weekday, first } = weekday_before(tokens, first);
    if let Some(after) = time_after(tokens, last) {
        return Surroundings { time: Some(after.time), weekday, first, last: after.last };
    }
    match time_before(tokens, first) {
        Some(before) => Surroundings { time: Some(before.time), weekday, first: before.first, last },
        None => Surroundings { time: None, weekday, first, last },
    }
}

/// The day before a month word, and where it starts: "5", "5.", "5th of", "1er", "5 de".
fn day_before(tokens: &Tokens<'_>, month: usize) -> Option<(u8, usize)> {
    let mut at = month;
    for _ in 0..4 {
        let token = tokens.before(at)?;
        if token.number().is_some() {
            let day = token.small(1, 31)?;
            let inside = tokens.touches(at - 1)
                && tokens.before(at - 1).is_some_and(|t| t.is_mark(":：.,$€£#/-_") || t.is_word() && !t.is(role::EAST));
            let range = inside
                && tokens.before(at - 1).is_some_and(|t| t.is_mark("-–/."))
                && at >= 3
                && tokens.get(at - 3).is_some_and(|t| t.small(1, 31).is_some() && !tokens.touches(at - 3));
            let of_month = tokens.before(at - 1).is_some_and(|t| t.meaning().month > 0 && t.meaning().weekday == 0);
            return (!of_month && (!inside || range)).then_some((day, at - 1));
        }
        let joins = token.is_mark("-–/‐‑") && tokens.touches(at - 1) && tokens.touches(at);
        if !(joins || token.is_mark(".,'’º°") || token.is(role::OF | role::ORDINAL)) {
            return None;
        }
        at -= 1;
    }
    None
}

/// The day after a month word, and the token after the day.
fn day_behind(tokens: &Tokens<'_>, month: usize) -> Option<(u8, usize)> {
    for at in month + 1..month + 4 {
        let token = tokens.get(at)?;
        if token.number().is_some() {
            let day = token.small(1, 31)?;
            if is_hour(tokens, at) {
                return None;
            }
            let touching = tokens.touches(at + 1).then(|| tokens.get(at + 1)).flatten();
            return match touching {
                Some(t) if t.is(role::ORDINAL) => Some((day, at + 2)),
                Some(t) if t.is_word() && !t.is(role::OF | role::EAST) => None,
                Some(t) if t.is_mark(".:/%") && tokens.touches(at + 2) => {
                    let number = tokens.get(at + 2).and_then(Token::number);
                    number.is_none_or(|(_, digits)| digits == 4).then_some((day, at + 1))
                }
                _ => Some((day, at + 1)),
            };
        }
        if !(token.is_mark(".-–/‐‑") || token.is(role::OF)) {
            return None;
        }
    }
    None
}

/// A year of four digits, or of two after an apostrophe, skipping commas and the like.
fn year_behind(tokens: &Tokens<'_>, from: usize) -> Option<(i32, usize)> {
    for at in from..from + 4 {
        let token = tokens.get(at)?;
        if let Some((value, digits)) = token.number() {
            let apostrophe = tokens.before(at).is_some_and(|t| t.is_mark("'’‘`"));
            let year = match digits {
                4 => token.year()?,
                2 if apostrophe && at > from => full_year(value),
                _ => return None,
            };
            let mut next = at + 1;
            if tokens.get(next).is_some_and(|t| t.is(role::AFTER_YEAR)) {
                next += 1;
                next += usize::from(tokens.get(next).is_some_and(|t| t.is_mark(".") && !t.spaced));
            }
            return Some((year, next));
        }
        if !(token.is_mark(".,-–/'’‘`‐‑") || token.is(role::OF)) {
            return None;
        }
    }
    None
}

/// "15-Nov-18", "5 Jan 24": a year of two digits, if they are not part of anything else.
fn short_year_behind(tokens: &Tokens<'_>, first: usize, month: usize) -> Option<(i32, usize)> {
    let mut at = month + 1;
    let mark = tokens.get(at)?;
    let joined = mark.is_mark("-/.‐‑") && tokens.touches(month) && tokens.touches(at + 1);
    if mark.is_mark("-/.‐‑,") {
        at += 1;
    }
    let (value, digits) = tokens.get(at)?.number()?;
    if digits != 2 || is_hour(tokens, at) {
        return None;
    }
    let ends = tokens.get(at + 1).is_none_or(|t| t.is_mark(",)|·•;»")) || time_after(tokens, at + 1).is_some();
    (joined || ends && !is_weak(tokens, month) || ends && is_whole(tokens, first, at + 1))
        .then_some((full_year(value), at + 1))
}

fn year_before(tokens: &Tokens<'_>, month: usize) -> Option<(i32, usize)> {
    let mut at = month;
    for _ in 0..2 {
        let token = tokens.before(at)?;
        if let Some(year) = token.year() {
            return Some((year, at - 1));
        }
        if !token.is_mark(",-/.") {
            return None;
        }
        at -= 1;
    }
    None
}

fn is_weak(tokens: &Tokens<'_>, month: usize) -> bool {
    tokens.get(month).is_some_and(|t| t.is(role::WEAK | role::VERY_WEAK))
}

fn yearless(
    tokens: &Tokens<'_>,
    at: usize,
    month: u8,
    before: Option<(u8, usize)>,
    behind: Option<(u8, usize)>,
) -> Option<Candidate> {
    let word = tokens.get(at)?;
    let month_first = before.is_none();
    let ((day, first), last) = match (before, behind) {
        (Some(before), _) => (before, at + 1),
        (None, Some((day, next))) => ((day, at), next),
        (None, None) => return None,
    };
    DateTime::from_day(2000, month, day)?;
    let Surroundings { time, weekday, first, last } = surroundings(tokens, first, last);
    let lower = matches!(word.kind, Kind::Word { lower: true, .. });
    let sure = if word.is(role::VERY_WEAK) {
        time.is_some() && weekday.is_some()
    } else if word.is(role::WEAK) || lower && month_first {
        time.is_some() || weekday.is_some() || is_whole(tokens, first, last)
    } else {
        true
    };
    let date = RawDate::Yearless { month, day, weekday, time };
    sure.then_some(Candidate { first, last, rank: Rank::Yearless, date })
}

/// "January 2024", "janvier de 2024", "Jul '05".
fn month_and_year(tokens: &Tokens<'_>, at: usize, month: u8) -> Option<Candidate> {
    let (year, last) = year_behind(tokens, at + 1)?;
    let next = tokens.get(at + 1)?;
    if is_weak(tokens, at) && tokens.get(at)?.is(role::VERY_WEAK) && next.number().is_some() {
        return None;
    }
    let date = DateTime { precision: Precision::Month, ..DateTime::from_day(year, month, 1)? };
    let rank = Rank::Month;
    (1900..=2099).contains(&year).then_some(Candidate { first: at, last, rank, date: RawDate::Absolute(date) })
}
