//! Sums of regression trees, packed.

use std::sync::OnceLock;

use crate::learn::leaf_masks::{LEAST_ROWS, LeafMasks};

/// A node of a tree. A leaf has `feature == LEAF` and its value in `threshold`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TreeNode {
    /// The index of the feature to compare, or [`TreeNode::LEAF`].
    pub feature: u16,
    /// The child for values not greater than the threshold, counted from the tree's root; the other child follows it.
    pub left: u16,
    /// The value that the feature is compared with, or the value of a leaf.
    pub threshold: f32,
}

impl TreeNode {
    /// Marks a leaf.
    pub const LEAF: u16 = u16::MAX;

    /// A leaf with this value.
    pub fn leaf(value: f32) -> TreeNode {
        TreeNode { feature: TreeNode::LEAF, left: 0, threshold: value }
    }

    /// Whether the walk ends here.
    pub fn is_leaf(&self) -> bool {
        self.feature == TreeNode::LEAF
    }
}

/// How many rows go down a tree together, so that the processor does not wait for one node after the other.
const TOGETHER: usize = 8;

/// A sum of trees. Without any tree it is 0 everywhere. Every walk ends, since children come after their parents.
#[derive(Clone, Debug, Default)]
pub struct Trees {
    /// The nodes of all trees, one tree after the other.
    nodes: Vec<TreeNode>,
    /// Where each tree begins.
    roots: Vec<u32>,
    /// The same trees in a form for many rows, built when first needed; `None` if one of them is too large for it.
    masks: OnceLock<Option<Box<LeafMasks>>>,
    /// The same for sums that may settle: the first half of the trees, the third quarter, and the last.
    stages: OnceLock<Option<Vec<LeafMasks>>>,
}

impl PartialEq for Trees {
    fn eq(&self, other: &Trees) -> bool {
        (&self.nodes, &self.roots) == (&other.nodes, &other.roots)
    }
}

impl Trees {
    /// The sum of these trees; `None` if one has no node, or a child that comes before its parent or after the tree's
    /// end.
    pub fn new<T: AsRef<[TreeNode]>>(trees: impl IntoIterator<Item = T>) -> Option<Trees> {
        let mut all = Trees::default();
        trees.into_iter().try_for_each(|tree| all.push(tree.as_ref()))?;
        Some(all)
    }

    /// Appends a tree. If its walks might not end inside it, appends nothing and returns `None`.
    pub fn push(&mut self, tree: &[TreeNode]) -> Option<()> {
        let size = tree.len();
        let inside = |at: usize, n: &TreeNode| n.is_leaf() || n.left as usize > at && (n.left as usize) + 1 < size;
        if size == 0 || !tree.iter().enumerate().all(|(at, n)| inside(at, n)) {
            return None;
        }
        (self.masks, self.stages) = (OnceLock::new(), OnceLock::new());
        self.roots.push(self.nodes.len() as u32);
        self.nodes.extend(tree);
        Some(())
    }

    /// The number of trees.
    pub fn len(&self) -> usize {
        self.roots.len()
    }

    /// Whether there are no trees.
    pub fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }

    /// The nodes of each tree.
    pub fn iter(&self) -> impl Iterator<Item = &[TreeNode]> {
        let ends = self.roots.iter().skip(1).map(|&r| r as usize).chain([self.nodes.len()]);
        self.roots.iter().zip(ends).map(|(&from, to)| &self.nodes[from as usize..to])
    }

    /// One more than the greatest index of a feature that is used.
    pub fn width(&self) -> usize {
        self.nodes.iter().filter(|n| !n.is_leaf()).map(|n| n.feature as usize + 1).max().unwrap_or(0)
    }

    /// The sum for a row; features beyond its end are 0.
    pub fn sum(&self, row: &[f32]) -> f64 {
        self.iter().map(|tree| leaf_of(tree, row)).sum()
    }

    /// The sums for many rows, which takes a fraction of the time if no tree has more than 32 leaves.
    pub fn sums(&self, rows: &[&[f32]]) -> Vec<f64> {
        let masks = || self.masks.get_or_init(|| LeafMasks::of(self.iter()).map(Box::new)).as_deref();
        let Some(masks) = Some(rows.len()).filter(|&n| n >= LEAST_ROWS).and_then(|_| masks()) else {
            return rows.iter().map(|row| self.sum(row)).collect();
        };
        let mut sums = vec![0.0; rows.len()];
        masks.add(rows, &mut sums);
        sums
    }

    /// The sums for the rows of a table of this width, stored one after the other. After half and after three quarters
    /// of the trees, rows whose sum is at least `settled` away from 0 are left as they are.
    pub fn settling_sums(&self, table: &[f32], width: usize, settled: f64) -> Vec<f64> {
        let mut sums = vec![0f64; table.len() / width.max(1)];
        let mut open: Vec<usize> = (0..sums.len()).collect();
        if sums.len() >= LEAST_ROWS
            && let Some(stages) = self.stages()
        {
            for (at, stage) in stages.iter().enumerate() {
                if at > 0 {
                    open.retain(|&row| sums[row].abs() < settled);
                }
                let rows: Vec<&[f32]> = open.iter().map(|&row| &table[row * width..][..width]).collect();
                let mut so_far: Vec<f64> = open.iter().map(|&row| sums[row]).collect();
                stage.add(&rows, &mut so_far);
                open.iter().zip(so_far).for_each(|(&row, sum)| sums[row] = sum);
            }
            return sums;
        }
        let quarter = self.quarter();
        for (at, tree) in self.iter().enumerate() {
            if at > quarter && at % quarter == 0 {
                open.retain(|&row| sums[row].abs() < settled);
            }
            for open in open.chunks(TOGETHER) {
                add_leaves(tree, table, width, open, &mut sums);
            }
        }
        sums
    }
}

impl Trees {
    /// A quarter of the number of trees.
    fn quarter(&self) -> usize {
        self.len().div_ceil(4).max(1)
    }

    /// `None` if a tree is too large.
    fn stages(&self) -> Option<&[LeafMasks]> {
        let of = |from: usize, to: usize| LeafMasks::of(self.iter().skip(from).take(to - from));
        let quarter = self.quarter();
        let ends = [2 * quarter, 3 * quarter, 4 * quarter].map(|end| end.min(self.len()));
        let all = || {
            let begins = [0, ends[0], ends[1]];
            begins.into_iter().zip(ends).map(|(from, to)| of(from, to)).collect()
        };
        self.stages.get_or_init(all).as_deref()
    }
}

fn leaf_of(tree: &[TreeNode], row: &[f32]) -> f64 {
    let mut at = 0;
    loop {
        let node = tree[at];
        if node.is_leaf() {
            return f64::from(node.threshold);
        }
        let right = row.get(node.feature as usize).copied().unwrap_or(0.0) > node.threshold;
        at = node.left as usize + usize::from(right);
    }
}

/// Adds the values of the leaves that these rows (at most `TOGETHER`) reach.
fn add_leaves(tree: &[TreeNode], table: &[f32], width: usize, numbers: &[usize], sums: &mut [f64]) {
    let mut at = [0usize; TOGETHER];
    let mut moved = true;
    while moved {
        moved = false;
        for (at, &number) in at.iter_mut().zip(numbers) {
            let node = tree[*at];
            if !node.is_leaf() {
                *at = node.left as usize + usize::from(table[number * width + node.feature as usize] > node.threshold);
                moved = true;
            }
        }
    }
    for (&number, at) in numbers.iter().zip(at) {
        sums[number] += f64::from(tree[at].threshold);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(feature: u16, left: u16, threshold: f32) -> TreeNode {
        TreeNode { feature, left, threshold }
    }

    /// Two trees: a split on feature 1 whose right side is split on feature 0, and a constant.
    fn trees() -> Trees {
        let leaf = TreeNode::leaf;
        let deep = vec![split(1, 1, 0.25), leaf(3.0), split(0, 3, 1.0), leaf(-4.0), leaf(5.0)];
        Trees::new([deep, vec![leaf(1.0)]]).unwrap()
    }

    #[test]
    fn all_ways_to_sum_give_the_same() {
        let trees = trees();
        let rows: Vec<Vec<f32>> = (0..19u8).map(|i| vec![f32::from(i % 3), f32::from(i % 2)]).collect();
        let slices: Vec<&[f32]> = rows.iter().map(Vec::as_slice).collect();
        let one_by_one: Vec<f64> = rows.iter().map(|row| trees.sum(row)).collect();
        assert_eq!(one_by_one[..4], [4.0, -3.0, 4.0, -3.0]);
        assert_eq!(one_by_one[5], 6.0);
        assert_eq!(trees.sums(&slices), one_by_one);
        assert_eq!(trees.settling_sums(&rows.concat(), 2, f64::INFINITY), one_by_one);
        // few rows walk
        assert_eq!(trees.settling_sums(&rows[..3].concat(), 2, f64::INFINITY), one_by_one[..3]);
    }

    #[test]
    fn features_behind_a_row_are_zero() {
        assert_eq!(trees().sum(&[7.0]), 4.0);
        assert_eq!(trees().sums(&[&[7.0]]), [4.0]);
        assert_eq!(trees().width(), 2);
    }

    #[test]
    fn settled_rows_are_left_alone() {
        let ones = Trees::new(vec![vec![TreeNode::leaf(1.0)]; 8]).unwrap();
        assert_eq!(ones.settling_sums(&[0.0], 1, 3.5), [4.0]);
        assert_eq!(ones.settling_sums(&[0.0], 1, 9.0), [8.0]);
        assert_eq!(ones.settling_sums(&[0.0; 9], 1, 3.5), [4.0; 9]);
        assert_eq!(ones.settling_sums(&[0.0; 9], 1, 5.5), [6.0; 9]);
    }

    #[test]
    fn trees_whose_walks_need_not_end_are_refused() {
        let leaf = TreeNode::leaf;
        assert_eq!(Trees::new([vec![]]), None);
        assert_eq!(Trees::new([vec![split(0, 0, 0.5), leaf(1.0), leaf(2.0)]]), None);
        assert_eq!(Trees::new([vec![split(0, 1, 0.5), leaf(1.0)]]), None);
    }
}
