//! Boxes around pivots: for each pivot of a kind, the element that contains it and no other pivot of its kind.
//!
//! MiBAT's records have one parent and the same structure. On 60 % of the pages where it fails, the first post has
//! another parent or another structure (6.1.5), and replies may be nested. Seen from the pivots these cases are the
//! same: a post is whatever surrounds one date and no other.

use rustc_hash::FxHashMap;

use crate::posts::candidates::unnested::unnested;
use crate::posts::mibat::boundary::determine_boundary;
use crate::posts::pivots::Pivots;
use crate::records::{Candidate, Generator, NodeFacts, PageFacts};
use crate::tree::{Run, Similarities, TreeId, mix};

/// The most kinds of pivots that are looked at: the ones with the most members.
const MAX_KINDS: usize = 16;
/// The most members of a kind.
const MAX_MEMBERS: usize = 2000;
/// How many common boxes are tried per kind, from the outermost inwards.
const MAX_BOXES: usize = 6;
/// How many ancestors of a pivot without the common box may be its box.
const MAX_LEVELS: usize = 10;

/// Lists of boxes around pivots of one kind. Takes time linear in pivots times depth.
pub fn pivot_boxes(facts: &PageFacts<'_>, pivots: &Pivots, sims: &mut Similarities<'_>, out: &mut Vec<Candidate>) {
    for members in kinds(facts, pivots) {
        let from = out.len();
        boxes(facts, &members, out);
        unnested(facts, &members, out);
        for at in from..out.len() {
            let wider = with_siblings(facts, &out[at], sims);
            out.extend(wider);
        }
    }
}

/// Treats boxes below one parent as anchor trees: adds the siblings that belong to each (MiBAT 5.3), if there are any.
fn with_siblings(facts: &PageFacts<'_>, boxes: &Candidate, sims: &mut Similarities<'_>) -> Option<Candidate> {
    let tree = &facts.page.tree;
    let parent = tree.parent(boxes.runs.first()?.first)?;
    if boxes.len() < 3 || boxes.runs.iter().any(|r| tree.parents[r.first] != parent) {
        return None;
    }
    let children: Vec<TreeId> = tree.children(parent).filter(|&c| tree.terminals(c) > 0).collect();
    let places: Vec<usize> = boxes.runs.iter().filter_map(|r| children.binary_search(&r.first).ok()).collect();
    let boundary = determine_boundary(tree, &children, &places, sims);
    let run = |&place: &usize| {
        let record = boundary.record(place);
        Run::new(children[record.start], tree.end(children[record.end - 1]))
    };
    (places.len() >= 3 && boundary.length > 1).then(|| Candidate {
        runs: places.iter().map(run).collect(),
        runs_per_record: 1,
        generator: Generator::PivotBoxes,
    })
}

/// Groups pivots by tags and nearest class, by nearest class alone, and all links with short text in the same way.
fn kinds(facts: &PageFacts<'_>, pivots: &Pivots) -> Vec<Vec<TreeId>> {
    let tree = &facts.page.tree;
    let mut index: FxHashMap<u64, usize> = FxHashMap::default();
    let mut kinds: Vec<Vec<TreeId>> = Vec::new();
    let mut add = |key: u64, id: TreeId| {
        let next = kinds.len();
        let at = *index.entry(key).or_insert(next);
        if at == next {
            kinds.push(Vec::new());
        }
        kinds[at].push(id);
    };
    for pivot in &pivots.list {
        let id = pivot.node;
        let class = class_above(&facts.nodes, id);
        let parent = tree.parent(id).unwrap_or(TreeId::ROOT);
        let tags = mix(u64::from(tree.labels[id]), u64::from(tree.labels[parent]));
        add(mix(mix(tags, u64::from(class)), 1), id);
        add(mix(u64::from(class), 2), id);
        if !pivot.age {
            add(3, id);
        }
    }
    for &(link, _) in &facts.targets {
        let chars = facts.chars.of(Run::subtree(tree, link));
        if (2..=40).contains(&chars) && facts.dates.of(Run::subtree(tree, link)) == 0 {
            add(mix(u64::from(class_above(&facts.nodes, link)), 4), link);
        }
    }
    kinds.retain(|k| (2..=MAX_MEMBERS).contains(&k.len()));
    kinds.sort_by_key(|k| (std::cmp::Reverse(k.len()), k[0]));
    kinds.dedup();
    kinds.truncate(MAX_KINDS);
    kinds
}

/// The class set of a node or of its nearest ancestor that has one.
pub(crate) fn class_above(facts: &NodeFacts<'_>, id: TreeId) -> u32 {
    let above = std::iter::successors(Some(id), |&n| facts.page.tree.parent(n)).take(4);
    above.map(|n| facts.class_sets[n]).find(|&class| class != 0).unwrap_or(0)
}

/// Where boxes of one kind are: in how many members' chains, and how far out.
#[derive(Default)]
struct BoxKind {
    chains: usize,
    /// The sum of their levels.
    levels: usize,
    /// The last member that was counted.
    last: Option<usize>,
}

fn boxes(facts: &PageFacts<'_>, members: &[TreeId], out: &mut Vec<Candidate>) {
    let tree = &facts.page.tree;
    let key = |id: TreeId| mix(u64::from(tree.labels[id]), u64::from(facts.class_sets[id]));
    // the ancestors of each member that contain no other, from the inside out
    let chain = |i: usize| {
        let alone = move |&id: &TreeId| {
            let holds = |j: Option<usize>| j.and_then(|j| members.get(j)).is_some_and(|&m| tree.contains(id, m));
            id != TreeId::ROOT && !holds(i.checked_sub(1)) && !holds(Some(i + 1))
        };
        std::iter::successors(Some(members[i]), |&n| tree.parent(n)).take_while(alone)
    };
    let mut counts: FxHashMap<u64, BoxKind> = FxHashMap::default();
    for i in 0..members.len() {
        for (level, id) in chain(i).enumerate() {
            let of_kind = counts.entry(key(id)).or_default();
            if of_kind.last != Some(i) {
                of_kind.last = Some(i);
                of_kind.chains += 1;
            }
            of_kind.levels += level;
        }
    }
    let mut common: Vec<(u64, usize, usize)> = counts
        .into_iter()
        .filter(|(_, of_kind)| of_kind.chains >= 2 && of_kind.chains * 2 > members.len())
        .map(|(key, of_kind)| (key, of_kind.levels * 16 / of_kind.chains, of_kind.chains))
        .collect();
    common.sort_unstable_by_key(|&(key, level, count)| (std::cmp::Reverse(level), std::cmp::Reverse(count), key));
    for (kind, ..) in common.into_iter().take(MAX_BOXES) {
        // a member's outermost box of this kind; otherwise nothing yet
        let found: Vec<Option<TreeId>> =
            (0..members.len()).map(|i| chain(i).filter(|&id| key(id) == kind).last()).collect();
        let alike: Vec<TreeId> = found.iter().flatten().copied().collect();
        let odd: Vec<usize> = (0..found.len()).filter(|&i| found[i].is_none()).collect();
        out.push(Candidate::of_subtrees(tree, &alike, Generator::PivotBoxes));
        if odd.is_empty() || odd.len() > 4 {
            continue;
        }
        // the others get a box of their own: every level for the first of them, the largest for the rest
        for with_rest in [false, true] {
            if with_rest && odd.len() == 1 {
                break;
            }
            let levels: Vec<TreeId> = chain(odd[0]).filter(|&id| tree.terminals(id) > 1).take(MAX_LEVELS).collect();
            for level in levels {
                let mut list = alike.clone();
                list.push(level);
                if with_rest {
                    list.extend(odd[1..].iter().filter_map(|&i| chain(i).last()));
                }
                list.sort_unstable();
                let apart = list.windows(2).all(|pair| tree.end(pair[0]) <= pair[1]);
                if apart {
                    out.push(Candidate::of_subtrees(tree, &list, Generator::PivotBoxes));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};
    use crate::tree::PageTree;

    #[test]
    fn a_first_post_elsewhere_and_nested_replies() {
        let html = "<div id=q><h1>Why?</h1><p>It is so</p><i class=d>Jan 5, 2024</i></div><section>\
                    <ul><li><div class=c>No<i class=d>Jan 6, 2024</i></div>\
                    <ul><li><div class=c>Yes<i class=d>Jan 7, 2024</i></div></li></ul></li>\
                    <li><div class=c>Well<i class=d>Jan 8, 2024</i></div></li></ul></section>";
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let facts = PageFacts::new(&document, &page);
        let mut found = Vec::new();
        let mut sims = Similarities::new(&page.tree, &facts.classes, u64::MAX);
        pivot_boxes(&facts, &Pivots::new(&document, &page), &mut sims, &mut found);
        let texts = |c: &Candidate| -> Vec<String> {
            let text = |r: &Run| crate::dom::line(&document, page.spans[r.first].from, page.spans[r.first].to);
            c.runs.iter().map(text).collect()
        };
        let expected =
            ["Why? It is so Jan 5, 2024", "NoJan 6, 2024", "YesJan 7, 2024", "WellJan 8, 2024"].map(str::to_owned);
        assert!(found.iter().any(|c| texts(c) == expected), "{:?}", found.iter().map(texts).collect::<Vec<_>>());
    }
}
