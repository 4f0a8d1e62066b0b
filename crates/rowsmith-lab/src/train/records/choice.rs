//! The choice of a model on a page.

use rowsmith::records::{Model, confidence};

use super::dataset::PageData;

/// The choice of a model on a page, and what would have been right.
pub struct Choice {
    /// The chosen candidate.
    pub chosen: usize,
    pub confidence: f64,
    /// The best candidate.
    pub best: usize,
    /// How many of the shortlist are ranked before the best one; 999 if it is not in the shortlist.
    pub rank: usize,
}

/// The choice on a page; `None` if it has no candidates.
pub fn choice(page: &PageData<'_>, model: &Model) -> Option<Choice> {
    let first = model.first.scores(&page.measured.rows);
    let short = page.short(&first)?;
    let chosen = short.choice(page, &model.second);
    let best = (0..page.qualities.len()).max_by(|&a, &b| {
        page.qualities[a].f1().total_cmp(&page.qualities[b].f1()).then(first[a].total_cmp(&first[b]))
    })?;
    let score = |at: usize| short.scores[at] + model.second.score(&short.sample.rows[at]);
    let rank = short
        .order
        .iter()
        .position(|&i| i == best)
        .map_or(999, |at| (0..short.order.len()).filter(|&other| score(other) > score(at)).count());
    let candidate = &page.measured.candidates[short.order[chosen.at]];
    let confidence = confidence(&page.facts, model, candidate, &chosen.row);
    Some(Choice { chosen: short.order[chosen.at], confidence, best, rank })
}
