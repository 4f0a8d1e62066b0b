//! How learnt terms compare with a list of the right ones, round by round.

use std::collections::BTreeSet;

use crate::objects::learning::state::{Decision, Progress, TermScore, Verdict};

/// The scores of the seed, and of the terms after each round with the decisions that follow it. All terms are in lower
/// case; of those that are known, those count that are shown by a page or are right.
pub(super) fn over_rounds(
    attribute: &str,
    seed: BTreeSet<String>,
    right: &BTreeSet<String>,
    rounds: &[Progress],
    decisions: &[Decision],
    is_shown: &dyn Fn(&String) -> bool,
) -> Vec<TermScore> {
    let mut known = seed;
    let mut scores = Vec::new();
    for round in 0..=rounds.len() {
        if let Some(of) = round.checked_sub(1).and_then(|at| rounds[at].attributes.get(attribute)) {
            for term in &of.dropped {
                known.remove(&term.to_lowercase());
            }
            known.extend(of.learnt.iter().map(|term| term.to_lowercase()));
        }
        let of_round = decisions.iter().filter(|of| of.attribute == attribute && of.after as usize == round);
        for decision in of_round {
            let term = decision.term.to_lowercase();
            match decision.verdict {
                Verdict::Accept => _ = known.insert(term),
                Verdict::Reject | Verdict::Blacklist => _ = known.remove(&term),
            }
        }
        let counted = known.iter().filter(|term| right.contains(*term) || is_shown(term)).count();
        scores.push(score(round as u32, counted, known.intersection(right).count(), right.len()));
    }
    scores
}

fn score(round: u32, terms: usize, both: usize, right: usize) -> TermScore {
    let share = |of: usize| if of == 0 { 0.0 } else { both as f64 / of as f64 };
    let (precision, recall) = (share(terms), share(right));
    let sum = precision + recall;
    TermScore { round, terms, precision, recall, f1: if sum > 0.0 { 2.0 * precision * recall / sum } else { 0.0 } }
}
