//! Ordering candidates by the papers' own means.

use crate::records::record::Candidate;
use crate::tree::{Similarities, Tree, TreeId};

/// MiBAT's score of a region (5.4, second heuristic, and equation 3): the sum over consecutive records of the nodes
/// that match. It grows with the size of the records, their number and their likeness.
pub fn matched_nodes(tree: &Tree, candidate: &Candidate, sims: &mut Similarities<'_>) -> f64 {
    let mut total = 0u64;
    let mut previous: Vec<TreeId> = Vec::new();
    let mut current: Vec<TreeId> = Vec::new();
    for runs in candidate.records() {
        current.clear();
        current.extend(runs.iter().flat_map(|&run| run.roots(tree)));
        if !previous.is_empty() {
            total += u64::from(sims.of_forests(&previous, &current).nodes);
        }
        std::mem::swap(&mut previous, &mut current);
    }
    total as f64
}
