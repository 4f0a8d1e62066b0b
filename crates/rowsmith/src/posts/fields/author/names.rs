//! The names in the texts at one place: "de Ann", "Ann dijo:" and ":: Ann :: 5-Nov-2017 ::" all name Ann.

use std::ops::Range;

use rustc_hash::FxHashSet;

use crate::recognize::date::find_date;

/// How many texts at a place must begin or end alike for the shared words not to be part of the names.
const LEAST_TEXTS: usize = 3;
/// How many words around a name are looked at.
const MAX_WORDS: usize = 3;

/// Where the name is in each of the texts at one place: without a date and what is beyond it, without the words that
/// nearly all of the texts begin or end with, and without surrounding punctuation. The range is empty if nothing is
/// left.
pub(crate) fn names(texts: &[&str]) -> Vec<Range<usize>> {
    let mut names: Vec<Range<usize>> = texts.iter().map(|text| trimmed(text, without_date(text))).collect();
    for from_start in [true, false] {
        for _ in 0..MAX_WORDS {
            let Some(word) = common_word(texts, &names, from_start) else { break };
            for (text, name) in texts.iter().zip(&mut names) {
                if outer_word(&text[name.clone()], from_start) == Some(word) {
                    let rest =
                        if from_start { name.start + word.len()..name.end } else { name.start..name.end - word.len() };
                    *name = trimmed(text, rest);
                }
            }
        }
    }
    names
}

/// The longer part of a text on either side of its date; all of it if it has no date.
fn without_date(text: &str) -> Range<usize> {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let Some(found) = (digits >= 3 && text.len() <= 160).then(|| find_date(text)).flatten() else {
        return 0..text.len();
    };
    let (before, behind) = (0..found.span.start, found.span.end..text.len());
    // a time of day after the date is not a name
    let letters = |range: &Range<usize>| text[range.clone()].chars().filter(|c| c.is_alphabetic()).count();
    if letters(&before) >= letters(&behind) { before } else { behind }
}

/// A part of a text without white space, dashes, colons and the like around it.
fn trimmed(text: &str, part: Range<usize>) -> Range<usize> {
    let is_around = |c: char| {
        c.is_whitespace()
            || matches!(c, ':' | ',' | ';' | '|' | '-' | '–' | '—' | '·' | '•' | '»' | '«' | '/' | '>' | '<' | '@')
    };
    let Some(inner) = text.get(part.clone()) else { return part.start..part.start };
    let without = inner.trim_start_matches(is_around);
    let start = part.end - without.len();
    let end = start + without.trim_end_matches(is_around).len();
    // a quotation within a name ends it: Лыжный клуб «Старт»
    let closes = text[end..part.end].starts_with('»') && text[start..end].contains('«');
    start..if closes { end + '»'.len_utf8() } else { end }
}

/// The first or the last word of a name.
fn outer_word(name: &str, first: bool) -> Option<&str> {
    let mut words = name.split_whitespace();
    if first { words.next() } else { words.next_back() }
}

/// The word that nearly all names begin or end with, if what remains varies.
fn common_word<'t>(texts: &[&'t str], names: &[Range<usize>], first: bool) -> Option<&'t str> {
    let parts = || texts.iter().zip(names).map(|(text, name)| &text[name.clone()]);
    let count = parts().filter(|part| !part.is_empty()).count();
    if count < LEAST_TEXTS {
        return None;
    }
    let word = outer_word(parts().find(|part| !part.is_empty())?, first)?;
    let with = parts().filter(|part| outer_word(part, first) == Some(word));
    let varied: FxHashSet<&str> = with.clone().filter(|part| part.len() > word.len()).collect();
    (with.count() * 10 >= count * 8 && varied.len() >= 2).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut<'t>(texts: &[&'t str]) -> Vec<&'t str> {
        texts.iter().zip(names(texts)).map(|(text, name)| &text[name]).collect()
    }

    #[test]
    fn words_that_all_texts_begin_or_end_with_are_no_names() {
        assert_eq!(cut(&["de Ann", "de Bob Ray", "de Carl"]), ["Ann", "Bob Ray", "Carl"]);
        assert_eq!(cut(&["Ann dijo:", "Bob dijo:", "Carl dijo:"]), ["Ann", "Bob", "Carl"]);
        assert_eq!(cut(&["par Ann", "par Bob", "par", "par Carl Ray"]), ["Ann", "Bob", "", "Carl Ray"]);
        assert_eq!(cut(&["Posted by Ann", "Posted by Bob", "Posted by Carl"]), ["Ann", "Bob", "Carl"]);
    }

    #[test]
    fn one_person_who_wrote_everything_keeps_the_name() {
        assert_eq!(cut(&["Ann Ray", "Ann Ray", "Ann Ray"]), ["Ann Ray", "Ann Ray", "Ann Ray"]);
        assert_eq!(cut(&["Ann Ray", "Ann Kay"]), ["Ann Ray", "Ann Kay"]);
        assert_eq!(cut(&["Guest", "Guest", "Guest"]), ["Guest", "Guest", "Guest"]);
    }

    #[test]
    fn dates_and_signs_beside_names_are_none_of_them() {
        assert_eq!(cut(&[":: alec :: 20-Nov-2017, 01:36 ::"]), ["alec"]);
        assert_eq!(cut(&["Aaahh, Nov 15, 2015 :"]), ["Aaahh"]);
        let texts = ["By Ann On 2020.03.12 13:17", "By Bob On 2020.03.13 09:02", "By Carl On 2020.03.13 10:40"];
        assert_eq!(cut(&texts), ["Ann", "Bob", "Carl"]);
        assert_eq!(cut(&["2015-11-15"]), [""]);
        assert_eq!(cut(&["Klub «Start»", "»Ann«"]), ["Klub «Start»", "Ann"]);
    }
}
