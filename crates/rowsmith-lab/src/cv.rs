//! Cross-validation by site.

use rayon::prelude::*;

use crate::dataset::{PageData, shortlist};
use crate::linear::{Linear, train};
use crate::trees::{TreeOptions, boost};

pub const FOLDS: usize = 5;

/// Per fold: the shortlists of its pages' training set and of its own pages. No page's shortlist is made by a ranker
/// that saw the page or, for training pages, the fold: what fools the first ranker must fool it in training too.
pub fn shortlists(data: &[PageData], size: usize) -> Vec<(Vec<PageData>, Vec<PageData>)> {
    // rankers trained without one fold, and without two
    let pairs: Vec<(usize, usize)> = (0..FOLDS).flat_map(|a| (a..FOLDS).map(move |b| (a, b))).collect();
    let rankers: Vec<Linear> = pairs
        .par_iter()
        .map(|&(a, b)| {
            let training: Vec<&PageData> = data.iter().filter(|p| p.fold != a && p.fold != b && !p.debatable).collect();
            train(&training, 0.01, 120)
        })
        .collect();
    let ranker = |a: usize, b: usize| {
        let at = pairs.iter().position(|&p| p == (a.min(b), a.max(b))).unwrap_or(0);
        &rankers[at]
    };
    (0..FOLDS)
        .into_par_iter()
        .map(|fold| {
            let short = |p: &PageData| {
                let ranker = ranker(fold, p.fold);
                shortlist(p, &|row| ranker.score(row), size)
            };
            let training = data.iter().filter(|p| p.fold != fold && !p.debatable).map(short).collect();
            (training, data.iter().filter(|p| p.fold == fold).map(short).collect())
        })
        .collect()
}

/// Scores of the second ranker, out of fold: per fold and page.
pub fn second(
    folds: &[(Vec<PageData>, Vec<PageData>)],
    trees: Option<TreeOptions>,
    penalty: f64,
) -> Vec<Vec<Vec<f64>>> {
    folds
        .par_iter()
        .map(|(training, test)| {
            let training: Vec<&PageData> = training.iter().collect();
            let linear: Linear = train(&training, penalty, 250);
            let start = |row: &[f32]| linear.score(row);
            let forest = trees.map(|o| boost(&training, &start, &o)).unwrap_or_default();
            let score = |row: &[f32]| linear.score(row) + forest.iter().map(|t| t.value(row)).sum::<f64>();
            test.iter().map(|p| p.rows.iter().map(|r| score(r)).collect()).collect()
        })
        .collect()
}

pub fn best(scores: &[f64]) -> Option<usize> {
    (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b]).then(b.cmp(&a)))
}

pub fn report(folds: &[(Vec<PageData>, Vec<PageData>)], scores: &[Vec<Vec<f64>>]) -> (f64, f64, f64) {
    let (mut perfect, mut mean, mut n, mut hits, mut predicted, mut gold) = (0.0, 0.0, 0.0, 0, 0, 0);
    let all = folds.iter().zip(scores).flat_map(|(f, s)| f.1.iter().zip(s));
    for (page, scores) in all.filter(|(p, _)| p.has_list && !p.debatable) {
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
