//! From tables as found to results: texts, paths and addresses.

use crate::Budget;
use crate::dom::address::absolute;
use crate::dom::{AttrName, Base, Document, ElementPaths, NodeId};
use crate::tables::{Found, Headings, NONE};
use crate::types::{CellDetails, DataTable, MarkedRow};

/// What all tables of a page share.
pub(crate) struct DataTableContext<'a> {
    pub(crate) document: &'a Document,
    pub(crate) paths: &'a ElementPaths<'a>,
    pub(crate) headings: &'a Headings<'a>,
    /// The base of links, if known.
    pub(crate) base: Option<&'a Base>,
    /// The number of bytes left of [`Limits::max_output`](crate::Limits).
    pub(crate) output: &'a Budget,
}

/// Writes a table; rows beyond the output limit are left out.
pub(crate) fn data_table(context: &DataTableContext<'_>, found: &Found, number: usize) -> DataTable {
    let mut rows = Vec::with_capacity(found.rows.len());
    let mut marked = Vec::new();
    let mut details = Vec::new();
    for (y, row) in found.rows.iter().enumerate() {
        let bytes: usize = row
            .cells
            .iter()
            .map(|&cell| 1 + if cell == NONE { 0 } else { found.cells[cell as usize].text.len() })
            .sum();
        if !context.output.spend(bytes as u64) {
            break;
        }
        let mut texts = Vec::with_capacity(row.cells.len());
        for (x, &cell) in row.cells.iter().enumerate() {
            if cell == NONE {
                texts.push(String::new());
                continue;
            }
            let read = &found.cells[cell as usize];
            texts.push(read.text.clone());
            if read.lines.is_empty()
                && read.links.is_empty()
                && read.images.is_empty()
                && read.footnotes.is_empty()
                && read.sort.is_none()
            {
                continue;
            }
            let address = |&id: &NodeId, name: AttrName| {
                let given = context.document.attr(id, name)?.trim();
                (!given.is_empty()).then(|| absolute(context.base, given).unwrap_or_else(|| given.to_owned()))
            };
            let beside = CellDetails {
                row: y,
                column: x,
                lines: read.lines.clone(),
                links: read.links.iter().filter_map(|id| address(id, AttrName::HREF)).collect(),
                images: read.images.iter().filter_map(|id| address(id, AttrName::SRC)).collect(),
                footnotes: read.footnotes.clone(),
                sort: read.sort.clone(),
            };
            let length: usize =
                beside.lines.iter().chain(&beside.links).chain(&beside.images).map(|t| t.len() + 8).sum();
            if context.output.spend(length as u64 + 24) {
                details.push(beside);
            }
        }
        rows.push(texts);
        marked.extend(row.mark.map(|mark| MarkedRow { row: y, mark }));
    }
    DataTable {
        number,
        path: context.paths.path(found.node),
        confidence: found.confidence,
        form: found.form,
        caption: found.caption.clone(),
        heading: context.headings.above(found.node),
        columns: found.columns.clone(),
        rows,
        marked,
        details,
        notes: found.notes.clone(),
        joined: Vec::new(),
    }
}
