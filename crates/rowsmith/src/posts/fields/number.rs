//! The number of each post.

use rustc_hash::FxHashMap;

use crate::posts::fields::{PostList, PostNodes, slot};
use crate::posts::ranking::numbers::post_number;
use crate::records::fragment;
use crate::tree::{Run, TreeId};

/// Finds numbers that increase by one from post to post.
pub(crate) fn find_numbers(list: &PostList<'_>, posts: &mut [PostNodes]) {
    let facts = list.facts;
    let mut places: FxHashMap<u64, Vec<(usize, TreeId, i64)>> = FxHashMap::default();
    for at in 0..posts.len() {
        for id in list.terminals(at).take(200) {
            let short = facts.page.is_text(id) && facts.chars.of(Run::new(id, id + 1)) <= 8;
            let Some(number) = short.then(|| post_number(fragment(facts.document, facts.page, id))).flatten() else {
                continue;
            };
            let place = places.entry(slot(facts, id)).or_default();
            if place.last().is_none_or(|l| l.0 != at) {
                place.push((at, id, number));
            }
        }
    }
    let rises = |place: &Vec<(usize, TreeId, i64)>| {
        place.windows(2).filter(|p| p[1].2 - p[0].2 == (p[1].0 - p[0].0) as i64).count()
    };
    let best = places.iter().max_by_key(|(key, place)| (rises(place), place.len(), std::cmp::Reverse(**key)));
    let Some((_, place)) = best else { return };
    if place.len() < 2 || rises(place) * 3 < (place.len() - 1) * 2 || place.len() * 2 < posts.len() {
        return;
    }
    for &(post, id, _) in place {
        posts[post].number = Some(id);
    }
}
