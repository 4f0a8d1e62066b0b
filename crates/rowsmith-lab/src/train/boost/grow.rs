//! Grows a tree leaf by leaf: the leaf with the best split is split next.

use super::binned::BINS;
use super::number::Number;
use super::random::Draws;
use super::tree::{Node, Tree};
use super::{Binned, Options, Slope};

/// A smaller gain does not count.
const LEAST_GAIN: f64 = 1e-9;

/// Sums of slopes over rows.
#[derive(Clone, Copy, Default)]
struct Sums {
    wanted: f64,
    curvature: f64,
    rows: u32,
}

impl Sums {
    fn minus(self, other: Sums) -> Sums {
        Sums {
            wanted: self.wanted - other.wanted,
            curvature: self.curvature - other.curvature,
            rows: self.rows - other.rows,
        }
    }

    /// How much a leaf with these rows lowers the loss.
    fn gain(self, penalty: f64) -> f64 {
        self.wanted * self.wanted / (self.curvature + penalty)
    }
}

/// Sums over the rows in a bin.
#[derive(Clone, Copy, Default)]
struct Cell<N> {
    wanted: N,
    curvature: N,
    rows: u32,
}

/// Sums by feature and bin.
type Histogram<N> = Vec<Cell<N>>;

fn add<N: Number>(sums: Sums, cell: &Cell<N>) -> Sums {
    Sums {
        wanted: sums.wanted + cell.wanted.wide(),
        curvature: sums.curvature + cell.curvature.wide(),
        rows: sums.rows + cell.rows,
    }
}

struct Split {
    gain: f64,
    feature: usize,
    bin: u8,
}

/// A leaf that may be split.
struct Leaf<N> {
    node: usize,
    /// The beginning of its range in the rows that the tree sees.
    from: usize,
    to: usize,
    histogram: Histogram<N>,
    sums: Sums,
    best: Option<Split>,
}

/// What a tree is grown from.
pub struct Grower<'a, N> {
    data: &'a Binned,
    rows: &'a [u32],
    /// The slopes, in the precision of sums.
    slopes: Vec<(N, N)>,
    features: &'a [usize],
    options: &'a Options,
}

impl<'a, N: Number> Grower<'a, N> {
    pub fn new(
        data: &'a Binned,
        rows: &'a [u32],
        slopes: &[Slope],
        features: &'a [usize],
        options: &'a Options,
    ) -> Grower<'a, N> {
        let slopes = slopes.iter().map(|s| (N::of(s.wanted), N::of(s.curvature))).collect();
        Grower { data, rows, slopes, features, options }
    }

    /// Grows a tree on the rows with these indices.
    pub fn grow(&self, mut seen: Vec<u32>, draws: &mut Draws) -> Tree {
        let mut nodes = vec![Node::Leaf(0.0)];
        let whole = self.histogram(&seen);
        let mut leaves = vec![self.leaf(0, 0, &seen, whole, draws)];
        let mut spare: Vec<u32> = Vec::with_capacity(seen.len());
        while leaves.len() < self.options.leaves {
            let gain = |l: &Leaf<N>| l.best.as_ref().map_or(f64::MIN, |b| b.gain);
            let Some(at) = (0..leaves.len())
                .filter(|&i| leaves[i].best.is_some())
                .max_by(|&a, &b| gain(&leaves[a]).total_cmp(&gain(&leaves[b])).then(b.cmp(&a)))
            else {
                break;
            };
            let leaf = leaves.swap_remove(at);
            let Some(split) = &leaf.best else { break };
            let middle = leaf.from + self.part(&mut seen[leaf.from..leaf.to], split, &mut spare);
            let left = nodes.len();
            nodes[leaf.node] = Node::Split { feature: split.feature as u16, bin: split.bin, left: left as u16 };
            nodes.extend([Node::Leaf(0.0); 2]);
            // the smaller side is counted, the other one is the remainder
            let left_is_smaller = middle - leaf.from <= leaf.to - middle;
            let small = if left_is_smaller { leaf.from..middle } else { middle..leaf.to };
            let small = self.histogram(&seen[small]);
            let large = without(leaf.histogram, &small);
            let (of_left, of_right) = if left_is_smaller { (small, large) } else { (large, small) };
            leaves.push(self.leaf(left, leaf.from, &seen[leaf.from..middle], of_left, draws));
            leaves.push(self.leaf(left + 1, middle, &seen[middle..leaf.to], of_right, draws));
        }
        for Leaf { node, sums, .. } in leaves {
            let value = N::leaf(sums.wanted, sums.curvature, self.options.penalty, self.options.rate);
            nodes[node] = Node::Leaf(value);
        }
        Tree { nodes }
    }

    /// Moves the rows that go left before the others, and returns their number. A stable partition, so that the order
    /// of sums never depends on anything else.
    fn part(&self, rows: &mut [u32], split: &Split, spare: &mut Vec<u32>) -> usize {
        spare.clear();
        let mut kept = 0;
        for k in 0..rows.len() {
            let i = rows[k];
            if self.data.row(self.rows[i as usize] as usize)[split.feature] <= split.bin {
                rows[kept] = i;
                kept += 1;
            } else {
                spare.push(i);
            }
        }
        rows[kept..].copy_from_slice(spare);
        kept
    }

    fn histogram(&self, part: &[u32]) -> Histogram<N> {
        let mut cells = vec![Cell::default(); self.features.len() * BINS];
        for &i in part {
            let row = self.data.row(self.rows[i as usize] as usize);
            let (wanted, curvature) = self.slopes[i as usize];
            for (chunk, &f) in cells.chunks_exact_mut(BINS).zip(self.features) {
                let cell = &mut chunk[row[f] as usize & (BINS - 1)];
                cell.wanted += wanted;
                cell.curvature += curvature;
                cell.rows += 1;
            }
        }
        cells
    }

    fn leaf(&self, node: usize, from: usize, part: &[u32], histogram: Histogram<N>, draws: &mut Draws) -> Leaf<N> {
        let mut sums = Sums { rows: part.len() as u32, ..Sums::default() };
        for &i in part {
            let (wanted, curvature) = self.slopes[i as usize];
            sums.wanted += wanted.wide();
            sums.curvature += curvature.wide();
        }
        let best = self.best_split(&histogram, sums, draws);
        Leaf { node, from, to: from + part.len(), histogram, sums, best }
    }

    fn best_split(&self, histogram: &Histogram<N>, sums: Sums, draws: &mut Draws) -> Option<Split> {
        let mut best: Option<Split> = None;
        for (cells, &feature) in histogram.chunks_exact(BINS).zip(self.features) {
            let edges = self.data.edges[feature].len();
            // between the smallest and the largest value that occurs
            let Some(low) = cells.iter().position(|c| c.rows > 0).filter(|_| edges > 0) else { continue };
            let high = cells.iter().rposition(|c| c.rows > 0).unwrap_or(low);
            if low == high {
                continue;
            }
            let all = if N::SUMS_OF_BINS { cells.iter().fold(Sums::default(), add) } else { sums };
            let mut consider = |bin: usize, left: Sums| {
                let gain = self.gain(all, left);
                if gain.is_some_and(|gain| gain > best.as_ref().map_or(LEAST_GAIN, |b| b.gain)) {
                    best = gain.map(|gain| Split { gain, feature, bin: bin as u8 });
                }
            };
            match draws.splits(low, high) {
                Some(bins) => {
                    for bin in bins {
                        consider(bin, cells[..=bin].iter().fold(Sums::default(), add));
                    }
                }
                None => {
                    let mut left = Sums::default();
                    for (bin, cell) in cells[..edges].iter().enumerate() {
                        left = add(left, cell);
                        consider(bin, left);
                    }
                }
            }
        }
        best
    }

    /// The gain of a split; `None` if one side is too small.
    fn gain(&self, all: Sums, left: Sums) -> Option<f64> {
        let Options { min_rows, min_curvature, penalty, .. } = *self.options;
        let right = all.minus(left);
        let is_small = |side: Sums| (side.rows as usize) < min_rows || side.curvature < min_curvature;
        if is_small(left) || is_small(right) {
            return None;
        }
        Some(left.gain(penalty) + right.gain(penalty) - all.gain(penalty))
    }
}

fn without<N: Number>(mut large: Histogram<N>, small: &Histogram<N>) -> Histogram<N> {
    for (large, small) in large.iter_mut().zip(small) {
        large.wanted -= small.wanted;
        large.curvature -= small.curvature;
        large.rows -= small.rows;
    }
    large
}
