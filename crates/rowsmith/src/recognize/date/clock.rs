//! Times of day and their zones among the tokens of a text.

use crate::recognize::date::calendar::TimeOfDay;
use crate::recognize::date::meaning::role;
use crate::recognize::date::scan::{Kind, Token, Tokens};

/// At most this many tokens may come between a date and its time.
const MAX_BETWEEN: usize = 5;

/// A time of day among tokens.
#[derive(Clone, Copy)]
pub(crate) struct Clock {
    pub(crate) time: TimeOfDay,
    /// Its first token.
    pub(crate) first: usize,
    /// The token after it.
    pub(crate) last: usize,
}

/// The time of day that starts at a token.
///
/// With `dotted`, "10.15" is a time; otherwise only if followed by "Uhr", "pm" or the like.
pub(crate) fn time_at(tokens: &Tokens<'_>, start: usize, dotted: bool) -> Option<Clock> {
    let first = tokens.get(start)?;
    let (half, at) =
        if first.is(role::EAST) && first.is(role::AM | role::PM) { (Some(first), start + 1) } else { (None, start) };
    let hour = tokens.get(at)?.small(0, 23)?;
    let mut time = TimeOfDay { hour, minute: 0, second: None, offset: None };
    let mark = tokens.get(at + 1);
    let mut next = at + 1;
    let mut certain = half.is_some();
    if let Some(minute) = sexagesimal(tokens, at + 1, ":：") {
        time.minute = minute;
        next = at + 3;
        certain = true;
        if let Some(second) = sexagesimal(tokens, next, ":：") {
            time.second = Some(second);
            next += 2;
            next = skip_fraction(tokens, next);
        } else if tokens.get(next).is_some_and(|t| t.is_mark(":") && !t.spaced)
            && tokens.get(next + 1).and_then(|t| t.small(60, 60)).is_some()
        {
            time.second = Some(59);
            next += 2;
        }
    } else if let Some(minute) = sexagesimal(tokens, at + 1, ".") {
        let word = tokens.get(at + 3);
        let named = word.is_some_and(|w| w.is(role::OCLOCK | role::AM | role::PM) && !w.is(role::ORDINAL));
        let runs_on = tokens.get(at + 3).is_some_and(|t| t.is_mark(".") && !t.spaced);
        if !named && (!dotted || runs_on) {
            return None;
        }
        time.minute = minute;
        next = at + 3;
        certain = true;
    } else if mark.is_some_and(|m| m.is(role::HOUR_MARK)) {
        next = at + 2;
        certain = true;
        if let Some(minute) = marked(tokens, next, role::MINUTE_MARK) {
            time.minute = minute;
            next += 2;
            if let Some(second) = marked(tokens, next, role::SECOND_MARK) {
                time.second = Some(second);
                next += 2;
            }
        }
    } else if mark.is_some_and(|m| m.is(role::OCLOCK)) {
        next = at + 2;
        certain = true;
        if let Some(minute) = tokens.get(next).and_then(|t| two_digits(t, 59))
            && (tokens.touches(next) || !tokens.touches(at + 1))
        {
            time.minute = minute;
            next += 1;
        }
    }
    let behind = half_of_day(tokens, next);
    if let Some(pm) = behind.map(|half| half.is_afternoon).or(half.map(|h| h.is(role::PM))) {
        if pm && time.hour < 12 {
            time.hour += 12;
        } else if !pm && time.hour == 12 {
            time.hour = 0;
        }
        certain = true;
        next = behind.map_or(next, |half| half.last);
    }
    let behind = skip_oclock(tokens, next);
    if !certain && behind == next {
        return None;
    }
    next = behind;
    let iso = tokens.before(at).is_some_and(|t| t.is(role::ISO_T));
    if let Some(zone) = zone_at(tokens, next, time.second.is_some() || iso) {
        time.offset = Some(zone.offset);
        next = zone.last;
    }
    Some(Clock { time, first: start, last: next })
}

/// The time after a date that ends before the token `at`, skipping commas, "at" and the like.
pub(crate) fn time_after(tokens: &Tokens<'_>, at: usize) -> Option<Clock> {
    let mut led = false;
    let mut open = false;
    for next in at..=at + MAX_BETWEEN {
        if let Some(mut clock) = time_at(tokens, next, led) {
            if open && tokens.get(clock.last).is_some_and(|t| t.is_mark(")）")) {
                clock.last += 1;
            }
            return Some(clock);
        }
        let token = tokens.get(next)?;
        let in_brackets = open && token.is_word();
        led = token.is(role::AT);
        open = open && !token.is_mark(")）") || token.is_mark("(（");
        let colon = token.is_mark(":") && (!token.spaced || next > at);
        let between = led || in_brackets || colon || token.is(role::ISO_T) || token.meaning().weekday > 0;
        if !between && !token.is_mark(",.;-–—|·•@()（）»›、，'’_/~") {
            return None;
        }
    }
    None
}

/// The time before a date that starts at `first`.
pub(crate) fn time_before(tokens: &Tokens<'_>, first: usize) -> Option<Clock> {
    for start in first.saturating_sub(10)..first {
        let begins = match tokens.get(start)?.kind {
            Kind::Number { .. } => true,
            Kind::Word { meaning, .. } => meaning.is(role::EAST) && meaning.is(role::AM | role::PM),
            Kind::Mark(_) => false,
        };
        if !begins || tokens.before(start).is_some_and(|t| t.is_mark(":.-") && tokens.touches(start)) {
            continue;
        }
        if let Some(clock) = time_at(tokens, start, false)
            && clock.last <= first
            && (clock.last..first).all(|i| {
                tokens.get(i).is_some_and(|t| {
                    t.is_mark(",-–—|·•()")
                        || t.is(role::INTRO | role::AT | role::OF | role::AM)
                        || t.meaning().weekday > 0
                })
            })
        {
            return Some(clock);
        }
    }
    None
}

/// Whether the number at a token is the hour of a time rather than a day or a year.
pub(crate) fn is_hour(tokens: &Tokens<'_>, at: usize) -> bool {
    let touching = |i: usize| tokens.touches(i).then(|| tokens.get(i)).flatten();
    touching(at + 1).is_some_and(|m| {
        m.is_mark(":：") && touching(at + 2).is_some_and(|n| n.number().is_some())
            || m.is(role::OCLOCK) && !m.is(role::ORDINAL)
    }) || tokens.get(at + 1).is_some_and(|m| m.is(role::AM | role::PM) && !m.is(role::OF))
        || half_of_day(tokens, at + 1).is_some()
}

/// ":15" and the like at a token, without white space.
fn sexagesimal(tokens: &Tokens<'_>, at: usize, marks: &str) -> Option<u8> {
    let mark = tokens.get(at)?;
    if !mark.is_mark(marks) || mark.spaced || !tokens.touches(at + 1) {
        return None;
    }
    two_digits(tokens.get(at + 1)?, 59)
}

fn two_digits(token: Token, high: u32) -> Option<u8> {
    token.number().filter(|&(_, digits)| digits == 2)?;
    token.small(0, high)
}

/// "15分": a number and the mark after it.
fn marked(tokens: &Tokens<'_>, at: usize, bits: u64) -> Option<u8> {
    let value = tokens.get(at)?.small(0, 59)?;
    tokens.get(at + 1)?.is(bits).then_some(value)
}

fn skip_fraction(tokens: &Tokens<'_>, at: usize) -> usize {
    let mark = tokens.get(at).is_some_and(|t| t.is_mark(".,") && !t.spaced);
    let digits = tokens.touches(at + 1) && tokens.get(at + 1).is_some_and(|t| t.number().is_some());
    if mark && digits { at + 2 } else { at }
}

/// The half of the day that a time is in.
#[derive(Clone, Copy)]
struct HalfOfDay {
    is_afternoon: bool,
    /// The token after what says so.
    last: usize,
}

/// "am", "p.m.", "P. M.", or "pm" in a script that writes it after the time.
fn half_of_day(tokens: &Tokens<'_>, at: usize) -> Option<HalfOfDay> {
    let token = tokens.get(at)?;
    if token.is(role::AM | role::PM) {
        return Some(HalfOfDay { is_afternoon: token.is(role::PM), last: at + 1 });
    }
    let letter = tokens.slice(token);
    if !(letter.eq_ignore_ascii_case("a") || letter.eq_ignore_ascii_case("p")) {
        return None;
    }
    let dot = tokens.get(at + 1).is_some_and(|t| t.is_mark(".") && !t.spaced);
    let m = tokens.get(at + 2).is_some_and(|t| tokens.slice(t).eq_ignore_ascii_case("m"));
    if !(dot && m) {
        return None;
    }
    let last = if tokens.get(at + 3).is_some_and(|t| t.is_mark(".") && !t.spaced) { at + 4 } else { at + 3 };
    Some(HalfOfDay { is_afternoon: letter.eq_ignore_ascii_case("p"), last })
}

fn skip_oclock(tokens: &Tokens<'_>, at: usize) -> usize {
    let Some(token) = tokens.get(at) else { return at };
    if token.is(role::OCLOCK) {
        return at + 1;
    }
    let o = tokens.slice(token).eq_ignore_ascii_case("o") && tokens.get(at + 1).is_some_and(|t| t.is_mark("'’"));
    if o && tokens.get(at + 2).is_some_and(|t| t.is(role::OCLOCK)) { at + 3 } else { at }
}

/// The time zone of a time.
pub(crate) struct Zone {
    /// Minutes east of Greenwich.
    pub(crate) offset: i16,
    /// The token after it.
    pub(crate) last: usize,
}

/// An offset or the name of a zone. A bare "-05:00" counts only if
/// `certain`, since "10:15-11:00" is a period.
pub(crate) fn zone_at(tokens: &Tokens<'_>, at: usize, certain: bool) -> Option<Zone> {
    let first = tokens.get(at)?;
    if first.is_mark("(（[") {
        let Zone { offset, last } = zone_at(tokens, at + 1, certain)?;
        return tokens.get(last)?.is_mark(")）]").then_some(Zone { offset, last: last + 1 });
    }
    if let Kind::Word { meaning, upper: true, .. } = first.kind
        && meaning.is(role::ZONE)
    {
        let universal = meaning.zone == 0;
        if universal && let Some(zone) = signed_offset(tokens, at + 1, true, true) {
            return Some(zone);
        }
        return Some(Zone { offset: meaning.zone, last: at + 1 });
    }
    let Zone { offset, last } = signed_offset(tokens, at, certain, false)?;
    // "+0100 (CET)"
    let named = tokens.get(last).is_some_and(|t| t.is_mark("("))
        && tokens.get(last + 1).is_some_and(|t| t.is(role::ZONE))
        && tokens.get(last + 2).is_some_and(|t| t.is_mark(")"));
    Some(Zone { offset, last: if named { last + 3 } else { last } })
}

fn signed_offset(tokens: &Tokens<'_>, at: usize, certain: bool, short: bool) -> Option<Zone> {
    let sign = tokens.get(at)?;
    if !sign.is_mark("+-−") || !tokens.touches(at + 1) && !short {
        return None;
    }
    let (value, digits) = tokens.get(at + 1)?.number()?;
    let (minutes, last) = match digits {
        4 => (value / 100 * 60 + value % 100, at + 2),
        1 | 2 => match sexagesimal(tokens, at + 2, ":") {
            Some(minute) if certain || sign.is_mark("+") => (value * 60 + u32::from(minute), at + 4),
            None if short || digits == 2 && certain && !sign.spaced => (value * 60, at + 2),
            _ => return None,
        },
        _ => return None,
    };
    if minutes > 14 * 60 || digits == 4 && value % 100 > 59 {
        return None;
    }
    let minutes = minutes as i16;
    Some(Zone { offset: if sign.is_mark("+") { minutes } else { -minutes }, last })
}
