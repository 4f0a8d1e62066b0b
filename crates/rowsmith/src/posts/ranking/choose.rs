//! The choice of a page's posts among the candidate lists.

use crate::posts::candidates::post_candidates;
use crate::posts::mibat::MibatOptions;
use crate::posts::pivots::Pivots;
use crate::posts::ranking::evidence::{POST_FEATURES, ProfileLinks, post_evidence};
use crate::posts::ranking::model::PostModel;
use crate::records::{Candidate, FEATURES, Measured, PageFacts, measure_all, shortlist};
use crate::tree::Similarities;

/// How many candidates the second ranker sees.
const SHORTLIST: usize = 24;

/// Features of a list that the confidence does not see: what the page has beside the list, and where the list stands.
/// Comments below a long article are as much posts as a thread is that fills its page.
const OF_THE_PAGE: &[&str] = &[
    "text_share",
    "text_share_root",
    "word_share",
    "terminal_share",
    "link_share",
    "image_share",
    "container_depth",
    "before",
    "behind",
    "behind_h1",
    "from_h1",
    "holds_h1",
    "in_main",
    "in_article",
    "in_list",
    "in_inner_list",
    "prose_share",
    "declared_article",
    "declared",
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

/// The candidates of a page and their features: those of any list, then [`POST_FEATURES`](crate::posts::POST_FEATURES).
pub fn measure_posts<'a>(
    facts: &'a PageFacts<'a>,
    pivots: &Pivots,
    options: &MibatOptions,
    sims: &mut Similarities<'a>,
    max_work: u64,
) -> Measured {
    let candidates = post_candidates(facts, pivots, options, sims, max_work);
    let mut measured = measure_all(facts, candidates, sims);
    let declared = facts.declared.types;
    let mut profiles = ProfileLinks::new(facts);
    for (row, candidate) in measured.rows.iter_mut().zip(&measured.candidates) {
        row.extend(post_evidence(facts, pivots, declared, &mut profiles, candidate));
    }
    measured
}

/// The likeliest candidates by the first scores, best first, and their features with relations and first score.
pub fn posts_shortlist(facts: &PageFacts<'_>, measured: &Measured, scores: &[f64]) -> (Vec<usize>, Vec<Vec<f32>>) {
    shortlist(facts, measured, scores, SHORTLIST)
}

/// The row that the confidence of a choice is learnt from; `scores` are those of the shortlist.
pub fn posts_confidence_row(facts: &PageFacts<'_>, measured: &Measured, chosen: usize, scores: &[f64]) -> Vec<f32> {
    let mut row = measured.rows[chosen].clone();
    for (value, (name, _)) in row.iter_mut().zip(FEATURES.iter().chain(POST_FEATURES)) {
        if OF_THE_PAGE.contains(name) {
            *value = 0.0;
        }
    }
    let top = scores.iter().copied().fold(f64::MIN, f64::max);
    let sum: f64 = scores.iter().map(|s| (s - top).exp()).sum();
    let declared = facts.declared.types;
    let is = |condition: bool| f64::from(u8::from(condition));
    row.extend([top, 1.0 / sum, is(declared[1]), is(declared[3])].map(|x| x as f32));
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
    let first = model.first.scores(&measured.rows);
    let (order, rows) = posts_shortlist(facts, &measured, &first);
    let scores: Vec<f64> = order.iter().zip(&rows).map(|(&i, row)| first[i] + model.second.score(row)).collect();
    let best = (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b]).then(b.cmp(&a)))?;
    let row = posts_confidence_row(facts, &measured, order[best], &scores);
    let confidence = 1.0 / (1.0 + (-model.confidence.score(&row)).exp());
    let candidate = measured.candidates.swap_remove(order[best]);
    Some(Chosen { candidate, score: scores[best], confidence: Some(confidence) })
}
