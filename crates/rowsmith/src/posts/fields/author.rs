//! The author of each post: a short text in the same place of every post, that returns as authors do.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::dom::{AttrName, Display, Tag, display};
use crate::posts::fields::{PostList, PostNodes, element_kind, slot};
use crate::posts::ranking::evidence::{Folded, post_number};
use crate::recognize::{ValueType, value_type};
use crate::records::{NodeFacts, fragment};
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
pub(crate) fn find_authors(list: &PostList<'_>, posts: &mut [PostNodes]) {
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
            let told = |id: TreeId| facts.contents[facts.terminal_range((id, id + 1)).start];
            // a name that stands twice in a post is one
            let again = place.firsts.last().is_some_and(|last| last.0 == post && told(last.1) == told(id));
            place.all += usize::from(!again);
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
    let best = scored.first().map_or(0.0, |s| s.0);
    let (front, rest) = scored.split_at(scored.partition_point(|s| s.0 >= (best - NEARLY).max(LEAST_SCORE)));
    let take = |places: &[(f64, u64, Place)], posts: &mut [PostNodes]| {
        for &(post, id, _) in places.iter().take_while(|p| p.0 >= LEAST_SCORE).flat_map(|p| &p.2.firsts) {
            if posts[post].author.is_none() {
                posts[post].author = Some(id);
                posts[post].author_link = link_around(facts, id, list.start(post));
            }
        }
    };
    take(front, posts);
    by_surroundings(list, posts);
    take(rest, posts);
}

/// Places that score nearly as well as the best are places of authors, too: of moderators, of who began the thread.
const NEARLY: f64 = 0.4;

/// Authors that are marked otherwise than the rest (the thread's starter, a moderator) stand in the same box: the first
/// name in the innermost kind of element that is around most authors found and in the other posts.
fn by_surroundings(list: &PostList<'_>, posts: &mut [PostNodes]) {
    let facts = list.facts;
    let without: Vec<usize> = (0..posts.len()).filter(|&at| posts[at].author.is_none()).collect();
    let found = posts.len() - without.len();
    if without.is_empty() || found == 0 {
        return;
    }
    for level in 1..=MAX_LEVELS {
        let mut kinds: FxHashMap<u64, usize> = FxHashMap::default();
        for (at, post) in posts.iter().enumerate() {
            let Some(author) = post.author else { continue };
            let above = std::iter::successors(Some(author), |&n| facts.page.tree.parent(n)).nth(level);
            if let Some(element) = above.filter(|&a| a > list.start(at)) {
                *kinds.entry(element_kind(facts, element)).or_default() += 1;
            }
        }
        let Some((&kind, &count)) = kinds.iter().max_by_key(|(kind, count)| (**count, **kind)) else { return };
        if count * 3 < found * 2 {
            continue;
        }
        for &at in &without {
            if posts[at].author.is_some() {
                continue;
            }
            let element = list.nodes(at).find(|&id| !facts.page.is_text(id) && element_kind(facts, id) == kind);
            let Some(element) = element else { continue };
            let mut texts = facts.page.tree.subtree(element).filter(|&id| may_name(facts, id));
            if let Some(name) = texts.next() {
                posts[at].author = Some(name);
                posts[at].author_link = link_around(facts, name, list.start(at));
            }
        }
    }
}

/// How far up from an author boxes are looked at.
const MAX_LEVELS: usize = 4;

/// Places below this are none.
const LEAST_SCORE: f64 = 0.9;

/// Whether a text may be a name: short, with a letter, no date, price, number or label.
fn may_name(facts: &NodeFacts<'_>, id: TreeId) -> bool {
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

fn score(list: &PostList<'_>, posts: &[PostNodes], place: &Place) -> f64 {
    let facts = list.facts;
    let n = posts.len() as f64;
    let with = place.firsts.len() as f64;
    let text = |id: TreeId| fragment(facts.document, facts.page, id).trim();
    let mut distinct: FxHashSet<&str> = FxHashSet::default();
    // what is said of a name must be said of it everywhere
    let mut targets: FxHashMap<&str, &str> = FxHashMap::default();
    let (mut linked, mut pictured, mut declared, mut near, mut faithful, mut early) = (0, 0, 0, 0, 0, 0.0);
    let mut called: Vec<(&str, Folded)> = Vec::new();
    let (mut emphatic, mut inside, mut several, mut prose) = (0, 0, 0, 0);
    for &(post, id, at) in &place.firsts {
        let name = text(id);
        distinct.insert(name.trim_end_matches(|c: char| c.is_ascii_digit()));
        let start = list.start(post);
        if let Some(link) = link_around(facts, id, start) {
            let target = facts.document.attr(facts.page.node(link), AttrName::HREF).unwrap_or_default();
            linked += 1;
            let target_folded = Folded::address(target);
            if Folded::text(name).names(&target_folded) {
                called.push((name, target_folded));
            }
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
        let block = std::iter::successors(facts.page.tree.parent(id), |&n| facts.page.tree.parent(n))
            .take(4)
            .find(|&n| display(facts.page.tag(n)) != Display::Inline);
        prose += usize::from(block.is_some_and(|b| facts.words.of((b, facts.page.tree.end(b))) > 25));
        let above = std::iter::successors(facts.page.tree.parent(id), |&n| facts.page.tree.parent(n)).take(3);
        let mut above = above.take_while(|&a| a >= start);
        emphatic += usize::from(
            above.clone().any(|a| matches!(facts.page.tag(a), Tag::B | Tag::STRONG | Tag::H3 | Tag::H4 | Tag::H5)),
        );
        inside += usize::from(
            above.any(|a| matches!(facts.page.tag(a), Tag::P | Tag::BLOCKQUOTE | Tag::LI | Tag::BUTTON | Tag::LABEL)),
        );
    }
    // a word of every address ("member") names nobody
    let names = |(name, _): &&(&str, Folded)| {
        let folded = Folded::text(name);
        !called.iter().take(40).any(|(other, target)| other != name && folded.names(target))
    };
    let named =
        called.iter().take(40).filter(names).count() as f64 / called.len().clamp(1, 40) as f64 * called.len() as f64;
    let named = if distinct.len() > 1 || called.len() < 2 { named as usize } else { 0 };
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
    2.0 * with / n
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
        - 0.6 * share(prose)
        - 0.4 * ((place.all as f64 - with) / with).min(2.0)
}

/// The link that a text stands in, within the post.
pub(crate) fn link_around(facts: &NodeFacts<'_>, id: TreeId, start: TreeId) -> Option<TreeId> {
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
fn is_declared(facts: &NodeFacts<'_>, id: TreeId, start: TreeId) -> bool {
    let above = std::iter::successors(Some(id), |&n| facts.page.tree.parent(n)).take(5).take_while(|&n| n >= start);
    above.filter(|&n| !facts.page.is_text(n)).any(|n| {
        let node = facts.page.node(n);
        let says = |name: AttrName| {
            facts.document.attr(node, name).is_some_and(|v| {
                v.split_ascii_whitespace()
                    .any(|w| w.eq_ignore_ascii_case("author") || w.eq_ignore_ascii_case("creator"))
            })
        };
        says(AttrName::ITEMPROP) || says(AttrName::REL)
    })
}
