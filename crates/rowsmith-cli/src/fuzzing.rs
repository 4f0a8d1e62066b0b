//! What the fuzz targets in `fuzz/` call below the command: its readers of data and its writer of CSV, as plain functions.
//! Only there with the feature `fuzzing`, and unstable.

use rowsmith::recognize::ValueType;
use rowsmith::types::{Cell, Column, ColumnKind, RecordRow, RegionTable};

use crate::output::writers;

/// The lists in JSON as tables.
///
/// # Errors
/// If it is not JSON, or has no list in it.
pub fn json_tables(bytes: &[u8]) -> Result<Vec<RegionTable>, String> {
    crate::data::json_tables(bytes, true)
}

/// The entries of a sitemap or feed as a table.
///
/// # Errors
/// If it is neither a sitemap nor a feed, or has no entry.
pub fn list_table(bytes: &[u8]) -> Result<RegionTable, String> {
    crate::data::list_table(bytes, Some("https://example.com/list"))
}

/// Rows of texts as CSV, with the names of the columns before them.
pub fn csv(names: &[String], rows: &[Vec<String>]) -> Vec<u8> {
    let cell = |text: &String| Some(Cell { text: text.clone(), url: None });
    let record = |row: &Vec<String>| RecordRow { nodes: Vec::new(), cells: row.iter().map(cell).collect() };
    let table = RegionTable {
        main: true,
        score: 1.0,
        confidence: None,
        path: String::new(),
        found_by: "texts".into(),
        state: None,
        evidence: Vec::new(),
        columns: names.iter().map(|name| Column::new(name, ColumnKind::Text, ValueType::Text)).collect(),
        records: rows.iter().map(record).collect(),
    };
    let mut out = Vec::new();
    // a vector takes whatever is written
    let _ = writers::csv::table(&mut out, &table);
    out
}
