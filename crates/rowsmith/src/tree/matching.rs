//! Enhanced simple tree matching (ESTM) with its mapping read back (DEPTA 4.2.3 and figure 6).

use crate::Budget;
use crate::tree::id::TreeId;
use crate::tree::similarity::{Band, MAX_CELLS};
use crate::tree::types::{Children, Tree};

/// A top-down mapping: pairs of a node of the first tree and one of the second, in document order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Mapping {
    /// The pairs; the roots come first.
    pub pairs: Vec<(TreeId, TreeId)>,
    /// The number of pairs plus their content similarities.
    pub score: f64,
}

/// The score of ESTM: the number of pairs in the best top-down mapping, plus `content` of each pair. `content` decides
/// between mappings of equal size and should be from 0 to 1; in the paper it is the share of common words of two
/// leaves. Pairs for which it is negative infinity (visual conflict) are not matched. Calls `content` O(n₁·n₂) times at
/// most.
pub fn estm_score(a: &Tree, b: &Tree, content: &dyn Fn(TreeId, TreeId) -> f32) -> f64 {
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    let mut matcher = Matcher { max_pairs: usize::MAX, ..Matcher::default() };
    f64::from(matcher.score(a, b, content, &Budget::new(u64::MAX)))
}

/// The best mapping of two trees by ESTM; empty if the roots differ. If several are best, nodes are matched as early as
/// possible.
pub fn estm_mapping(a: &Tree, b: &Tree, content: &dyn Fn(TreeId, TreeId) -> f32) -> Mapping {
    Matcher { max_pairs: usize::MAX, ..Matcher::default() }.mapping(a, b, content, &Budget::new(u64::MAX))
}

/// The cost of a cell, in cells of STM: content is compared, and no pair of records is remembered.
const CELL_COST: u64 = 8;
/// The most pairs of subtrees looked at in one matching, which bounds its memory to 8 MB.
const MAX_PAIRS: usize = 1 << 20;
/// The most cells of a matrix once [`Matcher::fair_cells`] are used up; beyond this only a band of three columns to
/// either side is computed.
const NARROW: usize = 1 << 6;

/// Matches pairs of trees, one after the other, reusing the same memory.
///
/// A pair of subtrees is looked at only as children of the pair of their parents, so each is computed once. Its value
/// is kept in the block of its parents' pair, where it is found again when the mapping is read back.
#[derive(Debug)]
pub(crate) struct Matcher {
    /// Blocks of pairs of children, row by row, each preceded by a pair that holds the bound of its [`Band`].
    pairs: Vec<Pair>,
    matrix: Vec<f32>,
    open: Vec<Open>,
    below: Children,
    beside: Children,
    max_pairs: usize,
    /// Cells left until matrices are limited to [`NARROW`].
    fair_cells: u64,
}

/// The value of a pair of subtrees, and where the block of their children's pairs begins, or [`Pair::LEAF`].
#[derive(Clone, Copy, Debug)]
struct Pair {
    value: f32,
    block: u32,
}

impl Pair {
    const LEAF: u32 = u32::MAX;
}

/// A pair whose children's pairs are being computed.
#[derive(Clone, Copy, Debug)]
struct Open {
    x: TreeId,
    y: TreeId,
    /// Where its value is to be stored.
    at: u32,
    /// Its block, once its children's pairs are known.
    block: u32,
    content: f32,
}

impl Default for Matcher {
    fn default() -> Self {
        Matcher {
            pairs: Vec::new(),
            matrix: Vec::new(),
            open: Vec::new(),
            below: Children::default(),
            beside: Children::default(),
            max_pairs: MAX_PAIRS,
            fair_cells: u64::MAX,
        }
    }
}

impl Matcher {
    /// A matcher that may compute this many cells before matrices are limited to [`NARROW`].
    pub(crate) fn new(fair_cells: u64) -> Matcher {
        Matcher { fair_cells, ..Matcher::default() }
    }

    /// Like [`estm_mapping`], with a bound on the number of computed cells. Once it is reached, only the roots of
    /// further pairs of subtrees count.
    pub(crate) fn mapping(
        &mut self,
        a: &Tree,
        b: &Tree,
        content: &dyn Fn(TreeId, TreeId) -> f32,
        work: &Budget,
    ) -> Mapping {
        let mut mapping = Mapping::default();
        if a.is_empty() || b.is_empty() {
            return mapping;
        }
        mapping.score = f64::from(self.score(a, b, content, work));
        if a.labels[0] != b.labels[0] {
            return mapping;
        }
        let mut open = vec![(TreeId::ROOT, TreeId::ROOT, self.pairs[0].block)];
        while let Some((x, y, block)) = open.pop() {
            mapping.pairs.push((x, y));
            if block != Pair::LEAF {
                self.matched_children(x, y, block as usize, &mut open);
            }
        }
        mapping.pairs.sort_unstable();
        mapping
    }

    /// The score of the roots.
    fn score(&mut self, a: &Tree, b: &Tree, content: &dyn Fn(TreeId, TreeId) -> f32, work: &Budget) -> f32 {
        self.below.set(a);
        self.beside.set(b);
        self.pairs.clear();
        self.pairs.push(Pair { value: 0.0, block: Pair::LEAF });
        self.open.clear();
        if a.labels[0] != b.labels[0] {
            return 0.0;
        }
        let (below, beside) = (std::mem::take(&mut self.below), std::mem::take(&mut self.beside));
        self.look_at(
            (TreeId::ROOT, TreeId::ROOT),
            !below.of(TreeId::ROOT).is_empty() && !beside.of(TreeId::ROOT).is_empty(),
            0,
            content,
        );
        while let Some(open) = self.open.pop() {
            let Open { x, y, at, block, content: own } = open;
            let (rows, columns) = (below.of(x), beside.of(y));
            let (width, height) = (columns.len(), rows.len());
            if block != Pair::LEAF {
                let band = Band::within(height, width, self.pairs[block as usize].block as usize);
                let value = self.fill(band, block as usize + 1) + 1.0 + own;
                self.pairs[at as usize] = Pair { value, block };
                continue;
            }
            let max_cells = if self.fair_cells > 0 { MAX_CELLS } else { NARROW };
            let band = Band::within(height, width, max_cells);
            let row_len = band.row_len();
            let start = self.pairs.len() + 1;
            if work.is_exhausted() || height.saturating_mul(row_len).saturating_add(start) > self.max_pairs {
                self.pairs[at as usize].value = 1.0 + own;
                continue;
            }
            work.spend(CELL_COST * band.cells());
            self.fair_cells = self.fair_cells.saturating_sub(band.cells());
            self.open.push(Open { block: start as u32 - 1, ..open });
            self.pairs.push(Pair { value: 0.0, block: max_cells as u32 });
            self.pairs.resize(start + height * row_len, Pair { value: 0.0, block: Pair::LEAF });
            for (i, &p) in rows.iter().enumerate() {
                let inner = !below.of(p).is_empty();
                let columns = &columns[band.row(i)];
                for (at, &q) in (start + i * row_len..).zip(columns) {
                    if a.labels[p] == b.labels[q] {
                        self.look_at((p, q), inner && !beside.of(q).is_empty(), at, content);
                    }
                }
            }
        }
        (self.below, self.beside) = (below, beside);
        self.pairs[0].value
    }

    /// Pushes a pair of equal labels on the stack, or computes it at once unless both are inner nodes.
    fn look_at(&mut self, (x, y): (TreeId, TreeId), inner: bool, at: usize, content: &dyn Fn(TreeId, TreeId) -> f32) {
        let content = content(x, y);
        if inner {
            self.open.push(Open { x, y, at: at as u32, block: Pair::LEAF, content });
        } else {
            self.pairs[at].value = 1.0 + content;
        }
    }

    /// The last entry of the matrix M of figure 6 over the children's pairs of a block.
    fn fill(&mut self, band: Band, block: usize) -> f32 {
        let (height, width) = (band.rows(), band.columns() + 1);
        let row_len = band.row_len();
        // outside the band a row continues its last value; entries that it does not reach are never read
        self.matrix.resize(((height + 1) * width).max(self.matrix.len()), 0.0);
        self.matrix[..width].fill(0.0);
        for i in 0..height {
            let (above, row) = self.matrix[i * width..(i + 2) * width].split_at_mut(width);
            let columns = band.row(i);
            let values = &self.pairs[block + i * row_len..][..columns.len()];
            if columns.start > 0 {
                row[..columns.start].fill(0.0);
            }
            let mut left = above[columns.start];
            row[columns.start] = left;
            let above = &above[columns.start..=columns.end];
            let cells = &mut row[columns.start + 1..=columns.end];
            for ((cell, pair), over) in cells.iter_mut().zip(values).zip(above.windows(2)) {
                left = (over[0] + pair.value).max(over[1]).max(left);
                *cell = left;
            }
            row[columns.end..].fill(left);
        }
        self.matrix[height * width + width - 1]
    }

    /// Traces the pairs of children back in M.
    fn matched_children(&mut self, x: TreeId, y: TreeId, block: usize, out: &mut Vec<(TreeId, TreeId, u32)>) {
        let max_cells = self.pairs[block].block as usize;
        let block = block + 1;
        let band = Band::within(self.below.of(x).len(), self.beside.of(y).len(), max_cells);
        self.fill(band, block);
        let width = band.columns() + 1;
        let (mut i, mut j) = (band.rows(), band.columns());
        while i > 0 && j > 0 {
            let here = self.matrix[i * width + j];
            if here == self.matrix[(i - 1) * width + j] {
                i -= 1;
            } else if here == self.matrix[i * width + j - 1] {
                j -= 1;
            } else {
                i -= 1;
                j -= 1;
                let pair = self.pairs[block + i * band.row_len() + (j - band.row(i).start)];
                out.push((self.below.of(x)[i], self.beside.of(y)[j], pair.block));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::test_trees::{any_tree, tree};
    use proptest::prelude::*;

    /// The pairs of the mapping as numbers.
    fn pairs(a: &Tree, b: &Tree, content: &dyn Fn(TreeId, TreeId) -> f32) -> Vec<(usize, usize)> {
        estm_mapping(a, b, content).pairs.iter().map(|(x, y)| (x.index(), y.index())).collect()
    }

    fn no_content(_: TreeId, _: TreeId) -> f32 {
        0.0
    }

    /// Figure 6 by plain recursion.
    fn textbook(a: &Tree, b: &Tree, x: TreeId, y: TreeId, content: &dyn Fn(TreeId, TreeId) -> f32) -> f32 {
        if a.labels[x] != b.labels[y] {
            return 0.0;
        }
        let (p, q): (Vec<_>, Vec<_>) = (a.children(x).collect(), b.children(y).collect());
        let mut m = vec![vec![0f32; q.len() + 1]; p.len() + 1];
        for i in 1..=p.len() {
            for j in 1..=q.len() {
                let w = textbook(a, b, p[i - 1], q[j - 1], content);
                m[i][j] = m[i][j - 1].max(m[i - 1][j]).max(m[i - 1][j - 1] + w);
            }
        }
        m[p.len()][q.len()] + 1.0 + content(x, y)
    }

    #[test]
    fn figure_7a_content_resolves_a_conflict() {
        // node c of T1 can match the first or the last c of T2; its content decides for the last
        let (a, b) = (tree("r(b c)"), tree("r(c b c)"));
        let last_c = |x: TreeId, y: TreeId| if (x, y) == (TreeId::new(2), TreeId::new(3)) { 0.5 } else { 0.0 };
        assert_eq!(pairs(&a, &b, &last_c), [(0, 0), (1, 2), (2, 3)]);
        let (one, two) = (tree("r(c)"), tree("r(c b c)"));
        let last = |_: TreeId, y: TreeId| if y == TreeId::new(3) { 0.5 } else { 0.0 };
        assert_eq!(pairs(&one, &two, &last), [(0, 0), (1, 3)]);
        assert_eq!(pairs(&one, &two, &no_content), [(0, 0), (1, 1)]);
    }

    #[test]
    fn different_roots_match_nothing() {
        assert_eq!(estm_mapping(&tree("a(b)"), &tree("b(b)"), &no_content), Mapping::default());
    }

    proptest! {
        #[test]
        fn score_is_the_textbooks_and_the_mapping_is_top_down(a in any_tree(25), b in any_tree(25), seed in 0u32..50) {
            let content = move |x: TreeId, y: TreeId| ((x.index() as u32 * 7 + y.index() as u32 * 3 + seed) % 5) as f32 / 8.0;
            let mapping = estm_mapping(&a, &b, &content);
            prop_assert_eq!(mapping.score as f32, textbook(&a, &b, TreeId::ROOT, TreeId::ROOT, &content));
            prop_assert_eq!(mapping.score, estm_score(&a, &b, &content));
            let sum: f32 = mapping.pairs.iter().map(|&(x, y)| 1.0 + content(x, y)).sum();
            prop_assert_eq!(sum, mapping.score as f32);
            for (i, &(x, y)) in mapping.pairs.iter().enumerate() {
                prop_assert_eq!(a.labels[x], b.labels[y]);
                if let (Some(p), Some(q)) = (a.parent(x), b.parent(y)) {
                    prop_assert!(mapping.pairs.contains(&(p, q)), "parents are mapped");
                }
                for &(x2, y2) in &mapping.pairs[i + 1..] {
                    prop_assert!(x != x2 && y != y2, "one to one");
                    prop_assert_eq!(x < x2, y < y2, "order is kept");
                    prop_assert_eq!(a.contains(x, x2), b.contains(y, y2), "ancestors are kept");
                }
            }
        }
    }
}
