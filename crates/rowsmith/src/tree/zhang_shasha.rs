//! General tree edit distance (Zhang and Shasha 1989), cached by pair of structural classes.

use rustc_hash::FxHashMap;

use crate::tree::id::TreeId;
use crate::tree::types::Tree;

/// Distances of the subtrees of one page, with each pair of structural classes computed once.
///
/// Inserting, deleting and relabelling a node cost 1 each.
#[derive(Debug)]
pub struct EditDistances<'a> {
    tree: &'a Tree,
    classes: &'a [u32],
    remembered: FxHashMap<(u32, u32), u32>,
    work: u64,
    max_work: u64,
    /// Whether the work limit was reached. From then on, a pair that is not cached counts as the difference of the two
    /// sizes, a lower bound.
    pub exhausted: bool,
}

impl<'a> EditDistances<'a> {
    /// Starts with nothing computed. `classes` are the tree's [structural classes](crate::tree::structural_classes),
    /// `max_work` is in cells of the dynamic programs ([`Limits::max_work`](crate::Limits)).
    pub fn new(tree: &'a Tree, classes: &'a [u32], max_work: u64) -> Self {
        EditDistances { tree, classes, remembered: FxHashMap::default(), work: 0, max_work, exhausted: false }
    }

    /// The least number of nodes to insert, delete or relabel that turns one subtree into the other. O(n₁·n₂·d₁·d₂) for
    /// subtrees of n nodes and depth d whose classes are new, O(1) otherwise.
    pub fn of_subtrees(&mut self, a: TreeId, b: TreeId) -> u32 {
        let (x, y) = (self.classes[a], self.classes[b]);
        if x == y {
            return 0;
        }
        let key = (x.min(y), x.max(y));
        if let Some(&known) = self.remembered.get(&key) {
            return known;
        }
        let bound = self.tree.size(a).abs_diff(self.tree.size(b)) as u32;
        let first = Postorder::new(self.tree, a);
        let second = Postorder::new(self.tree, b);
        let cells = first.cells().saturating_mul(second.cells());
        let table = first.leftmost.len() as u64 * second.leftmost.len() as u64;
        self.work = self.work.saturating_add(cells);
        if self.work > self.max_work || table > MAX_TABLE {
            self.exhausted = true;
            return bound;
        }
        let distance = distance(&first, &second);
        self.remembered.insert(key, distance);
        distance
    }

    /// The distance as a share of its maximum, the number of nodes of both: 0 for equal subtrees, otherwise below 1
    /// unless no node can be kept.
    pub fn normalised(&mut self, a: TreeId, b: TreeId) -> f64 {
        f64::from(self.of_subtrees(a, b)) / (self.tree.size(a) + self.tree.size(b)) as f64
    }
}

/// The most cells of the table of one pair, which bounds its memory to 64 MiB.
const MAX_TABLE: u64 = 1 << 24;

/// A subtree in postorder.
struct Postorder {
    labels: Vec<u32>,
    /// For each node, the leftmost leaf below it.
    leftmost: Vec<usize>,
    /// The root, and every node with a sibling before it, in order.
    keyroots: Vec<usize>,
}

impl Postorder {
    fn new(tree: &Tree, root: TreeId) -> Postorder {
        let size = tree.size(root);
        let mut out =
            Postorder { labels: Vec::with_capacity(size), leftmost: Vec::with_capacity(size), keyroots: Vec::new() };
        // the open nodes with the number of the first leaf below them
        let mut open: Vec<(TreeId, usize)> = Vec::new();
        for id in tree.subtree(root) {
            out.close(tree, &mut open, id);
            open.push((id, out.labels.len()));
        }
        out.close(tree, &mut open, TreeId::MAX);
        // of the nodes with the same leftmost leaf, the last is the highest
        let mut seen = vec![false; size];
        for node in (0..size).rev() {
            if !std::mem::replace(&mut seen[out.leftmost[node]], true) {
                out.keyroots.push(node);
            }
        }
        out.keyroots.reverse();
        out
    }

    /// Numbers the open nodes that end before `next`.
    fn close(&mut self, tree: &Tree, open: &mut Vec<(TreeId, usize)>, next: TreeId) {
        while let Some(&(id, first)) = open.last() {
            if next < tree.end(id) {
                return;
            }
            self.labels.push(tree.labels[id]);
            self.leftmost.push(first);
            open.pop();
        }
    }

    /// The nodes below all keyroots: the rows of the dynamic programs.
    fn cells(&self) -> u64 {
        self.keyroots.iter().map(|&k| (k + 1 - self.leftmost[k]) as u64).sum()
    }
}

fn distance(a: &Postorder, b: &Postorder) -> u32 {
    let (n, m) = (a.labels.len(), b.labels.len());
    let mut subtrees = vec![0u32; n * m];
    let width = m + 1;
    let mut forest = vec![0u32; (n + 1) * width];
    for &i in &a.keyroots {
        for &j in &b.keyroots {
            let (first, second) = (a.leftmost[i], b.leftmost[j]);
            let (rows, columns) = (i - first + 1, j - second + 1);
            forest[0] = 0;
            for x in 1..=rows {
                forest[x * width] = x as u32;
            }
            for y in 1..=columns {
                forest[y] = y as u32;
            }
            for x in 1..=rows {
                let node = first + x - 1;
                let left = a.leftmost[node] - first;
                for y in 1..=columns {
                    let other = second + y - 1;
                    let up = b.leftmost[other] - second;
                    let edit = (forest[(x - 1) * width + y] + 1).min(forest[x * width + y - 1] + 1);
                    // both forests are whole trees
                    let value = if left == 0 && up == 0 {
                        let relabel = u32::from(a.labels[node] != b.labels[other]);
                        let value = edit.min(forest[(x - 1) * width + y - 1] + relabel);
                        subtrees[node * m + other] = value;
                        value
                    } else {
                        edit.min(forest[left * width + up] + subtrees[node * m + other])
                    };
                    forest[x * width + y] = value;
                }
            }
        }
    }
    subtrees[n * m - 1]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::structural_classes;
    use crate::tree::test_trees::{any_tree, tree};
    use proptest::prelude::*;
    use std::collections::HashMap;

    /// The textbook's recursive definition on forests: delete or insert the last root, or match the two.
    fn plain(t: &Tree, a: &[TreeId], b: &[TreeId], known: &mut HashMap<(Vec<TreeId>, Vec<TreeId>), u32>) -> u32 {
        let size = |f: &[TreeId]| f.iter().map(|&n| t.size(n) as u32).sum::<u32>();
        let (Some((&x, before_x)), Some((&y, before_y))) = (a.split_last(), b.split_last()) else {
            return size(a) + size(b);
        };
        if let Some(&value) = known.get(&(a.to_vec(), b.to_vec())) {
            return value;
        }
        let opened =
            |before: &[TreeId], n: TreeId| -> Vec<TreeId> { before.iter().copied().chain(t.children(n)).collect() };
        let below = |n: TreeId| -> Vec<TreeId> { t.children(n).collect() };
        let relabel = u32::from(t.labels[x] != t.labels[y]);
        let value = (plain(t, &opened(before_x, x), b, known) + 1)
            .min(plain(t, a, &opened(before_y, y), known) + 1)
            .min(plain(t, before_x, before_y, known) + plain(t, &below(x), &below(y), known) + relabel);
        known.insert((a.to_vec(), b.to_vec()), value);
        value
    }

    #[test]
    fn the_example_of_the_paper() {
        // Zhang and Shasha's figure: f(d(a c(b)) e) and f(c(d(a b)) e) are two operations apart
        let t = tree("x(f(d(a c(b)) e) f(c(d(a b)) e))");
        let classes = structural_classes(&t);
        let mut distances = EditDistances::new(&t, &classes, u64::MAX);
        assert_eq!(distances.of_subtrees(TreeId::new(1), TreeId::new(7)), 2);
        assert_eq!(distances.of_subtrees(TreeId::new(1), TreeId::new(1)), 0);
        assert!((distances.normalised(TreeId::new(1), TreeId::new(7)) - 2.0 / 12.0).abs() < 1e-12);
    }

    #[test]
    fn without_work_left_sizes_are_compared() {
        let t = tree("x(a(b c) a(c(b c) c))");
        let classes = structural_classes(&t);
        let mut distances = EditDistances::new(&t, &classes, 0);
        assert_eq!(distances.of_subtrees(TreeId::new(1), TreeId::new(4)), 2);
        assert!(distances.exhausted);
    }

    proptest! {
        #[test]
        fn distances_are_the_textbooks(t in any_tree(14)) {
            let classes = structural_classes(&t);
            let mut distances = EditDistances::new(&t, &classes, u64::MAX);
            let mut known = HashMap::new();
            for a in t.nodes() {
                for b in t.nodes() {
                    let expected = plain(&t, &[a], &[b], &mut known);
                    prop_assert_eq!(distances.of_subtrees(a, b), expected);
                }
            }
        }
    }
}
