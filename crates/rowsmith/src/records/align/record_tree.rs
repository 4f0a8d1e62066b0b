//! A record as one tree: its subtrees below an artificial root (DEPTA 5, first substep).

use crate::dom::{AttrName, Document};
use crate::records::record::Record;
use crate::tree::{PageTree, Run, Tree, TreeId, mix};

/// The label of the artificial root.
pub(crate) const ROOT_LABEL: u32 = u32::MAX;

/// The tree of one record, and which nodes of the page its nodes come from.
#[derive(Clone, Debug)]
pub struct RecordTree {
    /// The record's subtrees below an artificial root.
    pub tree: Tree,
    /// For each node, the node of the page tree; `None` for the artificial root.
    pub sources: Vec<Option<TreeId>>,
}

impl RecordTree {
    /// Takes time linear in the size of the record.
    pub fn new(page: &PageTree, record: &Record) -> RecordTree {
        RecordTree::hollow(page, record, None)
    }

    /// The same, with everything below one node left out. Takes time linear in the size of the record.
    pub fn hollow(page: &PageTree, record: &Record, node: Option<TreeId>) -> RecordTree {
        let size = record.size() + 1;
        let mut tree = Tree {
            labels: Vec::with_capacity(size),
            ends: Vec::with_capacity(size),
            parents: Vec::with_capacity(size),
            terminals_before: Vec::with_capacity(size + 1),
        };
        let mut sources = Vec::with_capacity(size);
        tree.labels.push(ROOT_LABEL);
        tree.ends.push(TreeId::ROOT);
        tree.parents.push(TreeId::ROOT);
        tree.terminals_before.extend([0, 0]);
        sources.push(None);
        let mut terminals = 0;
        for &Run { first, end } in &record.runs {
            // the nodes below this one are left out, and the nodes after them move up
            let below =
                node.filter(|node| (first..end).contains(node)).map_or((end, end), |n| (n + 1, page.tree.end(n)));
            let start = tree.labels.len();
            let place =
                |id: TreeId| if id < below.1 { id.min(below.0) } else { id - (below.1 - below.0) } - first + start;
            for id in TreeId::between(first, below.0).chain(TreeId::between(below.1, end)) {
                tree.labels.push(page.tree.labels[id]);
                tree.ends.push(TreeId::new(place(page.tree.end(id))));
                let parent = page.tree.parents[id];
                tree.parents.push(if parent < first { TreeId::ROOT } else { TreeId::new(place(parent)) });
                terminals += u32::from(page.is_terminal(id));
                tree.terminals_before.push(terminals);
                sources.push(Some(id));
            }
        }
        tree.ends[0] = TreeId::new(tree.labels.len());
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, Tag, parse};

    #[test]
    fn a_hollow_record_lacks_what_lies_below_one_node() {
        let html = "<ul><li><a>1</a><div><p>2</p><p>3</p></div><b>4</b></li></ul>";
        let page = PageTree::new(&parse(html.as_bytes(), &ParseOptions::default()).unwrap());
        let of = |tag| page.tree.nodes().find(|&id| page.tag(id) == tag).unwrap();
        let (record, body) = (Record::subtree(&page.tree, of(Tag::LI)), of(Tag::DIV));
        let RecordTree { tree, sources } = RecordTree::hollow(&page, &record, Some(body));
        let tags: Vec<Tag> = sources.iter().flatten().map(|&id| page.tag(id)).collect();
        assert_eq!(tags, [Tag::LI, Tag::A, Tag::TEXT, Tag::DIV, Tag::B, Tag::TEXT]);
        assert_eq!(tree.parents, [0, 0, 1, 2, 1, 1, 5].map(TreeId::new));
        assert_eq!(tree.ends, [7, 7, 4, 4, 5, 7, 7].map(TreeId::new));
        assert_eq!(tree.terminals(TreeId::ROOT), 2);
    }
}
