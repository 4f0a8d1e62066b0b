//! Learning one part of a template from examples of its records.

use super::agree::trimmed;
use super::columns::learn_columns;
use super::format::{ColumnLocator, Part, PartKind, PrototypeNode, Selectors, Statistics};
use super::labels::PageLabels;
use super::learn::{Example, LearnOptions, budget};
use super::locate::{PageExample, learn_locator};
use super::posts::learn_post_columns;
use super::prepared::Prepared;
use super::prototype::learn_prototype;
use super::selectors::add_selectors;
use crate::dom::{Document, join};
use crate::records::{Record, align_with_seed, column_drafts};
use crate::tree::PageTree;

/// Learns a part of a template from pages with its records: what records look like, and where the items of their
/// columns are, the same for all pages. The records of [`PartKind::Posts`] have the columns of posts, author, date, body;
/// others those that their alignment shows.
pub fn learn_records(kind: PartKind, examples: &[Example<'_>], options: &LearnOptions) -> Part {
    let mut part = match kind {
        PartKind::Posts => {
            let prepared: Vec<Prepared<'_>> = examples.iter().map(|e| Prepared::new(e.document, e.page)).collect();
            let pages: Vec<_> = prepared.iter().zip(examples).map(|(p, e)| (p, e.records)).collect();
            learn_posts(&pages)
        }
        _ => learn_list(kind, examples, options),
    };
    add_selectors(&mut part);
    part
}

/// Records with the columns that their alignment shows (DEPTA 5).
pub(super) fn learn_list(kind: PartKind, examples: &[Example<'_>], options: &LearnOptions) -> Part {
    let trimmed: Vec<Vec<Record>> = examples.iter().map(|e| trimmed(e.page, e.records)).collect();
    let labels: Vec<PageLabels<'_>> = examples.iter().map(|e| PageLabels::new(e.document, e.page)).collect();
    let pages: Vec<PageExample<'_, '_>> =
        labels.iter().zip(&trimmed).map(|(labels, records)| PageExample { labels, records }).collect();
    let (columns, prototype) = columns_of(examples, &trimmed, options).unwrap_or_default();
    Part {
        kind,
        selectors: Selectors::default(),
        records: learn_locator(&pages),
        columns,
        prototype,
        article: None,
        statistics: Statistics::default(),
    }
}

/// Posts with their fields.
pub(super) fn learn_posts(examples: &[(&Prepared<'_>, &[Record])]) -> Part {
    let trimmed: Vec<(&Prepared<'_>, Vec<Record>)> =
        examples.iter().map(|&(page, records)| (page, trimmed(page.labels.page, records))).collect();
    let pages: Vec<PageExample<'_, '_>> =
        trimmed.iter().map(|(page, records)| PageExample { labels: &page.labels, records }).collect();
    Part {
        kind: PartKind::Posts,
        selectors: Selectors::default(),
        records: learn_locator(&pages),
        columns: learn_post_columns(&trimmed),
        prototype: Vec::new(),
        article: None,
        statistics: Statistics::default(),
    }
}

/// Columns and prototype from the records of all examples at once.
fn columns_of(
    examples: &[Example<'_>],
    records: &[Vec<Record>],
    options: &LearnOptions,
) -> Option<(Vec<ColumnLocator>, Vec<PrototypeNode>)> {
    let documents: Vec<&Document> = examples.iter().map(|e| e.document).collect();
    let joined = join(&documents)?;
    let page = PageTree::new(&joined);
    let mut shift = 1;
    let mut all = Vec::new();
    for (example, records) in examples.iter().zip(records) {
        let moved =
            |record: &Record| Record { runs: record.runs.iter().map(|&(a, b)| (a + shift, b + shift)).collect() };
        all.extend(records.iter().map(moved));
        shift += example.page.tree.len();
    }
    let labels = PageLabels::new(&joined, &page);
    let work = budget(options);
    let (aligned, seed) = align_with_seed(&joined, &page, &all, &options.records.align, &work);
    let drafts = column_drafts(&joined, &page, &all, aligned, false);
    let mut prototype = learn_prototype(&labels, &all, &seed, &work);
    let columns = learn_columns(&labels, &all, &drafts, &mut prototype, &work);
    Some((columns, prototype))
}
