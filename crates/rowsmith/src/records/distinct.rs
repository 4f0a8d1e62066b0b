//! Which of a page's ranked lists are lists of their own, and which are copies of better ones.

use crate::records::options::Ranked;
use crate::tree::TreeId;

/// Runs of nodes that a list takes up.
struct Place {
    first: TreeId,
    end: TreeId,
    /// The runs of its records, in document order.
    runs: Vec<(TreeId, TreeId)>,
    /// Nodes in all of them.
    nodes: usize,
}

impl Place {
    fn of(list: &Ranked) -> Place {
        let mut runs = list.candidate.runs.clone();
        runs.sort_unstable();
        let first = runs.first().map_or(TreeId::ROOT, |run| run.0);
        let end = runs.iter().map(|run| run.1).max().unwrap_or(TreeId::ROOT);
        let nodes = runs.iter().map(|run| run.1 - run.0).sum();
        Place { first, end, runs, nodes }
    }

    /// The run that begins at a node or before it, the last one.
    fn run_before(&self, node: TreeId) -> Option<(TreeId, TreeId)> {
        let behind = self.runs.partition_point(|run| run.0 <= node);
        behind.checked_sub(1).map(|at| self.runs[at])
    }

    /// Whether another list lies within one record of this one.
    fn holds_in_one(&self, other: &Place) -> bool {
        self.run_before(other.first).is_some_and(|run| other.end <= run.1)
    }

    /// Whether a node of this list's records is one of another's.
    fn meets(&self, other: &Place) -> bool {
        if self.end <= other.first || other.end <= self.first {
            return false;
        }
        let (few, many) = if self.runs.len() <= other.runs.len() { (self, other) } else { (other, self) };
        few.runs.iter().any(|&(first, end)| many.run_before(end.saturating_sub(1)).is_some_and(|run| run.1 > first))
    }
}

/// Lists that are compared with at most: each one that follows is looked at against each of them.
const MOST_KEPT: usize = 500;

/// The lists of `ranked`, best first, without those that say what a better one says: whose records share nodes with its
/// records. A list within one record of a better one stays, and so does one that holds a better one in one record, if that is
/// less than half of it. Main lists stay. Near-linear in the number of records, times the number of lists that stay.
pub(crate) fn distinct<'r>(ranked: impl Iterator<Item = &'r Ranked>) -> Vec<&'r Ranked> {
    let mut kept: Vec<Place> = Vec::new();
    let mut out = Vec::new();
    for list in ranked {
        if kept.len() >= MOST_KEPT {
            break;
        }
        let place = Place::of(list);
        let own = |better: &Place| {
            !place.meets(better)
                || better.holds_in_one(&place)
                || place.holds_in_one(better) && 2 * better.nodes < place.nodes
        };
        if list.main || kept.iter().all(own) {
            kept.push(place);
            out.push(list);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::record::{Candidate, Generator};

    fn list(runs: &[(usize, usize)]) -> Ranked {
        let runs = runs.iter().map(|&(first, end)| (TreeId::new(first), TreeId::new(end))).collect();
        let candidate = Candidate { runs, runs_per_record: 1, generator: Generator::Region };
        Ranked { candidate, main: false, score: 0.0, confidence: None, evidence: Vec::new() }
    }

    fn kept(lists: &[Ranked]) -> Vec<usize> {
        let kept = distinct(lists.iter());
        kept.iter().map(|k| lists.iter().position(|l| std::ptr::eq(l, *k)).unwrap()).collect()
    }

    #[test]
    fn copies_go_and_lists_of_their_own_stay() {
        let best = list(&[(10, 20), (20, 30), (30, 40)]);
        let pairs = list(&[(10, 30), (30, 40)]);
        let column = list(&[(12, 14), (22, 24), (32, 34)]);
        let nested = list(&[(21, 24), (24, 28)]);
        let beside = list(&[(50, 60), (60, 70)]);
        let mostly_best = list(&[(5, 9), (9, 42)]);
        let holds_beside = list(&[(45, 200), (200, 400)]);
        assert_eq!(kept(&[best, pairs, column, nested, beside, mostly_best, holds_beside]), [0, 3, 4, 6]);
    }

    #[test]
    fn a_list_between_the_records_of_another_stays() {
        assert_eq!(kept(&[list(&[(10, 20), (30, 40)]), list(&[(21, 24), (24, 28)])]), [0, 1]);
    }
}
