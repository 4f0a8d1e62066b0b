//! Tables as seen by the writers of rows and cells.

use rowsmith::types::{Cell, RegionTable};

use crate::output::names::Names;

/// The columns of the long form.
pub(crate) const LONG_COLUMNS: [&str; 5] = ["source", "region", "record", "column", "value"];

/// The columns before those of a template, whose pages share a table: the page, its place in an archive, the number of
/// the record on it, and the version of the wrapper.
pub(crate) const SHARED_COLUMNS: [&str; 5] = ["source", "archive", "position", "record", "wrapper"];

/// All columns of such a table, with unique names.
pub(crate) fn shared_header(table: &RegionTable) -> Vec<String> {
    let mut names = Names::without(&SHARED_COLUMNS);
    let own = SHARED_COLUMNS.iter().map(ToString::to_string);
    own.chain(table.columns.iter().map(|column| names.column(&column.name))).collect()
}

/// A cell with a value, and its place.
pub(crate) struct PlacedCell<'a> {
    /// The index of its record.
    pub(crate) record: usize,
    /// The index of its column.
    pub(crate) column: usize,
    /// The cell.
    pub(crate) cell: &'a Cell,
}

/// The cells of a table that have values, record by record. Never more cells per record than the table has columns.
pub(crate) fn cells(table: &RegionTable) -> impl Iterator<Item = PlacedCell<'_>> {
    table.records.iter().enumerate().flat_map(|(record, row)| {
        let cells = row.cells.iter().take(table.columns.len()).enumerate();
        cells.filter_map(move |(column, cell)| cell.as_ref().map(|cell| PlacedCell { record, column, cell }))
    })
}
