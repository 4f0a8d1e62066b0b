//! Learning the template of pages whose records are known.

use super::columns::learn_columns;
use super::format::{Part, PartKind, Selectors, Statistics};
use super::labels::PageLabels;
use super::locate::{PageExample, learn_locator};
use super::prototype::learn_prototype;
use crate::Budget;
use crate::dom::Document;
use crate::records::{AlignOptions, Record, align_with_seed, column_drafts, run_roots};
use crate::tree::{PageTree, TreeId};

/// A page with its records.
#[derive(Clone, Copy)]
pub struct LearnPage<'a> {
    /// The page.
    pub document: &'a Document,
    /// Its tree.
    pub page: &'a PageTree,
    /// Its records.
    pub records: &'a [Record],
}

/// Learns a list from a page with its records.
pub fn learn_list(example: LearnPage<'_>, align: &AlignOptions, max_work: u64) -> Part {
    let LearnPage { document, page, records } = example;
    let labels = PageLabels::new(document, page);
    let work = Budget::new(max_work);
    let records = &trimmed(page, records);
    let locator = learn_locator(&[PageExample { labels: &labels, records }]);
    let (aligned, seed) = align_with_seed(document, page, records, align, &work);
    let drafts = column_drafts(document, page, records, aligned, false);
    let mut prototype = learn_prototype(&labels, records, &seed, &work);
    let columns = learn_columns(&labels, records, &drafts, &mut prototype, &work);
    Part {
        kind: PartKind::List,
        selectors: Selectors::default(),
        records: locator,
        columns,
        prototype,
        statistics: Statistics::default(),
    }
}

/// The records without siblings that hold no text and no image at either end: rules, spacers.
fn trimmed(page: &PageTree, records: &[Record]) -> Vec<Record> {
    let trim = |&(first, end): &(TreeId, TreeId)| {
        let roots: Vec<TreeId> = run_roots(&page.tree, (first, end)).filter(|&r| page.tree.terminals(r) > 0).collect();
        Some((*roots.first()?, page.tree.end(*roots.last()?)))
    };
    let all = records.iter().map(|record| Record { runs: record.runs.iter().filter_map(trim).collect() });
    all.filter(|r| !r.runs.is_empty()).collect()
}
