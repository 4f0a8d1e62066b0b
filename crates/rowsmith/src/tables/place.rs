//! Where a table is on the page: the nearest heading above it.

use std::cell::OnceCell;

use crate::dom::{Document, NodeId, Tag};
use crate::recognize::head;
use crate::tables::cells::read_element;

/// The headings of a page, in document order.
pub(crate) struct Headings<'a> {
    document: &'a Document,
    nodes: Vec<NodeId>,
    /// The texts of those that were asked for.
    texts: Vec<OnceCell<String>>,
}

/// The most bytes of a heading, which may be repeated for many tables.
const MOST_BYTES: usize = 300;

impl<'a> Headings<'a> {
    /// Collects the headings. Takes linear time.
    pub(crate) fn new(document: &'a Document) -> Headings<'a> {
        let is_heading =
            |&id: &NodeId| matches!(document.tag(id), Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6);
        let nodes: Vec<NodeId> = document.nodes().filter(is_heading).collect();
        Headings { document, texts: vec![OnceCell::new(); nodes.len()], nodes }
    }

    /// The text of the nearest heading above a node, skipping headings without text. Looks at a few headings.
    pub(crate) fn above(&self, node: NodeId) -> Option<String> {
        let before = self.nodes.partition_point(|&heading| heading < node);
        (0..before).rev().take(8).find_map(|at| {
            let read = || {
                let text = read_element(self.document, self.nodes[at]).text;
                head(&text, MOST_BYTES).trim_end().to_owned()
            };
            Some(self.texts[at].get_or_init(read)).filter(|text| !text.is_empty()).cloned()
        })
    }
}
