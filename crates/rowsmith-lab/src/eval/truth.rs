//! The quality of a candidate as measured by the scorer: exact records, compared by the leaves that they contain.

use std::collections::HashSet;

use rowsmith::dom::{Document, NodeId, find_path};
use rowsmith::records::Candidate;
use rowsmith::tree::{PageTree, Run, Span};

use super::data::Gold;

/// The annotation of a page in terms of a parsed document.
pub struct Truth {
    /// The annotated leaves as nodes in document order, with their index in the annotation.
    leaves: Vec<(NodeId, usize)>,
    /// The records of the main lists, as sorted leaf indices.
    records: HashSet<Vec<usize>>,
    /// The same in the order of the annotation.
    in_order: Vec<Vec<usize>>,
}

/// What a candidate gets right.
#[derive(Clone, Copy, Default, Debug)]
pub struct Quality {
    /// The number of exact records.
    pub hits: usize,
    /// The number of the candidate's records.
    pub predicted: usize,
    /// The number of annotated records.
    pub gold: usize,
}

impl Quality {
    /// Harmonic mean of precision and recall.
    pub fn f1(&self) -> f64 {
        if self.hits == 0 { 0.0 } else { 2.0 * self.hits as f64 / (self.predicted + self.gold) as f64 }
    }

    /// Whether it has every record and no wrong one.
    pub fn perfect(&self) -> bool {
        self.gold > 0 && self.hits == self.gold && self.hits == self.predicted
    }
}

impl Truth {
    /// Finds the annotated leaves in the document.
    pub fn new(document: &Document, gold: &Gold) -> Truth {
        let mut leaves: Vec<(NodeId, usize)> =
            gold.leaves.iter().enumerate().filter_map(|(i, path)| Some((find_path(document, path)?, i))).collect();
        leaves.sort_unstable();
        let main = gold.regions.iter().filter(|r| r.main).flat_map(|r| &r.records);
        let sorted = main.map(|r| {
            let mut leaves = r.leaves.clone();
            leaves.sort_unstable();
            leaves
        });
        let in_order: Vec<Vec<usize>> = sorted.collect();
        Truth { leaves, records: in_order.iter().cloned().collect(), in_order }
    }

    /// Whether the page has a main list.
    pub fn has_list(&self) -> bool {
        !self.records.is_empty()
    }

    /// The quality of no list at all.
    pub fn nothing_found(&self) -> Quality {
        Quality { hits: 0, predicted: 0, gold: self.records.len() }
    }

    /// The number of records of the main lists.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// The leaves that a record contains, sorted.
    pub fn held(&self, page: &PageTree, runs: &[Run]) -> Vec<usize> {
        let mut held = Vec::new();
        for &run in runs {
            for root in run.roots(&page.tree).filter(|&r| !page.is_text(r)) {
                let Span { from, to } = page.spans[root];
                let start = self.leaves.partition_point(|l| l.0 < from);
                let end = self.leaves.partition_point(|l| l.0 < to);
                held.extend(self.leaves[start..end].iter().map(|l| l.1));
            }
        }
        held.sort_unstable();
        held
    }

    /// The index of the annotated record that a record contains exactly.
    pub fn record_of(&self, page: &PageTree, runs: &[Run]) -> Option<usize> {
        let held = self.held(page, runs);
        self.in_order.iter().position(|record| *record == held)
    }

    /// The quality of a list.
    pub fn quality(&self, page: &PageTree, candidate: &Candidate) -> Quality {
        let held = candidate.records().map(|runs| self.held(page, runs));
        let hits: HashSet<Vec<usize>> = held.filter(|held| self.records.contains(held)).collect();
        Quality { hits: hits.len(), predicted: candidate.len(), gold: self.records.len() }
    }

    /// How many annotated records a list touches without containing them exactly: only a part of them, or more.
    pub fn touched(&self, page: &PageTree, candidate: &Candidate) -> usize {
        let held: Vec<Vec<usize>> = candidate.records().map(|runs| self.held(page, runs)).collect();
        let leaves: HashSet<usize> = held.iter().flatten().copied().collect();
        let exact: HashSet<&Vec<usize>> = held.iter().filter(|h| self.records.contains(*h)).collect();
        let touched = |record: &&Vec<usize>| !exact.contains(record) && record.iter().any(|l| leaves.contains(l));
        self.records.iter().filter(touched).count()
    }

    /// How many annotated records any of several lists contains exactly, and how many others are touched by one.
    pub fn in_any(&self, page: &PageTree, lists: &[Candidate]) -> (usize, usize) {
        let mut exact: HashSet<Vec<usize>> = HashSet::new();
        let mut leaves: HashSet<usize> = HashSet::new();
        for runs in lists.iter().flat_map(|list| list.records()) {
            let held = self.held(page, runs);
            leaves.extend(&held);
            if self.records.contains(&held) {
                exact.insert(held);
            }
        }
        let touched = |r: &&Vec<usize>| !exact.contains(*r) && r.iter().any(|l| leaves.contains(l));
        (exact.len(), self.records.iter().filter(touched).count())
    }

    /// The quality of records given by the paths of their elements.
    pub fn quality_of_paths<'r>(&self, document: &Document, records: impl Iterator<Item = &'r [String]>) -> Quality {
        let (mut hits, mut predicted) = (HashSet::new(), 0);
        for paths in records {
            predicted += 1;
            let mut held = Vec::new();
            for node in paths.iter().filter_map(|path| find_path(document, path)) {
                let start = self.leaves.partition_point(|l| l.0 < node);
                let end = self.leaves.partition_point(|l| l.0 < document.end(node));
                held.extend(self.leaves[start..end].iter().map(|l| l.1));
            }
            held.sort_unstable();
            if self.records.contains(&held) {
                hits.insert(held);
            }
        }
        Quality { hits: hits.len(), predicted, gold: self.records.len() }
    }
}
