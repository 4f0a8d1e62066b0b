//! A linear ranker learnt listwise: the softmax over a page's candidates puts its mass on the best ones. And a
//! logistic regression.

use crate::dataset::Sample;
use crate::truth::Quality;

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
pub fn targets(qualities: &[Quality]) -> Vec<f64> {
    let best = qualities.iter().map(|q| q.f1()).fold(0.0, f64::max);
    qualities.iter().map(|q| if best > 0.0 { (q.f1() / best).powi(8) } else { 0.0 }).collect()
}

/// Mean and inverse standard deviation of every feature.
fn standardisation<'a>(rows: impl Iterator<Item = &'a Vec<f32>>, width: usize) -> (Vec<f64>, Vec<f64>) {
    let (mut mean, mut square, mut n) = (vec![0.0; width], vec![0.0; width], 0.0);
    for row in rows {
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

/// Adam with a falling rate.
pub struct Adam {
    m: Vec<f64>,
    v: Vec<f64>,
    round: usize,
    rounds: usize,
}

impl Adam {
    pub fn new(width: usize, rounds: usize) -> Self {
        Adam { m: vec![0.0; width], v: vec![0.0; width], round: 0, rounds }
    }

    /// A step against the gradient.
    pub fn step(&mut self, w: &mut [f64], gradient: &[f64]) {
        self.round += 1;
        let rate = 0.05 * (1.0 - self.round as f64 / (self.rounds as f64 * 1.1));
        let (first, second) = (1.0 - 0.9f64.powi(self.round as i32), 1.0 - 0.999f64.powi(self.round as i32));
        for j in 0..w.len() {
            self.m[j] = 0.9 * self.m[j] + 0.1 * gradient[j];
            self.v[j] = 0.999 * self.v[j] + 0.001 * gradient[j] * gradient[j];
            w[j] -= rate * (self.m[j] / first) / ((self.v[j] / second).sqrt() + 1e-8);
        }
    }
}

/// Candidates that keep their part in the softmax between two looks at all of them.
const ACTIVE: usize = 80;
/// Rounds between two looks.
const LOOK: usize = 40;

/// Trains a ranker; deterministic.
pub fn train_ranker(samples: &[&Sample], penalty: f64, rounds: usize) -> Linear {
    let Some(width) = samples.iter().find_map(|s| s.rows.first()).map(Vec::len) else { return Linear::default() };
    let (mean, scale) = standardisation(samples.iter().flat_map(|s| &s.rows), width);
    let data: Vec<(Vec<f32>, Vec<f64>)> = samples
        .iter()
        .map(|s| {
            let standard = |r: &Vec<f32>| -> Vec<f32> {
                r.iter().enumerate().map(|(j, &x)| ((f64::from(x) - mean[j]) * scale[j]) as f32).collect()
            };
            (s.rows.iter().flat_map(standard).collect(), targets(&s.qualities))
        })
        .collect();
    let mut w = vec![0.0f64; width];
    let mut adam = Adam::new(width, rounds);
    let mut active: Vec<Vec<usize>> = Vec::new();
    for round in 0..rounds {
        let dot = |x: &[f32], i: usize| -> f64 {
            x[i * width..(i + 1) * width].iter().zip(&w).map(|(&x, w)| f64::from(x) * w).sum()
        };
        if round == 0 || (round + 1) % LOOK == 0 {
            active = data.iter().map(|(x, target)| active_set(&|i| dot(x, i), target, round == 0)).collect();
        }
        let mut gradient: Vec<f64> = w.iter().map(|w| penalty * w).collect();
        for ((x, target), active) in data.iter().zip(&active) {
            let scores: Vec<f64> = active.iter().map(|&i| dot(x, i)).collect();
            let wanted: Vec<f64> = active.iter().map(|&i| target[i]).collect();
            let (p, t) = softmax_and_posterior(&scores, &wanted);
            for (k, &i) in active.iter().enumerate() {
                let g = (p[k] - t[k]) / data.len() as f64;
                if g.abs() > 1e-9 {
                    x[i * width..(i + 1) * width].iter().zip(&mut gradient).for_each(|(&x, d)| *d += g * f64::from(x));
                }
            }
        }
        adam.step(&mut w, &gradient);
    }
    unstandardised(&w, &mean, &scale, 0.0)
}

/// Candidates far behind have no weight in the softmax; they are looked at again every so often.
fn active_set(score: &dyn Fn(usize) -> f64, target: &[f64], all: bool) -> Vec<usize> {
    let scores: Vec<f64> = (0..target.len()).map(score).collect();
    let mut order: Vec<usize> = (0..target.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]).then(a.cmp(&b)));
    let keep = if all { order.len() } else { ACTIVE.min(order.len()) };
    let (front, rest) = order.split_at(keep);
    front.iter().chain(rest.iter().filter(|&&i| target[i] > 0.3)).copied().collect()
}

/// Logistic regression over rows with labels and weights: the logit of the label.
pub fn train_logistic(rows: &[(Vec<f32>, bool, f64)], penalty: f64, rounds: usize) -> Linear {
    let Some(width) = rows.first().map(|r| r.0.len()) else { return Linear::default() };
    let (mean, scale) = standardisation(rows.iter().map(|r| &r.0), width);
    let all: f64 = rows.iter().map(|r| r.2).sum();
    let mut w = vec![0.0; width + 1];
    let mut adam = Adam::new(width + 1, rounds);
    for _ in 0..rounds {
        let mut gradient: Vec<f64> = w.iter().map(|w| penalty * w).collect();
        gradient[width] = 0.0;
        for (row, label, weight) in rows {
            let x = |j: usize| (f64::from(row[j]) - mean[j]) * scale[j];
            let z: f64 = w[width] + (0..width).map(|j| x(j) * w[j]).sum::<f64>();
            let g = (1.0 / (1.0 + (-z).exp()) - f64::from(u8::from(*label))) * weight / all;
            (0..width).for_each(|j| gradient[j] += g * x(j));
            gradient[width] += g;
        }
        adam.step(&mut w, &gradient);
    }
    let bias = w[width];
    unstandardised(&w[..width], &mean, &scale, bias)
}

fn unstandardised(w: &[f64], mean: &[f64], scale: &[f64], bias: f64) -> Linear {
    let weights: Vec<f64> = w.iter().zip(scale).map(|(w, s)| w * s).collect();
    let bias = bias - weights.iter().zip(mean).map(|(w, m)| w * m).sum::<f64>();
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

#[cfg(test)]
mod tests {
    use super::*;

    fn quality(right: bool) -> Quality {
        Quality { hits: if right { 4 } else { 0 }, predicted: 4, gold: 4 }
    }

    /// Pages whose right candidate has the larger first feature; the second says nothing.
    fn samples() -> Vec<Sample> {
        (0..20u8)
            .map(|i| {
                let noise = |k: u8| f32::from((i * 7 + k * 3) % 5);
                let rows = vec![vec![0.0, noise(0)], vec![1.0, noise(1)], vec![0.2, noise(2)]];
                Sample { rows, qualities: vec![quality(false), quality(true), quality(false)] }
            })
            .collect()
    }

    #[test]
    fn the_ranker_learns_what_parts_right_from_wrong() {
        let samples = samples();
        let ranker = train_ranker(&samples.iter().collect::<Vec<_>>(), 0.01, 200);
        for sample in &samples {
            assert!(ranker.score(&sample.rows[1]) > ranker.score(&sample.rows[0]).max(ranker.score(&sample.rows[2])));
        }
        assert!(ranker.weights[0] > 10.0 * ranker.weights[1].abs());
    }

    #[test]
    fn the_logit_is_that_of_the_share() {
        let rows: Vec<(Vec<f32>, bool, f64)> = (0..100u8).map(|i| (vec![0.0], i < 75, 1.0)).collect();
        let logit = train_logistic(&rows, 0.01, 500).score(&[0.0]);
        assert!((logit - 3f64.ln()).abs() < 0.05, "{logit}");
    }
}
