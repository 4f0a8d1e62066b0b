//! An ordered, labelled tree in preorder arrays.

use crate::tree::id::TreeId;

/// An ordered, labelled tree, frozen like the document: the subtree of `i` is the range `i..ends[i]`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tree {
    /// What must be equal for two nodes to match: the number of a tag, or 0 for a text.
    pub labels: Vec<u32>,
    /// The number after the last node of the subtree.
    pub ends: Vec<TreeId>,
    /// The parent. The root is its own.
    pub parents: Vec<TreeId>,
    /// How many terminal nodes (texts and images, DEPTA 4.1) come before a node; has one entry more than there are
    /// nodes.
    pub terminals_before: Vec<u32>,
}

impl Tree {
    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there is no node at all.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// All nodes in order.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = TreeId> + ExactSizeIterator + Clone + use<> {
        TreeId::between(TreeId::ROOT, self.end_of_all())
    }

    /// A node and all below it, in order.
    pub fn subtree(&self, id: TreeId) -> impl DoubleEndedIterator<Item = TreeId> + ExactSizeIterator + Clone + use<> {
        TreeId::between(id, self.end(id))
    }

    /// The number after the last node of the tree.
    pub fn end_of_all(&self) -> TreeId {
        TreeId::new(self.len())
    }

    /// The number after the last node of the subtree.
    pub fn end(&self, id: TreeId) -> TreeId {
        self.ends[id]
    }

    /// The number of nodes of the subtree.
    pub fn size(&self, id: TreeId) -> usize {
        self.end(id) - id
    }

    /// The number of terminal nodes (texts and images) of the subtree.
    pub fn terminals(&self, id: TreeId) -> usize {
        (self.terminals_before[self.end(id)] - self.terminals_before[id]) as usize
    }

    /// The parent; `None` for the root.
    pub fn parent(&self, id: TreeId) -> Option<TreeId> {
        (id != TreeId::ROOT).then(|| self.parents[id])
    }

    /// The children in order.
    pub fn children(&self, id: TreeId) -> TreeChildren<'_> {
        TreeChildren { tree: self, next: id + 1, end: self.end(id) }
    }

    /// The sibling before a node. Takes time linear in the depth.
    pub fn previous_sibling(&self, id: TreeId) -> Option<TreeId> {
        let parent = self.parent(id)?;
        let before = std::iter::successors(Some(id - 1), |&at| self.parent(at));
        before.take_while(|&at| at != parent).last()
    }

    /// A node and the siblings after it.
    pub fn siblings_from(&self, id: TreeId) -> TreeChildren<'_> {
        let end = if id == TreeId::ROOT { self.end_of_all() } else { self.end(self.parents[id]) };
        TreeChildren { tree: self, next: id, end }
    }

    /// Whether `inner` is `outer` or lies below it.
    pub fn contains(&self, outer: TreeId, inner: TreeId) -> bool {
        outer <= inner && inner < self.end(outer)
    }

    /// The smallest subtree that holds both nodes. Linear in the depth.
    pub fn common_ancestor(&self, a: TreeId, b: TreeId) -> TreeId {
        let (mut at, other) = (a.min(b), a.max(b));
        while !self.contains(at, other) {
            at = self.parents[at];
        }
        at
    }

    /// For every subtree, the number of its levels that hold elements: 1 for an element without element children. Texts
    /// do not count as a level, since in the papers leaves hold the text. Takes linear time.
    pub fn heights(&self, is_text: impl Fn(TreeId) -> bool) -> Vec<u32> {
        let mut heights = vec![0u32; self.len()];
        for id in self.nodes().rev() {
            heights[id] += u32::from(!is_text(id));
            if let Some(parent) = self.parent(id) {
                heights[parent] = heights[parent].max(heights[id]);
            }
        }
        heights
    }
}

/// Iterator over the children of a node; see [`Tree::children`].
#[derive(Clone, Debug)]
pub struct TreeChildren<'a> {
    tree: &'a Tree,
    next: TreeId,
    end: TreeId,
}

impl Iterator for TreeChildren<'_> {
    type Item = TreeId;

    fn next(&mut self) -> Option<TreeId> {
        if self.next >= self.end {
            return None;
        }
        let child = self.next;
        self.next = self.tree.end(child);
        Some(child)
    }
}

/// The children of every node, as slices of one list.
#[derive(Debug, Default)]
pub(crate) struct Children {
    starts: Vec<u32>,
    nodes: Vec<TreeId>,
}

impl Children {
    pub(crate) fn of_tree(tree: &Tree) -> Children {
        let mut children = Children::default();
        children.set(tree);
        children
    }

    /// Replaces the children by those of another tree. Takes linear time.
    pub(crate) fn set(&mut self, tree: &Tree) {
        self.starts.clear();
        self.starts.resize(tree.len() + 1, 0);
        for id in tree.nodes().skip(1) {
            self.starts[tree.parents[id] + 1] += 1;
        }
        for id in 0..tree.len() {
            self.starts[id + 1] += self.starts[id];
        }
        // filled in preorder, each at its parent's next place; the places are moved back afterwards
        self.nodes.clear();
        self.nodes.resize(tree.len(), TreeId::ROOT);
        for id in tree.nodes().skip(1) {
            let place = &mut self.starts[tree.parents[id]];
            self.nodes[*place as usize] = id;
            *place += 1;
        }
        self.starts.rotate_right(1);
        self.starts[0] = 0;
    }

    pub(crate) fn of(&self, id: TreeId) -> &[TreeId] {
        &self.nodes[self.starts[id] as usize..self.starts[id + 1] as usize]
    }
}
