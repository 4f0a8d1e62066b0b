//! The lexicon: maps a folded word to everything it can mean in a date, in all languages.
//!
//! It is a hash table built at compile time from the word lists in `languages` and `words`, so that it costs nothing at startup and one
//! probe per word. A word that occurs in several languages has all their meanings at once ("ago" is August in one and
//! "ago" in another); the patterns decide by its position.

use crate::recognize::date::languages::{FAMILIES, Language};
use crate::recognize::date::meaning::Meaning;
use crate::recognize::date::meaning::role;
use crate::recognize::date::words;

const SLOTS: usize = 8192;

#[derive(Clone, Copy)]
struct Slot {
    word: &'static [u8],
    meaning: Meaning,
}

static TABLE: [Slot; SLOTS] = build();

/// The meaning of a folded word (lower case, Latin letters without diacritics). Takes one or two probes.
pub(crate) fn look_up(word: &[u8]) -> Meaning {
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
    let mut f = 0;
    while f < FAMILIES.len() {
        let mut l = 0;
        while l < FAMILIES[f].len() {
            add_language(&mut table, &FAMILIES[f][l]);
            l += 1;
        }
        f += 1;
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

const fn add_language(table: &mut [Slot; SLOTS], language: &'static Language) {
    let mut i = 0;
    while i < 12 {
        add_all(table, language.months[i], Meaning { month: i as u8 + 1, ..Meaning::NONE });
        i += 1;
    }
    i = 0;
    while i < 7 {
        add_all(table, language.weekdays[i], Meaning { weekday: i as u8 + 1, ..Meaning::NONE });
        add_all(table, language.units[i], Meaning { unit: i as u8 + 1, ..Meaning::NONE });
        i += 1;
    }
}

/// Enters every word of a list, in which words are separated by single spaces.
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
        let lists = FAMILIES
            .iter()
            .flat_map(|family| family.iter())
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
        for language in FAMILIES.iter().flat_map(|family| family.iter()) {
            for (i, list) in language.months.iter().enumerate() {
                for word in list.split(' ').filter(|w| !w.is_empty()) {
                    assert_eq!(look_up(word.as_bytes()).month as usize, i + 1, "{} {word}", language.code);
                }
            }
        }
    }
}
