//! An ordered, labelled tree in preorder arrays.

/// A node of a [`Tree`]: its number in preorder.
pub type TreeId = usize;

/// An ordered, labelled tree. Like the document it is frozen: the subtree of `i` is the range `i..ends[i]`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tree {
    /// What must be equal for two nodes to match: a tag's number, or 0 for a text.
    pub labels: Vec<u32>,
    /// The number behind the last node of the subtree.
    pub ends: Vec<u32>,
    /// The parent; the root has itself.
    pub parents: Vec<u32>,
    /// How many terminal nodes (texts and images, DEPTA 4.1) stand before a node; one entry more than nodes.
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

    /// The number behind the last node of the subtree.
    pub fn end(&self, id: TreeId) -> TreeId {
        self.ends[id] as usize
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
        (id != 0).then(|| self.parents[id] as usize)
    }

    /// The children in order.
    pub fn children(&self, id: TreeId) -> TreeChildren<'_> {
        TreeChildren { tree: self, next: id + 1, end: self.end(id) }
    }

    /// The sibling before a node. Linear in the depth.
    pub fn previous_sibling(&self, id: TreeId) -> Option<TreeId> {
        let parent = self.parent(id)?;
        let before = std::iter::successors(Some(id - 1), |&at| self.parent(at));
        before.take_while(|&at| at != parent).last()
    }

    /// A node and the siblings behind it.
    pub fn siblings_from(&self, id: TreeId) -> TreeChildren<'_> {
        let end = if id == 0 { self.len() } else { self.end(self.parents[id] as usize) };
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
            at = self.parents[at] as usize;
        }
        at
    }

    /// The number of levels of every subtree that hold elements: 1 for an element without element children. Texts
    /// are no level, since the papers' leaves hold the text. Linear.
    pub fn heights(&self, is_text: impl Fn(TreeId) -> bool) -> Vec<u32> {
        let mut heights = vec![0u32; self.len()];
        for id in (0..self.len()).rev() {
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
