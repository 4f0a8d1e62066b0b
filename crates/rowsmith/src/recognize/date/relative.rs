//! Dates relative to now: "3 hours ago", "gestern um 10:15", "Tuesday at 5 pm".

use crate::recognize::date::calendar::Precision;
use crate::recognize::date::candidate::{Candidate, Rank, is_led, is_whole};
use crate::recognize::date::clock::{Clock, time_after, time_before};
use crate::recognize::date::meaning::{Meaning, role, unit};
use crate::recognize::date::raw::Relative;
use crate::recognize::date::raw::{FoundDate, RawDate};
use crate::recognize::date::scan::{Kind, Token, Tokens, reads, scan};
use crate::recognize::date::words;

const JUST_NOW: Relative = Relative::Ago { months: 0, days: 0, seconds: 0, precision: Precision::Minute };

/// The most number-and-unit pairs in a span of time.
const MAX_PARTS: usize = 4;

/// Parses a text that is known to be the age of something, without "ago": "3d", "5h", "9 mo", "10 Monate 3 Wochen".
///
/// The whole text must be the age. Elsewhere such texts mean sizes, durations and guarantees, so call this only where
/// other records of a list have a date in the same place. Takes linear time, and reads as many bytes as
/// [`find_date`](crate::recognize::date::find_date).
///
/// ```
/// use rowsmith::recognize::date::{DateContext, DateTime, find_age, find_date};
///
/// let context = DateContext::new().reference(DateTime::from_day(2024, 1, 5));
/// let age = find_age("3d").and_then(|found| found.date.resolve(&context));
/// assert_eq!(age.map(|day| day.to_iso()).as_deref(), Some("2024-01-02"));
/// assert_eq!(find_date("3d"), None, "by itself this says nothing of a date");
/// ```
pub fn find_age(text: &str) -> Option<FoundDate> {
    let tokens = scan(text);
    let first = tokens.list.iter().position(|t| t.number().is_some() || t.meaning().count > 0)?;
    let amount = amount(&tokens, first)?;
    if !is_whole(&tokens, first, amount.next) {
        return None;
    }
    let span = tokens.get(first)?.start as usize..tokens.get(amount.next - 1)?.end as usize;
    Some(FoundDate { span, date: RawDate::Relative(amount.relative()) })
}

/// A span of time in the past, starting with the number or number word at a token.
pub(crate) fn span(tokens: &Tokens<'_>, at: usize) -> Option<Candidate> {
    if tokens.touches(at) && tokens.before(at).is_some_and(|t| t.number().is_some() || t.is_mark(".,:/$€£#-–_+")) {
        return None;
    }
    let amount = amount(tokens, at)?;
    let date = RawDate::Relative(amount.relative());
    let found = |first, last| Some(Candidate { first, last, rank: Rank::Relative, date });
    if let Some(next) = tokens.get(amount.next)
        && next.is(role::AGO_AFTER | role::AGO_AFTER_NUMBER)
    {
        let about = tokens.before(at).is_some_and(|t| t.is(role::ABOUT));
        return found(at - usize::from(about), amount.next + 1);
    }
    let mut first = at;
    for _ in 0..3 {
        let Some(token) = tokens.before(first) else { break };
        if token.is(role::AGO_BEFORE) || is_il_y_a(tokens, first - 1) {
            return found(if token.is(role::AGO_BEFORE) { first - 1 } else { first - 3 }, amount.next);
        }
        if !(token.is(role::ABOUT) || token.is_mark("~<>≈.")) {
            break;
        }
        first -= 1;
    }
    // "10 Monate 3 Wochen", if it is the whole text, is not the duration of a film or a flight.
    let long = amount.parts >= 2 && amount.smallest >= unit::DAY && is_whole(tokens, at, amount.next);
    if long { found(at, amount.next) } else { None }
}

/// What starts at a word, if it is a number, a unit before "ago", a day or a weekday.
pub(crate) fn at_word(tokens: &Tokens<'_>, at: usize, meaning: Meaning) -> Option<Candidate> {
    if meaning.count > 0
        && let Some(candidate) = span(tokens, at)
    {
        return Some(candidate);
    }
    if meaning.is(role::TODAY | role::YESTERDAY | role::DAY_BEFORE_YESTERDAY | role::TOMORROW) {
        return day(tokens, at, meaning);
    }
    if meaning.unit > 0 && tokens.get(at + 1).is_some_and(|t| t.is(role::AGO_AFTER) && !t.is(role::EAST)) {
        // "godzinę temu", "месяц назад"
        let slavic = tokens.get(at + 1).is_some_and(|t| ["temu", "назад"].contains(&tokens.slice(t)));
        let mut amount = Amount { next: at + 1, ..Amount::default() };
        amount.add(1, meaning.unit);
        let date = RawDate::Relative(amount.relative());
        return slavic.then_some(Candidate { first: at, last: at + 2, rank: Rank::Relative, date });
    }
    if meaning.weekday > 0 && tokens.get(at).is_some_and(|t| t.end - t.start >= 3) {
        return weekday(tokens, at, meaning.weekday);
    }
    None
}

/// "Just now" and the like, which must be the whole text.
pub(crate) fn now(tokens: &Tokens<'_>) -> Option<Candidate> {
    let first = tokens.list.iter().position(|t| !matches!(t.kind, Kind::Mark(_)))?;
    if tokens.list.len() > 8 || !tokens.get(first)?.is(role::NOW_START) {
        return None;
    }
    words::NOW.iter().any(|phrase| reads(tokens, phrase)).then_some(Candidate {
        first,
        last: tokens.list.len(),
        rank: Rank::Relative,
        date: RawDate::Relative(JUST_NOW),
    })
}

/// A span of time: its total, and the token after it.
#[derive(Clone, Copy, Default)]
struct Amount {
    months: u32,
    days: u32,
    seconds: u32,
    /// The smallest unit, as in [`unit`]; 0 before the first part.
    smallest: u8,
    parts: usize,
    next: usize,
}

impl Amount {
    fn add(&mut self, count: u32, unit: u8) {
        let count = count.min(1_000_000);
        match unit {
            unit::YEAR => self.months = self.months.saturating_add(count.saturating_mul(12)),
            unit::MONTH => self.months = self.months.saturating_add(count),
            unit::WEEK => self.days = self.days.saturating_add(count.saturating_mul(7)),
            unit::DAY => self.days = self.days.saturating_add(count),
            unit::HOUR => self.seconds = self.seconds.saturating_add(count.saturating_mul(3600)),
            unit::MINUTE => self.seconds = self.seconds.saturating_add(count.saturating_mul(60)),
            unit::SECOND => self.seconds = self.seconds.saturating_add(count),
            _ => {}
        }
        self.smallest = if self.parts == 0 { unit } else { self.smallest.min(unit) };
        self.parts += 1;
    }

    fn relative(self) -> Relative {
        let precision = match self.smallest {
            unit::YEAR => Precision::Year,
            unit::MONTH => Precision::Month,
            unit::WEEK | unit::DAY => Precision::Day,
            unit::HOUR | unit::MINUTE => Precision::Minute,
            _ => Precision::Second,
        };
        Relative::Ago { months: self.months, days: self.days, seconds: self.seconds, precision }
    }
}

/// Numbers with units of decreasing size: "3 hours", "1 year, 2 months and 3 days".
fn amount(tokens: &Tokens<'_>, at: usize) -> Option<Amount> {
    let mut amount = Amount::default();
    let mut at = at;
    while amount.parts < MAX_PARTS {
        let Some(Part { count, unit, next }) = part(tokens, at) else { break };
        if amount.parts > 0 && unit >= amount.smallest {
            break;
        }
        amount.add(count, unit);
        amount.next = next;
        at = next;
        for _ in 0..2 {
            at += usize::from(tokens.get(at).is_some_and(|t| t.is_mark(",") || t.is(role::AND)));
        }
    }
    (amount.parts > 0).then_some(amount)
}

/// A number with its unit; one part of an [`Amount`].
struct Part {
    count: u32,
    /// The unit, as in [`unit`].
    unit: u8,
    /// The token after it.
    next: usize,
}

fn part(tokens: &Tokens<'_>, at: usize) -> Option<Part> {
    let first = tokens.get(at)?;
    let count = match first.number() {
        Some((value, 1..=4)) => value,
        Some(_) => return None,
        None if first.meaning().count > 0 => first.meaning().count.into(),
        None => return None,
    };
    let mut at = at + 1;
    // handles "a few hours" and "un'ora"; "one or two days" is not worth the effort
    if first.number().is_none() {
        at += usize::from(tokens.get(at).is_some_and(|t| t.is_mark("'’")));
        let few = tokens.get(at).is_some_and(|t| t.meaning().count > 1 && t.meaning().unit == 0);
        if few && count == 1 {
            let many = tokens.get(at)?.meaning().count;
            at += 1;
            at += usize::from(tokens.get(at).is_some_and(|t| t.is(role::OF)));
            return unit_at(tokens, at).map(|(unit, next)| Part { count: many.into(), unit, next });
        }
    }
    unit_at(tokens, at).map(|(unit, next)| Part { count, unit, next })
}

/// A unit, with the full stop of its abbreviation.
fn unit_at(tokens: &Tokens<'_>, at: usize) -> Option<(u8, usize)> {
    let unit = tokens.get(at)?.meaning().unit;
    let stop = tokens.get(at + 1).is_some_and(|t| t.is_mark(".") && !t.spaced);
    (unit > 0).then_some((unit, at + 1 + usize::from(stop)))
}

/// Whether a token is the last one of "il y a".
fn is_il_y_a(tokens: &Tokens<'_>, at: usize) -> bool {
    let is = |i: Option<usize>, word: &str| {
        i.and_then(|i| tokens.get(i)).is_some_and(|t| tokens.slice(t).eq_ignore_ascii_case(word))
    };
    is(Some(at), "a") && is(at.checked_sub(1), "y") && is(at.checked_sub(2), "il")
}

fn day(tokens: &Tokens<'_>, at: usize, meaning: Meaning) -> Option<Candidate> {
    let offset = if meaning.is(role::DAY_BEFORE_YESTERDAY) {
        -2
    } else if meaning.is(role::YESTERDAY) {
        -1
    } else if meaning.is(role::TODAY) {
        0
    } else {
        1
    };
    let (time, first, last) = match time_after(tokens, at + 1) {
        Some(after) => (Some(after.time), at, after.last),
        None => match time_before(tokens, at) {
            Some(before) => (Some(before.time), before.first, at + 1),
            None => (None, at, at + 1),
        },
    };
    // "aujourd'hui"
    let hui = tokens.get(last).is_some_and(|t| t.is_mark("'’"))
        && tokens.get(last + 1).is_some_and(|t| tokens.slice(t) == "hui");
    let last = if hui { last + 2 } else { last };
    let led = at == 1 && is_led(tokens, at) || at > 1 && tokens.before(at).is_some_and(|t| t.is_mark(":|·•»(—–"));
    let alone = is_whole(tokens, at, last) || led && ends(tokens, last);
    if time.is_none() && (meaning.is(role::NEEDS_TIME) || !alone) {
        return None;
    }
    let date = RawDate::Relative(Relative::Day { offset, time });
    Some(Candidate { first, last, rank: Rank::Relative, date })
}

/// "Tuesday at 5:03 PM". A weekday without a time says too little, and one with two times states opening hours.
fn weekday(tokens: &Tokens<'_>, at: usize, weekday: u8) -> Option<Candidate> {
    let Clock { time, last, .. } = time_after(tokens, at + 1)?;
    if tokens.get(last).is_some_and(|t| t.is_mark("-–—") || t.is(role::UNTIL)) {
        return None;
    }
    let before = tokens.before(at).is_some_and(|t| t.is_mark("-–—/&") || t.meaning().weekday > 0);
    let date = RawDate::Relative(Relative::Weekday { weekday, time });
    (!before).then_some(Candidate { first: at, last, rank: Rank::Relative, date })
}

fn ends(tokens: &Tokens<'_>, at: usize) -> bool {
    tokens.get(at).is_none_or(|t: Token| matches!(t.kind, Kind::Mark(c) if ".,;)|·•»—–-".contains(c)))
}
