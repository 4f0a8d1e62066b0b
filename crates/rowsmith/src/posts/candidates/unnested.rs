//! Replies within the element of what they answer: a post is what comes before the element that holds the next.

use rustc_hash::FxHashMap;

use crate::records::{Candidate, Generator, PageFacts};
use crate::tree::{Run, TreeId, mix};

/// How many kinds of elements are tried per kind of pivot, from the outermost inwards.
const MAX_KINDS: usize = 3;
/// How many ancestors of a pivot may be its post's element.
const MAX_LEVELS: usize = 8;

/// Around which members elements of one kind are, of those in which the member is the first.
#[derive(Default)]
struct Around {
    members: usize,
    /// The members of which the next one is in the same element.
    nested: usize,
    /// How many levels out the elements are, summed over the members.
    levels: usize,
    /// The last member that was counted.
    last: Option<usize>,
}

/// Of pivots that lie in nested elements of one kind, the children of each such element before the one that holds the
/// next pivot. Takes time linear in pivots times depth.
pub(crate) fn unnested(facts: &PageFacts<'_>, members: &[TreeId], out: &mut Vec<Candidate>) {
    let tree = &facts.page.tree;
    let kind = |id: TreeId| mix(u64::from(tree.labels[id]), u64::from(facts.class_sets[id]));
    let holds =
        |id: TreeId, at: Option<usize>| at.and_then(|at| members.get(at)).is_some_and(|&m| tree.contains(id, m));
    // the ancestors of a member in which it is the first
    let chain = |at: usize| {
        let above = std::iter::successors(tree.parent(members[at]), |&id| tree.parent(id)).take(MAX_LEVELS);
        above.take_while(move |&id| id != TreeId::ROOT && !holds(id, at.checked_sub(1)))
    };
    let mut counts: FxHashMap<u64, Around> = FxHashMap::default();
    for at in 0..members.len() {
        for (level, id) in chain(at).enumerate() {
            let around = counts.entry(kind(id)).or_default();
            if around.last != Some(at) {
                around.last = Some(at);
                around.members += 1;
                around.nested += usize::from(holds(id, Some(at + 1)));
                around.levels += level;
            }
        }
    }
    let mut common: Vec<(u64, usize)> = counts
        .into_iter()
        .filter(|(_, around)| around.members >= 3 && around.members * 2 > members.len() && around.nested > 0)
        .map(|(key, around)| (key, around.levels * 16 / around.members))
        .collect();
    common.sort_unstable_by_key(|&(key, level)| (std::cmp::Reverse(level), key));
    for (wanted, _) in common.into_iter().take(MAX_KINDS) {
        let run = |at: usize| {
            let id = chain(at).filter(|&id| kind(id) == wanted).last()?;
            let first = tree.children(id).next()?;
            let next = tree.children(id).find(|&child| holds(child, Some(at + 1)));
            let end = next.unwrap_or(tree.end(id));
            // both in one child: this element's children do not part them
            (end > members[at]).then(|| Run::new(first, end))
        };
        let runs: Vec<Run> = (0..members.len()).filter_map(run).collect();
        let apart = runs.windows(2).all(|pair| pair[0].end <= pair[1].first);
        if apart && runs.len() >= 3 {
            out.push(Candidate { runs, runs_per_record: 1, generator: Generator::PivotBoxes });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, Tag, parse};
    use crate::tree::PageTree;

    #[test]
    fn replies_within_what_they_answer() {
        let html = "<ul><li class=c><b>Ann</b><i>Jan 5, 2024</i><p>One</p><ul><li class=c><b>Bob</b><i>Jan 6, 2024</i><p>Two</p>\
                    <ul><li class=c><b>Cem</b><i>Jan 7, 2024</i><p>Three</p></ul></ul>\
                    <li class=c><b>Dan</b><i>Jan 8, 2024</i><p>Four</p></ul>";
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let facts = PageFacts::new(&document, &page);
        let dates: Vec<TreeId> = page.tree.nodes().filter(|&id| page.tag(id) == Tag::I).collect();
        let mut found = Vec::new();
        unnested(&facts, &dates, &mut found);
        let text = |run: &Run| {
            let last = run.roots(&page.tree).last().unwrap();
            crate::dom::line(&document, page.spans[run.first].from, page.spans[last].to)
        };
        let texts = |c: &Candidate| c.runs.iter().map(text).collect::<Vec<_>>();
        let expected = ["AnnJan 5, 2024 One", "BobJan 6, 2024 Two", "CemJan 7, 2024 Three", "DanJan 8, 2024 Four"]
            .map(str::to_owned);
        assert!(found.iter().any(|c| texts(c) == expected), "{:?}", found.iter().map(texts).collect::<Vec<_>>());
    }
}
