//! The time of this machine.

use std::time::{SystemTime, UNIX_EPOCH};

use rowsmith::recognize::date::DateTime;

/// The time now, in UTC; `None` if the clock is before 1970 or far in the future.
pub(crate) fn now() -> Option<DateTime> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    DateTime::from_unix(i64::try_from(since.as_secs()).ok()?)
}
