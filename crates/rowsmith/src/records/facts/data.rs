//! Facts about every node of a page, computed before lists are looked for; without the page itself.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use crate::records::facts::declared::Declared;
use crate::records::facts::nodes::NodeData;
use crate::records::facts::sums::Sums;
use crate::records::record::Candidate;
use crate::tree::id::TreeId;

/// The facts of a page, built in one pass over its nodes.
#[derive(Debug)]
pub struct PageData {
    pub(crate) nodes: Arc<NodeData>,
    /// Structural classes of the tree.
    pub classes: Vec<u32>,
    /// For each node, the number of levels of elements from it downwards.
    pub heights: Vec<u32>,
    /// For each node, the number of its tag path from the root; equal for equal paths.
    pub paths: Vec<u32>,
    /// For each terminal, its slot by class: the tags of itself and its parent, and the nearest class.
    pub class_slots: Vec<u32>,
    /// For each terminal, its slot by path: the last tags above it.
    pub path_slots: Vec<u32>,
    /// The number of different slots of either kind.
    pub slot_count: usize,
    /// For each link, a hash of its target's folder: the target up to its last slash.
    pub folders: Vec<u64>,
    /// For each terminal, the beginning of its text as a number that sorts in the same order.
    pub order_keys: Vec<u64>,
    /// Characters of text outside boilerplate: navigation, asides, dialogs, hidden parts, and headers and footers that
    /// are not those of an article.
    pub body_chars: Sums,
    /// Characters of text inside links.
    pub link_chars: Sums,
    /// Links with a target.
    pub links: Sums,
    /// Links to other hosts.
    pub foreign_links: Sums,
    /// Links to places on the page itself, or to scripts.
    pub inner_links: Sums,
    /// Links that declare the language of their target.
    pub language_links: Sums,
    /// Images.
    pub images: Sums,
    /// Texts that are prices.
    pub prices: Sums,
    /// Texts that are dates.
    pub dates: Sums,
    /// Texts that are numbers.
    pub numbers: Sums,
    /// Heading elements.
    pub headings: Sums,
    /// Texts of 15 words or more.
    pub long_texts: Sums,
    /// Words in such texts.
    pub long_words: Sums,
    /// Buttons, inputs and other form controls.
    pub controls: Sums,
    /// Block elements.
    pub blocks: Sums,
    /// Texts that mention what was searched for.
    pub searched: Sums,
    /// The first `h1` with text, if any.
    pub first_h1: Option<TreeId>,
    /// For each node, the sections that it is in, as bits by [`Section`](crate::records::Section).
    pub sections: Vec<u16>,
    /// For each node, the number of its tag path combined with its class set.
    pub signatures: Vec<u32>,
    /// The number of nodes with data for each tag path, by its number.
    pub path_counts: Vec<u32>,
    /// The number of nodes with data for each signature, by its number.
    pub signature_counts: Vec<u32>,
    /// How often each content occurs on the page.
    pub content_counts: FxHashMap<u64, u32>,
    /// The number of terminals on the page in each slot.
    pub slot_totals: Vec<u32>,
    /// What the page declares about itself.
    pub declared: Declared,
    pub(crate) groups: OnceLock<Vec<Candidate>>,
}

impl Deref for PageData {
    type Target = NodeData;

    fn deref(&self) -> &NodeData {
        &self.nodes
    }
}
