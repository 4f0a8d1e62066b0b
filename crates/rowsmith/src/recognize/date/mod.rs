//! Date-times in short texts: found, read, and resolved as far as the page allows.
//!
//! Reading goes in two steps, since a date on its own often does not say enough. [`find_date`] gives a [`RawDate`]:
//! what the text says and no more. [`RawDate::resolve`] makes a [`DateTime`] of it with what the caller knows, a
//! [`DateContext`]: a reference time for "3 hours ago", the order of day and month for 03/04/2020
//! ([`DayMonthOrder::decide`] finds it from all dates of a page). The clock is never asked.
//!
//! Languages: English, German, French, Spanish, Portuguese, Italian, Dutch, Polish, Russian, Turkish, Chinese,
//! Japanese, Korean. No language is asked for beforehand; all are tried at once (`words` has the lists).

mod attribute;
mod calendar;
mod clock;
mod lexicon;
mod named;
mod numeric;
mod order;
mod relative;
mod resolve;
mod scan;
#[cfg(test)]
mod tests;
mod words;

use std::ops::Range;

pub use attribute::{find_date_in_attribute, parse_unix};
pub use calendar::{DateTime, Precision, TimeOfDay};
pub use order::DayMonthOrder;
pub use relative::{Relative, find_age};

use crate::recognize::date::lexicon::role;
use crate::recognize::date::scan::{Kind, Tokens, scan};

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

/// What is known beside the text, to resolve its date by.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct DateContext<'a> {
    /// The time of the page's retrieval, which relative dates count from. Without it they stay unresolved.
    pub reference: Option<DateTime>,
    /// The order of day and month on this page, from [`DayMonthOrder::decide`].
    pub order: Option<DayMonthOrder>,
    /// The page's language, as in `<html lang>`.
    pub language: Option<&'a str>,
    /// Whether a bare "3d" or "10 months" is the age of something ([`find_age`]). Only the caller can know.
    pub ages: bool,
}

/// Finds the best date of a text: the first with day, month and year; else the first relative one; else one without
/// its year, without its day, or a text that is a year and nothing else.
///
/// Times alone, versions, scores, prices, sizes, telephone numbers and addresses are no dates. Linear; only the first 512 bytes
/// are read.
///
/// ```
/// use rowsmith::recognize::date::find_date;
/// let text = "Posted on Jan 5, 2024 at 10:00 by Ann";
/// let found = find_date(text).map(|f| &text[f.span]);
/// assert_eq!(found, Some("Jan 5, 2024 at 10:00"));
/// ```
pub fn find_date(text: &str) -> Option<FoundDate> {
    if text.contains("://") && !text.trim().contains(char::is_whitespace) {
        return None;
    }
    find_in(&scan(text))
}

/// Finds the best date of a text, as [`find_date`] does, and resolves it.
///
/// `None` where there is none, or where it is relative and the context has no reference time.
///
/// ```
/// use rowsmith::recognize::date::{DateContext, DateTime, parse_date};
/// let reference = DateTime::from_day(2024, 3, 10);
/// let context = DateContext { reference, ..Default::default() };
/// assert_eq!(parse_date("gestern um 10:15", &context).map(|d| d.to_iso()).as_deref(), Some("2024-03-09T10:15"));
/// ```
pub fn parse_date(text: &str, context: &DateContext<'_>) -> Option<DateTime> {
    let found = find_date(text).or_else(|| context.ages.then(|| find_age(text)).flatten())?;
    found.date.resolve(context)
}

/// Whether a text without digits could be a date at all: its first word says so. Much cheaper than looking.
pub(crate) fn may_start_relative(text: &str) -> bool {
    scan::first_word(text).is_some_and(|meaning| {
        meaning.count > 0
            || meaning.unit > 0
            || meaning.is(role::TODAY
                | role::YESTERDAY
                | role::DAY_BEFORE_YESTERDAY
                | role::NOW_START
                | role::AGO_BEFORE
                | role::INTRO)
    })
}

/// How much a find says, for choosing among several; higher is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Year,
    Month,
    Yearless,
    Relative,
    Full,
}

/// A date among tokens: the tokens it takes, as a range.
struct Candidate {
    first: usize,
    last: usize,
    rank: Rank,
    date: RawDate,
}

fn find_in(tokens: &Tokens<'_>) -> Option<FoundDate> {
    let mut best: Option<Candidate> = None;
    for at in 0..tokens.list.len() {
        let candidate = match tokens.list[at].kind {
            Kind::Number { .. } => {
                numeric::at(tokens, at).or_else(|| named::eastern(tokens, at)).or_else(|| relative::span(tokens, at))
            }
            Kind::Word { meaning, .. } if meaning == lexicon::Meaning::NONE => None,
            Kind::Word { meaning, .. } => {
                let month = if meaning.month > 0 { named::at(tokens, at) } else { None };
                month.or_else(|| relative::at_word(tokens, at, meaning))
            }
            Kind::Mark(_) => None,
        };
        if let Some(candidate) = candidate
            && best.as_ref().is_none_or(|b| b.rank < candidate.rank)
        {
            let full = candidate.rank == Rank::Full;
            best = Some(candidate);
            if full {
                break;
            }
        }
    }
    let best = best.or_else(|| relative::now(tokens)).or_else(|| lone_year(tokens))?;
    let span = tokens.get(best.first)?.start as usize..tokens.get(best.last.checked_sub(1)?)?.end as usize;
    Some(FoundDate { span, date: best.date })
}

/// A text that is a year and nothing else.
fn lone_year(tokens: &Tokens<'_>) -> Option<Candidate> {
    let [only] = tokens.list.as_slice() else { return None };
    let year = only.year().filter(|y| (1900..=2099).contains(y))?;
    let date = RawDate::Absolute(DateTime { precision: Precision::Year, ..DateTime::from_day(year, 1, 1)? });
    Some(Candidate { first: 0, last: 1, rank: Rank::Year, date })
}

/// The year that two digits stand for: 1969 to 2068, as in POSIX.
fn full_year(two_digits: u32) -> i32 {
    two_digits as i32 + if two_digits < 69 { 2000 } else { 1900 }
}

/// The weekday named before a date that starts at `first`, and where it starts.
fn weekday_before(tokens: &Tokens<'_>, first: usize) -> (Option<u8>, usize) {
    let mut at = first;
    for _ in 0..4 {
        let Some(token) = tokens.before(at) else { break };
        if token.meaning().weekday > 0 && token.meaning().month == 0 || is_tuesday_of_march(tokens, at) {
            return (Some(token.meaning().weekday), at - 1);
        }
        if !(token.is_mark(",.-") || token.is(role::WITH_WEEKDAY | role::OF | role::AM)) {
            break;
        }
        at -= 1;
    }
    (None, first)
}

/// "mar. 5 mars": a word that is a weekday and a month, before a date that has its month.
fn is_tuesday_of_march(tokens: &Tokens<'_>, at: usize) -> bool {
    tokens.before(at).is_some_and(|t| t.meaning().weekday > 0 && t.meaning().month > 0)
}

/// Whether the tokens of a range are all there is, but for marks.
fn is_whole(tokens: &Tokens<'_>, first: usize, last: usize) -> bool {
    let outside = |i: usize| i < first || i >= last;
    tokens
        .list
        .iter()
        .enumerate()
        .all(|(i, t)| !outside(i) || matches!(t.kind, Kind::Mark(c) if !"#$€£%+/".contains(c)))
}

/// Whether a text leads to a date: a mark such as a colon, or a word such as "on".
fn is_led(tokens: &Tokens<'_>, first: usize) -> bool {
    tokens
        .before(first)
        .is_none_or(|t| t.is_mark(":,(|·•»›—–@[") || t.is(role::INTRO | role::AT | role::OF) || t.meaning().weekday > 0)
}
