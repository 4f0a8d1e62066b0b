//! The places of posts where names may stand.

use rustc_hash::FxHashMap;

use crate::posts::fields::{PostList, PostNodes, slot};
use crate::posts::ranking::evidence::post_number;
use crate::recognize::{ValueType, value_type};
use crate::records::{NodeFacts, fragment};
use crate::tree::TreeId;

/// The longest name, in characters.
const MAX_CHARS: u32 = 48;
/// Texts of a post that are looked at, from its beginning and from its end.
const LOOKED_AT: usize = 60;

/// A place that may hold the author: texts with the same tags and classes around them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    /// What all of its texts have in common, as a number.
    pub(crate) key: u64,
    /// A text of each post that has one there.
    pub(crate) texts: Vec<PlaceText>,
    /// Texts there, those that stand twice in a post once.
    pub(crate) all: usize,
}

/// A text in a place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaceText {
    /// The post.
    pub(crate) post: usize,
    /// The text.
    pub(crate) node: TreeId,
    /// How many texts and images of the post come before.
    pub(crate) before: usize,
    /// How many texts and images the date is away, behind it as a negative number; if the post has one.
    pub(crate) from_date: Option<i64>,
}

/// The places of all posts, in the order of their keys.
pub(crate) fn places(list: &PostList<'_>, posts: &[PostNodes]) -> Vec<Place> {
    let facts = list.facts;
    let mut places: FxHashMap<u64, Place> = FxHashMap::default();
    for (post, found) in posts.iter().enumerate() {
        let terminals: Vec<TreeId> = list.terminals(post).collect();
        let n = terminals.len();
        let date_at = found.date.map(|d| terminals.partition_point(|&t| t < list.pivots.list[d].node));
        for (before, &node) in terminals.iter().enumerate() {
            if before >= LOOKED_AT && before + LOOKED_AT < n || !may_name(facts, node) {
                continue;
            }
            let key = slot(facts, node);
            let place = places.entry(key).or_insert_with(|| Place { key, ..Place::default() });
            let content = |id: TreeId| facts.contents[facts.terminal_range((id, id + 1)).start];
            // a name that stands twice in a post is one
            let again = place.texts.last().is_some_and(|last| last.post == post && content(last.node) == content(node));
            place.all += usize::from(!again);
            let from_date = date_at.map(|date| before as i64 - date as i64);
            let text = PlaceText { post, node, before, from_date };
            match place.texts.last_mut() {
                // of several in one place, who stands beside the date: others have edited or commented
                Some(last) if last.post == post => {
                    let far = |text: &PlaceText| text.from_date.map_or(0, i64::abs);
                    if far(&text) < far(last) {
                        *last = text;
                    }
                }
                _ => place.texts.push(text),
            }
        }
    }
    let mut places: Vec<Place> = places.into_values().collect();
    places.sort_unstable_by_key(|place| place.key);
    places
}

/// Whether a text may be a name: short, with a letter, no date, price, number or label.
pub(crate) fn may_name(facts: &NodeFacts<'_>, id: TreeId) -> bool {
    if !facts.page.is_text(id) || facts.hidden[id] {
        return false;
    }
    let chars = facts.chars.of((id, id + 1));
    if chars == 0 || chars > MAX_CHARS {
        return false;
    }
    let text = fragment(facts.document, facts.page, id).trim();
    !text.ends_with([':', '?', '!'])
        && !text.starts_with(['(', '#'])
        && !text.contains(": ")
        && text.chars().any(char::is_alphanumeric)
        && post_number(text).is_none()
        && !is_time(text)
        && text.split_whitespace().count() <= 6
        && !text.contains('/')
        && value_type(text) == ValueType::Text
}

/// Whether a text is a time of day alone: 13:16, 13h16, 1.16 pm.
fn is_time(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    text.starts_with(|c: char| c.is_ascii_digit()) && (3..=6).contains(&digits) && letters <= 3 && text.len() <= 11
}

