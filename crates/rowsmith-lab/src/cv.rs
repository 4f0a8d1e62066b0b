//! Cross-validation by site.

use rayon::prelude::*;

use crate::dataset::PageData;
use crate::linear::{Linear, train};
use crate::trees::{TreeOptions, boost};

pub const FOLDS: usize = 5;

/// Per page, the index of the chosen candidate and all scores, out of fold.
pub fn out_of_fold(data: &[PageData], trees: Option<TreeOptions>, penalty: f64) -> Vec<Vec<f64>> {
    let folds: Vec<Vec<(usize, Vec<f64>)>> = (0..FOLDS)
        .into_par_iter()
        .map(|fold| {
            let training: Vec<&PageData> = data.iter().filter(|p| p.fold != fold && !p.debatable).collect();
            let linear: Linear = train(&training, penalty, 300);
            let start = |row: &[f32]| linear.score(row);
            let forest = trees.map(|o| boost(&training, &start, &o)).unwrap_or_default();
            let score = |row: &[f32]| linear.score(row) + forest.iter().map(|t| t.value(row)).sum::<f64>();
            data.iter()
                .enumerate()
                .filter(|(_, p)| p.fold == fold)
                .map(|(i, p)| (i, p.rows.iter().map(|r| score(r)).collect()))
                .collect()
        })
        .collect();
    let mut all = vec![Vec::new(); data.len()];
    for (i, scores) in folds.into_iter().flatten() {
        all[i] = scores;
    }
    all
}

pub fn best(scores: &[f64]) -> Option<usize> {
    (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b]).then(b.cmp(&a)))
}

pub fn report(data: &[PageData], scores: &[Vec<f64>]) -> (f64, f64, f64) {
    let (mut perfect, mut mean, mut n, mut hits, mut predicted, mut gold) = (0.0, 0.0, 0.0, 0, 0, 0);
    for (page, scores) in data.iter().zip(scores).filter(|(p, _)| p.has_list && !p.debatable) {
        n += 1.0;
        if let Some(at) = best(scores) {
            let q = page.qualities[at];
            perfect += f64::from(u8::from(q.perfect()));
            mean += q.f1();
            hits += q.hits;
            predicted += q.predicted;
            gold += q.gold;
        }
    }
    (perfect / n, mean / n, 2.0 * hits as f64 / (predicted + gold) as f64)
}
