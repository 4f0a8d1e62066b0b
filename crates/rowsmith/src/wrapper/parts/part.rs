//! Learning one part of a template from examples of its records.

use crate::objects::Schema;
use crate::records::{Record, RecordTree};
use crate::types::PartKind;
use crate::wrapper::format::{Part, Selectors, Statistics};
use crate::wrapper::labels::PageLabels;
use crate::wrapper::learn::agree::trimmed;
use crate::wrapper::options::{Example, LearnOptions};
use crate::wrapper::parts::further::learn_further_columns;
use crate::wrapper::parts::joined::{Joined, JoinedColumns};
use crate::wrapper::parts::locate::{PageExample, learn_locator};
use crate::wrapper::parts::objects::learn_objects;
use crate::wrapper::parts::posts::{fields_of, learn_post_columns};
use crate::wrapper::parts::titles::learn_titles;
use crate::wrapper::prepared::Prepared;

/// Learns a part of a template from pages with its records: what records look like, and where the items of their
/// columns are, the same for all pages. The records of [`PartKind::Posts`] have the columns of posts, author, date and
/// body, plus those that the alignment of the rest shows; others have those that their alignment shows.
pub fn learn_records(kind: PartKind, examples: &[Example<'_>], options: &LearnOptions) -> Part {
    match kind {
        PartKind::Posts => {
            let prepared: Vec<Prepared<'_>> = examples.iter().map(|e| Prepared::new(e.document, e.page)).collect();
            let pages: Vec<_> = prepared.iter().zip(examples).map(|(p, e)| (p, e.records)).collect();
            learn_posts(&pages, options)
        }
        PartKind::List | PartKind::Objects | PartKind::Article | PartKind::Item => learn_list(kind, examples, options),
    }
}

/// Records with the columns that their alignment shows (DEPTA 5).
pub(crate) fn learn_list(kind: PartKind, examples: &[Example<'_>], options: &LearnOptions) -> Part {
    on_pages(examples, |pages| {
        let JoinedColumns { columns, prototype } = columns_of(pages, options).unwrap_or_default();
        Part {
            kind,
            selectors: Selectors::default(),
            records: learn_locator(pages),
            columns,
            prototype,
            article: None,
            objects: None,
            statistics: Statistics::default(),
        }
    })
}

/// Records with the attributes of a domain as columns; `None` if they have none.
pub(crate) fn learn_object_list(examples: &[Example<'_>], schema: &Schema, options: &LearnOptions) -> Option<Part> {
    on_pages(examples, |pages| learn_objects(pages, schema, options))
}

fn on_pages<T>(examples: &[Example<'_>], then: impl FnOnce(&[PageExample<'_, '_>]) -> T) -> T {
    let trimmed: Vec<Vec<Record>> = examples.iter().map(|e| trimmed(e.page, e.records)).collect();
    let labels: Vec<PageLabels<'_>> = examples.iter().map(|e| PageLabels::new(e.document, e.page)).collect();
    let pages: Vec<PageExample<'_, '_>> =
        labels.iter().zip(&trimmed).map(|(labels, records)| PageExample { labels, records }).collect();
    then(&pages)
}

/// Posts with their fields, and the further columns that an alignment without the bodies shows.
pub(crate) fn learn_posts(examples: &[(&Prepared<'_>, &[Record])], options: &LearnOptions) -> Part {
    let trimmed: Vec<(&Prepared<'_>, Vec<Record>)> =
        examples.iter().map(|&(page, records)| (page, trimmed(page.labels.page, records))).collect();
    let pages: Vec<PageExample<'_, '_>> =
        trimmed.iter().map(|(page, records)| PageExample { labels: &page.labels, records }).collect();
    let posts = fields_of(&trimmed);
    let mut columns = learn_post_columns(&trimmed, &posts);
    let JoinedColumns { columns: further, prototype } =
        learn_further_columns(&trimmed, &posts, columns.len(), options).unwrap_or_default();
    columns.extend(further);
    Part {
        kind: PartKind::Posts,
        selectors: Selectors::default(),
        records: learn_locator(&pages),
        columns,
        prototype,
        article: None,
        objects: None,
        statistics: Statistics::default(),
    }
}

/// Columns and prototype from the records of all examples together.
fn columns_of(pages: &[PageExample<'_, '_>], options: &LearnOptions) -> Option<JoinedColumns> {
    let pages: Vec<(&PageLabels<'_>, &[Record])> = pages.iter().map(|p| (p.labels, p.records)).collect();
    let joined = Joined::new(&pages)?;
    let trees = joined.records.iter().map(|record| RecordTree::new(&joined.page, record)).collect();
    let mut titles = Vec::new();
    let mut learnt = joined.columns(trees, 0, options, &options.records.columns, |drafts| {
        titles = learn_titles(&pages, &drafts);
        drafts
    });
    learnt.columns.extend(titles);
    Some(learnt)
}
