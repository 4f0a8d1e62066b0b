//! What a word can mean in a date.

/// What a word can mean, in all languages together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Meaning {
    /// The roles that it can play, a set of the bits in [`role`].
    pub(crate) roles: u64,
    /// The month, 1 to 12; 0 if it names none.
    pub(crate) month: u8,
    /// The weekday, 1 (Monday) to 7 (Sunday); 0 if it names none.
    pub(crate) weekday: u8,
    /// The unit of time, 1 (second) to 7 (year); 0 if it names none.
    pub(crate) unit: u8,
    /// The number that the word stands for; 0 if it is not a number.
    pub(crate) count: u8,
    /// Minutes east of Greenwich, if the roles include [`role::ZONE`].
    pub(crate) zone: i16,
}

impl Meaning {
    pub(crate) const NONE: Meaning = Meaning { roles: 0, month: 0, weekday: 0, unit: 0, count: 0, zone: 0 };

    pub(crate) const fn role(bits: u64) -> Meaning {
        Meaning { roles: bits, ..Meaning::NONE }
    }

    /// Whether it can play any of the roles.
    pub(crate) const fn is(self, bits: u64) -> bool {
        self.roles & bits != 0
    }
}

/// The units of time, as numbered in [`Meaning::unit`].
pub(crate) mod unit {
    pub(crate) const SECOND: u8 = 1;
    pub(crate) const MINUTE: u8 = 2;
    pub(crate) const HOUR: u8 = 3;
    pub(crate) const DAY: u8 = 4;
    pub(crate) const WEEK: u8 = 5;
    pub(crate) const MONTH: u8 = 6;
    pub(crate) const YEAR: u8 = 7;
}

/// The roles of words, as bits.
pub(crate) mod role {
    /// "ago" after a span of time.
    pub(crate) const AGO_AFTER: u64 = 1 << 0;
    /// The same, but too common a word to count after a unit without a number ("her").
    pub(crate) const AGO_AFTER_NUMBER: u64 = 1 << 1;
    /// "ago" before a span of time ("vor", "hace").
    pub(crate) const AGO_BEFORE: u64 = 1 << 2;
    pub(crate) const TODAY: u64 = 1 << 3;
    pub(crate) const YESTERDAY: u64 = 1 << 4;
    pub(crate) const DAY_BEFORE_YESTERDAY: u64 = 1 << 5;
    pub(crate) const TOMORROW: u64 = 1 << 6;
    /// A word for a day that is also an everyday word of another language, and so needs a time next to it.
    pub(crate) const NEEDS_TIME: u64 = 1 << 7;
    pub(crate) const AM: u64 = 1 << 8;
    pub(crate) const PM: u64 = 1 << 9;
    /// Leads from a date to a time ("at", "um").
    pub(crate) const AT: u64 = 1 << 10;
    /// Between the parts of a date ("of", "de").
    pub(crate) const OF: u64 = 1 << 11;
    /// After the number of a day ("st", "er").
    pub(crate) const ORDINAL: u64 = 1 << 12;
    /// After an hour ("Uhr", "h").
    pub(crate) const OCLOCK: u64 = 1 << 13;
    /// A time zone; only in capitals.
    pub(crate) const ZONE: u64 = 1 << 14;
    /// A month's name that is also an everyday word: without a year it must be the whole text or have a time.
    pub(crate) const WEAK: u64 = 1 << 15;
    /// A month's name that counts only with a day and a year.
    pub(crate) const VERY_WEAK: u64 = 1 << 16;
    /// Says that a version number follows ("version", "build").
    pub(crate) const VERSION: u64 = 1 << 17;
    /// "about" or "over" before a number.
    pub(crate) const ABOUT: u64 = 1 << 18;
    pub(crate) const AND: u64 = 1 << 19;
    /// Leads up to a date ("on", "posted", "vom").
    pub(crate) const INTRO: u64 = 1 << 20;
    pub(crate) const YEAR_MARK: u64 = 1 << 21;
    pub(crate) const MONTH_MARK: u64 = 1 << 22;
    pub(crate) const DAY_MARK: u64 = 1 << 23;
    pub(crate) const HOUR_MARK: u64 = 1 << 24;
    pub(crate) const MINUTE_MARK: u64 = 1 << 25;
    pub(crate) const SECOND_MARK: u64 = 1 << 26;
    /// After a year ("г", "года", "r").
    pub(crate) const AFTER_YEAR: u64 = 1 << 27;
    /// The letter between an ISO date and its time.
    pub(crate) const ISO_T: u64 = 1 << 28;
    /// Accompanies a weekday ("feira").
    pub(crate) const WITH_WEEKDAY: u64 = 1 << 29;
    /// Leads to the end of a period ("to", "bis").
    pub(crate) const UNTIL: u64 = 1 << 30;
    /// A Chinese, Japanese or Korean word; these are written without spaces between them.
    pub(crate) const EAST: u64 = 1 << 31;
    /// The first word of "just now" in some language.
    pub(crate) const NOW_START: u64 = 1 << 32;
}
