//! The formats of the output, a file each.

pub(crate) mod csv;
pub(crate) mod document;
pub(crate) mod json;
pub(crate) mod jsonl;
#[cfg(feature = "sqlite")]
pub(crate) mod kind_views;
pub(crate) mod layout;
pub(crate) mod markdown;
#[cfg(feature = "parquet")]
pub(crate) mod parquet;
#[cfg(feature = "sqlite")]
pub(crate) mod sqlite;
#[cfg(feature = "sqlite")]
mod sqlite_shared;
pub(crate) mod table;
pub(crate) mod union;
#[cfg(feature = "xlsx")]
pub(crate) mod xlsx;

#[cfg(test)]
pub(crate) mod samples;

use std::io::{self, Write};

use rowsmith::types::{Cell, RegionTable};

use crate::names::Names;
use crate::page::Page;

/// A format that is text and written from beginning to end.
pub(crate) trait TextWriter {
    /// Writes one page more.
    fn page(&mut self, out: &mut dyn Write, page: &Page) -> io::Result<()>;

    /// What earlier runs have written is there already.
    fn go_on(&mut self) {}

    /// Writes what comes behind the last page.
    fn finish(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

/// What the writers have to know of the run, beside the pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    /// Columns of the terminal that a table may take; 0 for any number.
    pub(crate) width: usize,
    /// Whether to colour.
    pub(crate) colour: bool,
    /// One row a cell.
    pub(crate) long: bool,
    /// Whether there may be several pages.
    pub(crate) sources: bool,
    /// Whether there may be several regions a page, by what was asked for.
    pub(crate) regions: bool,
    /// What a row is.
    pub(crate) noun: &'static str,
}

/// The columns of the long form.
pub(crate) const LONG_COLUMNS: [&str; 5] = ["source", "region", "record", "column", "value"];

/// What comes before the columns of a template, whose pages share a table: the page, where it stood in an archive, the
/// number of the record on it, and the version of the wrapper.
pub(crate) const SHARED_COLUMNS: [&str; 5] = ["source", "archive", "position", "record", "wrapper"];

/// All columns of such a table, each name once.
pub(crate) fn shared_header(table: &RegionTable) -> Vec<String> {
    let mut names = Names::without(&SHARED_COLUMNS);
    let own = SHARED_COLUMNS.iter().map(ToString::to_string);
    own.chain(table.columns.iter().map(|column| names.column(&column.name))).collect()
}

/// The cells of a table that are there: row and column, counted from 0, and the cell. Never more cells a record than
/// the table has columns.
pub(crate) fn cells(table: &RegionTable) -> impl Iterator<Item = (usize, usize, &Cell)> {
    table.records.iter().enumerate().flat_map(|(row, record)| {
        let cells = record.cells.iter().take(table.columns.len()).enumerate();
        cells.filter_map(move |(column, cell)| cell.as_ref().map(|cell| (row, column, cell)))
    })
}

/// "1 record", "2 records".
pub(crate) fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
