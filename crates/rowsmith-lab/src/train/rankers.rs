//! Rankers of the library: a linear function, and trees trained on top of it.

use rowsmith::learn::{JUDGED_BY_TREES, Linear, Ranker, TreeNode, Trees};

use super::boost::{Binned, Cuts, Listwise, Logistic, Options, Tree, Variety, boost};
use super::linear::{Labelled, targets, train_logistic, train_ranker};
use super::sample::Sample;

/// Settings of trees on top of a ranker, with individual numbers of trees, leaves and bags.
pub const RANKER_TREES: Options = Options {
    trees: 80,
    bags: 3,
    leaves: 5,
    rate: 0.1,
    penalty: 1.0,
    min_curvature: 0.5,
    min_rows: 0,
    features: 0.3,
    variety: Variety::Features,
    seed: 1,
};

/// Least curvature of a labelled row.
const LEAST: f64 = 1e-6;
const RANKER_ROUNDS: usize = 250;
const LOGISTIC_ROUNDS: usize = 300;

/// Trains which candidate of a list is best: a linear function with this penalty, and trees.
pub fn ranker(samples: &[&Sample], penalty: f64, options: &Options) -> Ranker {
    let linear = train_ranker(samples, penalty, RANKER_ROUNDS);
    let trees = listwise_trees(samples, &|row| linear.value(row), options);
    Ranker { linear, trees }
}

/// Only trees, on top of the last feature, which is the score of a previous ranker.
pub fn ranker_behind(samples: &[&Sample], options: &Options) -> Ranker {
    let last = |row: &[f32]| row.last().map_or(0.0, |&x| f64::from(x));
    Ranker { linear: Linear::default(), trees: listwise_trees(samples, &last, options) }
}

/// Trains the logit of a label: a linear function with this penalty, and trees.
pub fn classifier(rows: &[Labelled], penalty: f64, options: &Options) -> Ranker {
    let linear = train_logistic(rows, penalty, LOGISTIC_ROUNDS);
    let Some(width) = rows.first().map(|r| r.row.len()) else { return Ranker { linear, trees: Trees::default() } };
    let values: Vec<f32> = rows.iter().flat_map(|r| r.row.iter().copied()).collect();
    let labels = rows.iter().map(|r| f32::from(u8::from(r.label))).collect();
    let loss = Logistic::new(labels, rows.iter().map(|r| r.weight).collect(), LEAST);
    let start: Vec<f64> = rows.iter().map(|r| linear.value(&r.row)).collect();
    let data = Binned::new(&values, width, Cuts::AtValues);
    let trees = boost(&data, &all_rows(rows.len()), &loss, &start, options);
    Ranker { linear, trees: packed(&trees, &data) }
}

/// Trains the logit of a label using only trees.
pub fn trees_alone(rows: &[Labelled], options: &Options) -> Trees {
    let positive = rows.iter().filter(|r| r.label).map(|r| r.weight).sum::<f64>();
    let Some(width) = rows.first().map(|r| r.row.len()).filter(|_| positive > 0.0) else { return constant(NEVER) };
    let all: f64 = rows.iter().map(|r| r.weight).sum();
    let start = (positive / (all - positive).max(LEAST)).ln();
    let values: Vec<f32> = rows.iter().flat_map(|r| r.row.iter().copied()).collect();
    let labels = rows.iter().map(|r| f32::from(u8::from(r.label))).collect();
    let loss = Logistic::new(labels, rows.iter().map(|r| r.weight).collect(), LEAST);
    let data = Binned::new(&values, width, Cuts::Between);
    let trees = boost(&data, &all_rows(rows.len()), &loss, &vec![start; rows.len()], options);
    let mut all = constant(start);
    packed(&trees, &data).iter().for_each(|tree| {
        all.push(tree);
    });
    all
}

/// Learns by trees what is to be added to the logits of a label that something else gave the rows. Where no row has the
/// label nothing is added.
pub fn trees_on_top(rows: &[Labelled], start: &[f64], options: &Options) -> Trees {
    let Some(width) = rows.first().map(|r| r.row.len()).filter(|_| rows.iter().any(|r| r.label)) else {
        return Trees::default();
    };
    let values: Vec<f32> = rows.iter().flat_map(|r| r.row.iter().copied()).collect();
    let labels = rows.iter().map(|r| f32::from(u8::from(r.label))).collect();
    let loss = Logistic::new(labels, rows.iter().map(|r| r.weight).collect(), LEAST);
    let data = Binned::new(&values, width, Cuts::Between);
    packed(&boost(&data, &all_rows(rows.len()), &loss, start, options), &data)
}

/// A single tree with the same value for every row.
fn constant(value: f64) -> Trees {
    Trees::new([[TreeNode::leaf(value as f32)]]).unwrap_or_default()
}

/// The logit of what was never seen.
const NEVER: f64 = -12.0;

fn all_rows(count: usize) -> Vec<u32> {
    (0..count as u32).collect()
}

/// Trains on the candidates that the trees will judge: the likeliest of each page, and its best.
fn listwise_trees(samples: &[&Sample], start: &dyn Fn(&[f32]) -> f64, options: &Options) -> Trees {
    let mut values: Vec<f32> = Vec::new();
    let mut starts: Vec<f64> = Vec::new();
    let mut loss = Listwise::default();
    for sample in samples {
        let scores: Vec<f64> = sample.rows.iter().map(|r| start(r)).collect();
        let wanted = targets(&sample.qualities);
        let kept = judged(&scores, &wanted);
        values.extend(kept.iter().flat_map(|&i| sample.rows[i].iter().copied()));
        starts.extend(kept.iter().map(|&i| scores[i]));
        loss.push(kept.iter().map(|&i| wanted[i]).collect());
    }
    if starts.is_empty() {
        return Trees::default();
    }
    let data = Binned::new(&values, values.len() / starts.len(), Cuts::AtValues);
    packed(&boost(&data, &all_rows(starts.len()), &loss, &starts, options), &data)
}

/// The candidates with the highest scores, and the one that is wanted most.
fn judged(scores: &[f64], wanted: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]).then(a.cmp(&b)));
    let most = |&a: &usize, &b: &usize| wanted[a].total_cmp(&wanted[b]).then(scores[a].total_cmp(&scores[b]));
    let best = (0..scores.len()).max_by(most).unwrap_or(0);
    let behind = order.iter().skip(JUDGED_BY_TREES).copied().filter(|&i| i == best);
    order.iter().take(JUDGED_BY_TREES).copied().chain(behind).collect()
}

/// The trees in the form of the library.
pub fn packed(trees: &[Tree], data: &Binned) -> Trees {
    Trees::new(trees.iter().map(|tree| tree.packed(data)))
        .unwrap_or_else(|| unreachable!("the children of a grown tree stand behind it"))
}
