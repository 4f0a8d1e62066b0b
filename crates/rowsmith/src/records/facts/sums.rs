//! Sums of a number per node over runs of nodes.

use crate::tree::{Run, TreeId};

/// A number per node and its prefix sums, so that the sum over any run of subtrees costs two look-ups.
#[derive(Clone, Debug, Default)]
pub struct Sums(Vec<u32>);

impl Sums {
    pub(crate) fn new(nodes: usize) -> Sums {
        let mut sums = Vec::with_capacity(nodes + 1);
        sums.push(0);
        Sums(sums)
    }

    pub(crate) fn push(&mut self, value: u32) {
        let last = self.0[self.0.len() - 1];
        self.0.push(last.saturating_add(value));
    }

    /// Counts certain nodes, which are given in order.
    pub(crate) fn counting(nodes: usize, marked: impl Iterator<Item = TreeId>) -> Sums {
        let mut sums = Sums::new(nodes);
        for id in marked {
            while sums.0.len() <= id.index() {
                sums.push(0);
            }
            sums.push(1);
        }
        while sums.0.len() <= nodes {
            sums.push(0);
        }
        sums
    }

    /// The sum over the nodes `first..end`.
    pub fn of(&self, Run { first, end }: Run) -> u32 {
        self.0[end] - self.0[first]
    }

    /// The sum over the nodes before one.
    pub fn before(&self, id: TreeId) -> u32 {
        self.0[id]
    }

    /// The sums over the nodes before each node, and over all.
    pub(crate) fn prefix(&self) -> &[u32] {
        &self.0
    }

    /// The sum over all nodes.
    pub fn total(&self) -> u32 {
        self.0[self.0.len() - 1]
    }
}
