//! The lexicon: from a folded word to everything it can mean in a date, in any of the languages.
//!
//! It is a hash table made at compile time from the word lists in `words`, so that it costs nothing to start, and
//! one probe a word. A word of several languages has all their meanings at once ("ago" is August and "ago"); the
//! patterns decide by the place it stands in.

use crate::recognize::date::words;

/// What a word can mean, over all languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Meaning {
    /// Roles it can play, a set of the bits in [`role`].
    pub(super) roles: u64,
    /// Month, 1 to 12; 0 where it names none.
    pub(super) month: u8,
    /// Weekday, Monday 1 to Sunday 7; 0 where it names none.
    pub(super) weekday: u8,
    /// Unit of time, 1 (second) to 7 (year); 0 where it names none.
    pub(super) unit: u8,
    /// Number the word stands for; 0 where it is no number.
    pub(super) count: u8,
    /// Minutes east of Greenwich, where the roles say [`role::ZONE`].
    pub(super) zone: i16,
}

impl Meaning {
    pub(super) const NONE: Meaning = Meaning { roles: 0, month: 0, weekday: 0, unit: 0, count: 0, zone: 0 };

    pub(super) const fn role(bits: u64) -> Meaning {
        Meaning { roles: bits, ..Meaning::NONE }
    }

    /// Whether it can play any of the roles.
    pub(super) const fn is(self, bits: u64) -> bool {
        self.roles & bits != 0
    }
}

/// The units of time, as numbered in [`Meaning::unit`].
pub(super) mod unit {
    pub(in super::super) const SECOND: u8 = 1;
    pub(in super::super) const MINUTE: u8 = 2;
    pub(in super::super) const HOUR: u8 = 3;
    pub(in super::super) const DAY: u8 = 4;
    pub(in super::super) const WEEK: u8 = 5;
    pub(in super::super) const MONTH: u8 = 6;
    pub(in super::super) const YEAR: u8 = 7;
}

/// The roles of words, as bits.
pub(super) mod role {
    /// "ago" behind a span of time.
    pub(in super::super) const AGO_AFTER: u64 = 1 << 0;
    /// As before, but too common a word to follow a unit without a number ("her").
    pub(in super::super) const AGO_AFTER_NUMBER: u64 = 1 << 1;
    /// "ago" before a span of time ("vor", "hace").
    pub(in super::super) const AGO_BEFORE: u64 = 1 << 2;
    pub(in super::super) const TODAY: u64 = 1 << 3;
    pub(in super::super) const YESTERDAY: u64 = 1 << 4;
    pub(in super::super) const DAY_BEFORE_YESTERDAY: u64 = 1 << 5;
    pub(in super::super) const TOMORROW: u64 = 1 << 6;
    /// A day word that is also an everyday word of another language, and so needs a time by its side.
    pub(in super::super) const NEEDS_TIME: u64 = 1 << 7;
    pub(in super::super) const AM: u64 = 1 << 8;
    pub(in super::super) const PM: u64 = 1 << 9;
    /// Leads from a date to a time ("at", "um").
    pub(in super::super) const AT: u64 = 1 << 10;
    /// Between the parts of a date ("of", "de").
    pub(in super::super) const OF: u64 = 1 << 11;
    /// Behind the number of a day ("st", "er").
    pub(in super::super) const ORDINAL: u64 = 1 << 12;
    /// Behind an hour ("Uhr", "h").
    pub(in super::super) const OCLOCK: u64 = 1 << 13;
    /// A time zone; counts in capitals only.
    pub(in super::super) const ZONE: u64 = 1 << 14;
    /// A month word that is also an everyday word: without a year it must be the whole text or have a time.
    pub(in super::super) const WEAK: u64 = 1 << 15;
    /// A month word that counts only with a day and a year.
    pub(in super::super) const VERY_WEAK: u64 = 1 << 16;
    /// Names what follows a version ("version", "build").
    pub(in super::super) const VERSION: u64 = 1 << 17;
    /// "about", "over" before a number.
    pub(in super::super) const ABOUT: u64 = 1 << 18;
    pub(in super::super) const AND: u64 = 1 << 19;
    /// Leads to a date ("on", "posted", "vom").
    pub(in super::super) const INTRO: u64 = 1 << 20;
    pub(in super::super) const YEAR_MARK: u64 = 1 << 21;
    pub(in super::super) const MONTH_MARK: u64 = 1 << 22;
    pub(in super::super) const DAY_MARK: u64 = 1 << 23;
    pub(in super::super) const HOUR_MARK: u64 = 1 << 24;
    pub(in super::super) const MINUTE_MARK: u64 = 1 << 25;
    pub(in super::super) const SECOND_MARK: u64 = 1 << 26;
    /// Behind a year ("г", "года", "r").
    pub(in super::super) const AFTER_YEAR: u64 = 1 << 27;
    /// The letter between an ISO date and its time.
    pub(in super::super) const ISO_T: u64 = 1 << 28;
    /// Stands with a weekday ("feira").
    pub(in super::super) const WITH_WEEKDAY: u64 = 1 << 29;
    /// To the end of a span of times ("to", "bis").
    pub(in super::super) const UNTIL: u64 = 1 << 30;
    /// A Chinese, Japanese or Korean word; these stand with no space between.
    pub(in super::super) const EAST: u64 = 1 << 31;
    /// The first word of "just now" in some language.
    pub(in super::super) const NOW_START: u64 = 1 << 32;
}

const SLOTS: usize = 4096;

#[derive(Clone, Copy)]
struct Slot {
    word: &'static [u8],
    meaning: Meaning,
}

static TABLE: [Slot; SLOTS] = build();

/// The meaning of a folded word (lower case, Latin letters without diacritics); one or two probes.
pub(super) fn look_up(word: &[u8]) -> Meaning {
    let mut at = slot_of(word);
    loop {
        let slot = &TABLE[at];
        if slot.word.is_empty() {
            return Meaning::NONE;
        }
        if slot.word == word {
            return slot.meaning;
        }
        at = (at + 1) % SLOTS;
    }
}

const fn slot_of(word: &[u8]) -> usize {
    let mut hash: u32 = 0x811c_9dc5;
    let mut i = 0;
    while i < word.len() {
        hash = (hash ^ word[i] as u32).wrapping_mul(0x0100_0193);
        i += 1;
    }
    ((hash ^ (hash >> 15)) as usize) % SLOTS
}

const fn build() -> [Slot; SLOTS] {
    let mut table = [Slot { word: &[], meaning: Meaning::NONE }; SLOTS];
    let mut l = 0;
    while l < words::LANGUAGES.len() {
        let language = &words::LANGUAGES[l];
        let mut i = 0;
        while i < 12 {
            add_all(&mut table, language.months[i], Meaning { month: i as u8 + 1, ..Meaning::NONE });
            i += 1;
        }
        i = 0;
        while i < 7 {
            add_all(&mut table, language.weekdays[i], Meaning { weekday: i as u8 + 1, ..Meaning::NONE });
            i += 1;
        }
        i = 0;
        while i < 7 {
            add_all(&mut table, language.units[i], Meaning { unit: i as u8 + 1, ..Meaning::NONE });
            i += 1;
        }
        l += 1;
    }
    let mut i = 0;
    while i < words::ROLES.len() {
        add_all(&mut table, words::ROLES[i].1, Meaning::role(words::ROLES[i].0));
        i += 1;
    }
    i = 0;
    while i < words::COUNTS.len() {
        add_all(&mut table, words::COUNTS[i].1, Meaning { count: words::COUNTS[i].0, ..Meaning::NONE });
        i += 1;
    }
    i = 0;
    while i < words::ZONES.len() {
        let zone = Meaning { roles: role::ZONE, zone: words::ZONES[i].0, ..Meaning::NONE };
        add_all(&mut table, words::ZONES[i].1, zone);
        i += 1;
    }
    table
}

/// Enters every word of a list, the words parted by single spaces.
const fn add_all(table: &mut [Slot; SLOTS], list: &'static str, meaning: Meaning) {
    let mut rest = list.as_bytes();
    while !rest.is_empty() {
        let mut end = 0;
        while end < rest.len() && rest[end] != b' ' {
            end += 1;
        }
        let (word, tail) = rest.split_at(end);
        add(table, word, meaning);
        rest = if tail.is_empty() { tail } else { tail.split_at(1).1 };
    }
}

const fn add(table: &mut [Slot; SLOTS], word: &'static [u8], meaning: Meaning) {
    if word.is_empty() {
        return;
    }
    let mut at = slot_of(word);
    while !table[at].word.is_empty() && !same(table[at].word, word) {
        at = (at + 1) % SLOTS;
    }
    let old = table[at].meaning;
    let merged = Meaning {
        roles: old.roles | meaning.roles,
        month: either(old.month, meaning.month),
        weekday: either(old.weekday, meaning.weekday),
        unit: either(old.unit, meaning.unit),
        count: either(old.count, meaning.count),
        zone: if old.zone != 0 { old.zone } else { meaning.zone },
    };
    table[at] = Slot { word, meaning: merged };
}

const fn either(a: u8, b: u8) -> u8 {
    if a != 0 { a } else { b }
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::date::scan::fold;

    #[test]
    fn words_are_listed_as_they_are_looked_up() {
        let lists = words::LANGUAGES
            .iter()
            .flat_map(|l| l.months.iter().chain(&l.weekdays).chain(&l.units))
            .chain(words::ROLES.iter().map(|(_, w)| w))
            .chain(words::COUNTS.iter().map(|(_, w)| w))
            .chain(words::ZONES.iter().map(|(_, w)| w));
        for word in lists.flat_map(|list| list.split(' ')).filter(|w| !w.is_empty()) {
            assert_eq!(fold(word), word, "fold it in the list");
            assert_ne!(look_up(word.as_bytes()), Meaning::NONE, "{word}");
        }
    }

    #[test]
    fn the_table_has_room() {
        let used = TABLE.iter().filter(|s| !s.word.is_empty()).count();
        assert!(used * 2 < SLOTS, "{used} words: double SLOTS");
    }

    #[test]
    fn no_month_name_means_another_month_in_another_language() {
        for language in words::LANGUAGES {
            for (i, list) in language.months.iter().enumerate() {
                for word in list.split(' ').filter(|w| !w.is_empty()) {
                    assert_eq!(look_up(word.as_bytes()).month as usize, i + 1, "{} {word}", language.code);
                }
            }
        }
    }
}
