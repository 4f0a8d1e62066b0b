//! Which of a page's ranked lists are distinct, and which are copies of better ones.

use rustc_hash::FxHashSet;

use crate::dom::{AttrName, Document, Tag};
use crate::records::facts::text_hash::hash_text;
use crate::records::options::Ranked;
use crate::tree::{PageTree, Run, TreeId, mix};

/// The nodes that a list covers.
struct Place {
    first: TreeId,
    end: TreeId,
    /// The runs of its records, in document order.
    runs: Vec<Run>,
    /// The number of nodes in all of them.
    nodes: usize,
    /// Identifies where in a record such a list is found, if lists at the same place of other records are copies of it.
    kind: Option<u64>,
    /// Which kept list contains it in one record, and the first node of that record.
    within: Option<(usize, TreeId)>,
}

impl Place {
    fn of(list: &Ranked, kind: &dyn Fn(TreeId) -> Option<u64>) -> Place {
        let mut runs = list.candidate.runs.clone();
        runs.sort_unstable();
        let first = runs.first().map_or(TreeId::ROOT, |run| run.first);
        let end = runs.iter().map(|run| run.end).max().unwrap_or(TreeId::ROOT);
        let nodes = runs.iter().map(|run| run.end - run.first).sum();
        let kind = runs.first().and_then(|run| kind(run.first));
        Place { first, end, runs, nodes, kind, within: None }
    }

    /// The last run that begins at a node or before it.
    fn run_before(&self, node: TreeId) -> Option<Run> {
        let behind = self.runs.partition_point(|run| run.first <= node);
        behind.checked_sub(1).map(|at| self.runs[at])
    }

    /// Whether another list is within one record of this one.
    fn holds_in_one(&self, other: &Place) -> bool {
        self.run_before(other.first).is_some_and(|run| other.end <= run.end)
    }

    /// Whether this list is a part of the page's layout: it has two or three records, and a better list is in one of them, but not one of its
    /// kind in each of the others.
    fn is_layout(&self, better: &[Place]) -> bool {
        if self.runs.len() > FEW_RECORDS {
            return false;
        }
        let inner: Vec<&Place> = better.iter().filter(|list| self.holds_in_one(list)).collect();
        let kinds_in = |run: &Run| -> FxHashSet<u64> {
            let within = inner.iter().filter(|list| run.first <= list.first && list.end <= run.end);
            within.filter_map(|list| list.kind).collect()
        };
        let in_each = self.runs.iter().map(kinds_in).reduce(|all, other| &all & &other);
        !inner.is_empty() && in_each.is_none_or(|kinds| kinds.is_empty())
    }

    /// Whether another list is in one record of some list, as this one is in another record of it.
    fn is_copied_by(&self, other: &Place) -> bool {
        let (Some((outer, record)), Some((other_outer, other_record))) = (self.within, other.within) else {
            return false;
        };
        outer == other_outer && record != other_record && self.kind.is_some() && self.kind == other.kind
    }

    /// Whether the records of the two lists share a node.
    fn meets(&self, other: &Place) -> bool {
        if self.end <= other.first || other.end <= self.first {
            return false;
        }
        let (few, many) = if self.runs.len() <= other.runs.len() { (self, other) } else { (other, self) };
        few.runs
            .iter()
            .any(|&Run { first, end }| many.run_before(end.saturating_sub(1)).is_some_and(|run| run.end > first))
    }
}

/// Parts of a page, such as its head, its body and its foot, are rarely more.
const FEW_RECORDS: usize = 3;

/// The most lists that a list is compared with: each later one is compared with every one that was kept.
const MOST_KEPT: usize = 500;

/// The lists of `ranked`, best first, without those that repeat a better one, in that their records share nodes with
/// its records. A list within one record of a better one is kept, and represents all of its `kind` in the other
/// records. A list that contains a better one in one record is kept if the better one is less than half of it, and it is no layout of the
/// page: with two or three records, lists of one kind are in all of them. `kind` identifies, by its first node, where in a record a list is found, and is `None` for lists that are never copies.
/// Main lists are kept. Takes time near-linear in the number of records, times the number of lists that are kept.
pub(crate) fn distinct<'r>(
    ranked: impl Iterator<Item = &'r Ranked>,
    kind: &dyn Fn(TreeId) -> Option<u64>,
) -> Vec<&'r Ranked> {
    let mut kept: Vec<Place> = Vec::new();
    let mut out = Vec::new();
    for list in ranked {
        if kept.len() >= MOST_KEPT {
            break;
        }
        let mut place = Place::of(list, kind);
        let outer = kept.iter().position(|better| better.holds_in_one(&place));
        place.within = outer.and_then(|at| kept[at].run_before(place.first).map(|run| (at, run.first)));
        let own = |better: &Place| {
            !place.meets(better)
                || better.holds_in_one(&place)
                || place.holds_in_one(better) && 2 * better.nodes < place.nodes
        };
        let is_distinct =
            || kept.iter().all(own) && !kept.iter().any(|better| place.is_copied_by(better)) && !place.is_layout(&kept);
        if list.main || is_distinct() {
            kept.push(place);
            out.push(list);
        }
    }
    out
}

/// Identifies lists at the same place of other records by the first node of a list: the tags above it and its own
/// class. Rows of tables are not identified, since two tables with equal columns may be about different things.
pub(crate) fn kind_of_list(document: &Document, page: &PageTree, first: TreeId) -> Option<u64> {
    if page.tag(first) == Tag::TR {
        return None;
    }
    let class = if page.is_text(first) { None } else { document.attr(page.node(first), AttrName::CLASS) };
    let own = class.map_or(0, |class| hash_text(class.trim(), 0));
    let above = std::iter::successors(Some(first), |&id| page.tree.parent(id));
    Some(above.fold(own, |hash, id| mix(hash, u64::from(page.tree.labels[id]))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::record::{Candidate, Generator};

    fn list(runs: &[(usize, usize)]) -> Ranked {
        let runs = runs.iter().map(|&(first, end)| Run::new(TreeId::new(first), TreeId::new(end))).collect();
        let candidate = Candidate { runs, runs_per_record: 1, generator: Generator::Region };
        Ranked { candidate, main: false, score: 0.0, confidence: None, evidence: Vec::new() }
    }

    fn kept(lists: &[Ranked]) -> Vec<usize> {
        let kept = distinct(lists.iter(), &|first| (first.index() < 200).then_some(0));
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
        let holds_beside = list(&[(45, 100), (100, 110), (110, 120), (120, 130)]);
        assert_eq!(kept(&[best, pairs, column, nested, beside, mostly_best, holds_beside]), [0, 3, 4, 6]);
    }

    #[test]
    fn a_list_in_each_record_is_given_once() {
        let best = || list(&[(10, 20), (20, 30), (30, 40)]);
        let (of_first, of_second) = (|| list(&[(11, 14), (14, 18)]), || list(&[(21, 24), (24, 28)]));
        assert_eq!(kept(&[best(), of_first(), of_second()]), [0, 1]);
        // in the same record it is another list
        assert_eq!(kept(&[best(), list(&[(11, 12), (12, 14)]), list(&[(14, 16), (16, 18)])]), [0, 1, 2]);
        // lists that are never copies
        let table = list(&[(200, 220), (220, 240)]);
        assert_eq!(kept(&[table, list(&[(201, 203), (204, 206)]), list(&[(221, 223), (224, 226)])]), [0, 1, 2]);
    }

    #[test]
    fn parts_of_a_page_are_no_list() {
        let best = || list(&[(10, 20), (20, 30), (30, 40)]);
        assert_eq!(kept(&[best(), list(&[(9, 100), (100, 200)])]), [0]);
        // comments of two answers
        let of_second = list(&[(110, 120), (120, 130)]);
        assert_eq!(kept(&[best(), of_second, list(&[(9, 100), (100, 200)])]), [0, 1, 2]);
        // what has no kind is another list
        let table = list(&[(210, 220), (220, 230)]);
        assert_eq!(kept(&[best(), table, list(&[(9, 100), (200, 300)])]), [0, 1]);
    }

    #[test]
    fn a_list_between_the_records_of_another_stays() {
        assert_eq!(kept(&[list(&[(10, 20), (30, 40)]), list(&[(21, 24), (24, 28)])]), [0, 1]);
    }
}
