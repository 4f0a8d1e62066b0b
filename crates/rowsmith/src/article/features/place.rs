//! Features of a block's position: on the page, relative to headings and long texts, and relative to the elements that
//! other methods choose.

use crate::article::blocks::context::{Context, bit};
use crate::article::blocks::facts::{Sum, VERY_LONG, is_long};
use crate::article::features::page::{Page, log, signed, yes};
use crate::dom::{Document, NodeId};

pub(crate) const PLACE: [&str; 24] = [
    "place_index",
    "place_share",
    "place_words_before",
    "place_words_after",
    "place_from_h1",
    "place_words_from_h1",
    "place_h1_known",
    "place_from_heading",
    "place_words_from_heading",
    "place_heading_level",
    "place_heading_title",
    "place_to_heading",
    "place_from_long",
    "place_to_long",
    "place_long_before",
    "place_long_after",
    "place_from_title",
    "to_readable_up",
    "to_readable_down",
    "in_readable",
    "to_informative_up",
    "to_informative_down",
    "in_informative",
    "place_from_end_of_long",
];

/// For each block, where the nearest headings and long blocks are.
pub(crate) struct Surroundings {
    h1: Option<usize>,
    title: Option<usize>,
    last_heading: Vec<Option<usize>>,
    next_heading: Vec<Option<usize>>,
    last_long: Vec<Option<usize>>,
    next_long: Vec<Option<usize>>,
    final_long: Option<usize>,
}

impl Surroundings {
    pub(crate) fn new(page: &Page<'_>) -> Surroundings {
        let facts = &page.facts.blocks;
        let n = facts.len();
        let shown = |at: &usize| facts[*at].bits & bit::HIDDEN == 0;
        let h1 = (0..n).filter(shown).find(|&at| facts[at].heading == 1).or((0..n).find(|&at| facts[at].heading == 1));
        let title = (0..n).max_by_key(|&at| {
            let cover =
                facts[at].title_words * 1000 / facts[at].counts.words.max(1).max(page.evidence.title.len() as u32);
            (cover, std::cmp::Reverse(at))
        });
        let last = |is: &dyn Fn(usize) -> bool| {
            let mut last = None;
            let scan = |at| {
                let found = last;
                if is(at) {
                    last = Some(at);
                }
                found
            };
            (0..n).map(scan).collect::<Vec<_>>()
        };
        let next = |is: &dyn Fn(usize) -> bool| {
            let mut next = None;
            let scan = |at| {
                let found = next;
                if is(at) {
                    next = Some(at);
                }
                found
            };
            let mut all = (0..n).rev().map(scan).collect::<Vec<_>>();
            all.reverse();
            all
        };
        let heading = |at: usize| facts[at].heading > 0;
        let long =
            |at: usize| is_long(&facts[at].counts, VERY_LONG) && facts[at].link_words * 4 < facts[at].counts.words;
        Surroundings {
            h1,
            title: title.filter(|&at| facts[at].title_words > 0),
            last_heading: last(&heading),
            next_heading: next(&heading),
            last_long: last(&long),
            next_long: next(&long),
            final_long: (0..n).rev().find(|&at| long(at)),
        }
    }
}

/// An element with its ancestors, for computing how far a block is from it in the tree.
pub(crate) struct Chain {
    nodes: Vec<NodeId>,
    depth: u16,
}

impl Chain {
    pub(crate) fn new(document: &Document, context: &Context, id: NodeId) -> Chain {
        Chain { nodes: document.ancestors(id).collect(), depth: context.depth[id.index()] }
    }

    /// The number of steps up from a block's owner to the common ancestor, and from there down to the element.
    fn distance(&self, page: &Page<'_>, owner: NodeId) -> (f32, f32) {
        let at = self.nodes.partition_point(|&a| !page.document.contains(a, owner));
        let common = self.nodes.get(at).copied().unwrap_or(Document::ROOT);
        let depth = |id: NodeId| f32::from(page.context.depth[id.index()]);
        (depth(owner) - depth(common), f32::from(self.depth) - depth(common))
    }
}

pub(crate) fn place(page: &Page<'_>, surroundings: &Surroundings, chains: &[Chain; 2], at: usize, out: &mut Vec<f32>) {
    let facts = page.facts;
    let n = page.blocks.len();
    let total = facts.sum(Sum::Words, &(0..n)).max(1) as f32;
    let before = facts.sum(Sum::Words, &(0..at)) as f32;
    let words = |from: usize, to: usize| facts.sum(Sum::Words, &(from.min(to)..from.max(to))) as f32;
    let distance = |to: Option<usize>| to.map_or(-1.0, |to| log(to.abs_diff(at) as f32));
    let from_h1 = surroundings.h1.map_or(0.0, |h| at as f32 - h as f32);
    let words_from_h1 = surroundings.h1.map_or(0.0, |h| words(h, at) * if at < h { -1.0 } else { 1.0 });
    let heading = surroundings.last_heading[at];
    let very_long = facts.sum(Sum::VeryLongWords, &(0..n)).max(1) as f32;
    let long_before = facts.sum(Sum::VeryLongWords, &(0..at)) as f32;
    let owner = page.blocks.list[at].owner;
    let [(up1, down1), (up2, down2)] = [0, 1].map(|i| chains[i].distance(page, owner));
    let title_of = |h: usize| facts.blocks[h].title_words as f32 / page.evidence.title.len().max(1) as f32;
    let row: [f32; PLACE.len()] = [
        log(at as f32),
        at as f32 / n as f32,
        before / total,
        log(total - before),
        signed(from_h1),
        signed(words_from_h1),
        yes(surroundings.h1.is_some()),
        distance(heading),
        heading.map_or(-1.0, |h| log(words(h, at))),
        heading.map_or(0.0, |h| f32::from(facts.blocks[h].heading)),
        heading.map_or(-1.0, title_of),
        distance(surroundings.next_heading[at]),
        distance(surroundings.last_long[at]),
        distance(surroundings.next_long[at]),
        long_before / very_long,
        log(very_long - long_before),
        surroundings.title.map_or(0.0, |t| signed(at as f32 - t as f32)),
        up1,
        down1,
        yes(down1 == 0.0),
        up2,
        down2,
        yes(down2 == 0.0),
        surroundings.final_long.map_or(0.0, |l| signed(at as f32 - l as f32)),
    ];
    out.extend(row);
}
