//! The names of months, weekdays and units in languages, by family.
//!
//! Every entry is a list of words separated by spaces, in lower case, with Latin letters without diacritics ("marz" for
//! "März"), including inflected and short forms. To add a language, add an entry to a family, and its words for "ago",
//! "today" and so on to [`ROLES`](super::words::ROLES).

mod asian;
mod european;
mod germanic;
mod romance;
mod slavic;

/// The names of months, weekdays (from Monday) and units (second, minute, hour, day, week, month, year) in a language.
pub(crate) struct Language {
    /// Its ISO 639-1 code, for readers of this file and in messages of tests.
    #[cfg_attr(not(test), allow(dead_code))]
    pub(crate) code: &'static str,
    pub(crate) months: [&'static str; 12],
    pub(crate) weekdays: [&'static str; 7],
    pub(crate) units: [&'static str; 7],
}

const NO_MONTHS: [&str; 12] = [""; 12];

/// The languages, by family.
pub(crate) const FAMILIES: &[&[Language]] = &[germanic::ALL, romance::ALL, slavic::ALL, european::ALL, asian::ALL];
