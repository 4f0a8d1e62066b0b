//! The evidence by which columns are found again on redesigned pages, for learning what each piece of it counts.

use std::collections::BTreeMap;

use crate::records::{Record, find_candidates};
use crate::site::sample::SitePage;
use crate::tree::TreeId;
use crate::types::{ColumnKind, PartKind};
use crate::wrapper::apply::Applier;
use crate::wrapper::apply::applied::{Applied, host_of};
use crate::wrapper::format::Wrapper;
use crate::wrapper::learn::agree::trimmed;
use crate::wrapper::mend::candidates::candidates;
use crate::wrapper::mend::matching::{Before, Items, judged_alone};
use crate::wrapper::mend::weights::WEIGHTS;
use crate::wrapper::options::LearnOptions;
use crate::wrapper::prepared::Prepared;

/// A column of a list, and where in the records it is, from 0 for the beginning to 1 for the end.
#[derive(Clone, PartialEq, Debug)]
pub struct PlacedColumn {
    /// Its name.
    pub name: String,
    /// What its items are taken from.
    pub kind: ColumnKind,
    /// Where in the records it is.
    pub place: f32,
    /// Its value in each record; empty for the columns of a wrapper.
    pub values: Vec<String>,
}

/// A column of a wrapper, one that a page has, and the evidence that they are the same.
#[derive(Clone, PartialEq, Debug)]
pub struct ColumnPair {
    /// The index of the column of the wrapper.
    pub column: usize,
    /// The index of the column of the page.
    pub candidate: usize,
    /// The evidence, in the order of [`evidence_names`].
    pub features: Vec<f32>,
}

/// The columns of a wrapper's list, those that a page has, and the evidence which of them are the same.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ColumnPairs {
    /// The columns of the wrapper.
    pub columns: Vec<PlacedColumn>,
    /// Those of the page.
    pub candidates: Vec<PlacedColumn>,
    /// All pairs that can be the same.
    pub pairs: Vec<ColumnPair>,
}

/// What each piece of evidence is.
pub fn evidence_names() -> Vec<&'static str> {
    WEIGHTS.iter().map(|weight| weight.of).collect()
}

/// The columns of the list of a wrapper's first template, and those of a page on which they are looked for, as
/// [`Wrapper::repair`] does. `None` if either has no list.
pub fn column_pairs(wrapper: &Wrapper, page: &SitePage, options: &LearnOptions) -> Option<ColumnPairs> {
    let old = wrapper.templates.first()?.parts.iter().find(|part| part.kind == PartKind::List)?;
    let found = find_candidates(&page.document, &page.view, &options.records, options.limits.max_work).found;
    let main = found.iter().take_while(|ranked| ranked.main).flat_map(|ranked| ranked.candidate.to_records());
    let mut records: Vec<Record> = trimmed(&page.view, &main.collect::<Vec<_>>());
    records.sort_by(|a, b| a.runs.cmp(&b.runs));
    if records.is_empty() {
        return None;
    }
    let host = host_of(page.address.as_ref(), &page.document);
    let applier = Applier::new(wrapper);
    let applied = applier.apply_to(&page.document, &page.view, host.as_deref(), options.limits.max_work);
    let before: Option<&Applied> =
        applied.parts.iter().find(|(part, _)| std::ptr::eq(*part, old)).map(|(_, applied)| applied);
    let prepared = Prepared::new(&page.document, &page.view);
    let found = candidates(old, &[(&prepared, records.as_slice())], options)?;
    let known = Before { applied: &[before], moved: &found.moved, drift: &applied.drift };
    let pairs = judged_alone(old, &found.candidates, &known);
    let placed = |name: &str, kind, place, values| PlacedColumn { name: name.to_owned(), kind, place, values };
    Some(ColumnPairs {
        columns: old.columns.iter().map(|c| placed(&c.name, c.kind, c.place, Vec::new())).collect(),
        candidates: found
            .candidates
            .iter()
            .map(|c| {
                let values = c.items.first().map_or_else(Vec::new, |items| by_record(items, &records));
                placed(&c.column.name, c.column.kind, c.column.place, values)
            })
            .collect(),
        pairs: pairs
            .into_iter()
            .map(|pair| ColumnPair { column: pair.column, candidate: pair.candidate, features: pair.features.to_vec() })
            .collect(),
    })
}

/// The text of the item in each record.
fn by_record(items: &Items, records: &[Record]) -> Vec<String> {
    let at: BTreeMap<TreeId, &String> = items.iter().map(|(id, text)| (*id, text)).collect();
    let of = |record: &Record| {
        let text = record.runs.iter().find_map(|run| at.range(run.first..run.end).next());
        text.map_or_else(String::new, |(_, text)| (*text).clone())
    };
    records.iter().map(of).collect()
}
