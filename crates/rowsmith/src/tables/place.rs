//! Where a table stands: the nearest heading above it.

use crate::dom::{Document, NodeId, Tag};
use crate::tables::cells::read_cell;

/// The headings of a page, in document order.
pub(crate) struct Headings<'a> {
    document: &'a Document,
    nodes: Vec<NodeId>,
}

impl<'a> Headings<'a> {
    /// Collects them. Linear.
    pub(crate) fn new(document: &'a Document) -> Headings<'a> {
        let is_heading =
            |&id: &NodeId| matches!(document.tag(id), Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6);
        Headings { document, nodes: document.nodes().filter(is_heading).collect() }
    }

    /// The text of the nearest heading above a node; headings without a text are passed over. Reads a few headings.
    pub(crate) fn above(&self, node: NodeId) -> Option<String> {
        let before = self.nodes.partition_point(|&heading| heading < node);
        let texts = self.nodes[..before].iter().rev().take(8).map(|&id| read_cell(self.document, id, false, &[]).text);
        texts.into_iter().find(|text| !text.is_empty())
    }
}
