//! How much of a page a list must cover to be a candidate.

use crate::records::facts::PageFacts;
use crate::tree::run::Run;

/// The least share of the page's texts and images, or else of its characters, that a candidate covers.
/// The smallest main list of `records` covers 5 %. Nine of ten groups of a page cover less than this, and measuring is what
/// costs most.
const LEAST_TERMINALS: f64 = 0.02;
const LEAST_CHARACTERS: f64 = 0.05;

/// Whether records cover enough of the page. Generators ask this before they build a list that has no chance.
pub(crate) fn holds_enough(facts: &PageFacts<'_>, runs: impl Iterator<Item = Run> + Clone) -> bool {
    let terminals: usize = runs.clone().map(|r| facts.terminal_range(r).len()).sum();
    terminals as f64 >= LEAST_TERMINALS * facts.terminals.len() as f64
        || runs.map(|r| f64::from(facts.chars.of(r))).sum::<f64>() >= LEAST_CHARACTERS * f64::from(facts.chars.total())
}
