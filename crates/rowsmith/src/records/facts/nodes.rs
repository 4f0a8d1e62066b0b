//! Facts about every node of a page that do not depend on what is looked for: texts, links, classes and what is hidden.

use crate::records::facts::text_hash::hash_text;
use std::ops::Deref;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::dom::{AttrName, Document, NodeId, Tag, is_hidden};
use crate::records::facts::links::Link;
use crate::records::facts::sums::Sums;
use crate::tree::{PageTree, Run, Span, TreeId, mix};

/// The facts about nodes that the fields of posts depend on, built in one pass. They are a part of
/// [`PageData`](crate::records::PageData), and are used alone where no list is looked for.
#[derive(Debug, Default)]
pub struct NodeData {
    /// For each node, the number of its set of class words; 0 for none.
    pub class_sets: Vec<u32>,
    /// The terminals in order.
    pub terminals: Vec<TreeId>,
    /// For each terminal, a hash of its text, or of the source of an image.
    pub contents: Vec<u64>,
    /// The node of every link and a hash of its target, in order.
    pub targets: Vec<(TreeId, u64)>,
    /// The links with their nodes, in order.
    pub(crate) links: Vec<(TreeId, Link)>,
    /// Characters of text.
    pub chars: Sums,
    /// Words of text.
    pub words: Sums,
    /// For each node, whether it or an ancestor is hidden by its own attributes, or in a `<details>` that is not open.
    pub hidden: Vec<bool>,
    /// For each node, its depth below the root.
    pub depths: Vec<u32>,
}

/// The facts about nodes together with their page. Clones share the facts.
#[derive(Clone, Debug)]
pub struct NodeFacts<'a> {
    /// The document.
    pub document: &'a Document,
    /// Its comparison tree.
    pub page: &'a PageTree,
    data: Arc<NodeData>,
}

impl<'a> NodeFacts<'a> {
    /// Gathers the facts. Takes linear time, except for hash map look-ups.
    pub fn new(document: &'a Document, page: &'a PageTree) -> NodeFacts<'a> {
        NodeFacts { document, page, data: Arc::new(NodeData::new(document, page)) }
    }

    /// The facts of a page that were gathered earlier.
    pub(crate) fn known(document: &'a Document, page: &'a PageTree, data: Arc<NodeData>) -> NodeFacts<'a> {
        NodeFacts { document, page, data }
    }

    /// The terminals of a run, as a range of [`NodeData::terminals`].
    pub fn terminal_range(&self, Run { first, end }: Run) -> std::ops::Range<usize> {
        let before = &self.page.tree.terminals_before;
        before[first] as usize..before[end] as usize
    }
}

impl Deref for NodeFacts<'_> {
    type Target = NodeData;

    fn deref(&self) -> &NodeData {
        &self.data
    }
}

impl NodeData {
    /// Gathers the facts. Takes linear time, except for hash map look-ups.
    pub(crate) fn new(document: &Document, page: &PageTree) -> NodeData {
        let tree = &page.tree;
        let n = tree.len();
        let mut facts = NodeData {
            class_sets: vec![0; n],
            terminals: Vec::new(),
            contents: Vec::new(),
            targets: Vec::new(),
            links: Vec::new(),
            chars: Sums::new(n),
            words: Sums::new(n),
            hidden: vec![false; n],
            depths: Vec::with_capacity(n),
        };
        let mut numbers = Numbers::default();
        for id in tree.nodes() {
            let tag = page.tag(id);
            let parent = tree.parent(id);
            facts.hidden[id] = parent.is_some_and(|p| facts.hidden[p]);
            facts.depths.push(parent.map_or(0, |p| facts.depths[p] + 1));
            let (mut chars, mut words) = (0, 0);
            if tag == Tag::TEXT {
                let text = fragment(document, page, id).trim();
                chars = text.chars().count() as u32;
                words = text.split_ascii_whitespace().count() as u32;
                facts.contents.push(hash_text(text, 1));
            } else {
                let node = page.node(id);
                facts.hidden[id] |= is_hidden(document, node) || tag == Tag::DETAILS && is_closed(document, node);
                if let Some(class) = document.attr(node, AttrName::CLASS) {
                    facts.class_sets[id] = class_set(&mut numbers, class);
                }
                if tag == Tag::IMG {
                    let source = document.attr(node, AttrName::SRC).unwrap_or_default();
                    facts.contents.push(hash_text(source, 2));
                }
                if tag == Tag::A
                    && let Some(target) = document.attr(node, AttrName::HREF)
                {
                    facts.links.push((id, Link::new(document, node, target)));
                }
            }
            facts.chars.push(chars);
            facts.words.push(words);
            if page.is_terminal(id) {
                facts.terminals.push(id);
            }
        }
        facts.targets = facts.links.iter().map(|(id, link)| (*id, link.target)).collect();
        facts
    }
}

/// Whether a `<details>` shows its content only after a reader opens it.
pub(crate) fn is_closed(document: &Document, details: NodeId) -> bool {
    document.attr_named(details, "open").is_none()
}

/// Assigns numbers to keys, from 1.
#[derive(Default)]
pub(crate) struct Numbers(pub(crate) FxHashMap<u64, u32>);

impl Numbers {
    pub(crate) fn of(&mut self, key: u64) -> u32 {
        let next = self.0.len() as u32 + 1;
        *self.0.entry(key).or_insert(next)
    }
}

/// The number of a set of class words, regardless of their order; 0 for the empty set.
fn class_set(numbers: &mut Numbers, class: &str) -> u32 {
    let words = class.split_ascii_whitespace();
    let sum = words.map(|word| hash_text(word, 3)).fold(0u64, u64::wrapping_add);
    if sum == 0 { 0 } else { numbers.of(mix(sum, 1)) }
}

/// The raw text of a fragment, which is one slice since a run of siblings is contiguous in the document's text.
pub(crate) fn fragment<'a>(document: &'a Document, page: &PageTree, id: TreeId) -> &'a str {
    let Span { from, to } = page.spans[id];
    document.raw_text_between(from, to)
}
