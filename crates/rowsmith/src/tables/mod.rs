//! The data tables of a page, based on HTML's table model: which elements are tables, rows and cells; how the cells
//! form a grid; which rows are headers, groups, records and totals. Tables used only for layout are left out.

pub(crate) mod cells;
pub(crate) mod data_table;
pub(crate) mod definitions;
pub(crate) mod found;
pub(crate) mod grid;
pub(crate) mod header;
pub(crate) mod join;
pub(crate) mod layout;
pub(crate) mod model;
pub(crate) mod names;
pub(crate) mod place;
pub(crate) mod record;
pub(crate) mod repeated;
pub(crate) mod rows;
pub(crate) mod sheets;
pub(crate) mod signs;
pub(crate) mod source;
pub(crate) mod split;

pub(crate) use found::Found;
pub(crate) use grid::NONE;
pub(crate) use join::{Placed, follows, joined};
pub(crate) use place::Headings;
pub(crate) use source::SourceTable;

use crate::dom::Document;

/// How tables are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Options {
    /// Return every table, whether it holds data or not, with all of its rows, columns and texts, including hidden
    /// ones.
    pub(crate) raw: bool,
    /// Transpose tables whose columns are records.
    pub(crate) turn: bool,
}

/// Finds the data tables of a page, in document order. Takes time linear in the size of the page.
pub(crate) fn find_tables(document: &Document, options: &Options) -> Vec<Found> {
    let mut models = model::models(document, options.raw);
    if !options.raw {
        split::join_heads(document, &mut models);
    }
    let mut found: Vec<Found> = models.iter().filter_map(|model| found::find_table(document, model, options)).collect();
    if !options.raw {
        definitions::keep_single(document, &mut found);
    }
    found
}

/// The single headers of a column, if there are several.
pub(crate) fn joined_levels(levels: Vec<String>) -> Vec<String> {
    if levels.len() > 1 { levels } else { Vec::new() }
}
