//! Losses, which trees lower.

use std::ops::Range;

use crate::train::linear::softmax_and_posterior;

/// How a row's score should change: the negative gradient of the loss, and the curvature there.
#[derive(Clone, Copy, Default, Debug)]
pub struct Slope {
    pub wanted: f64,
    pub curvature: f64,
}

/// A loss of the scores of all rows.
pub trait Loss: Sync {
    /// Computes the slope for each row at these scores.
    fn slopes(&self, scores: &[f64], out: &mut [Slope]);
}

/// Lists in each of which one candidate should be ahead: the softmax over a list should put its mass on what is wanted.
#[derive(Default)]
pub struct Listwise {
    lists: Vec<List>,
}

struct List {
    rows: Range<usize>,
    /// How much each candidate is wanted, 1 for the best.
    wanted: Vec<f64>,
}

/// Least curvature of a candidate in its list.
const LEAST: f64 = 1e-4;

impl Listwise {
    /// Appends a list, whose rows follow those of the previous lists.
    pub fn push(&mut self, wanted: Vec<f64>) {
        let from = self.lists.last().map_or(0, |l| l.rows.end);
        self.lists.push(List { rows: from..from + wanted.len(), wanted });
    }
}

impl Loss for Listwise {
    fn slopes(&self, scores: &[f64], out: &mut [Slope]) {
        for List { rows, wanted } in &self.lists {
            let (p, t) = softmax_and_posterior(&scores[rows.clone()], wanted);
            for ((slope, p), t) in out[rows.clone()].iter_mut().zip(p).zip(t) {
                *slope = Slope { wanted: t - p, curvature: (p * (1.0 - p)).max(LEAST) };
            }
        }
    }
}

/// The score is the logit of a label, which may be soft.
pub struct Logistic {
    labels: Vec<f32>,
    weights: Vec<f64>,
    /// Least curvature of a row.
    least: f64,
}

impl Logistic {
    pub fn new(labels: Vec<f32>, weights: Vec<f64>, least: f64) -> Logistic {
        Logistic { labels, weights, least }
    }
}

impl Loss for Logistic {
    fn slopes(&self, scores: &[f64], out: &mut [Slope]) {
        for (((slope, score), &label), &weight) in out.iter_mut().zip(scores).zip(&self.labels).zip(&self.weights) {
            let p = 1.0 / (1.0 + (-score).exp());
            let curvature = (weight * p * (1.0 - p)).max(self.least);
            *slope = Slope { wanted: weight * (f64::from(label) - p), curvature };
        }
    }
}
