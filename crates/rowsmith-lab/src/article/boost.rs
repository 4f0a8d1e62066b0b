//! Boosted trees with random split points, on features cut into bins: fast enough for half a million rows.

/// Rows of bins, row by row, with the edges that made them.
pub struct Binned {
    pub width: usize,
    pub bins: Vec<u8>,
    /// Per feature, values below or at `edges[b]` (and above `edges[b - 1]`) are in bin `b`.
    pub edges: Vec<Vec<f32>>,
}

const BINS: usize = 64;

impl Binned {
    /// Cuts every feature at its quantiles.
    pub fn new(values: &[f32], width: usize) -> Binned {
        use rayon::prelude::*;
        let rows = values.len() / width;
        let step = (rows / 40_000).max(1);
        let edges: Vec<Vec<f32>> = (0..width)
            .into_par_iter()
            .map(|f| {
                let mut sample: Vec<f32> = (0..rows).step_by(step).map(|r| values[r * width + f]).collect();
                sample.sort_unstable_by(f32::total_cmp);
                let mut distinct = sample.clone();
                distinct.dedup();
                let mut edges: Vec<f32> = if distinct.len() <= BINS {
                    distinct.windows(2).map(|w| (w[0] + w[1]) / 2.0).collect()
                } else {
                    (1..BINS).map(|b| sample[b * (sample.len() - 1) / BINS]).collect()
                };
                edges.dedup();
                edges
            })
            .collect();
        let mut bins = vec![0u8; rows * width];
        bins.par_chunks_mut(width).zip(values.par_chunks(width)).for_each(|(bins, values)| {
            for (f, (bin, &value)) in bins.iter_mut().zip(values).enumerate() {
                *bin = edges[f].partition_point(|&e| e < value) as u8;
            }
        });
        Binned { width, bins, edges }
    }

    /// The same with other values in the last columns, row by row.
    pub fn with_last<const N: usize>(&self, columns: &[[f32; N]]) -> Binned {
        let values: Vec<f32> = columns.iter().flatten().copied().collect();
        let last = Binned::new(&values, N);
        let from = self.width - N;
        let mut all = Binned { width: self.width, bins: self.bins.clone(), edges: self.edges.clone() };
        all.edges[from..].clone_from_slice(&last.edges);
        for (row, last) in all.bins.chunks_exact_mut(self.width).zip(last.bins.chunks_exact(N)) {
            row[from..].copy_from_slice(last);
        }
        all
    }

    pub fn row(&self, at: usize) -> &[u8] {
        &self.bins[at * self.width..(at + 1) * self.width]
    }
}

/// Settings; the names are those of LightGBM where it has them.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub trees: usize,
    pub leaves: usize,
    pub rate: f64,
    /// Share of the features that a tree may use.
    pub feature_fraction: f64,
    /// Share of the rows that a tree sees.
    pub bagging_fraction: f64,
    pub min_rows: usize,
    pub min_hessian: f64,
    /// L2 penalty on leaf values.
    pub penalty: f64,
    /// Random split points tried a feature and node; 0 tries all.
    pub tries: usize,
    pub seed: u64,
}

/// An inner node or a leaf; children are `left` and `left + 1`.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub feature: u16,
    pub bin: u8,
    pub left: u16,
    pub value: f32,
}

pub const LEAF: u16 = u16::MAX;

#[derive(Clone, Debug, Default)]
pub struct Forest {
    pub trees: Vec<Vec<Node>>,
}

impl Forest {
    /// The logit of a row.
    pub fn score(&self, row: &[u8]) -> f64 {
        self.trees.iter().map(|tree| f64::from(walk(tree, row))).sum()
    }
}

fn walk(tree: &[Node], row: &[u8]) -> f32 {
    let mut at = 0;
    loop {
        let node = &tree[at];
        if node.feature == LEAF {
            return node.value;
        }
        at = node.left as usize + usize::from(row[node.feature as usize] > node.bin);
    }
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

#[derive(Clone, Copy, Default)]
struct Cell {
    g: f32,
    h: f32,
    n: u32,
}

struct Split {
    gain: f64,
    feature: usize,
    bin: u8,
}

struct Leaf {
    node: usize,
    from: usize,
    to: usize,
    histogram: Vec<Cell>,
    g: f64,
    h: f64,
    best: Option<Split>,
}

/// Learns from the rows `rows` of soft labels and weights, on top of nothing.
pub fn train(data: &Binned, rows: &[u32], labels: &[f32], weights: &[f32], options: &Options) -> Forest {
    let mut random = Random(options.seed);
    let mut forest = Forest::default();
    let mut scores = vec![0f64; rows.len()];
    let mut slope = vec![(0f32, 0f32); rows.len()];
    // the first tree is a constant: the logit of the mean
    let (mut sum, mut all) = (0.0, 0.0);
    for &r in rows {
        sum += f64::from(labels[r as usize] * weights[r as usize]);
        all += f64::from(weights[r as usize]);
    }
    let mean = (sum / all).clamp(1e-6, 1.0 - 1e-6);
    let start = (mean / (1.0 - mean)).ln();
    forest.trees.push(vec![Node { feature: LEAF, bin: 0, left: 0, value: start as f32 }]);
    scores.fill(start);
    for _ in 0..options.trees {
        for (i, &r) in rows.iter().enumerate() {
            let p = 1.0 / (1.0 + (-scores[i]).exp());
            let w = f64::from(weights[r as usize]);
            slope[i] = ((w * (p - f64::from(labels[r as usize]))) as f32, (w * p * (1.0 - p)) as f32);
        }
        let count = ((data.width as f64 * options.feature_fraction) as usize).max(1);
        let mut features: Vec<usize> = (0..data.width).collect();
        for i in 0..count {
            let j = i + random.below(data.width - i);
            features.swap(i, j);
        }
        features.truncate(count);
        features.sort_unstable();
        // each tree sees a part of the rows
        let bagged = |_: &u32| random.next() & 0xffff < (options.bagging_fraction * 65536.0) as u64;
        let mut order: Vec<u32> = (0..rows.len() as u32).filter(bagged).collect();
        let tree = grow(data, rows, &slope, &mut order, &features, options, &mut random);
        for (i, &r) in rows.iter().enumerate() {
            scores[i] += f64::from(walk(&tree, data.row(r as usize)));
        }
        forest.trees.push(tree);
    }
    forest
}

fn histogram(data: &Binned, rows: &[u32], slope: &[(f32, f32)], part: &[u32], features: &[usize]) -> Vec<Cell> {
    let mut cells = vec![Cell::default(); features.len() * BINS];
    for &i in part {
        let row = data.row(rows[i as usize] as usize);
        let (g, h) = slope[i as usize];
        for (chunk, &f) in cells.chunks_exact_mut(BINS).zip(features) {
            let cell = &mut chunk[row[f] as usize & (BINS - 1)];
            cell.g += g;
            cell.h += h;
            cell.n += 1;
        }
    }
    cells
}

fn best_split(leaf: &Leaf, data: &Binned, features: &[usize], options: &Options, random: &mut Random) -> Option<Split> {
    let total: u32 = (leaf.to - leaf.from) as u32;
    let gain_of = |g: f64, h: f64| g * g / (h + options.penalty);
    let parent = gain_of(leaf.g, leaf.h);
    let mut best: Option<Split> = None;
    for (chunk, &f) in leaf.histogram.chunks_exact(BINS).zip(features) {
        let edges = data.edges[f].len();
        if edges == 0 {
            continue;
        }
        let mut consider = |bin: usize, g: f64, h: f64, n: u32| {
            if (n as usize) < options.min_rows || ((total - n) as usize) < options.min_rows {
                return;
            }
            if h < options.min_hessian || leaf.h - h < options.min_hessian {
                return;
            }
            let gain = gain_of(g, h) + gain_of(leaf.g - g, leaf.h - h) - parent;
            if gain > 1e-9 && best.as_ref().is_none_or(|b| gain > b.gain) {
                best = Some(Split { gain, feature: f, bin: bin as u8 });
            }
        };
        let prefix = |to: usize| {
            chunk[..=to].iter().fold((0.0, 0.0, 0), |(g, h, n), c| (g + f64::from(c.g), h + f64::from(c.h), n + c.n))
        };
        if options.tries == 0 {
            let (mut g, mut h, mut n) = (0.0, 0.0, 0);
            for (bin, cell) in chunk[..edges].iter().enumerate() {
                g += f64::from(cell.g);
                h += f64::from(cell.h);
                n += cell.n;
                consider(bin, g, h, n);
            }
        } else {
            // between the smallest and the largest value that is there
            let Some(low) = chunk.iter().position(|c| c.n > 0) else { continue };
            let high = chunk.iter().rposition(|c| c.n > 0).unwrap_or(low);
            if low == high {
                continue;
            }
            for _ in 0..options.tries {
                let bin = low + random.below(high - low);
                let (g, h, n) = prefix(bin);
                consider(bin, g, h, n);
            }
        }
    }
    best
}

fn grow(
    data: &Binned,
    rows: &[u32],
    slope: &[(f32, f32)],
    order: &mut [u32],
    features: &[usize],
    options: &Options,
    random: &mut Random,
) -> Vec<Node> {
    let sums = |part: &[u32]| {
        part.iter()
            .fold((0.0, 0.0), |(g, h), &i| (g + f64::from(slope[i as usize].0), h + f64::from(slope[i as usize].1)))
    };
    let mut nodes = vec![Node { feature: LEAF, bin: 0, left: 0, value: 0.0 }];
    let (g, h) = sums(order);
    let mut first = Leaf {
        node: 0,
        from: 0,
        to: order.len(),
        histogram: histogram(data, rows, slope, order, features),
        g,
        h,
        best: None,
    };
    first.best = best_split(&first, data, features, options, random);
    let mut leaves = vec![first];
    let mut spare: Vec<u32> = Vec::with_capacity(order.len());
    while leaves.len() < options.leaves {
        let gain = |l: &Leaf| l.best.as_ref().map_or(f64::MIN, |b| b.gain);
        let Some(at) = (0..leaves.len())
            .filter(|&i| leaves[i].best.is_some())
            .max_by(|&a, &b| gain(&leaves[a]).total_cmp(&gain(&leaves[b])).then(b.cmp(&a)))
        else {
            break;
        };
        let leaf = leaves.swap_remove(at);
        let Some(split) = leaf.best else { break };
        // a stable partition, so that the order of sums never depends on anything else
        let part = &mut order[leaf.from..leaf.to];
        spare.clear();
        let mut kept = 0;
        for k in 0..part.len() {
            let i = part[k];
            if data.row(rows[i as usize] as usize)[split.feature] <= split.bin {
                part[kept] = i;
                kept += 1;
            } else {
                spare.push(i);
            }
        }
        part[kept..].copy_from_slice(&spare);
        let middle = leaf.from + kept;
        let left = nodes.len();
        nodes[leaf.node] = Node { feature: split.feature as u16, bin: split.bin, left: left as u16, value: 0.0 };
        nodes.extend([Node { feature: LEAF, bin: 0, left: 0, value: 0.0 }; 2]);
        let small_left = middle - leaf.from <= leaf.to - middle;
        let small = if small_left { leaf.from..middle } else { middle..leaf.to };
        let small_histogram = histogram(data, rows, slope, &order[small], features);
        let mut large_histogram = leaf.histogram;
        for (large, small) in large_histogram.iter_mut().zip(&small_histogram) {
            large.g -= small.g;
            large.h -= small.h;
            large.n -= small.n;
        }
        let (lh, rh) = if small_left { (small_histogram, large_histogram) } else { (large_histogram, small_histogram) };
        for (node, from, to, histogram) in [(left, leaf.from, middle, lh), (left + 1, middle, leaf.to, rh)] {
            let (g, h) = sums(&order[from..to]);
            let mut new = Leaf { node, from, to, histogram, g, h, best: None };
            new.best = best_split(&new, data, features, options, random);
            leaves.push(new);
        }
    }
    for leaf in &leaves {
        nodes[leaf.node].value = (-leaf.g / (leaf.h + options.penalty) * options.rate) as f32;
    }
    nodes
}
