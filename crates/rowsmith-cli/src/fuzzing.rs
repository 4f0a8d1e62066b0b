//! What the fuzz targets in `fuzz/` call below the command: its readers of inputs and its writer of CSV, as plain functions.
//! Only there with the feature `fuzzing`, and unstable.

use std::path::{Path, PathBuf};

use rowsmith::recognize::ValueType;
use rowsmith::types::{Cell, Column, ColumnKind, RecordRow, RegionTable};

use crate::output::writers;
use crate::sources::inputs::Input;
use crate::sources::queue::Queue;
use crate::sources::settings::Settings;

/// A page that was read of an input, or why it could not be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadPage {
    /// Its name in results.
    pub name: String,
    /// Its bytes, or the message that a user gets in place of them.
    pub bytes: Result<Vec<u8>, String>,
}

/// The pages of a file: the page that it is, or those of the archive or list that it is. Nothing is fetched. Of a page at most
/// `max_bytes` are read, and no more than `max_pages` pages.
pub fn pages(file: &Path, max_bytes: usize, max_pages: usize) -> Vec<ReadPage> {
    let settings = Settings { max_bytes, ..Settings::default() };
    let input: Box<dyn Iterator<Item = Input> + Send> = Box::new(std::iter::once(Input::File(PathBuf::from(file))));
    let read = Queue::new(input, &settings).take(max_pages).map(|task| {
        let mut context = task.source.context;
        let bytes = task.content.load(&mut context, &settings);
        ReadPage { name: task.source.name, bytes: bytes.map(|loaded| loaded.bytes).map_err(|problem| problem.why) }
    });
    read.collect()
}

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
