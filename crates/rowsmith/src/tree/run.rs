//! Runs of sibling subtrees.

use crate::tree::{Tree, TreeId};

/// Consecutive sibling subtrees, as the nodes `first..end` in preorder: `first` is the root of the first subtree, `end`
/// the node after the last.
///
/// Records, columns and regions of a page are made of runs; a single subtree is a run of one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Run {
    /// The root of the first subtree.
    pub first: TreeId,
    /// The node after the last subtree.
    pub end: TreeId,
}

impl Run {
    /// The nodes `first..end`.
    pub const fn new(first: TreeId, end: TreeId) -> Run {
        Run { first, end }
    }

    /// The subtree of one node.
    pub fn subtree(tree: &Tree, root: TreeId) -> Run {
        Run { first: root, end: tree.end(root) }
    }

    /// The roots of the subtrees, in order.
    pub fn roots(self, tree: &Tree) -> impl Iterator<Item = TreeId> + '_ {
        std::iter::successors(Some(self.first), move |&root| Some(tree.end(root)).filter(|&next| next < self.end))
    }

    /// The nodes of all subtrees, in preorder.
    pub fn nodes(self) -> impl ExactSizeIterator<Item = TreeId> + DoubleEndedIterator + Clone {
        TreeId::between(self.first, self.end)
    }
}
