//! What is known of every node of a page before lists are looked for, without the page itself.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use crate::records::facts::declared::Declared;
use crate::records::facts::nodes::NodeData;
use crate::records::facts::sums::Sums;
use crate::records::record::Candidate;
use crate::tree::id::TreeId;

/// The facts of a page. Built in one pass over its nodes.
#[derive(Debug)]
pub struct PageData {
    pub(crate) nodes: Arc<NodeData>,
    /// Structural classes of the tree.
    pub classes: Vec<u32>,
    /// Levels of elements below and with each node.
    pub heights: Vec<u32>,
    /// Number of the tag path from the root; equal for equal paths.
    pub paths: Vec<u32>,
    /// Per terminal, its slot by class: tags of itself and its parent, and the nearest class.
    pub class_slots: Vec<u32>,
    /// Per terminal, its slot by path: the last tags above it.
    pub path_slots: Vec<u32>,
    /// The number of different slots of either kind.
    pub slot_count: usize,
    /// Per link, a hash of where its target is kept: the target up to its last slash.
    pub folders: Vec<u64>,
    /// Per terminal, the beginning of its text as a number that sorts alike.
    pub order_keys: Vec<u64>,
    /// Characters of text outside boilerplate: navigation, asides, dialogs, what is hidden, and the headers and footers
    /// of no article.
    pub body_chars: Sums,
    /// Characters of text inside links.
    pub link_chars: Sums,
    /// Links with a target.
    pub links: Sums,
    /// Links to other hosts.
    pub foreign_links: Sums,
    /// Links to places on the page itself, or to scripts.
    pub inner_links: Sums,
    /// Links that say of what language their target is.
    pub language_links: Sums,
    /// Images.
    pub images: Sums,
    /// Texts that are a price.
    pub prices: Sums,
    /// Texts that are a date.
    pub dates: Sums,
    /// Texts that are a number.
    pub numbers: Sums,
    /// Heading elements.
    pub headings: Sums,
    /// Texts of 15 words or more.
    pub long_texts: Sums,
    /// Words in such texts.
    pub long_words: Sums,
    /// Buttons, inputs and other controls of forms.
    pub controls: Sums,
    /// Block elements.
    pub blocks: Sums,
    /// The first `h1` that has text, if any.
    pub first_h1: Option<TreeId>,
    /// Per node, the sections it lies in: bits by [`Section`](crate::records::Section).
    pub sections: Vec<u16>,
    /// Per node, the number of its tag path with its class set.
    pub signatures: Vec<u32>,
    /// How many nodes with data have a tag path, by its number.
    pub path_counts: Vec<u32>,
    /// How many nodes with data have a signature, by its number.
    pub signature_counts: Vec<u32>,
    /// How often each content occurs on the page.
    pub content_counts: FxHashMap<u64, u32>,
    /// How many terminals of the page are in each slot.
    pub slot_totals: Vec<u32>,
    /// What the page says of itself.
    pub declared: Declared,
    pub(crate) groups: OnceLock<Vec<Candidate>>,
}

impl Deref for PageData {
    type Target = NodeData;

    fn deref(&self) -> &NodeData {
        &self.nodes
    }
}
