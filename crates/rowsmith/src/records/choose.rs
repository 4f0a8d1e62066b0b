//! The page's main list: candidates ranked by the learnt model, and how sure the choice is.

use super::Ranked;
use super::candidate::Candidate;
use super::facts::PageFacts;
use super::features::{FEATURES, features};
use super::measure::{Measurer, Measures};
use super::model::Model;
use super::relations::relations;
use crate::tree::Similarities;

/// How many candidates the second ranker sees.
pub const SHORTLIST: usize = 40;

/// A page's candidates with what is known of them.
pub struct Measured {
    /// The candidates.
    pub candidates: Vec<Candidate>,
    /// Their measures.
    pub measures: Vec<Measures>,
    /// Their own features.
    pub rows: Vec<Vec<f32>>,
}

/// Measures all candidates.
pub fn measure_all<'a>(facts: &'a PageFacts<'a>, candidates: Vec<Candidate>, sims: &mut Similarities<'a>) -> Measured {
    let mut measurer = Measurer::new(facts, sims);
    let measures: Vec<Measures> = candidates.iter().map(|c| measurer.measure(c)).collect();
    let rows = candidates.iter().zip(&measures).map(|(c, m)| features(m, c.generator)).collect();
    Measured { candidates, measures, rows }
}

/// The indices of the likeliest candidates by the first scores, best first, and their features with relations and first
/// score.
pub fn shortlist(
    facts: &PageFacts<'_>,
    measured: &Measured,
    scores: &[f64],
    size: usize,
) -> (Vec<usize>, Vec<Vec<f32>>) {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]).then(a.cmp(&b)));
    order.truncate(size);
    let candidates: Vec<&Candidate> = order.iter().map(|&i| &measured.candidates[i]).collect();
    let measures: Vec<&Measures> = order.iter().map(|&i| &measured.measures[i]).collect();
    let related = relations(facts, &candidates, &measures);
    let rows = order
        .iter()
        .zip(related)
        .map(|(&i, related)| measured.rows[i].iter().copied().chain(related).chain([scores[i] as f32]).collect());
    let rows = rows.collect();
    (order, rows)
}

/// What the confidence is learnt from: the chosen candidate's own features and relations, how far it is ahead, and what
/// the page holds beside it.
pub fn confidence_row(
    facts: &PageFacts<'_>,
    measured: &Measured,
    chosen: usize,
    row: &[f32],
    scores: &[f64],
) -> Vec<f32> {
    let top = scores.iter().copied().fold(f64::MIN, f64::max);
    let sum: f64 = scores.iter().map(|s| (s - top).exp()).sum();
    let m = &measured.measures[chosen];
    let outside = |of: &super::Sums, inside: f64| (1.0 + (f64::from(of.total()) - inside).max(0.0)).ln() as f32;
    let own = FEATURES.len();
    let mut out: Vec<f32> = row[..own].to_vec();
    out.push(top as f32);
    out.push((1.0 / sum) as f32);
    out.push((1.0 + facts.terminals.len() as f64).ln() as f32);
    out.push(outside(&facts.words, m.words));
    out.push(outside(&facts.long_texts, m.with[6] * m.n));
    out.push(outside(&facts.links, m.links));
    out.push((1.0 + measured.candidates.len() as f64).ln() as f32);
    out.push(f32::from(u8::from(facts.first_h1.is_some())));
    let inside: f64 = measured.candidates[chosen].runs.iter().map(|&r| f64::from(facts.long_words.of(r))).sum();
    let prose = f64::from(facts.long_words.total());
    out.push(((prose - inside) / f64::from(facts.words.total()).max(1.0)) as f32);
    out.push((inside / prose.max(1.0)) as f32);
    out.push((1.0 + (prose - inside).max(0.0)).ln() as f32);
    out.extend(facts.declared_types().map(|declared| f32::from(u8::from(declared))));
    out
}

/// If the chosen list is a later copy of another of the shortlist (for another width of screen, say): that one.
///
/// A copy has as many records, nearly all their first links in the same order, and nearly as much in them: a bare index
/// of the same links is none.
pub fn first_copy(facts: &PageFacts<'_>, candidates: &[&Candidate], chosen: usize) -> usize {
    let links = |i: usize| -> Vec<Option<u64>> { candidates[i].records().map(|runs| facts.first_link(runs)).collect() };
    let mine = links(chosen);
    if mine.len() < 3 || mine.iter().flatten().count() * 10 < mine.len() * 8 {
        return chosen;
    }
    let copies = (0..candidates.len()).filter(|&i| {
        let end = candidates[i].runs[candidates[i].runs.len() - 1].1;
        if end > candidates[chosen].runs[0].0 || candidates[i].len() != mine.len() {
            return false;
        }
        let held = |c: &Candidate| c.runs.iter().map(|&r| facts.terminal_range(r).len()).sum::<usize>();
        if held(candidates[i]) * 10 < held(candidates[chosen]) * 6 {
            return false;
        }
        let same = links(i).iter().zip(&mine).filter(|(a, b)| a.is_some() && a == b).count();
        same * 10 >= mine.len() * 8
    });
    copies.min_by_key(|&i| candidates[i].runs[0].0).map_or(chosen, |earliest| {
        // of the candidates over the earliest copy, the one the ranker likes best comes first
        let start = facts.terminal_range(candidates[earliest].runs[0]).start;
        let same_place = |&i: &usize| {
            candidates[i].len() == mine.len()
                && facts.terminal_range(candidates[i].runs[0]).start.abs_diff(start) <= 2
                && candidates[i].runs[candidates[i].runs.len() - 1].1 <= candidates[chosen].runs[0].0
        };
        (0..candidates.len()).find(same_place).unwrap_or(earliest)
    })
}

/// Ranks candidates by the model; the first carries the confidence that it is the page's list.
pub fn choose<'a>(
    facts: &'a PageFacts<'a>,
    candidates: Vec<Candidate>,
    sims: &mut Similarities<'a>,
    model: &Model,
    explain: bool,
) -> Vec<Ranked> {
    let mut measured = measure_all(facts, candidates, sims);
    if measured.candidates.is_empty() {
        return Vec::new();
    }
    let first = model.first.scores(&measured.rows);
    let (order, rows) = shortlist(facts, &measured, &first, SHORTLIST);
    let second: Vec<f64> = order.iter().zip(model.second.scores_of_all(&rows)).map(|(&i, s)| first[i] + s).collect();
    let best = (0..order.len()).max_by(|&a, &b| second[a].total_cmp(&second[b]).then(b.cmp(&a))).unwrap_or(0);
    let short_candidates: Vec<&Candidate> = order.iter().map(|&i| &measured.candidates[i]).collect();
    let best = first_copy(facts, &short_candidates, best);
    let row = confidence_row(facts, &measured, order[best], &rows[best], &second);
    let confidence = 1.0 / (1.0 + (-model.confidence.score(&row)).exp());
    let mut scores = first.clone();
    for (&i, &score) in order.iter().zip(&second) {
        scores[i] = score;
    }
    // the shortlist stays ahead of the rest whatever the second ranker added
    let mut ranks: Vec<usize> = (0..scores.len()).collect();
    let mut short = vec![false; scores.len()];
    for &i in &order {
        short[i] = true;
    }
    ranks.sort_by(|&a, &b| short[b].cmp(&short[a]).then(scores[b].total_cmp(&scores[a])).then(a.cmp(&b)));
    let chosen = order[best];
    ranks.sort_by_key(|&i| i != chosen);
    let means = if explain { mean_row(&measured.rows) } else { Vec::new() };
    let mut candidates: Vec<Option<Candidate>> = measured.candidates.drain(..).map(Some).collect();
    ranks
        .into_iter()
        .filter_map(|i| {
            let confidence = (i == chosen).then_some(confidence);
            let evidence = if explain { contributions(model, &measured.rows[i], &means) } else { Vec::new() };
            Some(Ranked { candidate: candidates[i].take()?, score: scores[i], confidence, evidence })
        })
        .collect()
}

/// The features that add or take most, largest first.
fn contributions(model: &Model, row: &[f32], means: &[f64]) -> Vec<(&'static str, f64)> {
    let mut all: Vec<(&'static str, f64)> = FEATURES
        .iter()
        .zip(row.iter().zip(means))
        .zip(&model.first.weights)
        .map(|(((name, _), (&x, mean)), weight)| (*name, weight * (f64::from(x) - mean)))
        .collect();
    all.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    all.truncate(8);
    all
}

fn mean_row(rows: &[Vec<f32>]) -> Vec<f64> {
    let width = rows.first().map_or(0, Vec::len);
    let sum = |j: usize| rows.iter().map(|r| f64::from(r[j])).sum::<f64>();
    (0..width).map(|j| sum(j) / rows.len() as f64).collect()
}
