//! Candidates for the columns of a list on redesigned pages: the columns of a table of the new records, those that a table leaves out, and
//! what the wrapper as it was finds in these records.

use rustc_hash::FxHashSet;

use crate::records::{ColumnDraft, ColumnOptions, GrownSeed, Record, RecordTree};
use crate::tree::TreeId;
use crate::types::ColumnKind;
use crate::wrapper::format::{ColumnLocator, Part};
use crate::wrapper::learn::samples::{mean, place_of};
use crate::wrapper::learn::statistics::of_texts;
use crate::wrapper::mend::free_name;
use crate::wrapper::mend::matching::Candidate;
use crate::wrapper::options::{LearnOptions, budget};
use crate::wrapper::parts::columns::{Rows, take_items};
use crate::wrapper::parts::joined::{Joined, JoinedColumns};
use crate::wrapper::prepared::Prepared;

/// The records of redesigned pages, aligned, and the columns that they may have.
pub(crate) struct Candidates {
    joined: Joined,
    trees: Vec<RecordTree>,
    seed: GrownSeed,
    /// The columns, in the numbers of the joined pages. Those of a table come first.
    drafts: Vec<ColumnDraft>,
    /// The same with what is known about each.
    pub(crate) candidates: Vec<Candidate>,
    /// What the wrapper as it was finds in the records of each page.
    pub(crate) moved: Vec<Vec<ColumnDraft>>,
}

/// Columns of these records in which `old` may be found again; `None` if there are too many nodes to number.
pub(crate) fn candidates(
    old: &Part,
    pages: &[(&Prepared<'_>, &[Record])],
    options: &LearnOptions,
) -> Option<Candidates> {
    let of: Vec<_> = pages.iter().map(|&(page, records)| (&page.labels, records)).collect();
    let joined = Joined::new(&of)?;
    let trees: Vec<RecordTree> = joined.records.iter().map(|record| RecordTree::new(&joined.page, record)).collect();
    let aligned = joined.align(&trees, options);
    let moved: Vec<Vec<ColumnDraft>> = of
        .iter()
        .map(|(labels, records)| {
            let trees: Vec<RecordTree> = records.iter().map(|record| RecordTree::new(labels.page, record)).collect();
            take_items(labels, &Rows { records, trees: &trees }, old, &budget(options)).drafts
        })
        .collect();
    let table = joined.drafts(aligned.columns.clone(), &options.records.columns);
    let of_table = table.len();
    let all = joined.drafts(aligned.columns, &ColumnOptions::all());
    let of_all = of_table + all.len();
    let as_before = (0..old.columns.len()).map(|c| as_before(&old.columns[c], c, &moved, &joined.shifts));
    let mut known: FxHashSet<(ColumnKind, Vec<Option<(TreeId, String)>>)> = FxHashSet::default();
    let (mut drafts, mut candidates) = (Vec::new(), Vec::new());
    for (number, draft) in table.into_iter().chain(all).chain(as_before).enumerate() {
        let is_empty = draft.items.iter().all(Option::is_none);
        if is_empty || !known.insert((draft.kind, draft.items.clone())) {
            continue;
        }
        candidates.push(Candidate {
            left_out: number >= of_table,
            only_moved: number >= of_all,
            ..described(&draft, &joined, pages)
        });
        if let Some(Candidate { column, only_moved: true, .. }) = candidates.last_mut() {
            // the wrapper cut its label off, which is no evidence
            column.label = None;
        }
        drafts.push(draft);
    }
    Some(Candidates { joined, trees, seed: aligned.seed, drafts, candidates, moved })
}

/// What the wrapper as it was finds in the records of all pages, without the role that it gave it.
fn as_before(column: &ColumnLocator, c: usize, moved: &[Vec<ColumnDraft>], shifts: &[usize]) -> ColumnDraft {
    let shifted = |(page, &shift): (&Vec<ColumnDraft>, &usize)| -> Vec<Option<(TreeId, String)>> {
        let items = page.get(c).map_or(&[][..], |draft| draft.items.as_slice());
        items.iter().map(|item| item.clone().map(|(id, text)| (id + shift, text))).collect()
    };
    let items = moved.iter().zip(shifts).flat_map(shifted).collect();
    ColumnDraft { role: None, ..column.with_items(items) }
}

/// A column with its statistics, and its items by page.
fn described(draft: &ColumnDraft, joined: &Joined, pages: &[(&Prepared<'_>, &[Record])]) -> Candidate {
    let texts: Vec<&str> = draft.items.iter().flatten().map(|(_, text)| text.as_str()).collect();
    let mut column = ColumnLocator::new(draft.name.clone(), draft.kind, draft.value_type);
    column.statistics = of_texts(&texts, draft.items.len());
    column.place = mean(draft.items.iter().zip(&joined.records).filter_map(place_of));
    (column.role, column.label) = (draft.role, draft.label.clone());
    let mut items = Vec::new();
    let mut rest = draft.items.as_slice();
    for (&(_, records), &shift) in pages.iter().zip(&joined.shifts) {
        let (own, others) = rest.split_at(records.len().min(rest.len()));
        rest = others;
        items.push(own.iter().flatten().map(|(id, text)| (*id - shift, text.clone())).collect());
    }
    Candidate { column, items, left_out: false, only_moved: false }
}

impl Candidates {
    /// The columns `chosen`, by their index among the candidates, in this order, and after them those of a table that are none
    /// of these and share no item with them, learnt from these records.
    pub(crate) fn learn(&self, chosen: &[usize], options: &LearnOptions) -> JoinedColumns {
        let mut used: FxHashSet<(ColumnKind, TreeId)> = FxHashSet::default();
        for draft in chosen.iter().map(|&c| &self.drafts[c]) {
            used.extend(draft.items.iter().flatten().map(|(id, _)| (draft.kind, *id)));
        }
        let mut drafts: Vec<ColumnDraft> = chosen.iter().map(|&c| self.drafts[c].clone()).collect();
        // candidates from different tables of the records may have one name
        for c in 0..drafts.len() {
            let name = free_name(&drafts[c].name, drafts[..c].iter().map(|draft| draft.name.as_str()));
            drafts[c].name = name;
        }
        for (c, draft) in self.drafts.iter().enumerate() {
            let is_free = || draft.items.iter().flatten().all(|(id, _)| !used.contains(&(draft.kind, *id)));
            if !chosen.contains(&c) && !self.candidates[c].left_out && is_free() {
                let name = free_name(&draft.name, drafts.iter().map(|draft| draft.name.as_str()));
                drafts.push(ColumnDraft { name, ..draft.clone() });
            }
        }
        self.joined.learn(&self.trees, &self.seed, &drafts, 0, options)
    }
}
