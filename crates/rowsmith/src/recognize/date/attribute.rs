//! Dates in attributes, written for programs: `datetime`, `title`, `content`, `data-*`.

use crate::recognize::date::calendar::DateTime;
use crate::recognize::date::find_date;
use crate::recognize::date::numeric::compact_day;
use crate::recognize::date::raw::{FoundDate, RawDate};

/// Finds the date in the value of an attribute, with the help of the attribute's name.
///
/// In addition to everything that [`find_date`] reads, it accepts Unix times in seconds or milliseconds in `datetime`
/// and in `data-*` attributes whose name speaks of time (`data-time`, `data-created-utc`), and `20240105`,
/// `20240105101500` and `2024-01` in `datetime` and `content`. Anywhere else a long number is an id, not a time. Takes
/// linear time.
///
/// ```
/// use rowsmith::recognize::date::{DateContext, find_date_in_attribute};
/// let iso = |name, value| Some(find_date_in_attribute(name, value)?.date.resolve(&DateContext::default())?.to_iso());
/// assert_eq!(iso("data-time", "1612345678").as_deref(), Some("2021-02-03T09:47:58Z"));
/// assert_eq!(iso("data-post-id", "1612345678"), None);
/// ```
pub fn find_date_in_attribute(name: &str, value: &str) -> Option<FoundDate> {
    let trimmed = value.trim();
    let start = value.len() - value.trim_start().len();
    let whole = |date| Some(FoundDate { span: start..start + trimmed.len(), date: RawDate::Absolute(date) });
    let is_datetime = name.eq_ignore_ascii_case("datetime");
    if (is_datetime || is_time_name(name))
        && let Some(date) = parse_unix(trimmed)
    {
        return whole(date);
    }
    let digits = trimmed.bytes().all(|b| b.is_ascii_digit());
    if digits && trimmed.len() != 4 {
        let written = is_datetime || is_time_name(name) || name.eq_ignore_ascii_case("content");
        return written.then(|| compact(trimmed)).flatten().and_then(whole);
    }
    if (is_datetime || name.eq_ignore_ascii_case("content"))
        && let Some(date) = year_and_month(trimmed)
    {
        return whole(date);
    }
    find_date(value)
}

/// Parses a Unix time between 1990 and 2100: 9 or 10 digits for seconds, or 12 or 13 for milliseconds, optionally with
/// a fraction. Only its place on the page can tell whether a number is a time at all.
///
/// ```
/// use rowsmith::recognize::date::parse_unix;
///
/// let iso = |text| parse_unix(text).map(|time| time.to_iso());
/// assert_eq!(iso("1612345678").as_deref(), Some("2021-02-03T09:47:58Z"));
/// assert_eq!(iso("1612345678123"), iso("1612345678"));
/// assert_eq!(iso("12345"), None);
/// ```
pub fn parse_unix(text: &str) -> Option<DateTime> {
    let text = text.trim();
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |s: &str| !s.is_empty() && s.len() <= 18 && s.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole) || !digits(fraction) {
        return None;
    }
    let value: i64 = whole.parse().ok()?;
    let seconds = match whole.len() {
        9 | 10 => value,
        12 | 13 => value / 1000,
        _ => return None,
    };
    (631_152_000..4_102_444_800).contains(&seconds).then(|| DateTime::from_unix(seconds)).flatten()
}

/// Whether the name of a `data-*` attribute speaks of time.
fn is_time_name(name: &str) -> bool {
    let Some(name) = name.strip_prefix("data-") else { return false };
    name.split(['-', '_']).any(|part| {
        let part = part.to_ascii_lowercase();
        matches!(part.as_str(), "created" | "updated" | "modified" | "posted" | "published" | "epoch" | "unix" | "ts")
            || part.contains("time") && !part.contains("timeout")
            || part.contains("date") && !part.contains("update")
            || part.contains("utc")
            || part.contains("stamp")
    })
}

/// `20240105` or `20240105101500`.
fn compact(digits: &str) -> Option<DateTime> {
    let date = compact_day(digits.get(..8)?.parse().ok()?)?;
    let part = |from: usize| digits.get(from..from + 2)?.parse::<u8>().ok();
    match digits.len() {
        8 => Some(date),
        14 => {
            let (hour, minute, second) = (part(8)?, part(10)?, part(12)?);
            let time = crate::recognize::date::TimeOfDay { hour, minute, second: Some(second), offset: None };
            (hour < 24 && minute < 60 && second < 60).then(|| date.with_time(Some(time)))
        }
        _ => None,
    }
}

/// `2024-01`.
fn year_and_month(text: &str) -> Option<DateTime> {
    let (year, month) = text.split_once('-')?;
    if year.len() != 4 || month.len() != 2 || !text.bytes().all(|b| b.is_ascii_digit() || b == b'-') {
        return None;
    }
    let date = DateTime::from_day(year.parse().ok()?, month.parse().ok()?, 1)?;
    Some(DateTime { precision: crate::recognize::date::Precision::Month, ..date })
}
