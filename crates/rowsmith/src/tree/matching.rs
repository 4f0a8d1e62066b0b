//! Enhanced simple tree matching (ESTM) with its mapping read back (DEPTA 4.2.3 and figure 6).

use rustc_hash::FxHashMap;

use super::similarity::Band;
use super::types::{Tree, TreeId};
use crate::Budget;

/// A top-down mapping: pairs of a node of the first tree and one of the second, in document order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Mapping {
    /// The pairs; the roots come first.
    pub pairs: Vec<(TreeId, TreeId)>,
    /// Pairs plus their content similarities.
    pub score: f64,
}

/// The score of ESTM: pairs of nodes in the best top-down mapping, plus `content` of each pair. `content` resolves
/// conflicts between mappings of equal size and should be within 0 to 1; the paper's is the share of common words
/// of two leaves. O(n₁·n₂) calls at most.
pub fn estm_score(a: &Tree, b: &Tree, content: &dyn Fn(TreeId, TreeId) -> f32) -> f64 {
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    let unbounded = Budget::new(u64::MAX);
    let mut scores = Scores::new(a, b, content, &unbounded);
    f64::from(scores.of(0, 0))
}

/// The best mapping of two trees by ESTM; empty if the roots differ. Where several are best, nodes are matched as
/// early as possible.
pub fn estm_mapping(a: &Tree, b: &Tree, content: &dyn Fn(TreeId, TreeId) -> f32) -> Mapping {
    estm_mapping_within(a, b, content, &Budget::new(u64::MAX))
}

/// As [`estm_mapping`], with a bound on the cells computed: pairs of subtrees for which none are left count only their
/// roots.
pub(crate) fn estm_mapping_within(
    a: &Tree,
    b: &Tree,
    content: &dyn Fn(TreeId, TreeId) -> f32,
    work: &Budget,
) -> Mapping {
    let mut mapping = Mapping::default();
    if a.is_empty() || b.is_empty() {
        return mapping;
    }
    let mut scores = Scores::new(a, b, content, work);
    mapping.score = f64::from(scores.of(0, 0));
    if a.labels[0] != b.labels[0] {
        return mapping;
    }
    let mut open = vec![(0, 0)];
    while let Some((x, y)) = open.pop() {
        mapping.pairs.push((x, y));
        scores.matched_children(x, y, &mut open);
    }
    mapping.pairs.sort_unstable();
    mapping
}

/// Scores of pairs of subtrees, each computed once.
struct Scores<'a> {
    a: &'a Tree,
    b: &'a Tree,
    content: &'a dyn Fn(TreeId, TreeId) -> f32,
    known: Known,
    matrix: Vec<f32>,
    work: &'a Budget,
}

/// A dense table for trees of the size of records, a map for larger ones. Unknown is negative.
enum Known {
    Dense(Vec<f32>, usize),
    Sparse(FxHashMap<(u32, u32), f32>),
}

const MAX_DENSE: usize = 1 << 20;
/// What a cell costs in cells of STM: content is compared, and no pair of records is remembered.
const CELL_COST: u64 = 8;

impl Known {
    fn get(&self, a: TreeId, b: TreeId) -> Option<f32> {
        match self {
            Known::Dense(table, width) => Some(table[a * width + b]).filter(|v| *v >= 0.0),
            Known::Sparse(map) => map.get(&(a as u32, b as u32)).copied(),
        }
    }

    fn set(&mut self, a: TreeId, b: TreeId, value: f32) {
        match self {
            Known::Dense(table, width) => table[a * *width + b] = value,
            Known::Sparse(map) => {
                map.insert((a as u32, b as u32), value);
            }
        }
    }
}

impl<'a> Scores<'a> {
    fn new(a: &'a Tree, b: &'a Tree, content: &'a dyn Fn(TreeId, TreeId) -> f32, work: &'a Budget) -> Self {
        let known = match a.len().saturating_mul(b.len()) {
            cells if cells <= MAX_DENSE => Known::Dense(vec![-1.0; cells], b.len()),
            _ => Known::Sparse(FxHashMap::default()),
        };
        Scores { a, b, content, known, matrix: Vec::new(), work }
    }

    fn value(&self, x: TreeId, y: TreeId) -> Option<f32> {
        if self.a.labels[x] != self.b.labels[y] { Some(0.0) } else { self.known.get(x, y) }
    }

    fn of(&mut self, x: TreeId, y: TreeId) -> f32 {
        let mut wanted = vec![(x, y, false)];
        while let Some((x, y, ready)) = wanted.pop() {
            if self.value(x, y).is_some() {
                continue;
            }
            let content = (self.content)(x, y);
            if self.a.size(x) == 1 || self.b.size(y) == 1 || self.work.is_exhausted() {
                self.known.set(x, y, 1.0 + content);
                continue;
            }
            let below: Vec<TreeId> = self.a.children(x).collect();
            let beside: Vec<TreeId> = self.b.children(y).collect();
            if ready {
                let best = self.fill(&below, &beside);
                self.known.set(x, y, best + 1.0 + content);
                continue;
            }
            wanted.push((x, y, true));
            let band = Band::new(below.len(), beside.len());
            self.work.spend(CELL_COST * band.cells());
            for (i, &p) in below.iter().enumerate() {
                wanted.extend(
                    beside[band.row(i)].iter().filter(|&&q| self.value(p, q).is_none()).map(|&q| (p, q, false)),
                );
            }
        }
        self.value(x, y).unwrap_or(0.0)
    }

    /// The matrix M of figure 6 over two lists of subtrees whose pairs are known; the last corner.
    fn fill(&mut self, below: &[TreeId], beside: &[TreeId]) -> f32 {
        let width = beside.len() + 1;
        let mut matrix = std::mem::take(&mut self.matrix);
        matrix.clear();
        matrix.resize((below.len() + 1) * width, 0.0);
        let band = Band::new(below.len(), beside.len());
        for (i, &p) in below.iter().enumerate() {
            let (above, row) = matrix[i * width..(i + 2) * width].split_at_mut(width);
            let columns = band.row(i);
            row[columns.start] = above[columns.start];
            for j in columns.clone() {
                let diagonal = above[j] + self.value(p, beside[j]).unwrap_or(0.0);
                row[j + 1] = diagonal.max(above[j + 1]).max(row[j]);
            }
            let last = row[columns.end];
            row[columns.end..].fill(last);
        }
        let corner = matrix[below.len() * width + beside.len()];
        self.matrix = matrix;
        corner
    }

    /// Traces the pairs of children back in M.
    fn matched_children(&mut self, x: TreeId, y: TreeId, out: &mut Vec<(TreeId, TreeId)>) {
        if self.work.is_exhausted() {
            return;
        }
        let below: Vec<TreeId> = self.a.children(x).collect();
        let beside: Vec<TreeId> = self.b.children(y).collect();
        if below.is_empty() || beside.is_empty() {
            return;
        }
        self.fill(&below, &beside);
        let width = beside.len() + 1;
        let (mut i, mut j) = (below.len(), beside.len());
        while i > 0 && j > 0 {
            let here = self.matrix[i * width + j];
            if here == self.matrix[(i - 1) * width + j] {
                i -= 1;
            } else if here == self.matrix[i * width + j - 1] {
                j -= 1;
            } else {
                i -= 1;
                j -= 1;
                out.push((below[i], beside[j]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_trees::{any_tree, tree};
    use super::*;
    use proptest::prelude::*;

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
        // node c of T1 can match the first or the last c of T2; its content says the last
        let (a, b) = (tree("r(b c)"), tree("r(c b c)"));
        let last_c = |x: TreeId, y: TreeId| if (x, y) == (2, 3) { 0.5 } else { 0.0 };
        assert_eq!(estm_mapping(&a, &b, &last_c).pairs, [(0, 0), (1, 2), (2, 3)]);
        let (one, two) = (tree("r(c)"), tree("r(c b c)"));
        let last = |_: TreeId, y: TreeId| if y == 3 { 0.5 } else { 0.0 };
        assert_eq!(estm_mapping(&one, &two, &last).pairs, [(0, 0), (1, 3)]);
        assert_eq!(estm_mapping(&one, &two, &no_content).pairs, [(0, 0), (1, 1)]);
    }

    #[test]
    fn different_roots_match_nothing() {
        assert_eq!(estm_mapping(&tree("a(b)"), &tree("b(b)"), &no_content), Mapping::default());
    }

    proptest! {
        #[test]
        fn score_is_the_textbooks_and_the_mapping_is_top_down(a in any_tree(25), b in any_tree(25), seed in 0u32..50) {
            let content = move |x: TreeId, y: TreeId| ((x as u32 * 7 + y as u32 * 3 + seed) % 5) as f32 / 8.0;
            let mapping = estm_mapping(&a, &b, &content);
            prop_assert_eq!(mapping.score as f32, textbook(&a, &b, 0, 0, &content));
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
