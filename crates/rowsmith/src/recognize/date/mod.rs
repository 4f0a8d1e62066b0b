//! Dates and times in short texts: found, parsed, and resolved as far as the page allows.
//!
//! Reading takes two steps, since a date by itself often does not say enough. [`find_date`] gives a [`RawDate`]: what
//! the text says and no more. [`RawDate::resolve`] turns it into a [`DateTime`] with what the caller knows, a
//! [`DateContext`]: a reference time for "3 hours ago", and the order of day and month for 03/04/2020
//! ([`DayMonthOrder::decide`] determines it from all dates of a page). The system clock is never read.
//!
//! Languages: English, German, French, Spanish, Portuguese, Italian, Dutch, Polish, Russian, Turkish, Chinese, Japanese
//! and Korean; and with the words of CLDR, Swedish, Danish, Norwegian, Finnish, Czech, Slovak, Hungarian, Romanian,
//! Bulgarian, Ukrainian, Croatian, Bosnian, Serbian, Slovenian, Estonian, Lithuanian and Latvian. The language need not
//! be given; all are tried at once (`words` has the lists).

use crate::recognize::date::candidate::Candidate;
use crate::recognize::date::candidate::Rank;
pub(crate) mod attribute;
pub(crate) mod calendar;
pub(crate) mod candidate;
pub(crate) mod clock;
pub(crate) mod context;
pub(crate) mod iso;
pub(crate) mod labels;
pub(crate) mod languages;
pub(crate) mod lexicon;
pub(crate) mod meaning;
pub(crate) mod named;
pub(crate) mod numeric;
pub(crate) mod order;
pub(crate) mod raw;
pub(crate) mod relative;
pub(crate) mod resolve;
pub(crate) mod scan;
#[cfg(test)]
mod tests;
pub(crate) mod words;

pub use attribute::{find_date_in_attribute, parse_unix};
pub use calendar::{DateTime, Precision, TimeOfDay};
pub use context::DateContext;
pub use iso::NotIso;
pub use order::DayMonthOrder;
pub use raw::{FoundDate, NumericDate, RawDate, Relative};
pub use relative::find_age;

use crate::recognize::date::meaning::role;
use crate::recognize::date::scan::{Kind, Tokens, scan};

/// Finds the best date in a text: the first with day, month and year; else the first relative one; else one without its
/// year or without its day; else a year that is the whole text.
///
/// Times alone, versions, scores, prices, sizes, telephone numbers and addresses are not dates. Takes linear time and
/// reads only the first 512 bytes.
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

/// Finds the best date in a text, as [`find_date`] does, and resolves it.
///
/// `None` if there is none, or if it is relative and the context has no reference time.
///
/// ```
/// use rowsmith::recognize::date::{DateContext, DateTime, parse_date};
/// let reference = DateTime::from_day(2024, 3, 10);
/// let context = DateContext::new().reference(reference);
/// assert_eq!(parse_date("gestern um 10:15", &context).map(|d| d.to_iso()).as_deref(), Some("2024-03-09T10:15"));
/// ```
pub fn parse_date(text: &str, context: &DateContext<'_>) -> Option<DateTime> {
    let found = find_date(text).or_else(|| context.ages.then(|| find_age(text)).flatten())?;
    found.date.resolve(context)
}

/// Whether a text without digits could be a date at all, according to its first word. Much cheaper than a search.
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

fn find_in(tokens: &Tokens<'_>) -> Option<FoundDate> {
    let mut best: Option<Candidate> = None;
    for at in 0..tokens.list.len() {
        let candidate = match tokens.list[at].kind {
            Kind::Number { .. } => {
                numeric::at(tokens, at).or_else(|| named::eastern(tokens, at)).or_else(|| relative::span(tokens, at))
            }
            Kind::Word { meaning, .. } if meaning == crate::recognize::date::meaning::Meaning::NONE => None,
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

/// A year that is the whole text.
fn lone_year(tokens: &Tokens<'_>) -> Option<Candidate> {
    let [only] = tokens.list.as_slice() else { return None };
    let year = only.year().filter(|y| (1900..=2099).contains(y))?;
    let date = RawDate::Absolute(DateTime { precision: Precision::Year, ..DateTime::from_day(year, 1, 1)? });
    Some(Candidate { first: 0, last: 1, rank: Rank::Year, date })
}
