//! The post that each post answers, where answers are nested in what they answer.

use crate::posts::fields::{PostList, PostNodes};
use crate::tree::TreeId;

/// A post's parent is the nearest post before it that has the same structure, is less deep, and shares with it an
/// element that the posts next to the parent are not in. O(n · depth).
pub(crate) fn find_parents(list: &PostList<'_>, posts: &mut [PostNodes]) {
    let (facts, tree) = (list.facts, &list.facts.page.tree);
    let depths: Vec<u32> = (0..posts.len()).map(|at| facts.depths[list.start(at)]).collect();
    let mut open: Vec<usize> = Vec::new();
    for at in 0..posts.len() {
        while open.last().is_some_and(|&above| depths[above] >= depths[at]) {
            open.pop();
        }
        if let Some(&above) = open.last() {
            let (a, b) = (list.start(above), list.start(at));
            let alike = tree.labels[a] == tree.labels[b];
            let shared = tree.common_ancestor(a, b);
            // an element that contains both begins with the upper post, so it belongs to that post
            let owned = above == 0 || list.start(above - 1) < shared;
            let whole = tree.common_ancestor(list.start(0), list.start(posts.len() - 1));
            if alike && owned && shared != whole && shared > TreeId::ROOT {
                posts[at].parent = Some(above);
            }
        }
        open.push(at);
    }
}
