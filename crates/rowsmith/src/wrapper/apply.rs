//! Applying a template to a further page: no search.

use super::columns::take_items;
use super::format::Part;
use super::labels::PageLabels;
use super::locate::{CompiledLocator, Verdict, judge, locate};
use crate::Budget;
use crate::dom::Document;
use crate::records::{ColumnDraft, Record};
use crate::tree::{PageTree, TreeId};

/// What a part of a template is on a page.
#[derive(Clone, PartialEq, Debug)]
pub struct Applied {
    /// The records in document order.
    pub records: Vec<Record>,
    /// How similar each is to those learnt from, 0 to 1.
    pub fits: Vec<f32>,
    /// The template's columns with the items of the records.
    pub columns: Vec<ColumnDraft>,
}

/// Takes a part of a template from a page.
pub fn apply_template(document: &Document, page: &PageTree, part: &Part, max_work: u64) -> Applied {
    let labels = PageLabels::new(document, page);
    let located = locate(&labels, &CompiledLocator::new(&part.records), true);
    let (records, fits): (Vec<Record>, Vec<f32>) = located.into_iter().map(|l| (l.record, l.fit)).unzip();
    let work = Budget::new(max_work);
    let columns = take_items(&labels, &records, &part.columns, &part.prototype, &work);
    Applied { records, fits, columns }
}

/// Judges one element of a page by a part's record locator.
pub fn verdict(document: &Document, page: &PageTree, part: &Part, id: TreeId) -> Verdict {
    judge(&PageLabels::new(document, page), &CompiledLocator::new(&part.records), id)
}
