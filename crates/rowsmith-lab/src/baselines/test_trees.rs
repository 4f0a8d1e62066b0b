//! Small trees for tests.

use rowsmith::tree::{Tree, TreeId};

use crate::eval::refill::Numbers;

/// A tree from labels with depths, in document order.
pub fn tree(nodes: &[(u32, usize)]) -> Tree {
    let mut t = Tree::default();
    let mut open: Vec<TreeId> = Vec::new();
    for &(label, depth) in nodes {
        let id = t.end_of_all();
        open.truncate(depth);
        t.labels.push(label);
        t.ends.push(id + 1);
        t.parents.push(open.last().copied().unwrap_or(TreeId::ROOT));
        open.push(id);
    }
    for id in t.nodes().skip(1).rev() {
        let parent = t.parents[id];
        t.ends[parent] = t.ends[parent].max(t.ends[id]);
    }
    t.terminals_before = vec![0; t.len() + 1];
    t
}

/// Pairs of random trees of one to fifteen nodes and three labels.
pub fn random_trees(pairs: usize) -> Vec<(Tree, Tree)> {
    let mut numbers = Numbers::new(7);
    let mut any = || {
        let mut nodes = vec![(numbers.below(3) as u32, 0)];
        for _ in 0..numbers.below(14) {
            let last = nodes[nodes.len() - 1].1;
            nodes.push((numbers.below(3) as u32, 1 + numbers.below(last + 1)));
        }
        tree(&nodes)
    };
    (0..pairs).map(|_| (any(), any())).collect()
}
