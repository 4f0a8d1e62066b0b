//! Candidates for dates among tokens, and what surrounds them.

use crate::recognize::date::meaning::role;
use crate::recognize::date::raw::RawDate;
use crate::recognize::date::scan::Kind;
use crate::recognize::date::scan::Tokens;
/// How much a candidate says, for choosing among several; higher is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    Year,
    Month,
    Yearless,
    Relative,
    Full,
}

/// A candidate for a date, with the range of tokens that it covers.
pub(crate) struct Candidate {
    pub(crate) first: usize,
    pub(crate) last: usize,
    pub(crate) rank: Rank,
    pub(crate) date: RawDate,
}

/// Whether a range of tokens is the whole text, except for marks.
pub(crate) fn is_whole(tokens: &Tokens<'_>, first: usize, last: usize) -> bool {
    let outside = |i: usize| i < first || i >= last;
    tokens
        .list
        .iter()
        .enumerate()
        .all(|(i, t)| !outside(i) || matches!(t.kind, Kind::Mark(c) if !"#$€£%+/".contains(c)))
}

/// Whether something leads up to a date: a mark such as a colon, or a word such as "on".
pub(crate) fn is_led(tokens: &Tokens<'_>, first: usize) -> bool {
    tokens
        .before(first)
        .is_none_or(|t| t.is_mark(":,(|·•»›—–@[") || t.is(role::INTRO | role::AT | role::OF) || t.meaning().weekday > 0)
}

/// The year meant by two digits: 1969 to 2068, as in POSIX.
pub(crate) fn full_year(two_digits: u32) -> i32 {
    two_digits as i32 + if two_digits < 69 { 2000 } else { 1900 }
}

/// A weekday before a date.
#[derive(Clone, Copy)]
pub(crate) struct WeekdayBefore {
    /// `None` if there is none.
    pub(crate) weekday: Option<u8>,
    /// Where date and weekday start.
    pub(crate) first: usize,
}

/// The weekday named before a date that starts at `first`.
pub(crate) fn weekday_before(tokens: &Tokens<'_>, first: usize) -> WeekdayBefore {
    let mut at = first;
    for _ in 0..4 {
        let Some(token) = tokens.before(at) else { break };
        if token.meaning().weekday > 0 && token.meaning().month == 0 || is_tuesday_of_march(tokens, at) {
            return WeekdayBefore { weekday: Some(token.meaning().weekday), first: at - 1 };
        }
        if !(token.is_mark(",.-") || token.is(role::WITH_WEEKDAY | role::OF | role::AM)) {
            break;
        }
        at -= 1;
    }
    WeekdayBefore { weekday: None, first }
}

/// "mar. 5 mars": a word that can be both a weekday and a month, before a date that has its month.
pub(crate) fn is_tuesday_of_march(tokens: &Tokens<'_>, at: usize) -> bool {
    tokens.before(at).is_some_and(|t| t.meaning().weekday > 0 && t.meaning().month > 0)
}
