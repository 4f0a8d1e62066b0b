//! The author of each post: a short text at the same place in every post, which recurs as authors do.

pub(crate) mod examples;
pub(crate) mod features;
pub(crate) mod names;
pub(crate) mod places;
mod surroundings;

use std::collections::BTreeMap;

use crate::dom::{AttrName, Tag};
use crate::learn::Trees;
use crate::posts::fields::author::features::{author_features, is_named};
use crate::posts::fields::author::names::names;
use crate::posts::fields::author::places::{Place, are_no_names, places};
use crate::posts::fields::author::surroundings::by_surroundings;
use crate::posts::fields::{PostList, PostNodes, slot};
use crate::records::{NodeFacts, fragment};
use crate::tree::TreeId;

/// The least logit of a place whose texts are taken as authors.
const LEAST: f64 = -0.7;
/// The same where nothing else is likely, and the page names the place as that of authors.
const LEAST_NAMED: f64 = -3.0;
/// Places at least this likely are places of authors in addition to the best: of moderators, or of whoever started the
/// thread.
const LIKELY: f64 = 0.7;

/// Chooses the places by the trained trees. Posts that lack the best place use the next best.
pub(crate) fn find_authors(list: &PostList<'_>, posts: &mut [PostNodes], model: &Trees) {
    let places = places(list, posts);
    let rows = author_features(list, posts, &places);
    let slices: Vec<&[f32]> = rows.iter().map(Vec::as_slice).collect();
    let sums = model.sums(&slices);
    let ruled_out = if list.refined { are_no_names(list.facts, &places) } else { vec![false; places.len()] };
    let possible = || (0..places.len()).filter(|&at| !ruled_out[at]);
    let mut scored: Vec<(f64, &Place)> =
        possible().filter(|&at| sums[at] >= LEAST).map(|at| (sums[at], &places[at])).collect();
    if scored.is_empty() && list.refined {
        let named = possible().filter(|&at| sums[at] >= LEAST_NAMED && is_named(&rows[at]));
        scored.extend(named.max_by(|&a, &b| sums[a].total_cmp(&sums[b])).map(|at| (sums[at], &places[at])));
    }
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.key.cmp(&b.1.key)));
    let best = usize::from(!scored.is_empty());
    let (likely, rest) = scored.split_at(scored.partition_point(|s| s.0 >= LIKELY).max(best));
    take(list, likely, posts);
    by_surroundings(list, posts);
    take(list, rest, posts);
    cut_names(list, posts);
}

/// Finds the names in the texts of the authors. Words that all texts of a place share are not part of the names.
pub(crate) fn cut_names(list: &PostList<'_>, posts: &mut [PostNodes]) {
    let facts = list.facts;
    let mut places: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (at, post) in posts.iter_mut().enumerate() {
        post.author_name = None;
        if let Some(author) = post.author.filter(|&id| facts.page.is_text(id)) {
            places.entry(slot(facts, author)).or_default().push(at);
        }
    }
    for posts_with in places.into_values() {
        let nodes: Vec<TreeId> = posts_with.iter().filter_map(|&at| posts[at].author).collect();
        let texts: Vec<&str> = nodes.iter().map(|&id| fragment(facts.document, facts.page, id)).collect();
        for ((name, text), at) in names(&texts).into_iter().zip(texts).zip(posts_with) {
            if name.is_empty() {
                (posts[at].author, posts[at].author_link) = (None, None);
            } else if name.len() < text.trim().len() {
                posts[at].author_name = Some(name);
            }
        }
    }
}

/// Gives posts without an author the text at the first place that has one for them.
fn take(list: &PostList<'_>, places: &[(f64, &Place)], posts: &mut [PostNodes]) {
    for text in places.iter().flat_map(|p| &p.1.texts) {
        let post = &mut posts[text.post];
        if post.author.is_none() {
            post.author = Some(text.node);
            post.author_link = link_around(list.facts, text.node, list.start(text.post));
        }
    }
}

/// The link around a text, within the post.
pub(crate) fn link_around(facts: &NodeFacts<'_>, id: TreeId, start: TreeId) -> Option<TreeId> {
    let above = std::iter::successors(Some(id), |&n| facts.page.tree.parent(n)).take(6).take_while(|&n| n >= start);
    let mut above = above;
    above.find(|&n| facts.page.tag(n) == Tag::A && facts.document.attr(facts.page.node(n), AttrName::HREF).is_some())
}
