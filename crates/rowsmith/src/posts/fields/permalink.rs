//! The link to each post, which is near its date or number and differs from post to post.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::dom::AttrName;
use crate::posts::fields::author::link_around;
use crate::posts::fields::{PostList, PostNodes, slot};
use crate::posts::ranking::numbers::post_number;
use crate::records::fragment;
use crate::tree::{Run, TreeId};

/// Finds the link around the date or around a number if it differs from post to post, or else a kind of link with a
/// fragment ("#post12") that does.
pub(crate) fn find_permalinks(list: &PostList<'_>, posts: &mut [PostNodes]) {
    let facts = list.facts;
    let target = |link: TreeId| facts.document.attr(facts.page.node(link), AttrName::HREF).unwrap_or_default().trim();
    let mut kinds: FxHashMap<u64, Vec<(usize, TreeId)>> = FxHashMap::default();
    for (at, post) in posts.iter().enumerate() {
        if let Some(date) = post.date {
            let node = list.pivots.list[date].node;
            if let Some(link) = link_around(facts, node, list.start(at)) {
                kinds.entry(0).or_default().push((at, link));
            }
        }
        for &Run { first, end } in list.records[at] {
            let from = facts.targets.partition_point(|t| t.0 < first);
            for &(link, _) in facts.targets[from..].iter().take_while(|t| t.0 < end).take(60) {
                if Some(link) == post.author_link || post.body_parts().any(|b| facts.page.tree.contains(b, link)) {
                    continue;
                }
                let text = fragment(facts.document, facts.page, link);
                let key = if post_number(text).is_some() { 1 } else { slot(facts, link) | 2 };
                let kind = kinds.entry(key).or_default();
                if kind.last().is_none_or(|l| l.0 != at) && is_link_to_part(target(link), key) {
                    kind.push((at, link));
                }
            }
        }
    }
    let mut best: Option<(f64, u64)> = None;
    for (&key, links) in &kinds {
        let distinct: FxHashSet<&str> = links.iter().map(|l| target(l.1)).collect();
        if distinct.len() < links.len() || links.len() * 2 < posts.len() {
            continue;
        }
        let score = links.len() as f64 / posts.len() as f64
            + if key == 0 {
                0.6
            } else if key == 1 {
                0.5
            } else {
                0.0
            };
        if best.is_none_or(|b| (score, std::cmp::Reverse(key)) > (b.0, std::cmp::Reverse(b.1))) {
            best = Some((score, key));
        }
    }
    let Some((_, key)) = best else { return };
    for &(post, link) in kinds.get(&key).into_iter().flatten() {
        posts[post].permalink = Some(link);
    }
}

/// Links other than those of dates and numbers must lead to a part of a page.
fn is_link_to_part(target: &str, key: u64) -> bool {
    key < 2 || target.split_once('#').is_some_and(|(_, part)| part.bytes().any(|b| b.is_ascii_digit()))
}
