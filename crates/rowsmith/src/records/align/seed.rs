//! The seed tree that grows while records are aligned with it (DEPTA 5.2.1).

use crate::records::align::record_tree::RecordTree;
use crate::tree::{Run, Tree, TreeId};

/// The seed tree. Its nodes keep their ids when the tree grows, while their preorder numbers change.
pub(crate) struct Seed {
    pub(crate) tree: Tree,
    /// For each node, the node of the page tree that it was first seen as.
    pub(crate) sources: Vec<Option<TreeId>>,
    pub(crate) ids: Vec<u32>,
}

/// Nodes to insert: below which seed node, before which of its children (or after the last), and what.
struct Insertion {
    parent: TreeId,
    before: TreeId,
    /// The first of the record's siblings, and the number after the last one's subtree.
    run: Run,
}

impl Seed {
    pub(crate) fn new(record: &RecordTree) -> Seed {
        let ids = (0..record.tree.len() as u32).collect();
        Seed { tree: record.tree.clone(), sources: record.sources.clone(), ids }
    }

    /// Inserts those unaligned nodes of the record whose position is certain, and aligns them with themselves. Returns
    /// whether there were any.
    ///
    /// A run of unaligned siblings below an aligned parent has a certain position if it is between two neighbours that
    /// are aligned with consecutive siblings, after the last or before the first sibling, or below a node without
    /// children.
    pub(crate) fn insert_unaligned(&mut self, record: &RecordTree, aligned: &mut [Option<u32>]) -> bool {
        let mut position = vec![TreeId::ROOT; self.ids.len()];
        for (at, &id) in self.tree.nodes().zip(&self.ids) {
            position[id as usize] = at;
        }
        let mut insertions: Vec<Insertion> = Vec::new();
        for parent in record.tree.nodes() {
            let Some(seed_parent) = aligned[parent].map(|id| position[id as usize]) else { continue };
            if record.tree.size(parent) == 1 {
                continue;
            }
            let children: Vec<TreeId> = record.tree.children(parent).collect();
            let at = |i: usize| aligned[children[i]].map(|id| position[id as usize]);
            let mut i = 0;
            while i < children.len() {
                if at(i).is_some() {
                    i += 1;
                    continue;
                }
                let first = i;
                while i < children.len() && at(i).is_none() {
                    i += 1;
                }
                let left = if first > 0 { at(first - 1) } else { None };
                let right = if i < children.len() { at(i) } else { None };
                if let Some(before) = self.certain_place(seed_parent, left, right) {
                    let run = Run::new(children[first], record.tree.end(children[i - 1]));
                    insertions.push(Insertion { parent: seed_parent, before, run });
                }
            }
        }
        if insertions.is_empty() {
            return false;
        }
        insertions.sort_by_key(|x| (x.before, std::cmp::Reverse(x.parent)));
        self.rebuild(record, aligned, &insertions);
        true
    }

    /// The preorder number before which nodes between `left` and `right` belong, if only one position is possible.
    fn certain_place(&self, parent: TreeId, left: Option<TreeId>, right: Option<TreeId>) -> Option<TreeId> {
        match (left, right) {
            (Some(l), Some(r)) => (self.tree.end(l) == r).then_some(r),
            (Some(l), None) => (self.tree.end(l) == self.tree.end(parent)).then_some(self.tree.end(l)),
            (None, Some(r)) => (r == parent + 1).then_some(r),
            (None, None) => (self.tree.size(parent) == 1).then_some(parent + 1),
        }
    }

    /// Rewrites the tree with the insertions, which are ordered by position.
    fn rebuild(&mut self, record: &RecordTree, aligned: &mut [Option<u32>], insertions: &[Insertion]) {
        let old = std::mem::take(&mut self.tree);
        let (old_sources, old_ids) = (std::mem::take(&mut self.sources), std::mem::take(&mut self.ids));
        let mut moved = vec![TreeId::ROOT; old.len()];
        let mut next_id = old_ids.len() as u32;
        let mut parents: Vec<TreeId> = Vec::new();
        let mut pending = insertions.iter().peekable();
        for at in TreeId::between(TreeId::ROOT, old.end_of_all() + 1) {
            while let Some(insertion) = pending.next_if(|x| x.before == at) {
                let Run { first, end } = insertion.run;
                let shift = parents.len();
                for node in TreeId::between(first, end) {
                    let parent = record.tree.parents[node];
                    parents.push(if parent < first {
                        moved[insertion.parent]
                    } else {
                        TreeId::new(parent - first + shift)
                    });
                    self.tree.labels.push(record.tree.labels[node]);
                    self.sources.push(record.sources[node]);
                    self.ids.push(next_id);
                    aligned[node] = Some(next_id);
                    next_id += 1;
                }
            }
            if at < old.end_of_all() {
                moved[at] = TreeId::new(parents.len());
                parents.push(if at == TreeId::ROOT { TreeId::ROOT } else { moved[old.parents[at]] });
                self.tree.labels.push(old.labels[at]);
                self.sources.push(old_sources[at]);
                self.ids.push(old_ids[at]);
            }
        }
        let n = parents.len();
        self.tree.ends = (1..=n).map(TreeId::new).collect();
        for id in (1..n).rev() {
            let parent = parents[id];
            self.tree.ends[parent] = self.tree.ends[parent].max(self.tree.ends[id]);
        }
        self.tree.parents = parents;
        // nobody asks for the terminals of the seed
        self.tree.terminals_before = vec![0; n + 1];
    }
}
