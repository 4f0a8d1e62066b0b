//! Similarity of two trees, measured on a part of each (MiBAT 4): TL, TnL, TS, PM and PS.

use crate::Budget;
use crate::tree::{Similarities, Tree, TreeId};

/// A similarity measure: which nodes of two matched trees count (definition 5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Measure {
    /// TL: only the roots.
    TopLevel,
    /// TnL: the nodes of depth at most n; the root has depth 1.
    TopLevels(u32),
    /// TS: all nodes (equation 1).
    WholeTree,
    /// PM: only the pivots.
    PivotMatch,
    /// PS: the pivots and their siblings.
    PivotAndSiblings,
}

/// A mapping of two trees, as pairs of nodes of one page tree.
pub type Pairs = [(TreeId, TreeId)];

/// A subtree, and the node in it at which it is compared: its pivot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PivotedTree {
    /// The root of the subtree.
    pub root: TreeId,
    /// The pivot, for the measures that need one.
    pub pivot: TreeId,
}

/// Equation 2: the matched pairs among the selected nodes, over the mean number of selected nodes. Takes time linear in the pairs and the trees' nodes.
pub fn similarity(tree: &Tree, pairs: &Pairs, left: PivotedTree, right: PivotedTree, measure: Measure) -> f64 {
    let depth = |id: TreeId, root: TreeId| {
        std::iter::successors(Some(id), |&n| tree.parent(n)).take_while(|&n| n != root).count() as u32 + 1
    };
    let parent = |id: TreeId, root: TreeId| (id != root).then(|| tree.parents[id]);
    let selected = |id: TreeId, PivotedTree { root, pivot }: PivotedTree| match measure {
        Measure::TopLevel => id == root,
        Measure::TopLevels(n) => depth(id, root) <= n,
        Measure::WholeTree => true,
        Measure::PivotMatch => id == pivot,
        Measure::PivotAndSiblings => parent(id, root) == parent(pivot, root),
    };
    let count = |of: PivotedTree| tree.subtree(of.root).filter(|&id| selected(id, of)).count();
    let size = count(left) + count(right);
    let matched = pairs.iter().filter(|&&(a, b)| selected(a, left) && selected(b, right));
    2.0 * matched.count() as f64 / size.max(1) as f64
}

/// The similarity by PM or PS of two trees at their pivots, without computing the whole mapping: since it is top-down,
/// only the pairs on the way to the pivot and next to it matter. 0 if they do not match there. Costs the cells of one
/// dynamic program per level.
pub(crate) fn pivot_similarity(
    tree: &Tree,
    sims: &mut Similarities<'_>,
    left: PivotedTree,
    right: PivotedTree,
    siblings: bool,
    work: &Budget,
) -> f64 {
    if tree.labels[left.root] != tree.labels[right.root] || !same_way_up(tree, left, right) {
        return 0.0;
    }
    let way = |of: PivotedTree| {
        let mut way: Vec<TreeId> =
            std::iter::successors(Some(of.pivot), |&n| tree.parent(n)).take_while(|&n| n != of.root).collect();
        way.reverse();
        way
    };
    let (mut above_left, mut above_right) = (left.root, right.root);
    let mut result = 1.0;
    for (a, b) in way(left).into_iter().zip(way(right)) {
        let lefts: Vec<TreeId> = tree.children(above_left).collect();
        let rights: Vec<TreeId> = tree.children(above_right).collect();
        let last = (a, b) == (left.pivot, right.pivot);
        let pairs = match (lefts.len(), rights.len()) {
            (1, 1) => vec![(a, b)],
            _ => matched_children(sims, &lefts, &rights, work),
        };
        if !pairs.contains(&(a, b)) {
            return 0.0;
        }
        if last && siblings {
            result = 2.0 * pairs.len() as f64 / (lefts.len() + rights.len()) as f64;
        }
        (above_left, above_right) = (a, b);
    }
    result
}

/// Whether the paths from the roots to the pivots have the same labels.
fn same_way_up(tree: &Tree, left: PivotedTree, right: PivotedTree) -> bool {
    let (mut a, mut b) = (left.pivot, right.pivot);
    loop {
        match (a == left.root, b == right.root) {
            (true, true) => return true,
            (false, false) if tree.labels[a] == tree.labels[b] => match (tree.parent(a), tree.parent(b)) {
                (Some(above_a), Some(above_b)) => (a, b) = (above_a, above_b),
                _ => return false,
            },
            _ => return false,
        }
    }
}

/// If there are more cells than this, nothing is computed and the children count as unmatched.
const MAX_CELLS: usize = 1 << 16;

/// The pairs that simple tree matching makes of two runs of siblings, as if they were below one root: the first level
/// of their mapping. If there are more than 65,536 combinations they are not compared.
pub fn matched_siblings(sims: &mut Similarities<'_>, left: &[TreeId], right: &[TreeId]) -> Vec<(TreeId, TreeId)> {
    matched_children(sims, left, right, &Budget::new(u64::MAX))
}

/// The pairs of the best alignment of two lists of siblings, by simple tree matching.
pub(crate) fn matched_children(
    sims: &mut Similarities<'_>,
    left: &[TreeId],
    right: &[TreeId],
    work: &Budget,
) -> Vec<(TreeId, TreeId)> {
    let cells = left.len() * right.len();
    if cells > MAX_CELLS || !work.spend(cells as u64) {
        return Vec::new();
    }
    let width = right.len() + 1;
    let mut matrix = vec![0u32; (left.len() + 1) * width];
    for (i, &a) in left.iter().enumerate() {
        for (j, &b) in right.iter().enumerate() {
            let diagonal = matrix[i * width + j] + sims.of_subtrees(a, b).nodes;
            matrix[(i + 1) * width + j + 1] = diagonal.max(matrix[i * width + j + 1]).max(matrix[(i + 1) * width + j]);
        }
    }
    let mut pairs = Vec::new();
    let (mut i, mut j) = (left.len(), right.len());
    while i > 0 && j > 0 {
        let here = matrix[i * width + j];
        if here == matrix[(i - 1) * width + j] {
            i -= 1;
        } else if here == matrix[i * width + j - 1] {
            j -= 1;
        } else {
            i -= 1;
            j -= 1;
            pairs.push((left[i], right[j]));
        }
    }
    pairs.reverse();
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::structural_classes;
    use crate::tree::test_trees::{any_tree, tree};
    use proptest::prelude::*;

    /// The whole mapping, computed from the roots downwards.
    fn mapping(t: &Tree, a: TreeId, b: TreeId) -> Vec<(TreeId, TreeId)> {
        let classes = structural_classes(t);
        let mut sims = Similarities::new(t, &classes, u64::MAX);
        let (mut open, mut all) = (vec![(a, b)], Vec::new());
        while let Some((x, y)) = open.pop() {
            if t.labels[x] != t.labels[y] {
                continue;
            }
            all.push((x, y));
            let (left, right): (Vec<_>, Vec<_>) = (t.children(x).collect(), t.children(y).collect());
            open.extend(matched_children(&mut sims, &left, &right, &Budget::new(u64::MAX)));
        }
        all
    }

    /// Figure 3, as far as the prose of 4.2 describes it: with F as the pivot, PS looks at {E, F, G} and {E, F}.
    #[test]
    fn figure_3() {
        let t = tree("x(a(b(e f g) d(h i)) a(b(e f) d(h j k)))");
        let roots: Vec<TreeId> = t.children(TreeId::ROOT).collect();
        let pairs = mapping(&t, roots[0], roots[1]);
        let [left, right] = [roots[0], roots[1]].map(|root| PivotedTree { root, pivot: root + 3 });
        let of = |measure| similarity(&t, &pairs, left, right, measure);
        assert_eq!(of(Measure::TopLevel), 1.0);
        assert_eq!(of(Measure::TopLevels(2)), 1.0);
        assert_eq!(of(Measure::TopLevels(3)), 12.0 / 16.0);
        assert_eq!(of(Measure::WholeTree), 12.0 / 16.0);
        assert_eq!(of(Measure::PivotMatch), 1.0);
        assert_eq!(of(Measure::PivotAndSiblings), 4.0 / 5.0);
    }

    proptest! {
        #[test]
        fn the_short_way_to_the_pivot_gives_what_the_whole_mapping_does(t in any_tree(30)) {
            let classes = structural_classes(&t);
            let roots: Vec<TreeId> = t.children(TreeId::ROOT).collect();
            for pair in roots.windows(2) {
                let pairs = mapping(&t, pair[0], pair[1]);
                for u in t.subtree(pair[0]) {
                    for v in t.subtree(pair[1]) {
                        let left = PivotedTree { root: pair[0], pivot: u };
                        let right = PivotedTree { root: pair[1], pivot: v };
                        for (siblings, measure) in [(false, Measure::PivotMatch), (true, Measure::PivotAndSiblings)] {
                            let mut sims = Similarities::new(&t, &classes, u64::MAX);
                            let short = pivot_similarity(&t, &mut sims, left, right, siblings, &Budget::new(u64::MAX));
                            let whole = if pairs.contains(&(u, v)) { similarity(&t, &pairs, left, right, measure) } else { 0.0 };
                            prop_assert_eq!(short, whole);
                        }
                    }
                }
            }
        }
    }
}
