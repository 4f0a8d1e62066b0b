//! Boosted regression trees on top of a ranker, learnt listwise from the same softmax.

use rayon::prelude::*;

use rowsmith::records::{Ranker, TreeNode};

use crate::dataset::Sample;
use crate::linear::{softmax_and_posterior, targets};

/// Inner node: feature and threshold (left if not greater); leaf: value.
#[derive(Clone, Debug)]
pub enum Node {
    Split { feature: usize, threshold: f32, left: usize, right: usize },
    Leaf(f64),
}

#[derive(Clone, Debug, Default)]
pub struct Tree(pub Vec<Node>);

impl Tree {
    pub fn value(&self, row: &[f32]) -> f64 {
        let mut at = 0;
        loop {
            match self.0[at] {
                Node::Leaf(value) => return value,
                Node::Split { feature, threshold, left, right } => {
                    at = if row[feature] <= threshold { left } else { right }
                }
            }
        }
    }
}

impl Tree {
    fn scaled(mut self, factor: f64) -> Tree {
        for node in &mut self.0 {
            if let Node::Leaf(value) = node {
                *value *= factor;
            }
        }
        self
    }
}

/// A ranker of the library: a linear function and trees.
pub fn packed(linear: &crate::linear::Linear, trees: &[Tree]) -> Ranker {
    let mut ranker = Ranker { bias: linear.bias, weights: linear.weights.clone(), ..Default::default() };
    for tree in trees {
        ranker.roots.push(ranker.nodes.len() as u32);
        ranker.nodes.extend(tree.0.iter().map(|node| match *node {
            Node::Leaf(value) => TreeNode { feature: TreeNode::LEAF, left: 0, threshold: value as f32 },
            Node::Split { feature, threshold, left, .. } => {
                TreeNode { feature: feature as u16, left: left as u16, threshold }
            }
        }));
    }
    ranker
}

#[derive(Clone, Copy, Debug)]
pub struct TreeOptions {
    pub trees: usize,
    pub leaves: usize,
    pub rate: f64,
    pub min_weight: f64,
    pub penalty: f64,
    /// Share of the features each tree may use.
    pub features: f64,
    /// How often all is learnt anew with other random choices, to take the mean.
    pub bags: usize,
}

const BINS: usize = 64;

/// Candidates that take part in learning: the likeliest of each page, and its best.
const CANDIDATES: usize = rowsmith::records::JUDGED_BY_TREES;

/// Boosts from the start scores, several times with other random choices; the mean of all.
pub fn boost(samples: &[&Sample], start: &dyn Fn(&[f32]) -> f64, options: &TreeOptions) -> Vec<Tree> {
    let mut rows: Vec<&[f32]> = Vec::new();
    let mut starts: Vec<f64> = Vec::new();
    let mut ranges = Vec::new();
    let mut target: Vec<Vec<f64>> = Vec::new();
    for sample in samples {
        let s: Vec<f64> = sample.rows.iter().map(|r| start(r)).collect();
        let t = targets(&sample.qualities);
        let mut order: Vec<usize> = (0..s.len()).collect();
        order.sort_by(|&a, &b| s[b].total_cmp(&s[a]).then(a.cmp(&b)));
        let best = (0..s.len()).max_by(|&a, &b| t[a].total_cmp(&t[b]).then(s[a].total_cmp(&s[b]))).unwrap_or(0);
        let behind = order.iter().skip(CANDIDATES).copied().filter(|&i| i == best);
        let keep: Vec<usize> = order.iter().take(CANDIDATES).copied().chain(behind).collect();
        let from = rows.len();
        rows.extend(keep.iter().map(|&i| sample.rows[i].as_slice()));
        starts.extend(keep.iter().map(|&i| s[i]));
        target.push(keep.iter().map(|&i| t[i]).collect());
        ranges.push(from..rows.len());
    }
    if rows.is_empty() {
        return Vec::new();
    }
    let width = rows[0].len();
    let cuts: Vec<Vec<f32>> = (0..width).into_par_iter().map(|j| quantiles(&rows, j)).collect();
    let binned: Vec<Vec<u8>> = (0..width)
        .into_par_iter()
        .map(|j| rows.iter().map(|r| cuts[j].partition_point(|&c| c < r[j]) as u8).collect())
        .collect();
    let mut random = 1;
    let mut trees = Vec::new();
    let mut scores = starts.clone();
    for round in 0..options.trees * options.bags {
        if round % options.trees == 0 {
            scores.clone_from(&starts);
        }
        let (mut g, mut h) = (vec![0.0; rows.len()], vec![0.0; rows.len()]);
        for (range, target) in ranges.iter().zip(&target) {
            let (p, t) = softmax_and_posterior(&scores[range.clone()], target);
            for (i, at) in range.clone().enumerate() {
                g[at] = t[i] - p[i];
                h[at] = (p[i] * (1.0 - p[i])).max(1e-4);
            }
        }
        let allowed: Vec<usize> = (0..width).filter(|_| next(&mut random) < options.features).collect();
        let tree = grow(&binned, &cuts, &g, &h, &allowed, options);
        for (i, row) in rows.iter().enumerate() {
            scores[i] += tree.value(row);
        }
        trees.push(tree.scaled(1.0 / options.bags as f64));
    }
    trees
}

/// Boosts a logit from the start scores: rows with labels and weights.
pub fn boost_logistic(
    data: &[(Vec<f32>, bool, f64)],
    start: &dyn Fn(&[f32]) -> f64,
    options: &TreeOptions,
) -> Vec<Tree> {
    let rows: Vec<&[f32]> = data.iter().map(|d| d.0.as_slice()).collect();
    let Some(width) = rows.first().map(|r| r.len()) else { return Vec::new() };
    let cuts: Vec<Vec<f32>> = (0..width).map(|j| quantiles(&rows, j)).collect();
    let binned: Vec<Vec<u8>> =
        (0..width).map(|j| rows.iter().map(|r| cuts[j].partition_point(|&c| c < r[j]) as u8).collect()).collect();
    let mut random = 1;
    let mut trees = Vec::new();
    let mut scores: Vec<f64> = Vec::new();
    for round in 0..options.trees * options.bags {
        if round % options.trees == 0 {
            scores = rows.iter().map(|r| start(r)).collect();
        }
        let p = |i: usize| 1.0 / (1.0 + (-scores[i]).exp());
        let g: Vec<f64> = (0..rows.len()).map(|i| data[i].2 * (f64::from(u8::from(data[i].1)) - p(i))).collect();
        let h: Vec<f64> = (0..rows.len()).map(|i| (data[i].2 * p(i) * (1.0 - p(i))).max(1e-6)).collect();
        let allowed: Vec<usize> = (0..width).filter(|_| next(&mut random) < options.features).collect();
        let tree = grow(&binned, &cuts, &g, &h, &allowed, options);
        for (score, row) in scores.iter_mut().zip(&rows) {
            *score += tree.value(row);
        }
        trees.push(tree.scaled(1.0 / options.bags as f64));
    }
    trees
}

fn next(state: &mut u64) -> f64 {
    *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    ((*state >> 33) as f64) / f64::from(1u32 << 31)
}

fn quantiles(rows: &[&[f32]], j: usize) -> Vec<f32> {
    let mut values: Vec<f32> = rows.iter().map(|r| r[j]).collect();
    values.sort_by(f32::total_cmp);
    let mut distinct = values.clone();
    distinct.dedup();
    if distinct.len() <= BINS {
        return distinct[..distinct.len() - 1].to_vec();
    }
    let mut cuts: Vec<f32> = (1..BINS).map(|b| values[b * values.len() / BINS]).collect();
    cuts.dedup();
    cuts
}

/// Sums of gradient and curvature by feature and bin.
type Histogram = Vec<[[f64; 2]; BINS + 1]>;

struct Open {
    node: usize,
    members: Vec<u32>,
    histogram: Histogram,
    gain: f64,
    feature: usize,
    bin: usize,
}

fn grow(binned: &[Vec<u8>], cuts: &[Vec<f32>], g: &[f64], h: &[f64], allowed: &[usize], o: &TreeOptions) -> Tree {
    let all: Vec<u32> = (0..g.len() as u32).collect();
    let leaf = |members: &[u32]| {
        let (sg, sh) = members.iter().fold((0.0, 0.0), |(a, b), &i| (a + g[i as usize], b + h[i as usize]));
        Node::Leaf(o.rate * sg / (sh + o.penalty))
    };
    let histogram = |members: &[u32]| -> Histogram {
        let count = |&j: &usize| {
            let mut bins = [[0.0; 2]; BINS + 1];
            for &i in members {
                let bin = &mut bins[binned[j][i as usize] as usize];
                bin[0] += g[i as usize];
                bin[1] += h[i as usize];
            }
            bins
        };
        allowed.iter().map(count).collect()
    };
    let mut tree = Tree(vec![leaf(&all)]);
    let whole = histogram(&all);
    let mut open = vec![best_split(0, all, whole, cuts, allowed, o)];
    for _ in 1..o.leaves {
        let Some(at) =
            (0..open.len()).filter(|&i| open[i].gain > 1e-9).max_by(|&a, &b| open[a].gain.total_cmp(&open[b].gain))
        else {
            break;
        };
        let Open { node, members, histogram: mut rest, feature, bin, .. } = open.swap_remove(at);
        let (left, right): (Vec<u32>, Vec<u32>) =
            members.iter().partition(|&&i| binned[feature][i as usize] as usize <= bin);
        let next = tree.0.len();
        tree.0[node] = Node::Split { feature, threshold: cuts[feature][bin], left: next, right: next + 1 };
        tree.0.push(leaf(&left));
        tree.0.push(leaf(&right));
        // the smaller side is counted, the other is what remains
        let left_is_smaller = left.len() <= right.len();
        let small = histogram(if left_is_smaller { &left } else { &right });
        for (rest, small) in rest.iter_mut().flatten().zip(small.iter().flatten()) {
            rest[0] -= small[0];
            rest[1] -= small[1];
        }
        let (of_left, of_right) = if left_is_smaller { (small, rest) } else { (rest, small) };
        open.push(best_split(next, left, of_left, cuts, allowed, o));
        open.push(best_split(next + 1, right, of_right, cuts, allowed, o));
    }
    tree
}

fn best_split(
    node: usize,
    members: Vec<u32>,
    histogram: Histogram,
    cuts: &[Vec<f32>],
    allowed: &[usize],
    o: &TreeOptions,
) -> Open {
    let value = |g: f64, h: f64| g * g / (h + o.penalty);
    let mut best = (0.0, 0, 0);
    for (bins, &j) in histogram.iter().zip(allowed) {
        let (sg, sh) = bins.iter().fold((0.0, 0.0), |(g, h), bin| (g + bin[0], h + bin[1]));
        let (mut lg, mut lh) = (0.0, 0.0);
        for (b, bin) in bins.iter().enumerate().take(cuts[j].len()) {
            lg += bin[0];
            lh += bin[1];
            if lh < o.min_weight || sh - lh < o.min_weight {
                continue;
            }
            let gain = value(lg, lh) + value(sg - lg, sh - lh) - value(sg, sh);
            if gain > best.0 {
                best = (gain, j, b);
            }
        }
    }
    Open { node, members, histogram, gain: best.0, feature: best.1, bin: best.2 }
}
