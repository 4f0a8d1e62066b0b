//! Authors that are marked up differently from most.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::posts::fields::author::link_around;
use crate::posts::fields::author::names::names;
use crate::posts::fields::author::places::may_name;
use crate::posts::fields::{PostList, PostNodes, element_kind};
use crate::records::fragment;
use crate::tree::TreeId;

/// Finds authors that are marked up differently from the rest (the thread's starter, a moderator). They are in the same
/// box: the first name in the innermost kind of element that surrounds most of the authors found and also occurs in the
/// other posts.
pub(crate) fn by_surroundings(list: &PostList<'_>, posts: &mut [PostNodes]) {
    let facts = list.facts;
    let without: Vec<usize> = (0..posts.len()).filter(|&at| posts[at].author.is_none()).collect();
    let found = posts.len() - without.len();
    if without.is_empty() || found == 0 {
        return;
    }
    let beside = beside_names(list, posts);
    for level in 1..=MAX_LEVELS {
        let mut kinds: FxHashMap<u64, usize> = FxHashMap::default();
        for (at, post) in posts.iter().enumerate() {
            let Some(author) = post.author else { continue };
            let above = std::iter::successors(Some(author), |&n| facts.page.tree.parent(n)).nth(level);
            // the box is a part of the post; that of a post of several elements may be the first of these
            let tree = &facts.page.tree;
            let is_part = |&a: &TreeId| {
                let first = list.records[at].first();
                a > list.start(at) || first.is_some_and(|run| a == run.first && tree.end(a) < run.end)
            };
            if let Some(element) = above.filter(is_part) {
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
            let is_name =
                |&id: &TreeId| may_name(facts, id) && !beside.contains(fragment(facts.document, facts.page, id).trim());
            if let Some(name) = facts.page.tree.subtree(element).find(is_name) {
                posts[at].author = Some(name);
                posts[at].author_link = link_around(facts, name, list.start(at));
            }
        }
    }
}

/// What the texts of the authors found have before and behind the names: "par" of "par Ann".
fn beside_names<'a>(list: &PostList<'a>, posts: &[PostNodes]) -> FxHashSet<&'a str> {
    let facts = list.facts;
    let found = posts.iter().filter_map(|post| post.author).filter(|&id| facts.page.is_text(id));
    let texts: Vec<&'a str> = found.map(|id| fragment(facts.document, facts.page, id)).collect();
    let cut = texts.iter().zip(names(&texts)).flat_map(|(text, name)| [&text[..name.start], &text[name.end..]]);
    cut.map(str::trim).filter(|text| !text.is_empty()).collect()
}

/// How far up from an author boxes are looked at.
const MAX_LEVELS: usize = 4;
