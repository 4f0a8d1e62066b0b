//! A linear ranker learnt listwise: the softmax over a page's candidates puts its mass on the best ones.

use crate::dataset::PageData;

/// Weights over raw features; the standardisation is folded in.
#[derive(Clone, Debug, Default)]
pub struct Linear {
    pub weights: Vec<f64>,
    pub bias: f64,
}

impl Linear {
    pub fn score(&self, row: &[f32]) -> f64 {
        self.bias + row.iter().zip(&self.weights).map(|(&x, w)| f64::from(x) * w).sum::<f64>()
    }
}

/// How much a candidate is wanted: 1 for the page's best, falling fast with its F1.
pub fn targets(page: &PageData) -> Vec<f64> {
    let best = page.qualities.iter().map(|q| q.f1()).fold(0.0, f64::max);
    page.qualities.iter().map(|q| if best > 0.0 { (q.f1() / best).powi(8) } else { 0.0 }).collect()
}

/// Mean and inverse standard deviation of every feature over all candidates.
fn standardisation(pages: &[&PageData]) -> (Vec<f64>, Vec<f64>) {
    let width = pages[0].rows[0].len();
    let (mut mean, mut square, mut n) = (vec![0.0; width], vec![0.0; width], 0.0);
    for row in pages.iter().flat_map(|p| &p.rows) {
        for (j, &x) in row.iter().enumerate() {
            mean[j] += f64::from(x);
            square[j] += f64::from(x) * f64::from(x);
        }
        n += 1.0;
    }
    let scale = (0..width)
        .map(|j| {
            mean[j] /= n;
            let variance: f64 = square[j] / n - mean[j] * mean[j];
            if variance > 1e-9 { 1.0 / variance.sqrt() } else { 0.0 }
        })
        .collect();
    (mean, scale)
}

/// Trains by Adam over all pages at once; deterministic.
pub fn train(pages: &[&PageData], penalty: f64, rounds: usize) -> Linear {
    let pages: Vec<&PageData> = pages.iter().copied().filter(|p| p.has_list && !p.rows.is_empty()).collect();
    let (mean, scale) = standardisation(&pages);
    let width = mean.len();
    let data: Vec<(Vec<f32>, Vec<f64>)> = pages
        .iter()
        .map(|p| {
            let x = p
                .rows
                .iter()
                .flat_map(|r| r.iter().enumerate().map(|(j, &x)| ((f64::from(x) - mean[j]) * scale[j]) as f32));
            (x.collect(), targets(p))
        })
        .collect();
    let mut w = vec![0.0f64; width];
    let (mut m, mut v) = (vec![0.0f64; width], vec![0.0f64; width]);
    for round in 1..=rounds {
        let mut gradient: Vec<f64> = w.iter().map(|w| penalty * w).collect();
        for (x, target) in &data {
            let scores: Vec<f64> =
                x.chunks_exact(width).map(|r| r.iter().zip(&w).map(|(&x, w)| f64::from(x) * w).sum()).collect();
            let (p, t) = softmax_and_posterior(&scores, target);
            for (i, row) in x.chunks_exact(width).enumerate() {
                let g = (p[i] - t[i]) / data.len() as f64;
                if g.abs() > 1e-9 {
                    for (j, &x) in row.iter().enumerate() {
                        gradient[j] += g * f64::from(x);
                    }
                }
            }
        }
        let rate = 0.05 * (1.0 - round as f64 / (rounds as f64 * 1.1));
        for j in 0..width {
            m[j] = 0.9 * m[j] + 0.1 * gradient[j];
            v[j] = 0.999 * v[j] + 0.001 * gradient[j] * gradient[j];
            let (mh, vh) = (m[j] / (1.0 - 0.9f64.powi(round as i32)), v[j] / (1.0 - 0.999f64.powi(round as i32)));
            w[j] -= rate * mh / (vh.sqrt() + 1e-8);
        }
    }
    let weights: Vec<f64> = w.iter().zip(&scale).map(|(w, s)| w * s).collect();
    let bias = -weights.iter().zip(&mean).map(|(w, m)| w * m).sum::<f64>();
    Linear { weights, bias }
}

/// The softmax of the scores, and the same weighted by how much each candidate is wanted.
pub fn softmax_and_posterior(scores: &[f64], target: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let top = scores.iter().copied().fold(f64::MIN, f64::max);
    let mut p: Vec<f64> = scores.iter().map(|s| (s - top).exp()).collect();
    let sum: f64 = p.iter().sum();
    p.iter_mut().for_each(|p| *p /= sum);
    let mut t: Vec<f64> = p.iter().zip(target).map(|(p, t)| (p + 1e-12) * t).collect();
    let sum: f64 = t.iter().sum();
    t.iter_mut().for_each(|t| *t /= sum.max(1e-300));
    (p, t)
}
