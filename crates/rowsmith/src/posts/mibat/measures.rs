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

/// Equation 2: the matched pairs among the selected nodes, over the mean number of selected nodes. `pivots` are the
/// pivots of the two trees, for the measures that need them. Takes time linear in the pairs and the trees' nodes.
pub fn similarity(
    tree: &Tree,
    pairs: &Pairs,
    roots: (TreeId, TreeId),
    pivots: (TreeId, TreeId),
    measure: Measure,
) -> f64 {
    let depth = |id: TreeId, root: TreeId| {
        std::iter::successors(Some(id), |&n| tree.parent(n)).take_while(|&n| n != root).count() as u32 + 1
    };
    let parent = |id: TreeId, root: TreeId| (id != root).then(|| tree.parents[id]);
    let selected = |id: TreeId, root: TreeId, pivot: TreeId| match measure {
        Measure::TopLevel => id == root,
        Measure::TopLevels(n) => depth(id, root) <= n,
        Measure::WholeTree => true,
        Measure::PivotMatch => id == pivot,
        Measure::PivotAndSiblings => parent(id, root) == parent(pivot, root),
    };
    let count = |root: TreeId, pivot: TreeId| tree.subtree(root).filter(|&id| selected(id, root, pivot)).count();
    let size = count(roots.0, pivots.0) + count(roots.1, pivots.1);
    let matched = pairs.iter().filter(|&&(a, b)| selected(a, roots.0, pivots.0) && selected(b, roots.1, pivots.1));
    2.0 * matched.count() as f64 / size.max(1) as f64
}

/// The similarity by PM or PS of two trees at their pivots, without computing the whole mapping: since it is top-down,
/// only the pairs on the way to the pivot and next to it matter. 0 if they do not match there. Costs the cells of one
/// dynamic program per level.
pub(crate) fn pivot_similarity(
    tree: &Tree,
    sims: &mut Similarities<'_>,
    roots: (TreeId, TreeId),
    pivots: (TreeId, TreeId),
    siblings: bool,
    work: &Budget,
) -> f64 {
    if tree.labels[roots.0] != tree.labels[roots.1] || !same_way_up(tree, roots, pivots) {
        return 0.0;
    }
    let way = |root: TreeId, pivot: TreeId| {
        let mut way: Vec<TreeId> =
            std::iter::successors(Some(pivot), |&n| tree.parent(n)).take_while(|&n| n != root).collect();
        way.reverse();
        way
    };
    let (ways, mut at) = ((way(roots.0, pivots.0), way(roots.1, pivots.1)), roots);
    let mut result = 1.0;
    for (&a, &b) in ways.0.iter().zip(&ways.1) {
        let (left, right): (Vec<TreeId>, Vec<TreeId>) = (tree.children(at.0).collect(), tree.children(at.1).collect());
        let last = (a, b) == pivots;
        let pairs = match (left.len(), right.len()) {
            (1, 1) => vec![(a, b)],
            _ => matched_children(sims, &left, &right, work),
        };
        if !pairs.contains(&(a, b)) {
            return 0.0;
        }
        if last && siblings {
            result = 2.0 * pairs.len() as f64 / (left.len() + right.len()) as f64;
        }
        at = (a, b);
    }
    result
}

/// Whether the paths from the roots to the pivots have the same labels.
fn same_way_up(tree: &Tree, roots: (TreeId, TreeId), pivots: (TreeId, TreeId)) -> bool {
    let mut at = pivots;
    loop {
        match (at.0 == roots.0, at.1 == roots.1) {
            (true, true) => return true,
            (false, false) if tree.labels[at.0] == tree.labels[at.1] => match (tree.parent(at.0), tree.parent(at.1)) {
                (Some(a), Some(b)) => at = (a, b),
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
        let roots = (roots[0], roots[1]);
        let node = |root: TreeId, n: usize| root + n;
        let pairs = mapping(&t, roots.0, roots.1);
        let pivots = (node(roots.0, 3), node(roots.1, 3));
        let of = |measure| similarity(&t, &pairs, roots, pivots, measure);
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
                let roots = (pair[0], pair[1]);
                let pairs = mapping(&t, roots.0, roots.1);
                for u in t.subtree(roots.0) {
                    for v in t.subtree(roots.1) {
                        for (siblings, measure) in [(false, Measure::PivotMatch), (true, Measure::PivotAndSiblings)] {
                            let mut sims = Similarities::new(&t, &classes, u64::MAX);
                            let short = pivot_similarity(&t, &mut sims, roots, (u, v), siblings, &Budget::new(u64::MAX));
                            let whole = if pairs.contains(&(u, v)) { similarity(&t, &pairs, roots, (u, v), measure) } else { 0.0 };
                            prop_assert_eq!(short, whole);
                        }
                    }
                }
            }
        }
    }
}
