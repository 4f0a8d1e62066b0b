//! Groups of similar siblings: elements with one tag and class below one parent, with text in them.

use rustc_hash::FxHashMap;

use crate::article::blocks::Blocks;
use crate::article::blocks::context::Context;
use crate::article::blocks::facts::{Facts, Sum};
use crate::article::features::containers::NONE;
use crate::dom::Document;
use crate::tree::mix;

/// A group of similar siblings.
#[derive(Clone, Copy, Default, Debug)]
pub struct Group {
    /// The number of members with text.
    pub count: u32,
    /// Words of all members.
    pub words: u32,
    squares: f64,
    /// Words in links.
    pub link_words: u32,
    /// Words of long blocks.
    pub long_words: u32,
    /// Images.
    pub images: u32,
}

impl Group {
    /// How much the members' numbers of words vary: standard deviation over mean.
    pub fn spread(&self) -> f64 {
        let n = f64::from(self.count.max(1));
        let mean = f64::from(self.words) / n;
        if mean == 0.0 { 0.0 } else { (self.squares / n - mean * mean).max(0.0).sqrt() / mean }
    }
}

/// The groups of a page, and for each node the groups that it is in.
pub struct Groups {
    /// The groups with at least `LEAST` members.
    pub list: Vec<Group>,
    /// For each node, the group of the nearest element, from the node itself upwards, that is in one.
    pub nearest: Vec<u32>,
    /// For each node, the outermost such group.
    pub outermost: Vec<u32>,
    /// For each node, the one of these groups with most words.
    pub largest: Vec<u32>,
    /// For each node, which member of its nearest group it is in, from 0.
    pub place: Vec<u32>,
}

/// The least number of members in a group.
const LEAST: u32 = 3;

impl Groups {
    /// Finds the groups. Takes linear time.
    pub fn new(document: &Document, context: &Context, blocks: &Blocks, facts: &Facts) -> Groups {
        let n = document.len();
        let mut numbers: FxHashMap<u64, u32> = FxHashMap::default();
        let mut list: Vec<Group> = Vec::new();
        let mut own = vec![NONE; n];
        let mut place = vec![0u32; n];
        for id in document.nodes() {
            let range = blocks.range(document, id);
            let (false, Some(parent)) = (document.is_text(id) || range.is_empty(), document.parent(id)) else {
                continue;
            };
            let key = mix(u64::from(parent.0), u64::from(context.signature[id.index()]) | 1 << 40);
            let number = *numbers.entry(key).or_insert(list.len() as u32);
            if number as usize == list.len() {
                list.push(Group::default());
            }
            let group = &mut list[number as usize];
            own[id.index()] = number;
            place[id.index()] = group.count;
            let words = facts.sum(Sum::Words, &range);
            group.count += 1;
            group.words += words;
            group.squares += f64::from(words) * f64::from(words);
            group.link_words += facts.sum(Sum::LinkWords, &range);
            group.long_words += facts.sum(Sum::LongWords, &range);
            group.images += context.count(document, id)[0];
        }
        let mut groups =
            Groups { list, nearest: vec![NONE; n], outermost: vec![NONE; n], largest: vec![NONE; n], place };
        for id in document.nodes() {
            let i = id.index();
            if let Some(parent) = document.parent(id) {
                let p = parent.index();
                groups.nearest[i] = groups.nearest[p];
                groups.outermost[i] = groups.outermost[p];
                groups.largest[i] = groups.largest[p];
                if own[i] == NONE {
                    groups.place[i] = groups.place[p];
                }
            }
            let number = own[i];
            if number == NONE || groups.list[number as usize].count < LEAST {
                if let Some(parent) = document.parent(id) {
                    groups.place[i] = groups.place[parent.index()];
                }
                continue;
            }
            groups.nearest[i] = number;
            if groups.outermost[i] == NONE {
                groups.outermost[i] = number;
            }
            let larger =
                |than: u32| than == NONE || groups.list[than as usize].words < groups.list[number as usize].words;
            if larger(groups.largest[i]) {
                groups.largest[i] = number;
            }
        }
        groups
    }
}
