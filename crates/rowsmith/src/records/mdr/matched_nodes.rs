//! Ordering candidates by the criterion of the papers.

use crate::records::record::Candidate;
use crate::tree::{Similarities, Tree, TreeId};

/// MiBAT's score of a region (5.4, second heuristic, and equation 3): the number of matching nodes, summed over
/// consecutive records. It grows with the size, the number and the similarity of the records.
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
