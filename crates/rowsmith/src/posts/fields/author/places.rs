//! The places in posts where names may be.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::posts::fields::author::names::names;
use crate::posts::fields::{PostList, PostNodes, slot};
use crate::posts::ranking::numbers::post_number;
use crate::recognize::{ValueType, value_type};
use crate::records::{NodeFacts, fragment};
use crate::tree::{Run, TreeId};

/// The longest name, in characters.
const MAX_CHARS: u32 = 48;
/// How many characters there may be next to a name: a date, "wrote".
const MAX_BESIDE: u32 = 40;
/// How many texts of a place must be names for those that look like something else to be names, too.
const LEAST_NAMES: usize = 2;
/// So many texts with growing numbers count posts.
const LEAST_NUMBERED: usize = 3;
/// How many texts of a post are looked at, from its beginning and from its end.
const LOOKED_AT: usize = 60;

/// A place that may be that of the author: texts with the same tags and classes around them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    /// What all of its texts have in common, as a number.
    pub(crate) key: u64,
    /// One text for each post that has one there.
    pub(crate) texts: Vec<PlaceText>,
    /// The number of texts there; one that occurs twice in a post counts once.
    pub(crate) all: usize,
}

/// A text at a place.
#[derive(Clone, Debug)]
pub(crate) struct PlaceText {
    /// The post.
    pub(crate) post: usize,
    /// The text.
    pub(crate) node: TreeId,
    /// The name in it, as a range of the fragment's text.
    pub(crate) name: Range<usize>,
    /// How many texts and images of the post come before it.
    pub(crate) before: usize,
    /// The distance to the date in texts and images, negative if the date comes later; `None` if the post has no date.
    pub(crate) from_date: Option<i64>,
}

/// The places in all posts, ordered by key.
pub(crate) fn places(list: &PostList<'_>, posts: &[PostNodes]) -> Vec<Place> {
    let facts = list.facts;
    let mut places: FxHashMap<u64, Place> = FxHashMap::default();
    // by what a text says: texts of one place are compared with each other, and most recur from post to post
    let mut known: FxHashMap<u64, bool> = FxHashMap::default();
    let content = |id: TreeId| facts.contents[facts.terminal_range(Run::new(id, id + 1)).start];
    let mut holds_name =
        |id: TreeId| *known.entry(content(id)).or_insert_with(|| holds_name(fragment(facts.document, facts.page, id)));
    for (post, found) in posts.iter().enumerate() {
        let terminals: Vec<TreeId> = list.terminals(post).collect();
        let n = terminals.len();
        let date_at = found.date.map(|d| terminals.partition_point(|&t| t < list.pivots.list[d].node));
        for (before, &node) in terminals.iter().enumerate() {
            if before >= LOOKED_AT && before + LOOKED_AT < n || !may_hold_name(facts, node) {
                continue;
            }
            let key = slot(facts, node);
            let place = places.entry(key).or_insert_with(|| Place { key, ..Place::default() });
            // a name that occurs twice in a post counts once, and what cannot be a name ("#1", a subject) not beside one
            let mut is_further =
                |last: &PlaceText| content(last.node) != content(node) && holds_name(last.node) && holds_name(node);
            place.all += match place.texts.last().filter(|last| last.post == post) {
                Some(last) => usize::from(is_further(last)),
                None => 1,
            };
            let from_date = date_at.map(|date| before as i64 - date as i64);
            let text = PlaceText { post, node, name: 0..0, before, from_date };
            match place.texts.last_mut() {
                // of several at one place, the one next to the date counts: others have edited or commented. What cannot
                // be a name counts less than what can
                Some(last) if last.post == post => {
                    let mut rank = |text: &PlaceText| (!holds_name(text.node), text.from_date.map_or(0, i64::abs));
                    if rank(&text) < rank(last) {
                        *last = text;
                    }
                }
                _ => place.texts.push(text),
            }
        }
    }
    let mut places: Vec<Place> = places.into_values().collect();
    for place in &mut places {
        let texts: Vec<&str> = place.texts.iter().map(|t| fragment(facts.document, facts.page, t.node)).collect();
        let found = names(&texts);
        for (text, name) in place.texts.iter_mut().zip(found) {
            text.name = name;
        }
        let text_of = |t: &PlaceText| &fragment(facts.document, facts.page, t.node)[t.name.clone()];
        let named = place.texts.iter().filter(|t| is_name(text_of(t))).count();
        let are_names = named >= LEAST_NAMES && named * 3 >= place.texts.len() * 2;
        place.texts.retain(|t| is_name(text_of(t)) || are_names && is_odd_name(text_of(t)));
    }
    places.retain(|place| !place.texts.is_empty());
    places.sort_unstable_by_key(|place| place.key);
    places
}

/// For each place, whether its texts cannot be names, whatever was learnt: they count the posts, or stand in the place of
/// pictures. Takes time linear in the texts.
pub(crate) fn are_no_names(facts: &NodeFacts<'_>, places: &[Place]) -> Vec<bool> {
    let begins = places.iter().flat_map(|place| names_at(facts, place));
    let begins = begins.filter(|(_, name)| !is_letter(name));
    let first_letters: FxHashSet<(usize, String)> =
        begins.filter_map(|(post, name)| Some((post, first_letter(name)?))).collect();
    let ruled_out = |place| is_numbering(facts, place) || are_initials(facts, place, &first_letters);
    places.iter().map(ruled_out).collect()
}

/// The names at a place, with their posts.
fn names_at<'f>(facts: &'f NodeFacts<'_>, place: &'f Place) -> impl Iterator<Item = (usize, &'f str)> {
    place.texts.iter().map(|t| (t.post, &fragment(facts.document, facts.page, t.node)[t.name.clone()]))
}

/// Whether the texts at a place count the posts: nearly all say the same but for a number that grows, or falls, from post
/// to post ("Comment 1", "No.701").
fn is_numbering(facts: &NodeFacts<'_>, place: &Place) -> bool {
    let mut by_words: FxHashMap<String, Vec<u64>> = FxHashMap::default();
    for (_, name) in names_at(facts, place) {
        let is_digit = |c: char| c.is_ascii_digit();
        let (words, number): (String, String) =
            (name.replace(is_digit, ""), name.chars().filter(|c| is_digit(*c)).collect());
        if let Ok(number) = number.parse() {
            by_words.entry(words).or_default().push(number);
        }
    }
    let Some(numbers) = by_words.into_values().max_by_key(Vec::len) else { return false };
    let nearly_all = numbers.len() >= LEAST_NUMBERED && numbers.len() * 5 >= place.texts.len() * 4;
    nearly_all && (numbers.is_sorted_by(|a, b| a < b) || numbers.is_sorted_by(|a, b| a > b))
}

/// The first letter of a name, in lower case.
fn first_letter(name: &str) -> Option<String> {
    name.chars().next().map(|c| c.to_lowercase().to_string())
}

/// Whether a name is one letter.
fn is_letter(name: &str) -> bool {
    name.chars().count() == 1 && name.chars().all(char::is_alphabetic)
}

/// Whether the texts at a place are the first letters of longer ones in the same posts, in the place of pictures.
fn are_initials(facts: &NodeFacts<'_>, place: &Place, first_letters: &FxHashSet<(usize, String)>) -> bool {
    let mut names = names_at(facts, place);
    let is_initial = |(post, name): (usize, &str)| {
        is_letter(name) && first_letter(name).is_some_and(|letter| first_letters.contains(&(post, letter)))
    };
    place.texts.len() >= 2 && names.all(is_initial)
}

/// Whether a text is short enough to hold little more than a name.
fn may_hold_name(facts: &NodeFacts<'_>, id: TreeId) -> bool {
    facts.page.is_text(id)
        && !facts.hidden[id]
        && (1..=MAX_CHARS + MAX_BESIDE).contains(&facts.chars.of(Run::new(id, id + 1)))
}

/// Whether a text may hold a name.
fn holds_name(text: &str) -> bool {
    names(&[text]).into_iter().any(|name| is_name(&text[name]))
}

/// Whether the text of a node may be a name.
pub(crate) fn may_name(facts: &NodeFacts<'_>, id: TreeId) -> bool {
    may_hold_name(facts, id) && is_name(fragment(facts.document, facts.page, id).trim())
}

/// Whether a text may be a name: it is short, has a letter, and is not a date, price, number or label.
pub(crate) fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.chars().filter(|c| !c.is_whitespace()).count() <= MAX_CHARS as usize
        && !text.ends_with([':', '?', '!'])
        && !text.starts_with(['(', '#'])
        && !text.contains(": ")
        && !text
            .split_whitespace()
            .any(|word| word.starts_with('#') && word.bytes().skip(1).all(|b| b.is_ascii_digit()))
        && text.chars().any(char::is_alphanumeric)
        && post_number(text).is_none()
        && !is_time(text)
        && text.split_whitespace().count() <= 6
        && !text.contains('/')
        && value_type(text) == ValueType::Text
}

/// Whether a text where others have names may be one, though it looks like an amount or a number: "52panelvan", "23A".
fn is_odd_name(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let chars = text.chars().count();
    (2..=MAX_CHARS as usize).contains(&chars)
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))
        && (letters > 0 || chars > 7)
        && !is_time(text)
        && value_type(text) != ValueType::Date
}

/// Whether a text is only a time of day: 13:16, 13h16, 1.16 pm.
fn is_time(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let parts = || text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    text.starts_with(|c: char| c.is_ascii_digit())
        && (3..=6).contains(&digits)
        && letters <= 3
        && text.len() <= 11
        // "9f3b0b52" is not a place
        && (2..=3).contains(&parts().count())
        && parts().all(|part| part.len() <= 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_no_names_and_odd_names_no_times() {
        for time in ["13:16", "13h16", "1.16 pm", "10:05:33"] {
            assert!(is_time(time) && !is_odd_name(time), "{time}");
        }
        for name in ["9f3b0b52", "52panelvan", "2021user7"] {
            assert!(!is_time(name) && is_odd_name(name), "{name}");
        }
    }

    #[test]
    fn numbers_and_labels_hold_no_name() {
        assert!(holds_name("Ann Bloggs") && !holds_name("#2") && !holds_name("Posted:?"));
    }
}
