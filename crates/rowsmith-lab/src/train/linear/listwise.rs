//! A linear ranker trained listwise: the softmax over a page's candidates should put its mass on the best ones.

use rowsmith::learn::Linear;

use super::adam::minimise;
use super::standard::Standard;
use crate::eval::truth::Quality;
use crate::train::sample::Sample;

/// How much a candidate is wanted: 1 for the page's best, decreasing quickly with its F1.
pub fn targets(qualities: &[Quality]) -> Vec<f64> {
    let best = qualities.iter().map(|q| q.f1()).fold(0.0, f64::max);
    qualities.iter().map(|q| if best > 0.0 { (q.f1() / best).powi(8) } else { 0.0 }).collect()
}

/// Between two updates over all candidates, only this many take part in the softmax.
const ACTIVE: usize = 80;
/// The number of rounds between two such updates.
const LOOK: usize = 40;

/// A list of candidates as training data.
struct List {
    /// Standardised features, one candidate after the other.
    values: Vec<f32>,
    wanted: Vec<f64>,
}

/// Trains a ranker; deterministic.
pub fn train_ranker(samples: &[&Sample], penalty: f64, rounds: usize) -> Linear {
    let Some(width) = samples.iter().find_map(|s| s.rows.first()).map(Vec::len) else { return Linear::default() };
    let standard = Standard::new(samples.iter().flat_map(|s| &s.rows), width);
    let list = |s: &&Sample| {
        let row =
            |r: &Vec<f32>| -> Vec<f32> { r.iter().enumerate().map(|(j, &x)| standard.value(j, x) as f32).collect() };
        List { values: s.rows.iter().flat_map(row).collect(), wanted: targets(&s.qualities) }
    };
    let lists: Vec<List> = samples.iter().map(list).collect();
    let mut active: Vec<Vec<usize>> = Vec::new();
    let w = minimise(
        width,
        rounds,
        |w| penalty * w,
        width,
        |round, w, gradient| {
            let dot = |x: &[f32], i: usize| -> f64 {
                x[i * width..(i + 1) * width].iter().zip(w).map(|(&x, w)| f64::from(x) * w).sum()
            };
            if round == 0 || (round + 1) % LOOK == 0 {
                active = lists.iter().map(|l| active_set(&|i| dot(&l.values, i), &l.wanted, round == 0)).collect();
            }
            for (List { values, wanted }, active) in lists.iter().zip(&active) {
                let scores: Vec<f64> = active.iter().map(|&i| dot(values, i)).collect();
                let wanted: Vec<f64> = active.iter().map(|&i| wanted[i]).collect();
                let (p, t) = softmax_and_posterior(&scores, &wanted);
                for (k, &i) in active.iter().enumerate() {
                    let g = (p[k] - t[k]) / lists.len() as f64;
                    if g.abs() > 1e-9 {
                        let row = &values[i * width..(i + 1) * width];
                        row.iter().zip(&mut *gradient).for_each(|(&x, d)| *d += g * f64::from(x));
                    }
                }
            }
        },
    );
    standard.raw(&w, 0.0)
}

/// Candidates with a much lower score have no weight in the softmax, so they are only considered from time to time.
fn active_set(score: &dyn Fn(usize) -> f64, target: &[f64], all: bool) -> Vec<usize> {
    let scores: Vec<f64> = (0..target.len()).map(score).collect();
    let mut order: Vec<usize> = (0..target.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]).then(a.cmp(&b)));
    let keep = if all { order.len() } else { ACTIVE.min(order.len()) };
    let (front, rest) = order.split_at(keep);
    front.iter().chain(rest.iter().filter(|&&i| target[i] > 0.3)).copied().collect()
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

    /// Pages in which the right candidate has the larger first feature; the second is irrelevant.
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
            assert!(ranker.value(&sample.rows[1]) > ranker.value(&sample.rows[0]).max(ranker.value(&sample.rows[2])));
        }
        assert!(ranker.weights[0] > 10.0 * ranker.weights[1].abs());
    }
}
