//! Finding anchor trees: sibling subtrees that match at a pivot (MiBAT 5.2, algorithm 2).

use crate::Budget;
use crate::posts::mibat::measures::{PivotedTree, pivot_similarity};
use crate::posts::pivots::Pivots;
use crate::tree::{Run, Similarities, Tree, TreeId};

/// A list of anchor trees below one parent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnchorTrees {
    /// The indices of the anchor trees among the children, ascending; two or more.
    pub places: Vec<usize>,
    /// The real pivots, in the first anchor tree: the candidates that match in all of them.
    pub pivots: Vec<TreeId>,
}

/// How two trees are compared.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AnchorOptions {
    /// Use PS instead of PM.
    pub siblings: bool,
    /// τ: a similarity above this is a match.
    pub threshold: f64,
}

/// At most this many candidate pivots of a tree are compared: if there are more, they are dates in prose or in a table.
const MAX_PIVOTS: usize = 32;

/// All lists of anchor trees among the children of one node. O(n) comparisons if the children are alike, O(n²) if no
/// two are, within `work`.
pub(crate) fn find_anchor_trees(
    tree: &Tree,
    children: &[TreeId],
    pivots: &Pivots,
    options: &AnchorOptions,
    sims: &mut Similarities<'_>,
    work: &Budget,
) -> Vec<AnchorTrees> {
    let candidates = |child: TreeId| -> Vec<TreeId> {
        pivots.within(Run::subtree(tree, child)).iter().take(MAX_PIVOTS).map(|p| p.node).collect()
    };
    // children without a candidate pivot are not anchor trees
    let (places, own): (Vec<usize>, Vec<Vec<TreeId>>) =
        (0..children.len()).map(|i| (i, candidates(children[i]))).filter(|(_, own)| !own.is_empty()).unzip();
    let mut covered = vec![false; places.len()];
    let mut all = Vec::new();
    for i in 0..places.len() {
        if covered[i] {
            continue;
        }
        let mut list = vec![places[i]];
        let mut real = own[i].clone();
        for j in i + 1..places.len() {
            if covered[j] {
                continue;
            }
            if !work.spend(PAIR_COST) {
                break;
            }
            let first = PivotCandidates { root: children[places[i]], pivots: &real };
            let second = PivotCandidates { root: children[places[j]], pivots: &own[j] };
            let matched = domain_compare(tree, first, second, options, sims, work);
            if !matched.is_empty() {
                list.push(places[j]);
                real = matched;
                covered[j] = true;
            }
        }
        if list.len() >= 2 {
            all.push(AnchorTrees { places: list, pivots: real });
        }
    }
    all
}

/// The cost of comparing two trees in addition to the cells of its dynamic programs. Without it a parent of a hundred
/// thousand children, none of which match each other, takes minutes.
const PAIR_COST: u64 = 32;

/// A tree that may be an anchor tree, and the nodes that may be its pivot.
#[derive(Clone, Copy)]
struct PivotCandidates<'p> {
    root: TreeId,
    pivots: &'p [TreeId],
}

/// DOMAINCOMPARE: the candidates of the first tree that match one of the second with a similarity above τ.
fn domain_compare(
    tree: &Tree,
    first: PivotCandidates<'_>,
    second: PivotCandidates<'_>,
    options: &AnchorOptions,
    sims: &mut Similarities<'_>,
    work: &Budget,
) -> Vec<TreeId> {
    if tree.labels[first.root] != tree.labels[second.root] {
        return Vec::new();
    }
    let mut matches = |pivot: TreeId| {
        let left = PivotedTree { root: first.root, pivot };
        second.pivots.iter().any(|&pivot| {
            let right = PivotedTree { root: second.root, pivot };
            pivot_similarity(tree, sims, left, right, options.siblings, work) > options.threshold
        })
    };
    first.pivots.iter().copied().filter(|&pivot| matches(pivot)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::posts::pivots::Pivot;
    use crate::tree::structural_classes;
    use crate::tree::test_trees::tree;

    /// Figure 6, reconstructed from the prose of 5.2: tree 1 has candidates A, B, C; tree 3 matches at A and B, tree 5
    /// at A; tree 2 has candidates that match none, tree 4 has none.
    #[test]
    fn figure_6() {
        // p holds a candidate pivot
        let t = tree("r(t(a(p) b(p) c(p)) t(z(p)) t(a(p) b(p)) t(a) t(a(p)))");
        let p = t.labels[t.children(TreeId::new(1)).next().unwrap() + 1];
        let nodes = t.nodes().filter(|&id| t.labels[id] == p);
        let list = nodes
            .map(|node| Pivot { node, shown: None, attribute: None, age: false, pure: true, other_day: false })
            .collect();
        let classes = structural_classes(&t);
        let mut sims = Similarities::new(&t, &classes, u64::MAX);
        let children: Vec<TreeId> = t.children(TreeId::ROOT).collect();
        let options = AnchorOptions { siblings: false, threshold: 0.5 };
        let found = find_anchor_trees(
            &t,
            &children,
            &Pivots::of(list, t.nodes().len()),
            &options,
            &mut sims,
            &Budget::new(u64::MAX),
        );
        assert_eq!(found, [AnchorTrees { places: vec![0, 2, 4], pivots: vec![TreeId::new(3)] }]);
    }
}
