//! A tree over bins.

use rowsmith::learn::TreeNode;

use super::Binned;

/// An inner node or a leaf; children are `left` and `left + 1`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Node {
    /// Rows whose bin for the feature is at most this one go left.
    Split {
        feature: u16,
        bin: u8,
        left: u16,
    },
    Leaf(f64),
}

/// A tree over bins, the root first.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    pub(super) nodes: Vec<Node>,
}

impl Tree {
    /// The tree with the same value for every row.
    pub fn constant(value: f64) -> Tree {
        Tree { nodes: vec![Node::Leaf(value)] }
    }

    /// The value for a row of bins.
    pub fn value(&self, row: &[u8]) -> f64 {
        let mut at = 0;
        loop {
            match self.nodes[at] {
                Node::Leaf(value) => return value,
                Node::Split { feature, bin, left } => at = left as usize + usize::from(row[feature as usize] > bin),
            }
        }
    }

    pub(super) fn scaled(mut self, factor: f64) -> Tree {
        for node in &mut self.nodes {
            if let Node::Leaf(value) = node {
                *value *= factor;
            }
        }
        self
    }

    /// The tree in the form of the library: with thresholds instead of bins.
    pub fn packed(&self, data: &Binned) -> Vec<TreeNode> {
        let node = |node: &Node| match *node {
            Node::Leaf(value) => TreeNode::leaf(value as f32),
            Node::Split { feature, bin, left } => {
                TreeNode { feature, left, threshold: data.edges[feature as usize][bin as usize] }
            }
        };
        self.nodes.iter().map(node).collect()
    }
}
