//! Sums of small trees for many rows at once, without walks.
//!
//! A split takes leaves away: where its feature exceeds its threshold, no leaf on its left can be reached. So the leaf that
//! a row reaches is the first one that no split has taken away, whatever the order in which the splits are looked at
//! (QuickScorer: Lucchese et al., SIGIR 2015). They are looked at by feature, for a block of rows together: a value is
//! loaded once, no step waits for the one before, and one instruction compares several rows.

use crate::learn::trees::TreeNode;

/// Leaves as bits, the leftmost lowest. As wide as a value of a feature, so that one instruction has the same rows of both.
type Leaves = u32;
/// The most leaves of a tree, a bit each.
const MOST_LEAVES: usize = Leaves::BITS as usize;
/// The number of rows in a block.
const LANES: usize = 8;
/// Fewer rows than these walk down the trees one by one: a block takes as long for one row as for eight.
pub(crate) const LEAST_ROWS: usize = 5;

/// A split of any tree.
#[derive(Clone, Copy, Debug)]
struct Split {
    /// The value that the feature is compared with.
    threshold: f32,
    /// The number of the tree.
    tree: u32,
    /// The leaves that remain where the feature is greater.
    remaining: Leaves,
}

/// The splits on one feature, a range of [`LeafMasks::splits`].
#[derive(Clone, Copy, Debug)]
struct OfFeature {
    feature: u16,
    from: u32,
    to: u32,
}

/// Trees of at most 32 leaves each, as the splits of all of them.
#[derive(Clone, Debug)]
pub(crate) struct LeafMasks {
    /// All splits, by feature and threshold.
    splits: Vec<Split>,
    features: Vec<OfFeature>,
    /// The values of the leaves of all trees, from left to right.
    values: Vec<f32>,
    /// Where those of each tree begin.
    first: Vec<u32>,
}

impl LeafMasks {
    /// The same trees in this form; `None` if one has too many leaves. Children come after their parents.
    pub(crate) fn of<'t>(trees: impl Iterator<Item = &'t [TreeNode]>) -> Option<LeafMasks> {
        let mut splits: Vec<(u16, Split)> = Vec::new();
        let (mut values, mut first) = (Vec::new(), Vec::new());
        for (number, tree) in trees.enumerate() {
            first.push(values.len() as u32);
            Numbering { tree, number: number as u32, first: values.len(), values: &mut values, splits: &mut splits }
                .walk(0, 0)?;
        }
        splits.sort_by(|(a, x), (b, y)| a.cmp(b).then(x.threshold.total_cmp(&y.threshold)));
        let mut features: Vec<OfFeature> = Vec::new();
        for (at, &(feature, _)) in splits.iter().enumerate() {
            match features.last_mut() {
                Some(last) if last.feature == feature => last.to += 1,
                _ => features.push(OfFeature { feature, from: at as u32, to: at as u32 + 1 }),
            }
        }
        Some(LeafMasks { splits: splits.into_iter().map(|(_, split)| split).collect(), features, values, first })
    }

    /// Adds the values of the leaves that these rows reach, one tree after the other. Features behind the end of a row are 0.
    pub(crate) fn add(&self, rows: &[&[f32]], sums: &mut [f64]) {
        let mut remaining = vec![[Leaves::MAX; LANES]; self.first.len()];
        for (rows, sums) in rows.chunks(LANES).zip(sums.chunks_mut(LANES)) {
            remaining.fill([Leaves::MAX; LANES]);
            for &feature in &self.features {
                self.take_away(feature, rows, &mut remaining);
            }
            for (remaining, &first) in remaining.iter().zip(&self.first) {
                for (sum, &leaves) in sums.iter_mut().zip(remaining) {
                    *sum += f64::from(self.values[first as usize + leaves.trailing_zeros() as usize]);
                }
            }
        }
    }

    /// Takes away the leaves that the splits on a feature exclude.
    fn take_away(&self, of: OfFeature, rows: &[&[f32]], remaining: &mut [[Leaves; LANES]]) {
        let mut values = [0f32; LANES];
        for (value, row) in values.iter_mut().zip(rows) {
            *value = row.get(of.feature as usize).copied().unwrap_or(0.0);
        }
        // a value that is no number is greater than no threshold, and not the greatest
        let greatest = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for split in &self.splits[of.from as usize..of.to as usize] {
            if split.threshold >= greatest {
                break;
            }
            // without a branch, which the compiler makes an instruction for several rows
            let leaves = &mut remaining[split.tree as usize];
            for lane in 0..LANES {
                let all_if_not_greater = Leaves::from(values[lane] > split.threshold).wrapping_sub(1);
                leaves[lane] &= split.remaining | all_if_not_greater;
            }
        }
    }
}

/// The numbering of one tree's leaves from left to right.
struct Numbering<'t> {
    tree: &'t [TreeNode],
    number: u32,
    /// Where the values of its leaves begin.
    first: usize,
    values: &'t mut Vec<f32>,
    splits: &'t mut Vec<(u16, Split)>,
}

impl Numbering<'_> {
    /// Numbers the leaves below a node of this depth and pushes its splits; `None` if there are too many.
    fn walk(&mut self, at: usize, depth: usize) -> Option<()> {
        let node = self.tree[at];
        let numbered = self.values.len() - self.first;
        if depth >= MOST_LEAVES || numbered >= MOST_LEAVES {
            return None;
        }
        if node.is_leaf() {
            self.values.push(node.threshold);
            return Some(());
        }
        self.walk(node.left as usize, depth + 1)?;
        let to = self.values.len() - self.first;
        // at least one leaf is on the left, and at most as many as there are bits
        let left = (Leaves::MAX >> (MOST_LEAVES - to)) & (Leaves::MAX << numbered);
        self.splits.push((node.feature, Split { threshold: node.threshold, tree: self.number, remaining: !left }));
        self.walk(node.left as usize + 1, depth + 1)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::learn::Trees;

    /// A tree grown by splitting its leaves in this order, on these features, at these thresholds.
    fn grown(splits: &[(usize, u16, f32)]) -> Vec<TreeNode> {
        let mut tree = vec![TreeNode::leaf(0.5)];
        for &(which, feature, threshold) in splits {
            let leaves: Vec<usize> = (0..tree.len()).filter(|&at| tree[at].is_leaf()).collect();
            let at = leaves[which.min(leaves.len() - 1)];
            let left = tree.len() as u16;
            tree[at] = TreeNode { feature, left, threshold };
            tree.extend([TreeNode::leaf(f32::from(left) + 0.25), TreeNode::leaf(-f32::from(left))]);
        }
        tree
    }

    fn threshold() -> impl Strategy<Value = f32> {
        prop_oneof![(-3i8..4).prop_map(f32::from), Just(f32::NAN), Just(f32::INFINITY), Just(f32::NEG_INFINITY)]
    }

    proptest! {
        #[test]
        fn masks_and_walks_reach_the_same_leaves(
            trees in prop::collection::vec(prop::collection::vec((0usize..32, 0u16..5, threshold()), 0..32), 0..6),
            rows in prop::collection::vec(prop::collection::vec(threshold(), 0..6), 0..40),
        ) {
            let trees = Trees::new(trees.iter().map(|splits| grown(splits))).unwrap();
            let rows: Vec<&[f32]> = rows.iter().map(Vec::as_slice).collect();
            let walked: Vec<f64> = rows.iter().map(|row| trees.sum(row)).collect();
            let mut masked = vec![0.0; rows.len()];
            LeafMasks::of(trees.iter()).unwrap().add(&rows, &mut masked);
            prop_assert_eq!(&masked, &walked);
            prop_assert_eq!(trees.sums(&rows), walked);
        }
    }

    #[test]
    fn a_tree_of_too_many_leaves_is_walked() {
        let chain = |leaf: usize, n: usize| grown(&vec![(leaf, 0, 1.0); n]);
        let fits = |tree: Vec<TreeNode>| LeafMasks::of([tree.as_slice()].into_iter()).is_some();
        assert!(fits(chain(0, 31)) && fits(chain(usize::MAX, 31)));
        assert!(!fits(chain(0, 32)) && !fits(chain(usize::MAX, 32)));
        // as deep as a file may have it
        assert!(!fits(chain(usize::MAX, 5_000)));
    }
}
