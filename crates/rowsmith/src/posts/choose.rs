//! The choice of a page's posts among the candidate lists.

use super::candidates::post_candidates;
use super::evidence::post_evidence;
use super::mibat::MibatOptions;
use super::model::PostModel;
use super::pivots::Pivots;
use crate::records::{Candidate, Measured, PageFacts, measure_all};
use crate::tree::Similarities;

/// What the confidence is learnt from beside the features of the chosen list.
pub const CONFIDENCE_FEATURES: &[&str] = &[
    "score",
    "ahead",
    "terminals",
    "words_outside",
    "prose_outside",
    "candidates",
    "declared_list",
    "declared_product",
    "has_h1",
    "longest_outside",
];

/// The posts of a page, as a list of records.
#[derive(Clone, PartialEq, Debug)]
pub struct Chosen {
    /// The list.
    pub candidate: Candidate,
    /// The score of the method in use.
    pub score: f64,
    /// The probability that the page has posts and these are they; of the learnt method.
    pub confidence: Option<f64>,
}

/// The candidates of a page and their features: those of any list, then [`POST_FEATURES`](super::POST_FEATURES).
pub fn measure_posts<'a>(
    facts: &'a PageFacts<'a>,
    pivots: &Pivots,
    options: &MibatOptions,
    sims: &mut Similarities<'a>,
    max_work: u64,
) -> Measured {
    let candidates = post_candidates(facts, pivots, options, sims, max_work);
    let mut measured = measure_all(facts, candidates, sims);
    let declared = facts.declared_types();
    for (row, candidate) in measured.rows.iter_mut().zip(&measured.candidates) {
        row.extend(post_evidence(facts, pivots, declared, candidate));
    }
    measured
}

/// The row that the confidence of a choice is learnt from.
pub fn posts_confidence_row(facts: &PageFacts<'_>, measured: &Measured, chosen: usize, scores: &[f64]) -> Vec<f32> {
    let mut row = measured.rows[chosen].clone();
    let top = scores.iter().copied().fold(f64::MIN, f64::max);
    let sum: f64 = scores.iter().map(|s| (s - top).exp()).sum();
    let runs = &measured.candidates[chosen].runs;
    let outside = |of: &crate::records::Sums| {
        let inside: u32 = runs.iter().map(|&r| of.of(r)).sum();
        (1.0 + f64::from(of.total().saturating_sub(inside))).ln()
    };
    let declared = facts.declared_types();
    let is = |condition: bool| f64::from(u8::from(condition));
    // the longest run of prose between the records, before and behind them
    let mut longest = 0;
    let mut at = 0;
    for &(first, end) in runs.iter().chain([&(facts.page.tree.len(), facts.page.tree.len())]) {
        longest = longest.max(facts.long_words.of((at, first.max(at))));
        at = end.max(at);
    }
    let more = [
        top,
        1.0 / sum,
        (1.0 + facts.terminals.len() as f64).ln(),
        outside(&facts.words),
        outside(&facts.long_words),
        (1.0 + measured.candidates.len() as f64).ln(),
        is(declared[1]),
        is(declared[3]),
        is(facts.first_h1.is_some()),
        (1.0 + f64::from(longest)).ln(),
    ];
    row.extend(more.map(|x| x as f32));
    row
}

/// Chooses the posts by the model; `None` where there is no candidate.
pub fn choose_posts<'a>(
    facts: &'a PageFacts<'a>,
    pivots: &Pivots,
    options: &MibatOptions,
    model: &PostModel,
    sims: &mut Similarities<'a>,
    max_work: u64,
) -> Option<Chosen> {
    let mut measured = measure_posts(facts, pivots, options, sims, max_work);
    let scores = model.ranker.scores(&measured.rows);
    let best = (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b]).then(b.cmp(&a)))?;
    let row = posts_confidence_row(facts, &measured, best, &scores);
    let confidence = 1.0 / (1.0 + (-model.confidence.score(&row)).exp());
    Some(Chosen { candidate: measured.candidates.swap_remove(best), score: scores[best], confidence: Some(confidence) })
}
