//! The number of a node of a tree.

use std::ops::{Add, AddAssign, Index, IndexMut, Range, Sub};

/// A node of a [`Tree`](crate::tree::Tree): its number in preorder.
///
/// Facts about nodes are kept in plain arrays in node order, and a `TreeId` indexes slices and vectors.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct TreeId(u32);

impl TreeId {
    /// The root of every tree.
    pub const ROOT: TreeId = TreeId(0);
    /// Greater than every node of any tree.
    pub const MAX: TreeId = TreeId(u32::MAX);

    /// The node with this number. Trees have no more nodes than documents, and `u32` numbers those.
    pub const fn new(index: usize) -> TreeId {
        TreeId(index as u32)
    }

    /// The node this many places earlier, or the root if there are not that many.
    #[must_use]
    pub const fn saturating_sub(self, nodes: usize) -> TreeId {
        TreeId(self.0.saturating_sub(nodes as u32))
    }

    /// Its number, to index arrays with.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The nodes from the first up to, but not including, the second, in order; none if the second does not come later.
    pub fn between(
        from: TreeId,
        to: TreeId,
    ) -> impl DoubleEndedIterator<Item = TreeId> + ExactSizeIterator + Clone + use<> {
        (from.0..to.0).map(TreeId)
    }

    /// The numbers of the nodes from the first up to, but not including, the second, for slicing an array.
    pub const fn indices(nodes: Range<TreeId>) -> Range<usize> {
        nodes.start.index()..nodes.end.index()
    }
}

/// This many nodes further on.
impl Add<usize> for TreeId {
    type Output = TreeId;

    fn add(self, nodes: usize) -> TreeId {
        TreeId(self.0 + nodes as u32)
    }
}

impl AddAssign<usize> for TreeId {
    fn add_assign(&mut self, nodes: usize) {
        *self = *self + nodes;
    }
}

/// This many nodes back.
impl Sub<usize> for TreeId {
    type Output = TreeId;

    fn sub(self, nodes: usize) -> TreeId {
        TreeId(self.0 - nodes as u32)
    }
}

/// How many nodes one is after another.
impl Sub<TreeId> for TreeId {
    type Output = usize;

    fn sub(self, earlier: TreeId) -> usize {
        (self.0 - earlier.0) as usize
    }
}

impl<T> Index<TreeId> for [T] {
    type Output = T;

    #[inline]
    fn index(&self, id: TreeId) -> &T {
        &self[id.index()]
    }
}

impl<T> IndexMut<TreeId> for [T] {
    #[inline]
    fn index_mut(&mut self, id: TreeId) -> &mut T {
        &mut self[id.index()]
    }
}

impl<T> Index<TreeId> for Vec<T> {
    type Output = T;

    #[inline]
    fn index(&self, id: TreeId) -> &T {
        &self[id.index()]
    }
}

impl<T> IndexMut<TreeId> for Vec<T> {
    #[inline]
    fn index_mut(&mut self, id: TreeId) -> &mut T {
        &mut self[id.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_index_arrays_and_are_counted() {
        let (second, last) = (TreeId::new(1), TreeId::new(3));
        let names = ["html", "body", "p", "a"].to_vec();
        assert_eq!((names[second], names[..][last]), ("body", "a"));
        assert_eq!((last - second, second + 2, last - 2), (2, last, second));
        let between: Vec<&str> = TreeId::between(second, last).map(|id| names[id]).collect();
        assert_eq!(between, names[TreeId::indices(second..last)]);
        assert_eq!(TreeId::between(last, second).len(), 0);
    }
}
