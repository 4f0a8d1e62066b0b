//! A record as one tree: its subtrees below an artificial root (DEPTA 5, first substep).

use super::super::candidate::Record;
use crate::dom::{AttrName, Document};
use crate::tree::{PageTree, Tree, TreeId, mix};

/// The label of the artificial root.
pub(crate) const ROOT_LABEL: u32 = u32::MAX;

/// The tree of one record, and where its nodes come from.
#[derive(Clone, Debug)]
pub struct RecordTree {
    /// The record's subtrees below an artificial root.
    pub tree: Tree,
    /// Per node, the node of the page tree; `None` for the artificial root.
    pub sources: Vec<Option<TreeId>>,
}

impl RecordTree {
    /// Linear in the record.
    pub fn new(page: &PageTree, record: &Record) -> RecordTree {
        let size = record.size() + 1;
        let mut tree = Tree {
            labels: Vec::with_capacity(size),
            ends: Vec::with_capacity(size),
            parents: Vec::with_capacity(size),
            terminals_before: Vec::with_capacity(size + 1),
        };
        let mut sources = Vec::with_capacity(size);
        tree.labels.push(ROOT_LABEL);
        tree.ends.push(size as u32);
        tree.parents.push(0);
        tree.terminals_before.extend([0, 0]);
        sources.push(None);
        let mut terminals = 0;
        for &(first, end) in &record.runs {
            let shift = tree.labels.len();
            for id in first..end {
                tree.labels.push(page.tree.labels[id]);
                tree.ends.push((page.tree.end(id) - first + shift) as u32);
                let parent = page.tree.parents[id] as usize;
                tree.parents.push(if parent < first { 0 } else { (parent - first + shift) as u32 });
                terminals += u32::from(page.is_terminal(id));
                tree.terminals_before.push(terminals);
                sources.push(Some(id));
            }
        }
        RecordTree { tree, sources }
    }

    /// A hash of the tags and classes from the root to a node.
    pub(crate) fn path_hash(&self, document: &Document, page: &PageTree, id: TreeId) -> u64 {
        let mut hash = 0;
        let mut at = id;
        while let (Some(source), Some(parent)) = (self.sources[at], self.tree.parent(at)) {
            hash = mix(hash, u64::from(self.tree.labels[at]));
            if !page.is_text(source)
                && let Some(class) = document.attr(page.node(source), AttrName::CLASS)
            {
                hash = class.bytes().fold(hash, |h, b| mix(h, u64::from(b)));
            }
            at = parent;
        }
        hash
    }
}
