//! The author of each post: a short text in the same place of every post, that returns as authors do.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{PostList, PostNodes, slot};
use crate::dom::{AttrName, Tag};
use crate::posts::evidence::{named_as, post_number};
use crate::recognize::{ValueType, value_type};
use crate::records::{PageFacts, fragment};
use crate::tree::TreeId;

/// The longest name, in characters.
const MAX_CHARS: u32 = 48;
/// Texts of a post that are looked at, from its beginning and from its end.
const LOOKED_AT: usize = 60;

/// A place that may hold the author.
#[derive(Default)]
struct Place {
    /// Per post with it, the post, its text there, and how many texts of the post come before.
    firsts: Vec<(usize, TreeId, usize)>,
    all: usize,
}

/// Chooses the place by its score; posts without it get the next best.
pub(super) fn find_authors(list: &PostList<'_>, posts: &mut [PostNodes]) {
    let facts = list.facts;
    let mut places: FxHashMap<u64, Place> = FxHashMap::default();
    for post in 0..posts.len() {
        let terminals: Vec<TreeId> = list.terminals(post).collect();
        let n = terminals.len();
        let date_at = posts[post].date.map(|d| terminals.partition_point(|&t| t < list.pivots.list[d].node));
        for (at, &id) in terminals.iter().enumerate() {
            if at >= LOOKED_AT && at + LOOKED_AT < n || !may_name(facts, id) {
                continue;
            }
            let place = places.entry(slot(facts, id)).or_default();
            place.all += 1;
            match place.firsts.last_mut() {
                // of several in one place, who stands beside the date: others have edited or commented
                Some(last) if last.0 == post => {
                    let far = |at: usize| date_at.map_or(0, |d| d.abs_diff(at));
                    if far(at) < far(last.2) {
                        *last = (post, id, at);
                    }
                }
                _ => place.firsts.push((post, id, at)),
            }
        }
    }
    let mut scored: Vec<(f64, u64, Place)> =
        places.into_iter().map(|(key, place)| (score(list, posts, &place), key, place)).collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    for (score, _, place) in scored {
        if score < LEAST_SCORE {
            break;
        }
        for (post, id, _) in place.firsts {
            if posts[post].author.is_none() {
                posts[post].author = Some(id);
                posts[post].author_link = link_around(facts, id, posts[post].runs.first().map_or(0, |r| r.0));
            }
        }
    }
}

/// Places below this are none.
const LEAST_SCORE: f64 = 0.6;

/// Whether a text may be a name: short, with a letter, no date, price, number or label.
fn may_name(facts: &PageFacts<'_>, id: TreeId) -> bool {
    if !facts.page.is_text(id) || facts.hidden[id] {
        return false;
    }
    let chars = facts.chars.of((id, id + 1));
    if chars == 0 || chars > MAX_CHARS {
        return false;
    }
    let text = fragment(facts.document, facts.page, id).trim();
    !text.ends_with([':', '?', '!'])
        && text.chars().any(char::is_alphanumeric)
        && post_number(text).is_none()
        && !is_time(text)
        && text.split_whitespace().count() <= 6
        && matches!(value_type(text), ValueType::Text | ValueType::Url)
}

/// Whether a text is a time of day alone: 13:16, 13h16, 1.16 pm.
fn is_time(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    text.starts_with(|c: char| c.is_ascii_digit()) && (3..=6).contains(&digits) && letters <= 3 && text.len() <= 11
}

fn score(list: &PostList<'_>, posts: &[PostNodes], place: &Place) -> f64 {
    let facts = list.facts;
    let n = posts.len() as f64;
    let with = place.firsts.len() as f64;
    let text = |id: TreeId| fragment(facts.document, facts.page, id).trim();
    let mut distinct: FxHashSet<&str> = FxHashSet::default();
    // what is said of a name must be said of it everywhere
    let mut targets: FxHashMap<&str, &str> = FxHashMap::default();
    let (mut linked, mut named, mut pictured, mut declared, mut near, mut faithful, mut early) =
        (0, 0, 0, 0, 0, 0, 0.0);
    let (mut emphatic, mut inside, mut several) = (0, 0, 0);
    for &(post, id, at) in &place.firsts {
        let name = text(id);
        distinct.insert(name);
        let start = list.start(post);
        if let Some(link) = link_around(facts, id, start) {
            let target = facts.document.attr(facts.page.node(link), AttrName::HREF).unwrap_or_default();
            linked += 1;
            named += usize::from(named_as(name, target));
            faithful += usize::from(*targets.entry(name).or_insert(target) == target);
        }
        pictured += usize::from(is_told(list, post, name));
        several += usize::from(name.contains([',', '(']));
        declared += usize::from(is_declared(facts, id, start));
        early += 1.0 / (1.0 + at as f64 / 3.0);
        if let Some(date) = posts[post].date {
            let date = list.pivots.list[date].node;
            let (from, to) = (id.min(date), id.max(date));
            near += usize::from(facts.terminal_range((from, to)).len() <= 4);
        }
        let above = std::iter::successors(facts.page.tree.parent(id), |&n| facts.page.tree.parent(n)).take(3);
        let mut above = above.take_while(|&a| a >= start);
        emphatic += usize::from(
            above.clone().any(|a| matches!(facts.page.tag(a), Tag::B | Tag::STRONG | Tag::H3 | Tag::H4 | Tag::H5)),
        );
        inside += usize::from(
            above.any(|a| matches!(facts.page.tag(a), Tag::P | Tag::BLOCKQUOTE | Tag::LI | Tag::BUTTON | Tag::LABEL)),
        );
    }
    let share = |count: usize| count as f64 / with;
    let variety = distinct.len() as f64 / with;
    // all the same text is a label, unless one person wrote everything
    let label = if distinct.len() == 1 && place.firsts.len() >= 2 { 1.0 } else { 0.0 };
    if distinct.len() == 1 && place.firsts.len() >= 3 && pictured + declared == 0 {
        return 0.0;
    }
    let few = if variety < 0.34 && place.firsts.len() >= 6 { 0.4 } else { 0.0 };
    // a link that is another each time one name returns goes to the post, not to the person
    let unfaithful = (linked - faithful) as f64 / with;
    with / n
        + 0.3 * share(linked)
        + 0.9 * share(named)
        + 0.6 * share(pictured)
        + 1.0 * share(declared)
        + 0.3 * share(near)
        + 0.4 * early / with
        + 0.15 * share(emphatic)
        + 0.3 * variety
        - 1.2 * label
        - few
        - 0.8 * unfaithful
        - 0.3 * share(inside)
        - 0.5 * share(several)
        - 0.4 * ((place.all as f64 - with) / with).min(2.0)
}

/// The link that a text stands in, within the post.
pub(super) fn link_around(facts: &PageFacts<'_>, id: TreeId, start: TreeId) -> Option<TreeId> {
    let above = std::iter::successors(Some(id), |&n| facts.page.tree.parent(n)).take(6).take_while(|&n| n >= start);
    let mut above = above;
    above.find(|&n| facts.page.tag(n) == Tag::A && facts.document.attr(facts.page.node(n), AttrName::HREF).is_some())
}

/// Whether an attribute of the post's box or of a picture in it says the name: `data-author`, `alt`.
fn is_told(list: &PostList<'_>, post: usize, name: &str) -> bool {
    let facts = list.facts;
    let says = |id: TreeId| {
        let document = facts.document;
        document.attrs(facts.page.node(id)).any(|(attr, value)| {
            attr != AttrName::HREF
                && attr != AttrName::CLASS
                && value.len() <= 120
                && value.contains(name)
                && (value.trim() == name || attr == AttrName::ALT)
        })
    };
    let start = list.start(post);
    let elements = || list.nodes(post).take(200).filter(|&id| !facts.page.is_text(id));
    name.len() >= 2 && elements().any(|id| (facts.page.tag(id) == Tag::IMG || id <= start + 2) && says(id))
}

/// Whether the page itself calls it the author: `itemprop`, `rel`, within the post.
fn is_declared(facts: &PageFacts<'_>, id: TreeId, start: TreeId) -> bool {
    let above = std::iter::successors(Some(id), |&n| facts.page.tree.parent(n)).take(5).take_while(|&n| n >= start);
    above.filter(|&n| !facts.page.is_text(n)).any(|n| {
        let node = facts.page.node(n);
        let says = |name: &str| {
            facts.document.attr_named(node, name).is_some_and(|v| {
                v.split_ascii_whitespace()
                    .any(|w| w.eq_ignore_ascii_case("author") || w.eq_ignore_ascii_case("creator"))
            })
        };
        says("itemprop") || says("rel")
    })
}
