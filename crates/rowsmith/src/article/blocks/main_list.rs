//! The page's main list as far as the text of the page depends on it: which nodes are in which record.

use crate::dom::{Document, NodeId};
use crate::records::Candidate;
use crate::records::options::Ranked;
use crate::tree::{PageTree, Run, Span};

/// A run of a record as a range of nodes `first..end`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RecordRange {
    /// The first node.
    pub first: NodeId,
    /// The node after the last.
    pub end: NodeId,
    /// The number of the record.
    pub record: u32,
}

/// The records of the main list as ranges of document nodes.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MainList {
    /// The probability that the page has a main list and that this is it; 0 if there is none.
    pub confidence: f32,
    /// The runs of the records, in document order.
    pub runs: Vec<RecordRange>,
    /// The number of records.
    pub count: u32,
}

/// The document nodes of a run of sibling subtrees.
pub(crate) fn nodes_of(document: &Document, page: &PageTree, Run { first, end }: Run) -> Span {
    let last = page.tree.end(first).max(end) - 1;
    Span { from: page.spans[first].from, to: page.spans[last].to.max(document.end(page.spans[last].from)) }
}

impl MainList {
    /// The likeliest list of the page.
    pub fn new(document: &Document, page: &PageTree, ranked: &[Ranked]) -> MainList {
        let Some(best) = ranked.first() else { return MainList::default() };
        let confidence = best.confidence.unwrap_or(0.0) as f32;
        MainList { confidence, ..MainList::of(document, page, &best.candidate) }
    }

    /// A list, without a confidence.
    pub fn of(document: &Document, page: &PageTree, list: &Candidate) -> MainList {
        let mut runs = Vec::new();
        let mut count = 0;
        for (number, record) in list.records().enumerate() {
            count = number as u32 + 1;
            for &Run { first, end } in record {
                if end > first {
                    let Span { from: first, to: end } = nodes_of(document, page, Run::new(first, end));
                    runs.push(RecordRange { first, end, record: number as u32 });
                }
            }
        }
        runs.sort_unstable();
        MainList { confidence: 0.0, runs, count }
    }

    /// The run that contains a node, by index.
    pub fn run_of(&self, id: NodeId) -> Option<usize> {
        let behind = self.runs.partition_point(|run| run.first <= id);
        let at = behind.checked_sub(1)?;
        (id < self.runs[at].end).then_some(at)
    }
}
