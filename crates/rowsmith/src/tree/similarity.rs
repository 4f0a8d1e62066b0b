//! Simple tree matching (STM): the largest top-down mapping of two subtrees, cached by pair of classes.

use rustc_hash::FxHashMap;

use crate::dom::layout::visual_conflict;
use crate::tree::id::TreeId;
use crate::tree::types::{Children, Tree};

/// The value of a matching.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Matched {
    /// Pairs of nodes in the largest top-down mapping.
    pub nodes: u32,
    /// The number of pairs of terminal nodes in it; the maximum over all largest mappings.
    pub terminals: u32,
}

impl Matched {
    /// Encodes both as one number that orders by nodes, then terminals, and can be added component by component.
    fn packed(self) -> u64 {
        u64::from(self.nodes) << 32 | u64::from(self.terminals)
    }

    fn unpacked(packed: u64) -> Self {
        Matched { nodes: (packed >> 32) as u32, terminals: packed as u32 }
    }
}

/// A dynamic program with more cells than this is confined to a band around the diagonal. The result is still a
/// top-down mapping, but not always the largest.
pub(crate) const MAX_CELLS: usize = 1 << 18;

/// What remains of two lists of children without those that certainly match.
struct Trimmed {
    /// How many children at the front match in both.
    front: usize,
    /// How many are left in the first list.
    rest_a: usize,
    /// How many are left in the second.
    rest_b: usize,
}

/// The key of a pair of classes, the same in either order.
fn pair_key(a: u32, b: u32) -> u64 {
    u64::from(a.min(b)) << 32 | u64::from(a.max(b))
}

/// STM scores of the subtrees of one page, with each pair of structural classes computed once (DEPTA 4.2.3, figure 6
/// without content similarity).
#[derive(Debug)]
pub struct Similarities<'a> {
    tree: &'a Tree,
    classes: &'a [u32],
    /// Width and height by node, if nodes of very different size must not match.
    sizes: Option<&'a [(i32, i32)]>,
    children: Children,
    remembered: FxHashMap<u64, u64>,
    rows: Vec<u64>,
    /// The number of cells computed so far.
    pub work: u64,
    max_work: u64,
    /// Whether the work limit was reached. From then on, only the roots of pairs that are not cached count.
    pub exhausted: bool,
}

/// The results of comparisons within a page, for continuing later. They belong to one tree and its structural classes.
#[derive(Debug, Default)]
pub(crate) struct Comparisons {
    remembered: FxHashMap<u64, u64>,
}

impl<'a> Similarities<'a> {
    /// Continues where earlier comparisons of the same tree and classes stopped, with a work limit of its own.
    pub(crate) fn continuing(tree: &'a Tree, classes: &'a [u32], known: Comparisons, max_work: u64) -> Self {
        Similarities { remembered: known.remembered, ..Similarities::new(tree, classes, max_work) }
    }

    /// The results, for continuing later; none if the work limit was exceeded, since a result that was cut short is
    /// wrong.
    pub(crate) fn into_comparisons(self) -> Comparisons {
        if self.exhausted { Comparisons::default() } else { Comparisons { remembered: self.remembered } }
    }

    /// Starts with nothing computed. `classes` are the tree's [structural classes](crate::tree::structural_classes),
    /// and `max_work` is [`Limits::max_work`](crate::Limits).
    pub fn new(tree: &'a Tree, classes: &'a [u32], max_work: u64) -> Self {
        let remembered = FxHashMap::default();
        let children = Children::of_tree(tree);
        Similarities {
            tree,
            classes,
            sizes: None,
            children,
            remembered,
            rows: Vec::new(),
            work: 0,
            max_work,
            exhausted: false,
        }
    }

    /// Like [`Self::new`], with visual conflict (DEPTA 4.2.3): nodes of which one is at least twice as wide or high as
    /// the other do not match. `sizes` are width and height by node, 0 if unknown, and `classes` those of structure and
    /// size.
    pub fn with_sizes(tree: &'a Tree, classes: &'a [u32], sizes: &'a [(i32, i32)], max_work: u64) -> Self {
        Similarities { sizes: Some(sizes), ..Similarities::new(tree, classes, max_work) }
    }

    /// Whether two nodes differ in size so much that they cannot match.
    fn conflict(&self, a: TreeId, b: TreeId) -> bool {
        self.sizes.is_some_and(|sizes| visual_conflict(sizes[a], sizes[b]))
    }

    /// The largest top-down mapping of two subtrees. O(n₁·n₂) for a pair of classes seen first, O(1) otherwise.
    pub fn of_subtrees(&mut self, a: TreeId, b: TreeId) -> Matched {
        Matched::unpacked(self.pair(a, b))
    }

    /// The largest mapping of two forests below an artificial root, which is not counted: the runs of sibling subtrees
    /// of two generalized nodes.
    pub fn of_forests(&mut self, a: &[TreeId], b: &[TreeId]) -> Matched {
        if let (&[x], &[y]) = (a, b) {
            return self.of_subtrees(x, y);
        }
        for &x in a {
            for &y in b {
                self.pair(x, y);
            }
        }
        Matched::unpacked(self.align(a, b))
    }

    /// DEPTA's normalised distance of two generalized nodes (4.3): the share of unmatched terminal nodes in the one
    /// that has more of them. 1 if neither has any.
    pub fn distance(&mut self, a: &[TreeId], b: &[TreeId]) -> f64 {
        let terminals = |nodes: &[TreeId]| nodes.iter().map(|&n| self.tree.terminals(n)).sum::<usize>();
        let most = terminals(a).max(terminals(b));
        if most == 0 {
            return 1.0;
        }
        1.0 - f64::from(self.of_forests(a, b).terminals) / most as f64
    }

    /// Whether the [distance](Self::distance) is at most `max_distance`. Runs in which nodes of different labels would
    /// have to match are rejected without comparing them. Once the work limit is reached, runs of
    /// more than one node count as too distant.
    pub fn within(&mut self, a: &[TreeId], b: &[TreeId], max_distance: f64) -> bool {
        if a.len() * b.len() > 1 {
            let of_label = |nodes: &[TreeId], label: u32| -> usize {
                nodes.iter().filter(|&&n| self.tree.labels[n] == label).map(|&n| self.tree.terminals(n)).sum()
            };
            let terminals = |nodes: &[TreeId]| nodes.iter().map(|&n| self.tree.terminals(n)).sum::<usize>();
            let most = terminals(a).max(terminals(b));
            let mut matchable = 0;
            for (i, &x) in a.iter().enumerate() {
                let label = self.tree.labels[x];
                if a[..i].iter().all(|&earlier| self.tree.labels[earlier] != label) {
                    matchable += of_label(a, label).min(of_label(b, label));
                }
            }
            if most == 0 || 1.0 - matchable as f64 / most as f64 > max_distance {
                return most == 0 && max_distance >= 1.0;
            }
            self.spend(a.len() * b.len());
            if self.exhausted {
                return false;
            }
        }
        self.distance(a, b) <= max_distance
    }

    /// The value of a pair if it is known without a dynamic program.
    fn known(&self, a: TreeId, b: TreeId) -> Option<u64> {
        if self.tree.labels[a] != self.tree.labels[b] || self.conflict(a, b) {
            return Some(0);
        }
        let (class_a, class_b) = (self.classes[a], self.classes[b]);
        if class_a == class_b {
            let (nodes, terminals) = (self.tree.size(a) as u32, self.tree.terminals(a) as u32);
            return Some(Matched { nodes, terminals }.packed());
        }
        if self.tree.size(a) == 1 || self.tree.size(b) == 1 {
            return Some(self.roots(a, b));
        }
        self.remembered.get(&pair_key(class_a, class_b)).copied()
    }

    /// The value of the roots alone, which are known to have equal labels.
    fn roots(&self, a: TreeId, b: TreeId) -> u64 {
        let terminal = |id: TreeId| self.tree.terminals_before[id + 1] > self.tree.terminals_before[id];
        Matched { nodes: 1, terminals: u32::from(terminal(a) && terminal(b)) }.packed()
    }

    fn pair(&mut self, a: TreeId, b: TreeId) -> u64 {
        if let Some(known) = self.known(a, b) {
            return known;
        }
        // the pairs that are wanted; a pair is computed when it comes up again and everything below it is known
        let children = std::mem::take(&mut self.children);
        let mut wanted = vec![(a, b, false)];
        while let Some((a, b, ready)) = wanted.pop() {
            if !ready && self.known(a, b).is_some() {
                continue;
            }
            let (children_a, children_b) = (children.of(a), children.of(b));
            if ready || self.exhausted {
                let value = self.roots(a, b) + if self.exhausted { 0 } else { self.align(children_a, children_b) };
                self.remembered.insert(pair_key(self.classes[a], self.classes[b]), value);
                continue;
            }
            wanted.push((a, b, true));
            let Trimmed { front, rest_a, rest_b } = self.trimmed(children_a, children_b);
            self.spend(rest_a * rest_b);
            let band = Band::new(rest_a, rest_b);
            for (i, &x) in children_a[front..front + rest_a].iter().enumerate() {
                for &y in &children_b[front..front + rest_b][band.row(i)] {
                    if self.known(x, y).is_none() {
                        wanted.push((x, y, false));
                    }
                }
            }
        }
        self.children = children;
        self.known(a, b).unwrap_or(0)
    }

    /// What is left of the limit of work.
    pub fn work_left(&self) -> u64 {
        self.max_work.saturating_sub(self.work)
    }

    /// Counts the work of other similarities as its own.
    pub fn spend_as(&mut self, other: &Similarities<'_>) {
        self.work = self.work.saturating_add(other.work);
        self.exhausted |= other.exhausted || self.work > self.max_work;
    }

    fn spend(&mut self, cells: usize) {
        self.work += cells as u64 + 1;
        self.exhausted |= self.work > self.max_work;
    }

    /// Leading and trailing children of equal class match each other in some largest mapping.
    fn trimmed(&self, a: &[TreeId], b: &[TreeId]) -> Trimmed {
        let same = |(&x, &y): (&TreeId, &TreeId)| self.classes[x] == self.classes[y];
        let front = a.iter().zip(b).take_while(|&p| same(p)).count();
        let back = a[front..].iter().rev().zip(b[front..].iter().rev()).take_while(|&p| same(p)).count();
        Trimmed { front, rest_a: a.len() - front - back, rest_b: b.len() - front - back }
    }

    /// The best order-preserving pairing of two lists of subtrees, for whose pairs the values are known.
    fn align(&mut self, a: &[TreeId], b: &[TreeId]) -> u64 {
        let Trimmed { front, rest_a, rest_b } = self.trimmed(a, b);
        let whole = |id: TreeId| {
            Matched { nodes: self.tree.size(id) as u32, terminals: self.tree.terminals(id) as u32 }.packed()
        };
        let mut total: u64 = a[..front].iter().chain(&a[front + rest_a..]).map(|&id| whole(id)).sum();
        if rest_a > 0 && rest_b > 0 {
            total += self.align_middle(&a[front..front + rest_a], &b[front..front + rest_b]);
        }
        total
    }

    fn align_middle(&mut self, a: &[TreeId], b: &[TreeId]) -> u64 {
        let band = Band::new(a.len(), b.len());
        let mut rows = std::mem::take(&mut self.rows);
        rows.clear();
        rows.resize(2 * (b.len() + 1), 0);
        let (mut above, mut row) = rows.split_at_mut(b.len() + 1);
        for (i, &x) in a.iter().enumerate() {
            let columns = band.row(i);
            // outside the band a row continues its last value
            row[columns.start] = above[columns.start];
            for j in columns.clone() {
                let diagonal = above[j] + self.known(x, b[j]).unwrap_or(0);
                row[j + 1] = diagonal.max(above[j + 1]).max(row[j]);
            }
            let last = row[columns.end];
            let reach = band.row(i + 1).end.max(columns.end);
            row[columns.end..=reach.min(b.len())].fill(last);
            std::mem::swap(&mut above, &mut row);
        }
        let value = above[band.row(a.len() - 1).end];
        self.rows = rows;
        value
    }
}

/// Which columns of each row of a dynamic program are computed.
#[derive(Clone, Copy)]
pub(crate) struct Band {
    rows: usize,
    columns: usize,
    half_width: usize,
}

impl Band {
    pub(crate) fn new(rows: usize, columns: usize) -> Self {
        Band::within(rows, columns, MAX_CELLS)
    }

    /// A band with this many cells, or eight columns to either side; three if fewer cells than usual are allowed.
    pub(crate) fn within(rows: usize, columns: usize, max_cells: usize) -> Self {
        let cells = rows.saturating_mul(columns);
        let least = if max_cells >= MAX_CELLS { 8 } else { 3 };
        let half_width = if cells <= max_cells { columns } else { (max_cells / rows / 2).max(least) };
        Band { rows, columns, half_width }
    }

    /// The maximum number of cells computed.
    pub(crate) fn cells(self) -> u64 {
        self.rows as u64 * (2 * self.half_width + 1).min(self.columns) as u64
    }

    /// The number of rows.
    pub(crate) fn rows(self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub(crate) fn columns(self) -> usize {
        self.columns
    }

    /// The largest number of columns computed in a row.
    pub(crate) fn row_len(self) -> usize {
        (2 * self.half_width + 2 + self.columns / self.rows.max(1)).min(self.columns)
    }

    /// The columns of a row, never empty, overlapping from row to row and reaching the last corner.
    pub(crate) fn row(&self, i: usize) -> std::ops::Range<usize> {
        if self.half_width >= self.columns {
            return 0..self.columns;
        }
        let centre = (i.min(self.rows - 1) as u128 * self.columns as u128 / self.rows as u128) as usize;
        let step = self.columns / self.rows;
        centre.saturating_sub(self.half_width)..(centre + step + 1 + self.half_width).min(self.columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::structural_classes;
    use crate::tree::test_trees::{any_tree, tree};
    use proptest::prelude::*;

    /// STM as in the paper (figure 6a without content similarity), by plain recursion.
    fn textbook(t: &Tree, a: TreeId, b: TreeId) -> u32 {
        if t.labels[a] != t.labels[b] {
            return 0;
        }
        let (x, y): (Vec<_>, Vec<_>) = (t.children(a).collect(), t.children(b).collect());
        let mut m = vec![vec![0; y.len() + 1]; x.len() + 1];
        for i in 1..=x.len() {
            for j in 1..=y.len() {
                m[i][j] = m[i][j - 1].max(m[i - 1][j]).max(m[i - 1][j - 1] + textbook(t, x[i - 1], y[j - 1]));
            }
        }
        m[x.len()][y.len()] + 1
    }

    #[test]
    fn figure_8_like_example() {
        // two trees below an artificial root; their largest mapping leaves out one b and the d
        let t = tree("r(a(b(d) c(e) b c) a(c(e f) b))");
        let classes = structural_classes(&t);
        let mut s = Similarities::new(&t, &classes, u64::MAX);
        assert_eq!(s.of_subtrees(TreeId::new(1), TreeId::new(8)).nodes, textbook(&t, TreeId::new(1), TreeId::new(8)));
        assert_eq!(s.of_subtrees(TreeId::new(1), TreeId::new(8)), Matched { nodes: 4, terminals: 2 });
    }

    #[test]
    fn distance_is_over_terminals() {
        let t = tree("r(a(b c) a(b) d)");
        let classes = structural_classes(&t);
        let mut s = Similarities::new(&t, &classes, u64::MAX);
        assert_eq!(s.distance(&[TreeId::new(1)], &[TreeId::new(4)]), 0.5);
        assert_eq!(s.distance(&[TreeId::new(1)], &[TreeId::new(1)]), 0.0);
        assert_eq!(s.distance(&[TreeId::new(1)], &[TreeId::new(6)]), 1.0);
    }

    #[test]
    fn work_limit_is_kept() {
        let t = tree("r(a(b c d e b c d e) a(e d c b e d c b))");
        let classes = structural_classes(&t);
        let mut s = Similarities::new(&t, &classes, 3);
        assert_eq!(s.of_subtrees(TreeId::new(1), TreeId::new(10)).nodes, 1);
        assert!(s.exhausted);
    }

    #[test]
    fn wide_lists_are_banded() {
        let wide = |first: &str| format!("a({} {})", first, "b c ".repeat(2000));
        let t = tree(&format!("r({} {})", wide("b b"), wide("c")));
        let classes = structural_classes(&t);
        let mut s = Similarities::new(&t, &classes, u64::MAX);
        let second = t.children(TreeId::ROOT).nth(1).expect("two children");
        // all but the odd ones at the front match
        assert_eq!(s.of_subtrees(TreeId::new(1), second).nodes, 4001);
    }

    proptest! {
        #[test]
        fn same_score_as_the_textbook(t in any_tree(40)) {
            let classes = structural_classes(&t);
            let mut s = Similarities::new(&t, &classes, u64::MAX);
            for a in t.nodes() {
                for b in t.nodes() {
                    let matched = s.of_subtrees(a, b);
                    prop_assert_eq!(matched.nodes, textbook(&t, a, b));
                    prop_assert_eq!(matched, s.of_subtrees(b, a), "symmetry");
                    prop_assert!(matched.nodes as usize <= t.size(a).min(t.size(b)));
                    prop_assert!(matched.terminals as usize <= t.terminals(a).min(t.terminals(b)));
                }
                prop_assert_eq!(s.of_subtrees(a, a).nodes as usize, t.size(a), "identity");
            }
        }
    }
}
