//! Determining record boundaries around anchor trees (MiBAT 5.3, algorithm 3).

use std::ops::Range;

use crate::tree::{Similarities, Tree, TreeId};

/// Where records begin relative to their anchor trees, and how many siblings they have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Boundary {
    /// How many siblings before the anchor tree the record begins.
    pub before: usize,
    /// The number of siblings of a record.
    pub length: usize,
}

impl Boundary {
    /// The indices of the siblings of the record around an anchor tree.
    pub fn record(&self, anchor: usize) -> Range<usize> {
        anchor - self.before..anchor - self.before + self.length
    }
}

/// The boundary of the records around `anchors`, which are two or more ascending indices into `children`.
///
/// The siblings around every anchor tree are included as long as their tags agree for all of them (cases 1 and 2 of the
/// paper). If these expansions overlap (case 3), the record is as long as the smallest distance between two anchor
/// trees, and begins where the records are most similar (equation 3). Offsets run from the left end of the expansion to
/// its right end minus the length: as printed, algorithm 3 would try only offset 0 and drop the trees on the left of
/// its own figure 7b. Costs O(length · anchors) comparisons of tags, and as many of trees for every offset tried.
pub fn determine_boundary(
    tree: &Tree,
    children: &[TreeId],
    anchors: &[usize],
    sims: &mut Similarities<'_>,
) -> Boundary {
    let (Some(&first), Some(&last)) = (anchors.first(), anchors.last()) else {
        return Boundary { before: 0, length: 1 };
    };
    let gap = anchors.windows(2).map(|pair| pair[1] - pair[0]).min().unwrap_or(1);
    let agree = |place: &dyn Fn(usize) -> usize| {
        let label = tree.labels[children[place(first)]];
        anchors.iter().all(|&a| tree.labels[children[place(a)]] == label)
    };
    let left = (1..gap.min(first + 1)).take_while(|&k| agree(&|a| a - k)).count();
    let right = (1..gap.min(children.len() - last)).take_while(|&k| agree(&|a| a + k)).count();
    let length = gap.min(left + right + 1);
    // the record must contain the anchor tree, so it begins at most length - 1 before it
    let least = (length - 1).saturating_sub(right);
    let most = left.min(length - 1);
    let mut best = Boundary { before: most, length };
    if least == most {
        return best;
    }
    let mut best_score = f64::MIN;
    for before in (least..=most).rev() {
        let boundary = Boundary { before, length };
        let score = score(tree, children, anchors, boundary, sims);
        if score > best_score {
            (best, best_score) = (boundary, score);
        }
    }
    best
}

/// Equation 3: the sum of the similarities (equation 1) of corresponding trees of consecutive records.
fn score(tree: &Tree, children: &[TreeId], anchors: &[usize], boundary: Boundary, sims: &mut Similarities<'_>) -> f64 {
    let mut sum = 0.0;
    for pair in anchors.windows(2) {
        for (a, b) in boundary.record(pair[0]).zip(boundary.record(pair[1])) {
            let (a, b) = (children[a], children[b]);
            let matched = f64::from(sims.of_subtrees(a, b).nodes);
            sum += 2.0 * matched / (tree.size(a) + tree.size(b)) as f64;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::structural_classes;
    use crate::tree::test_trees::tree;

    /// The boundary for the children of the root; anchor trees are those with tag `d`.
    fn boundary(text: &str) -> (i64, usize) {
        let t = tree(text);
        let classes = structural_classes(&t);
        let mut sims = Similarities::new(&t, &classes, u64::MAX);
        let children: Vec<TreeId> = t.children(TreeId::ROOT).collect();
        let anchor = u32::from('d');
        let anchors: Vec<usize> = (0..children.len()).filter(|&i| t.labels[children[i]] == anchor).collect();
        let found = determine_boundary(&t, &children, &anchors, &mut sims);
        (-(found.before as i64), found.length)
    }

    #[test]
    fn figure_7a_adjacent_anchor_trees_are_records() {
        assert_eq!(boundary("r(t d d d t)"), (0, 1));
    }

    /// TR TR DIV, with other trees between: no expansions overlap.
    #[test]
    fn figure_7b_the_expansion_is_the_record() {
        assert_eq!(boundary("r(t t d x t t d y t t d)"), (-2, 3));
    }

    /// TR TR DIV TR TR with distance 3: the offset out of -2, -1 and 0 with the most similar records wins.
    #[test]
    fn figure_7c_the_offset_of_the_most_similar_records() {
        // a record is T(1) T(2) DIV: if it is cut elsewhere, unlike rows are compared
        assert_eq!(boundary("r(t(a a a) t(b) d t(a a a) t(b) d t(a a a) t(b) d t(q q q q) t(w w w w))"), (-2, 3));
        assert_eq!(boundary("r(t(q q q q) t(w w w w) d t(a a a) t(b) d t(a a a) t(b) d t(a a a) t(b))"), (0, 3));
        assert_eq!(boundary("r(t(q q q q) t(a a a) d t(b) t(a a a) d t(b) t(a a a) d t(b) t(w w w w))"), (-1, 3));
    }

    #[test]
    fn anchors_at_the_ends_leave_no_room() {
        assert_eq!(boundary("r(d t d t d)"), (0, 1));
        assert_eq!(boundary("r(t d t d)"), (-1, 2));
    }
}
