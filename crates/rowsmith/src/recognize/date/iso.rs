//! ISO 8601, the form that dates have in results.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::recognize::date::calendar::{DateTime, Precision, TimeOfDay};

impl DateTime {
    /// Parses what [`DateTime::to_iso`] writes; `None` for anything else, and for days that do not exist.
    ///
    /// ```
    /// use rowsmith::recognize::date::{DateTime, Precision};
    ///
    /// let date = DateTime::from_iso("2024-01-05T10:15+01:00").map(|d| (d.hour, d.offset, d.precision));
    /// assert_eq!(date, Some((10, Some(60), Precision::Minute)));
    /// assert_eq!(DateTime::from_iso("5 January 2024"), None);
    /// ```
    pub fn from_iso(text: &str) -> Option<DateTime> {
        let (day, time) = match text.split_once('T') {
            Some((day, time)) => (day, Some(time)),
            None => (text, None),
        };
        let mut parts = day.split('-');
        let year = digits(parts.next()?, 4)?;
        let month = parts.next().map(|part| digits(part, 2)).map_or(Some(None), |m| m.map(Some))?;
        let day = parts.next().map(|part| digits(part, 2)).map_or(Some(None), |d| d.map(Some))?;
        let valid = DateTime::from_day(
            i32::try_from(year).ok()?,
            u8::try_from(month.unwrap_or(1)).ok()?,
            u8::try_from(day.unwrap_or(1)).ok()?,
        )?;
        let precision = match (month, day) {
            (None, _) => Precision::Year,
            (_, None) => Precision::Month,
            _ => Precision::Day,
        };
        let date = DateTime { precision, ..valid };
        let read = match time {
            None => date,
            Some(_) if precision != Precision::Day => return None,
            Some(time) => date.with_time(Some(time_of_day(time)?)),
        };
        // rejects extra parts and other ways to write the same date
        (read.to_iso() == text).then_some(read)
    }
}

fn time_of_day(text: &str) -> Option<TimeOfDay> {
    let zone_at = text.find(['Z', '+', '-']).unwrap_or(text.len());
    let (clock, zone) = text.split_at(zone_at);
    let mut parts = clock.split(':').map(|part| digits(part, 2));
    let (hour, minute) = (parts.next()??, parts.next()??);
    let second = parts.next().map_or(Some(None), |s| s.map(Some))?;
    let offset = match zone.split_at_checked(1) {
        None => None,
        Some(("Z", "")) => Some(0),
        Some((sign, rest)) => {
            let (hours, minutes) = rest.split_once(':')?;
            let east = i16::try_from(digits(hours, 2)? * 60 + digits(minutes, 2)?).ok()?;
            Some(if sign == "-" { -east } else { east })
        }
    };
    let within = hour < 24 && minute < 60 && second.is_none_or(|s| s < 60);
    within.then_some(TimeOfDay {
        hour: u8::try_from(hour).ok()?,
        minute: u8::try_from(minute).ok()?,
        second: second.and_then(|s| u8::try_from(s).ok()),
        offset,
    })
}

/// A number of exactly this many digits.
fn digits(text: &str, count: usize) -> Option<u32> {
    (text.len() == count && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok())?
}

impl fmt::Display for DateTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_iso())
    }
}

/// The error that a text is not a date in ISO 8601.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is not a date in ISO 8601, such as 2024-01-05 or 2024-01-05T10:15:00Z")]
pub struct NotIso;

impl FromStr for DateTime {
    type Err = NotIso;

    fn from_str(text: &str) -> Result<DateTime, NotIso> {
        DateTime::from_iso(text).ok_or(NotIso)
    }
}

impl Serialize for DateTime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for DateTime {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<DateTime, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for DateTime {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "DateTime".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A day or a point in time in ISO 8601, as precise as the page gives it.",
            "type": "string",
            "pattern": r"^\d{4}(-\d{2}(-\d{2}(T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})?)?)?)?$",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_written_is_read(seconds in -62_135_596_800i64..253_402_300_000, precision in 0u8..5, offset in proptest::option::of(-900i16..900)) {
            let precision = [Precision::Year, Precision::Month, Precision::Day, Precision::Minute, Precision::Second][usize::from(precision)];
            let date = DateTime { precision, offset, ..DateTime::from_unix(seconds).unwrap() };
            let read = DateTime::from_iso(&date.to_iso()).unwrap();
            prop_assert_eq!(read.precision, precision);
            prop_assert_eq!(read.to_iso(), date.to_iso());
        }

        #[test]
        fn anything_else_is_none_or_written_again(text in "[0-9]{0,5}[-T:Z+0-9]{0,24}") {
            if let Some(date) = DateTime::from_iso(&text) {
                prop_assert_eq!(date.to_iso(), text);
            }
        }
    }

    #[test]
    fn no_dates() {
        for text in ["", "24", "2024-13", "2023-02-29", "2024-01-05T", "2024-01-05T24:00", "2024-01T10:00", "2024-1-5"]
        {
            assert_eq!(DateTime::from_iso(text), None, "{text}");
        }
    }
}
