//! Features of what surrounds a block: neighbouring blocks, windows of blocks, elements, groups of similar siblings.

use crate::article::blocks::facts::Sum;
use crate::article::features::containers::{Containers, NONE};
use crate::article::features::like::Like;
use crate::article::features::page::{Page, log, yes};
use crate::article::features::repetition::Groups;

pub(crate) const NEIGHBOUR: [&str; 7] = ["words", "links", "ends_sentence", "heading", "same_like", "depth", "common"];
pub(crate) const NEIGHBOURS: [isize; 6] = [-3, -2, -1, 1, 2, 3];

pub(crate) const WINDOW: [&str; 6] = ["words", "links", "long", "sentences", "common", "copied"];
pub(crate) const WINDOWS: [usize; 3] = [5, 12, 30];

pub(crate) const CONTAINERS: [&str; 7] = ["up1", "up2", "up3", "up4", "min15", "min40", "max60"];

pub(crate) const GROUP: [&str; 7] = ["count", "words", "share", "spread", "links", "long", "images"];
pub(crate) const GROUPS: [&str; 3] = ["nearest", "outermost", "largest"];

pub(crate) fn neighbours(page: &Page<'_>, like: &Like, at: usize, out: &mut Vec<f32>) {
    let depth = |at: usize| f32::from(page.context.depth[page.blocks.list[at].owner.index()]);
    for offset in NEIGHBOURS {
        let Some(other) = at.checked_add_signed(offset).filter(|&o| o < page.blocks.len()) else {
            out.extend([-1.0; NEIGHBOUR.len()]);
            continue;
        };
        let fact = &page.facts.blocks[other];
        let words = fact.counts.words.max(1) as f32;
        out.extend([
            log(words),
            fact.link_words as f32 / words,
            yes(fact.counts.sentences > 0),
            f32::from(fact.heading),
            yes(like.slots[at].1 == like.slots[other].1),
            depth(other) - depth(at),
            fact.common as f32 / words,
        ]);
    }
}

pub(crate) fn windows(page: &Page<'_>, at: usize, out: &mut Vec<f32>) {
    for size in WINDOWS {
        let range = at.saturating_sub(size / 2)..(at + size / 2 + 1).min(page.blocks.len());
        let of = |sum| page.facts.sum(sum, &range) as f32;
        let words = of(Sum::Words).max(1.0);
        out.extend([
            log(words / range.len().max(1) as f32),
            of(Sum::LinkWords) / words,
            of(Sum::LongWords) / words,
            of(Sum::Sentences) / words,
            of(Sum::Common) / words,
            of(Sum::CopiedWords) / words,
        ]);
    }
}

pub(crate) fn around(page: &Page<'_>, containers: &mut Containers, at: usize, out: &mut Vec<f32>) {
    let owner = page.blocks.list[at].owner;
    let mut up = owner.0;
    // the first container contains more than the block alone
    if page.blocks.range(page.document, owner).len() == 1 {
        up = containers.wider[owner.index()];
    }
    for _ in 0..4 {
        out.extend(containers.figures(page, up));
        if up != NONE {
            up = containers.wider[up as usize];
        }
    }
    let i = owner.index();
    for which in [containers.smallest_15[i], containers.smallest_40[i], containers.largest_60[i]] {
        out.extend(containers.figures(page, which));
    }
}

pub(crate) fn repeated(page: &Page<'_>, groups: &Groups, at: usize, out: &mut Vec<f32>) {
    let total = page.facts.sum(Sum::Words, &(0..page.blocks.len())).max(1) as f32;
    let i = page.blocks.list[at].first.index();
    for number in [groups.nearest[i], groups.outermost[i], groups.largest[i]] {
        if number == NONE {
            out.extend([-1.0; GROUP.len()]);
            continue;
        }
        let group = &groups.list[number as usize];
        let words = group.words.max(1) as f32;
        out.extend([
            log(group.count as f32),
            log(words / group.count as f32),
            words / total,
            group.spread() as f32,
            group.link_words as f32 / words,
            group.long_words as f32 / words,
            group.images as f32 / group.count as f32,
        ]);
    }
    let last = match groups.nearest[i] {
        NONE => -1.0,
        number => yes(groups.place[i] + 1 == groups.list[number as usize].count),
    };
    out.extend([log(groups.place[i] as f32), last]);
}
