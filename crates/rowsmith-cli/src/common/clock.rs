//! Times: that of this machine, and those that programs write.

use std::time::{SystemTime, UNIX_EPOCH};

use rowsmith::recognize::date::{DateContext, DateTime, find_date_in_attribute};

/// The time now, in UTC; `None` if the clock is before 1970 or far in the future.
pub(crate) fn now() -> Option<DateTime> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    DateTime::from_unix(i64::try_from(since.as_secs()).ok()?)
}

/// The time that a program wrote, in any form of ISO 8601: with or without fractions of a second, which are dropped, and
/// with a zone of any form.
pub(crate) fn instant(text: &str) -> Option<DateTime> {
    find_date_in_attribute("datetime", text)?.date.resolve(&DateContext::default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_programs() {
        for text in
            ["2024-05-01T12:00:00Z", "2024-05-01T12:00:00.123Z", "2024-05-01T12:00:00.123456+00:00", "1714564800"]
        {
            let time = instant(text).map(|time| time.to_iso().replace("+00:00", "Z"));
            assert_eq!(time.as_deref(), Some("2024-05-01T12:00:00Z"), "{text}");
        }
        assert_eq!(instant("yesterday evening"), None);
        assert_eq!(instant(""), None);
    }
}
