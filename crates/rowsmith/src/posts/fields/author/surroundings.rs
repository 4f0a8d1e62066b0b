//! Authors that are marked up differently from most.

use rustc_hash::FxHashMap;

use crate::posts::fields::author::link_around;
use crate::posts::fields::author::places::may_name;
use crate::posts::fields::{PostList, PostNodes, element_kind};

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
