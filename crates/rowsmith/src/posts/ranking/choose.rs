//! Choosing a page's posts among the candidate lists.

use crate::posts::candidates::lead::with_like_lead;
use crate::posts::candidates::post_candidates;
use crate::posts::mibat::MibatOptions;
use crate::posts::pivots::Pivots;
use crate::posts::ranking::evidence::post_evidence;
use crate::posts::ranking::landmarks::Landmarks;
use crate::posts::ranking::model::{PostModel, keep_list_features, of_the_list};
use crate::records::{Candidate, Measured, PageFacts, Shortlist, measure_all, shortlist};
use crate::tree::Similarities;

/// How many candidates the second ranker looks at.
const SHORTLIST: usize = 24;

/// The posts of a page as a list of records.
#[derive(Clone, PartialEq, Debug)]
pub struct Chosen {
    /// The list.
    pub candidate: Candidate,
    /// The score of the method in use.
    pub score: f64,
    /// The probability that the page has posts and that these are they; from
    /// [`Method::Learned`](crate::posts::Method::Learned).
    pub confidence: Option<f64>,
}

/// The candidates of a page and their features: those of any list but for what was searched for, then
/// [`POST_FEATURES`](crate::posts::POST_FEATURES).
pub fn measure_posts<'a>(
    facts: &'a PageFacts<'a>,
    pivots: &Pivots,
    options: &MibatOptions,
    sims: &mut Similarities<'a>,
    max_work: u64,
) -> Measured {
    let candidates = post_candidates(facts, pivots, options, sims, max_work);
    let mut measured = measure_all(facts, candidates, sims);
    let mut landmarks = Landmarks::new(facts);
    for (row, candidate) in measured.rows.iter_mut().zip(&measured.candidates) {
        keep_list_features(row);
        row.extend(post_evidence(facts, pivots, &mut landmarks, candidate));
    }
    measured
}

/// The likeliest candidates by the first scores.
pub fn posts_shortlist(facts: &PageFacts<'_>, measured: &Measured, scores: &[f64]) -> Shortlist {
    shortlist(facts, measured, scores, SHORTLIST)
}

/// The features for the confidence in a choice. `declared` are the types that the page declares, `scores` those of the
/// shortlist.
pub fn posts_confidence_row(declared: [bool; 4], measured: &Measured, chosen: usize, scores: &[f64]) -> Vec<f32> {
    let mut row = of_the_list(&measured.rows[chosen]);
    let top = scores.iter().copied().fold(f64::MIN, f64::max);
    let sum: f64 = scores.iter().map(|s| (s - top).exp()).sum();
    let is = |condition: bool| f64::from(u8::from(condition));
    row.extend([top, 1.0 / sum, is(declared[1]), is(declared[3])].map(|x| x as f32));
    row
}

/// Chooses the posts by the model; `None` if there is no candidate.
pub fn choose_posts<'a>(
    facts: &'a PageFacts<'a>,
    pivots: &Pivots,
    options: &MibatOptions,
    model: &PostModel,
    sims: &mut Similarities<'a>,
    max_work: u64,
) -> Option<Chosen> {
    let mut measured = measure_posts(facts, pivots, options, sims, max_work);
    let first = model.scores(&measured.rows);
    let Shortlist { order, rows } = posts_shortlist(facts, &measured, &first);
    let scores: Vec<f64> = order.iter().zip(&rows).map(|(&i, row)| first[i] + model.second.score(row)).collect();
    let best = (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b]).then(b.cmp(&a)))?;
    let confidence = model.confidence_in(&posts_confidence_row(facts.declared.types, &measured, order[best], &scores));
    let candidate = with_like_lead(facts, pivots, measured.candidates.swap_remove(order[best]));
    Some(Chosen { candidate, score: scores[best], confidence: Some(confidence) })
}
