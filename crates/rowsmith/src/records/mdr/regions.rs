//! Mining data regions: generalized nodes, their comparison, and the regions they form (MDR-2, DEPTA 4.3).

use crate::tree::{Similarities, Tree, TreeId};

/// Parameters of MDR-2.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct RegionOptions {
    /// K: the most siblings that a generalized node may have. Default 10, as in the paper (4.3.2; 4.3.1 says 5).
    pub max_generalized_len: usize,
    /// τ: adjacent generalized nodes of a region differ in at most this share of their terminal nodes. Default 0.4, as
    /// in the paper (6).
    pub max_distance: f64,
    /// Regions are looked for below elements with at least this many levels of elements. Default 2. The paper's 3
    /// (figure 13) misses lists whose items are a single element with text or a bare link (`ul > li`, `td > a`), which
    /// are the records of many index pages. Of the 10,673 records of the main lists of `records`, MDR-2's regions
    /// contain .723 with 2 and .716 with 3.
    pub min_levels: u32,
}

impl RegionOptions {
    /// The default parameters.
    ///
    /// ```
    /// use rowsmith::options::RegionOptions;
    ///
    /// assert_eq!(RegionOptions::new().max_generalized_len, 10);
    /// ```
    pub fn new() -> RegionOptions {
        RegionOptions::default()
    }

    /// Sets how many siblings a generalized node may have.
    ///
    /// ```
    /// use rowsmith::options::RegionOptions;
    ///
    /// assert_eq!(RegionOptions::new().max_generalized_len(5).max_generalized_len, 5);
    /// ```
    #[must_use]
    pub fn max_generalized_len(mut self, max_generalized_len: usize) -> RegionOptions {
        self.max_generalized_len = max_generalized_len;
        self
    }

    /// Sets in which share of their terminal nodes adjacent generalized nodes may differ.
    ///
    /// ```
    /// use rowsmith::options::RegionOptions;
    ///
    /// assert_eq!(RegionOptions::new().max_distance(0.3).max_distance, 0.3);
    /// ```
    #[must_use]
    pub fn max_distance(mut self, max_distance: f64) -> RegionOptions {
        self.max_distance = max_distance;
        self
    }

    /// Sets how many levels of elements there are at least below an element with regions.
    ///
    /// ```
    /// use rowsmith::options::RegionOptions;
    ///
    /// assert_eq!(RegionOptions::new().min_levels(3).min_levels, 3);
    /// ```
    #[must_use]
    pub fn min_levels(mut self, min_levels: u32) -> RegionOptions {
        self.min_levels = min_levels;
        self
    }
}

impl Default for RegionOptions {
    fn default() -> Self {
        RegionOptions { max_generalized_len: 10, max_distance: 0.4, min_levels: 2 }
    }
}

/// A data region (definition 2): adjacent, similar generalized nodes of equal length below one parent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DataRegion {
    /// The parent of all generalized nodes.
    pub parent: TreeId,
    /// The number of siblings in a generalized node.
    pub length: usize,
    /// The index, among the parent's children, of the first child that it covers.
    pub start: usize,
    /// The number of children that it covers.
    pub covered: usize,
    /// The first of them.
    pub first: TreeId,
}

impl DataRegion {
    /// The children that it covers.
    pub fn children<'a>(&self, tree: &'a Tree) -> impl Iterator<Item = TreeId> + use<'a> {
        tree.siblings_from(self.first).take(self.covered)
    }
}

/// The regions below every node that may have any, in preorder of the parents: `(parent, its regions)`.
///
/// Distances are computed on demand and cached, so that the combinations of all lengths share work: O(K·n) comparisons
/// for n siblings.
pub fn find_regions(
    tree: &Tree,
    heights: &[u32],
    options: &RegionOptions,
    sims: &mut Similarities<'_>,
) -> Vec<DataRegion> {
    find_regions_by(tree, heights, options, &mut |a, b| sims.within(a, b, options.max_distance))
}

/// [`find_regions`] with another test of whether two adjacent generalized nodes, given as the runs of their siblings,
/// are similar; `max_distance` is not used. The test is called once for each pair.
pub fn find_regions_by(
    tree: &Tree,
    heights: &[u32],
    options: &RegionOptions,
    similar: &mut dyn FnMut(&[TreeId], &[TreeId]) -> bool,
) -> Vec<DataRegion> {
    find_valid_regions(tree, heights, options, similar, &|_| true)
}

/// Like [`find_regions_by`], but returns only regions that are valid (VisuallyValid, figure 13b).
pub fn find_valid_regions(
    tree: &Tree,
    heights: &[u32],
    options: &RegionOptions,
    similar: &mut dyn FnMut(&[TreeId], &[TreeId]) -> bool,
    is_valid: &dyn Fn(&DataRegion) -> bool,
) -> Vec<DataRegion> {
    RegionSearch { tree, heights, options, similar, is_valid }.of_page()
}

/// The input of the search for data regions. The search is called again on generalized nodes, to find the records in
/// them (4.4, step 2).
pub struct RegionSearch<'s> {
    /// The page.
    pub tree: &'s Tree,
    /// The number of levels of elements below each node ([`Tree::heights`]).
    pub heights: &'s [u32],
    /// K and the least levels; `similar` has to apply `max_distance`.
    pub options: &'s RegionOptions,
    /// Whether two adjacent generalized nodes are similar, given as the runs of their siblings.
    pub similar: &'s mut dyn FnMut(&[TreeId], &[TreeId]) -> bool,
    /// VisuallyValid (figure 13b).
    pub is_valid: &'s dyn Fn(&DataRegion) -> bool,
}

impl RegionSearch<'_> {
    /// FindDRs (figure 13a) on the whole page: the regions below every node that may have any, in preorder of the
    /// parents, including those that others cover.
    pub fn of_page(&mut self) -> Vec<DataRegion> {
        let mut regions = Vec::new();
        let mut children = Vec::new();
        for (id, &levels) in self.tree.nodes().zip(self.heights) {
            if levels < self.options.min_levels || self.tree.terminals(id) < 2 {
                continue;
            }
            children.clear();
            children.extend(self.tree.children(id));
            if children.len() >= 2 {
                regions_below(Below { parent: id, offset: 0 }, &children, self, &mut regions);
            }
        }
        regions
    }

    /// IdentDRs (figure 13b) for an artificial root over some adjacent siblings, the first of which is the parent's
    /// child number `offset`: the regions that they form by themselves. None if the root would have too few levels.
    pub fn among(&mut self, siblings: &[TreeId], offset: usize) -> Vec<DataRegion> {
        let mut regions = Vec::new();
        let levels = 1 + siblings.iter().map(|&id| self.heights[id]).max().unwrap_or(0);
        let parent = siblings.first().and_then(|&first| self.tree.parent(first));
        if let Some(parent) = parent.filter(|_| siblings.len() >= 2 && levels >= self.options.min_levels) {
            regions_below(Below { parent, offset }, siblings, self, &mut regions);
        }
        regions
    }
}

/// The siblings among which regions are looked for.
struct Below {
    parent: TreeId,
    /// How many of the parent's children come before them.
    offset: usize,
}

/// IdentDRs (figure 13b), as a loop: finds the largest region from `start` on, then the next one after it.
fn regions_below(below: Below, children: &[TreeId], search: &mut RegionSearch<'_>, out: &mut Vec<DataRegion>) {
    let Below { parent, offset } = below;
    let RegionSearch { options, similar: test, is_valid, .. } = search;
    let n = children.len();
    // for each length and position: not compared yet, similar to the next generalized node, or not similar
    let mut compared: Vec<Vec<Option<bool>>> = vec![Vec::new(); options.max_generalized_len + 1];
    let mut similar = |length: usize, at: usize| -> bool {
        let known = &mut compared[length];
        if known.is_empty() {
            known.resize(n, None);
        }
        *known[at].get_or_insert_with(|| test(&children[at..at + length], &children[at + length..at + 2 * length]))
    };
    let mut start = 0;
    while start + 2 <= n {
        let mut best: Option<DataRegion> = None;
        for length in 1..=options.max_generalized_len {
            if start + 2 * length > n || best.is_some_and(|b| b.start == start && b.start + b.covered == n) {
                break;
            }
            for first in start..start + length {
                // a longer generalized node must not start later than a shorter one, and must cover more
                let limit = best.map_or(n, |b| b.start + 1);
                let mut at = first;
                while at + 2 * length <= n && at < limit && !similar(length, at) {
                    at += length;
                }
                if at + 2 * length > n || at >= limit {
                    continue;
                }
                let region_start = at;
                let mut covered = 2 * length;
                at += length;
                while at + 2 * length <= n && similar(length, at) {
                    covered += length;
                    at += length;
                }
                if best.is_none_or(|b| b.covered < covered) {
                    let first = children[region_start];
                    let found = DataRegion { parent, length, start: region_start, covered, first };
                    if is_valid(&DataRegion { start: offset + region_start, ..found }) {
                        best = Some(found);
                    }
                }
            }
        }
        let Some(region) = best else { return };
        start = region.start + region.covered;
        out.push(DataRegion { start: offset + region.start, ..region });
    }
}

/// Which regions are not covered by a region of an ancestor (UnCoveredDRs, figure 13c), in the given order. Regions
/// must be in preorder of their parents.
pub fn uncovered(tree: &Tree, regions: &[DataRegion]) -> Vec<bool> {
    // where a covered range of children begins, its end
    let mut range_ends = vec![TreeId::ROOT; tree.len()];
    let mut covered_until = TreeId::ROOT;
    let mut swept = 0;
    let mut result = Vec::with_capacity(regions.len());
    for region in regions {
        for end in &range_ends[swept..=region.parent.index()] {
            covered_until = covered_until.max(*end);
        }
        swept = region.parent.index() + 1;
        let is_covered = region.parent < covered_until;
        result.push(!is_covered);
        if !is_covered && let Some(last) = region.children(tree).last() {
            range_ends[region.first] = tree.end(last);
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::structural_classes;
    use crate::tree::test_trees::tree;

    fn found(text: &str) -> Vec<(usize, usize, usize, usize)> {
        let t = tree(text);
        let classes = structural_classes(&t);
        let mut sims = Similarities::new(&t, &classes, u64::MAX);
        // labels in capitals stand for texts
        let heights = t.heights(|id| t.size(id) == 1);
        find_regions(&t, &heights, &RegionOptions::default(), &mut sims)
            .into_iter()
            .map(|r| (r.parent.index(), r.length, r.start, r.covered))
            .collect()
    }

    #[test]
    fn figure_9_regions_of_length_one_and_two() {
        assert_eq!(found("r(h(X) a(X Y) a(X Y) a(X Y))"), [(0, 1, 1, 3)]);
        assert_eq!(found("r(a(X) b(Y Z W) a(X) b(Y Z W) a(X) b(Y Z))"), [(0, 2, 0, 6)]);
    }

    #[test]
    fn the_smallest_generalized_node_that_covers_is_taken() {
        assert_eq!(found("r(a(X) a(X) a(X) a(X))"), [(0, 1, 0, 4)]);
        // three rows per book, as in figure 3
        assert_eq!(found("r(a(X) b(X Y) c(Z) a(X) b(X Y) c(Z))"), [(0, 3, 0, 6)]);
    }

    #[test]
    fn regions_follow_each_other() {
        assert_eq!(found("r(a(X Y) a(X Y) b(X Y) b(X Y) b(X Y))"), [(0, 1, 0, 2), (0, 1, 2, 3)]);
    }

    #[test]
    fn covered_regions_are_marked() {
        let t = tree("r(a(b(X) b(X)) a(b(X) b(X)) c(b(X) b(X) d(Y)))");
        let classes = structural_classes(&t);
        let mut sims = Similarities::new(&t, &classes, u64::MAX);
        let heights = t.heights(|id| t.size(id) == 1);
        let regions = find_regions(&t, &heights, &RegionOptions::default(), &mut sims);
        let parents: Vec<usize> = regions.iter().map(|r| r.parent.index()).collect();
        assert_eq!(parents, [0, 1, 6, 11]);
        assert_eq!(uncovered(&t, &regions), [true, false, false, true]);
    }
}
