//! The restricted top-down edit distance of two trees, with its mapping (RTDM; Reis et al. 2004, section 3).
//!
//! A restricted top-down mapping pairs two nodes only if their parents are paired, and nothing below a pair with
//! different labels: insertion, removal and replacement with a different label apply to leaves or whole subtrees. This
//! makes it cheaper than the top-down distance of Selkow and Chawathe: subtrees with different labels are never
//! compared, equal subtrees end the comparison at once (bottom shortcut), and pairs that cannot become cheap are not
//! looked at (top shortcut).

use rustc_hash::FxHashMap;

use crate::tree::id::TreeId;
use crate::tree::similarity::Band;
use crate::tree::types::Tree;

/// The cost of anything impossible; sums of costs never exceed it.
pub const INFINITE: u64 = u64::MAX / 4;

/// The costs of editing. The cost of a pair may depend only on the two subtrees, since pairs of equal classes are
/// looked at once. With all costs used here, it never pays to remove or insert what a pair of equal subtrees could
/// keep.
pub trait EditCosts {
    /// The cost of removing the whole subtree of the first tree.
    fn remove(&self, a: TreeId) -> u64;
    /// The cost of inserting the whole subtree of the second tree; `after` is the last child of the first tree that
    /// precedes it (`None`: it comes before all of them).
    fn insert(&self, after: Option<TreeId>, b: TreeId) -> u64;
    /// The cost of pairing the two subtrees.
    fn pair(&self, a: TreeId, b: TreeId) -> Pairing;
}

/// The cost of a pair of subtrees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pairing {
    /// This much in total; nothing below the roots is mapped (except equal subtrees, at no cost).
    Whole(u64),
    /// The cost of mapping the children: the roots are equal.
    Below,
}

/// Every removal, insertion and replacement with a different label costs 1 per node (the paper's model for clustering).
#[derive(Clone, Copy, Debug)]
pub struct UnitCosts<'a> {
    /// The first tree.
    pub a: &'a Tree,
    /// The second tree.
    pub b: &'a Tree,
}

impl EditCosts for UnitCosts<'_> {
    fn remove(&self, a: TreeId) -> u64 {
        self.a.size(a) as u64
    }

    fn insert(&self, _: Option<TreeId>, b: TreeId) -> u64 {
        self.b.size(b) as u64
    }

    fn pair(&self, a: TreeId, b: TreeId) -> Pairing {
        if self.a.labels[a] == self.b.labels[b] {
            return Pairing::Below;
        }
        Pairing::Whole((self.a.size(a) + self.b.size(b)) as u64 - 1)
    }
}

/// Two trees to compare.
#[derive(Clone, Copy, Debug)]
pub struct TreePair<'a> {
    /// The first tree.
    pub a: &'a Tree,
    /// The second tree.
    pub b: &'a Tree,
    /// Classes of the subtrees of the first tree, from one [`ClassTable`](crate::tree::ClassTable) with those of the second.
    pub classes_a: &'a [u32],
    /// Classes of the subtrees of the second tree.
    pub classes_b: &'a [u32],
}

/// A restricted top-down mapping.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RestrictedMapping {
    /// Pairs of a node of the first tree and one of the second, in document order. Equal subtrees are paired node by
    /// node. If labels differ, nothing below is paired.
    pub pairs: Vec<(TreeId, TreeId)>,
    /// The cost; [`INFINITE`] if there is no mapping.
    pub cost: u64,
}

/// The restricted top-down edit distance with unit costs. Once more than `threshold` has been spent, further pairs of
/// subtrees are not compared (top shortcut); [`INFINITE`] gives the plain distance.
///
/// O(n₁·n₂) in the worst case; equal subtrees, and pairs of classes seen before, cost nothing. `max_work` bounds the
/// cells of the dynamic programs; beyond it subtrees count as entirely different.
pub fn rtdm_distance(trees: TreePair<'_>, threshold: u64, max_work: u64) -> u64 {
    let costs = UnitCosts { a: trees.a, b: trees.b };
    Rtdm::new(trees, &costs, threshold, max_work).distance()
}

/// The cheapest restricted top-down mapping under any costs. The cost of the roots is included.
pub fn rtdm_mapping<C: EditCosts>(trees: TreePair<'_>, costs: &C, threshold: u64, max_work: u64) -> RestrictedMapping {
    Rtdm::new(trees, costs, threshold, max_work).mapping()
}

struct Rtdm<'a, C> {
    trees: TreePair<'a>,
    costs: &'a C,
    threshold: u64,
    /// Costs of pairs of classes whose roots are equal.
    known: FxHashMap<(u32, u32), u64>,
    work: u64,
}

/// The children of two nodes that are compared.
struct PairedChildren {
    a: Vec<TreeId>,
    b: Vec<TreeId>,
    /// How many equal subtrees both begin with.
    front: usize,
    /// How many of the others both end with.
    back: usize,
}

/// A pair of subtrees whose children are being compared.
struct Frame {
    x: TreeId,
    y: TreeId,
    children: (Vec<TreeId>, Vec<TreeId>),
    /// The next cell to compute.
    at: (usize, usize),
    above: Vec<u64>,
    row: Vec<u64>,
    band: Option<Band>,
}

impl<'a, C: EditCosts> Rtdm<'a, C> {
    fn new(trees: TreePair<'a>, costs: &'a C, threshold: u64, max_work: u64) -> Self {
        Rtdm { trees, costs, threshold, known: FxHashMap::default(), work: max_work }
    }

    fn distance(&mut self) -> u64 {
        if self.trees.a.is_empty() || self.trees.b.is_empty() {
            return (self.trees.a.len() + self.trees.b.len()) as u64;
        }
        self.of(TreeId::ROOT, TreeId::ROOT)
    }

    /// The cost of a pair if nothing below it has to be compared.
    fn settled(&self, x: TreeId, y: TreeId) -> Option<u64> {
        if self.trees.classes_a[x] == self.trees.classes_b[y] {
            return Some(0);
        }
        match self.costs.pair(x, y) {
            Pairing::Whole(cost) => Some(cost),
            Pairing::Below => self.known.get(&(self.trees.classes_a[x], self.trees.classes_b[y])).copied(),
        }
    }

    fn of(&mut self, x: TreeId, y: TreeId) -> u64 {
        if let Some(cost) = self.settled(x, y) {
            return cost;
        }
        let mut frames = vec![self.frame(x, y)];
        let mut value = 0;
        while let Some(mut frame) = frames.pop() {
            match self.advance(&mut frame) {
                Ok(cost) => {
                    self.known.insert((self.trees.classes_a[frame.x], self.trees.classes_b[frame.y]), cost);
                    value = cost;
                }
                Err((p, q)) => {
                    let below = self.frame(p, q);
                    frames.push(frame);
                    frames.push(below);
                }
            }
        }
        value
    }

    /// The children of a pair.
    fn children(&self, x: TreeId, y: TreeId) -> PairedChildren {
        let a: Vec<TreeId> = self.trees.a.children(x).collect();
        let b: Vec<TreeId> = self.trees.b.children(y).collect();
        let same = |(&p, &q): (&TreeId, &TreeId)| self.trees.classes_a[p] == self.trees.classes_b[q];
        let front = a.iter().zip(&b).take_while(|&p| same(p)).count();
        let back = a[front..].iter().rev().zip(b[front..].iter().rev()).take_while(|&p| same(p)).count();
        PairedChildren { a, b, front, back }
    }

    fn frame(&mut self, x: TreeId, y: TreeId) -> Frame {
        let PairedChildren { mut a, mut b, front, back } = self.children(x, y);
        // the cost of what is inserted first may depend on what precedes it: keep one of the equal children
        let lead = front.saturating_sub(1);
        a.truncate(a.len() - back);
        b.truncate(b.len() - back);
        a.drain(..lead);
        b.drain(..lead);
        let band = (!a.is_empty() && !b.is_empty()).then(|| Band::new(a.len(), b.len()));
        if let Some(band) = band {
            self.work = self.work.saturating_sub(band.cells());
        }
        let mut above = Vec::with_capacity(b.len() + 1);
        above.push(0);
        for (j, &q) in b.iter().enumerate() {
            above.push(add(above[j], self.costs.insert(None, q)));
        }
        let row = vec![INFINITE; b.len() + 1];
        Frame { x, y, children: (a, b), at: (0, 0), above, row, band }
    }

    /// Computes cells until the frame is done, or a pair below it is needed.
    fn advance(&mut self, frame: &mut Frame) -> Result<u64, (TreeId, TreeId)> {
        let (a, b) = &frame.children;
        let (mut i, mut j) = frame.at;
        while i < a.len() {
            let columns = frame.band.map_or(0..0, |band| band.row(i));
            if j == 0 {
                let first = columns.start;
                frame.row[first] = add(frame.above[first], self.costs.remove(a[i]));
                j = first;
            }
            while j < columns.end {
                let pair = match self.paired(a[i], b[j], frame.above[j]) {
                    Ok(cost) => cost,
                    Err(wanted) => {
                        frame.at = (i, j);
                        return Err(wanted);
                    }
                };
                let removed = add(frame.above[j + 1], self.costs.remove(a[i]));
                let inserted = add(frame.row[j], self.costs.insert(Some(a[i]), b[j]));
                frame.row[j + 1] = pair.min(removed).min(inserted);
                j += 1;
            }
            // the next row extends further than this one, which has no value there
            let reach = frame.band.map_or(columns.end, |band| band.row(i + 1).end.max(columns.end));
            frame.row[columns.end + 1..=reach].fill(INFINITE);
            std::mem::swap(&mut frame.above, &mut frame.row);
            (i, j) = (i + 1, 0);
        }
        Ok(frame.above[b.len()])
    }

    /// The cost of pairing if `before` has been spent; or the pair that has to be compared first.
    fn paired(&self, p: TreeId, q: TreeId, before: u64) -> Result<u64, (TreeId, TreeId)> {
        if before > self.threshold || before >= INFINITE {
            return Ok(INFINITE);
        }
        match self.settled(p, q) {
            Some(cost) => Ok(add(before, cost)),
            None if self.work == 0 => Ok(add(before, self.coarse(p, q))),
            None => Err((p, q)),
        }
    }

    /// The cost of a pair none of whose children are paired.
    fn coarse(&self, p: TreeId, q: TreeId) -> u64 {
        let mut cost = 0;
        let mut last = None;
        for child in self.trees.a.children(p) {
            cost = add(cost, self.costs.remove(child));
            last = Some(child);
        }
        self.trees.b.children(q).fold(cost, |sum, child| add(sum, self.costs.insert(last, child)))
    }

    fn mapping(&mut self) -> RestrictedMapping {
        if self.trees.a.is_empty() || self.trees.b.is_empty() {
            return RestrictedMapping { pairs: Vec::new(), cost: self.distance() };
        }
        let cost = self.of(TreeId::ROOT, TreeId::ROOT);
        let mut pairs = Vec::new();
        if cost >= INFINITE {
            return RestrictedMapping { pairs, cost };
        }
        let mut open = vec![(TreeId::ROOT, TreeId::ROOT)];
        while let Some((x, y)) = open.pop() {
            if self.trees.classes_a[x] == self.trees.classes_b[y] {
                pairs.extend(self.trees.a.subtree(x).zip(self.trees.b.subtree(y)));
                continue;
            }
            pairs.push((x, y));
            if self.costs.pair(x, y) == Pairing::Below {
                self.matched_children(x, y, &mut open);
            }
        }
        pairs.sort_unstable();
        RestrictedMapping { pairs, cost }
    }

    /// Reads the pairs of children back from the matrix, which is recomputed.
    fn matched_children(&mut self, x: TreeId, y: TreeId, out: &mut Vec<(TreeId, TreeId)>) {
        let PairedChildren { a: all_a, b: all_b, front, back } = self.children(x, y);
        out.extend(all_a[..front].iter().copied().zip(all_b[..front].iter().copied()));
        let ends = (all_a.len() - back, all_b.len() - back);
        out.extend(all_a[ends.0..].iter().copied().zip(all_b[ends.1..].iter().copied()));
        let (a, b) = (&all_a[front..ends.0], &all_b[front..ends.1]);
        if a.is_empty() || b.is_empty() {
            return;
        }
        let before = front.checked_sub(1).map(|last| all_a[last]);
        let mut matrix = Banded::new(a.len(), b.len());
        let mut inserted = 0;
        matrix.set(0, 0, 0);
        for j in 0..matrix.columns(0).end {
            inserted = add(inserted, self.costs.insert(before, b[j]));
            matrix.set(0, j + 1, inserted);
        }
        for i in 0..a.len() {
            let columns = matrix.columns(i + 1);
            let remove = self.costs.remove(a[i]);
            matrix.set(i + 1, columns.start, add(matrix.get(i, columns.start), remove));
            for j in columns {
                let diagonal = matrix.get(i, j);
                let pair = self.paired(a[i], b[j], diagonal).unwrap_or_else(|(p, q)| add(diagonal, self.coarse(p, q)));
                let removed = add(matrix.get(i, j + 1), remove);
                let inserted = add(matrix.get(i + 1, j), self.costs.insert(Some(a[i]), b[j]));
                matrix.set(i + 1, j + 1, pair.min(removed).min(inserted));
            }
        }
        let (mut i, mut j) = (a.len(), b.len());
        while i > 0 && j > 0 {
            let here = matrix.get(i, j);
            let diagonal = matrix.get(i - 1, j - 1);
            let pair =
                self.paired(a[i - 1], b[j - 1], diagonal).unwrap_or_else(|(p, q)| add(diagonal, self.coarse(p, q)));
            if pair == here && here < INFINITE {
                out.push((a[i - 1], b[j - 1]));
                (i, j) = (i - 1, j - 1);
            } else if add(matrix.get(i - 1, j), self.costs.remove(a[i - 1])) == here {
                i -= 1;
            } else {
                j -= 1;
            }
        }
    }
}

/// A matrix of which only a band is stored; [`INFINITE`] elsewhere. Row 0 is the one before the first child.
struct Banded {
    band: Band,
    /// The first column and the first cell of every row.
    rows: Vec<(usize, usize)>,
    cells: Vec<u64>,
}

impl Banded {
    fn new(rows: usize, columns: usize) -> Banded {
        let mut matrix =
            Banded { band: Band::new(rows, columns), rows: Vec::with_capacity(rows + 2), cells: Vec::new() };
        let mut cells = 0;
        for i in 0..=rows {
            let range = matrix.columns(i);
            matrix.rows.push((range.start, cells));
            cells += range.len() + 1;
        }
        matrix.rows.push((columns, cells));
        matrix.cells = vec![INFINITE; cells];
        matrix
    }

    /// The second children whose pairs are in a row.
    fn columns(&self, i: usize) -> std::ops::Range<usize> {
        let range = self.band.row(i.saturating_sub(1));
        if i == 0 { 0..range.end } else { range }
    }

    fn at(&self, i: usize, j: usize) -> Option<usize> {
        let (first, start) = self.rows[i];
        let at = start + j.checked_sub(first)?;
        (at < self.rows[i + 1].1).then_some(at)
    }

    fn get(&self, i: usize, j: usize) -> u64 {
        self.at(i, j).map_or(INFINITE, |at| self.cells[at])
    }

    fn set(&mut self, i: usize, j: usize, value: u64) {
        if let Some(at) = self.at(i, j) {
            self.cells[at] = value;
        }
    }
}

fn add(a: u64, b: u64) -> u64 {
    (a + b.min(INFINITE)).min(INFINITE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::test_trees::{any_tree, tree};
    use crate::tree::{ClassTable, TreeId};
    use proptest::prelude::*;

    fn distance(a: &Tree, b: &Tree, threshold: u64) -> u64 {
        let mut table = ClassTable::default();
        let (classes_a, classes_b) = (table.classes(a, |_| 0), table.classes(b, |_| 0));
        rtdm_distance(TreePair { a, b, classes_a: &classes_a, classes_b: &classes_b }, threshold, u64::MAX)
    }

    fn mapping(a: &Tree, b: &Tree) -> RestrictedMapping {
        let mut table = ClassTable::default();
        let (classes_a, classes_b) = (table.classes(a, |_| 0), table.classes(b, |_| 0));
        let costs = UnitCosts { a, b };
        rtdm_mapping(TreePair { a, b, classes_a: &classes_a, classes_b: &classes_b }, &costs, INFINITE, u64::MAX)
    }

    /// Step 2 as printed in the notes on the paper, with no shortcut except the threshold, by plain recursion.
    fn textbook(t: &Tree, u: &Tree, x: TreeId, y: TreeId, threshold: u64) -> u64 {
        if t.labels[x] != u.labels[y] {
            return (t.size(x) + u.size(y)) as u64 - 1;
        }
        let (c, d): (Vec<_>, Vec<_>) = (t.children(x).collect(), u.children(y).collect());
        let mut m = vec![vec![0u64; d.len() + 1]; c.len() + 1];
        for i in 1..=c.len() {
            m[i][0] = m[i - 1][0] + t.size(c[i - 1]) as u64;
        }
        for j in 1..=d.len() {
            m[0][j] = m[0][j - 1] + u.size(d[j - 1]) as u64;
        }
        for i in 1..=c.len() {
            for j in 1..=d.len() {
                let removed = m[i - 1][j] + t.size(c[i - 1]) as u64;
                let inserted = m[i][j - 1] + u.size(d[j - 1]) as u64;
                let pair = if m[i - 1][j - 1] > threshold {
                    u64::MAX
                } else {
                    m[i - 1][j - 1] + textbook(t, u, c[i - 1], d[j - 1], threshold)
                };
                m[i][j] = removed.min(inserted).min(pair);
            }
        }
        m[c.len()][d.len()]
    }

    #[test]
    fn replacements_of_different_labels_take_their_subtrees_along() {
        // b(x y) becomes c(x y): the top-down distance is 1, the restricted one replaces b and removes and inserts x y
        assert_eq!(distance(&tree("r(a b(x y))"), &tree("r(a c(x y))"), INFINITE), 5);
        assert_eq!(distance(&tree("r(a b)"), &tree("r(a c)"), INFINITE), 1);
        assert_eq!(distance(&tree("r(a(b c) d)"), &tree("r(a(b) d e)"), INFINITE), 2);
        assert_eq!(distance(&tree("r"), &tree("s"), INFINITE), 1);
    }

    #[test]
    fn the_mapping_pairs_what_stays() {
        let m = mapping(&tree("r(a(b c) d)"), &tree("r(a(b) d e)"));
        let pairs = [(0, 0), (1, 1), (2, 2), (4, 3)].map(|(x, y)| (TreeId::new(x), TreeId::new(y))).to_vec();
        assert_eq!(m, RestrictedMapping { pairs, cost: 2 });
    }

    #[test]
    fn work_is_bounded() {
        let wide = |labels: &str| tree(&format!("r({})", labels.repeat(3000)));
        let (a, b) = (wide("a(b c) d(e) "), wide("d(f) a(c b) "));
        let mut table = ClassTable::default();
        let (classes_a, classes_b) = (table.classes(&a, |_| 0), table.classes(&b, |_| 0));
        let pair = TreePair { a: &a, b: &b, classes_a: &classes_a, classes_b: &classes_b };
        assert!(rtdm_distance(pair, INFINITE, 1) <= 2 * 15_000);
    }

    proptest! {
        #[test]
        fn the_same_as_the_textbook(t in any_tree(30), u in any_tree(30), threshold in 0u64..30) {
            prop_assert_eq!(distance(&t, &u, INFINITE), textbook(&t, &u, TreeId::ROOT, TreeId::ROOT, INFINITE));
            prop_assert_eq!(distance(&t, &t, INFINITE), 0);
            prop_assert_eq!(distance(&t, &u, INFINITE), distance(&u, &t, INFINITE));
            // a threshold only makes expensive pairs more expensive
            prop_assert!(distance(&t, &u, threshold) >= distance(&t, &u, INFINITE));
            if distance(&t, &u, INFINITE) <= threshold {
                prop_assert_eq!(distance(&t, &u, threshold), distance(&t, &u, INFINITE));
            }
        }

        #[test]
        fn the_mapping_is_restricted_top_down_and_costs_the_distance(t in any_tree(30), u in any_tree(30)) {
            let m = mapping(&t, &u);
            prop_assert_eq!(m.cost, distance(&t, &u, INFINITE));
            let different = m.pairs.iter().filter(|&&(x, y)| t.labels[x] != u.labels[y]).count();
            prop_assert_eq!((t.len() + u.len() - 2 * m.pairs.len() + different) as u64, m.cost);
            for (k, &(x, y)) in m.pairs.iter().enumerate() {
                let parents = t.parent(x).zip(u.parent(y));
                if let Some((px, py)) = parents {
                    prop_assert!(m.pairs.contains(&(px, py)), "parents are paired");
                    prop_assert_eq!(t.labels[px], u.labels[py], "nothing is paired below different labels");
                } else {
                    prop_assert_eq!((x, y), (TreeId::ROOT, TreeId::ROOT));
                }
                if let Some(&(next_x, next_y)) = m.pairs.get(k + 1) {
                    prop_assert!(x < next_x && y < next_y, "order is kept");
                }
            }
        }
    }
}
