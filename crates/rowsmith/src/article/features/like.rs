//! Blocks that have the same markup.

use crate::article::blocks::facts::{LONG, is_long};
use crate::article::features::page::Page;

/// For the blocks anywhere on the page whose owner has the same tag and class: their number, words, words in links and
/// long words. Also for those with the same owner and the same parent of the owner.
pub(crate) struct Like {
    pub(crate) slots: Vec<(u32, u32)>,
    sums: Vec<[f32; 4]>,
}

impl Like {
    pub(crate) fn new(page: &Page<'_>) -> Like {
        let mut numbers: rustc_hash::FxHashMap<u64, u32> = rustc_hash::FxHashMap::default();
        let mut like = Like { slots: Vec::with_capacity(page.blocks.len()), sums: Vec::new() };
        for (block, fact) in page.blocks.list.iter().zip(&page.facts.blocks) {
            let own = u64::from(page.context.signature[block.owner.index()]);
            let parent = page.document.parent(block.owner).map_or(0, |p| page.context.signature[p.index()]);
            let words = fact.counts.words as f32;
            let long = if is_long(&fact.counts, LONG) { words } else { 0.0 };
            let keys = [own, crate::tree::mix(own, u64::from(parent) | 1 << 45)];
            let slots = keys.map(|key| {
                let slot = *numbers.entry(key).or_insert(like.sums.len() as u32);
                if slot as usize == like.sums.len() {
                    like.sums.push([0.0; 4]);
                }
                for (sum, own) in like.sums[slot as usize].iter_mut().zip([1.0, words, fact.link_words as f32, long]) {
                    *sum += own;
                }
                slot
            });
            like.slots.push((slots[0], slots[1]));
        }
        like
    }

    pub(crate) fn of(&self, at: usize) -> ([f32; 4], [f32; 4]) {
        let (own, above) = self.slots[at];
        (self.sums[own as usize], self.sums[above as usize])
    }
}
