//! Rows as files.

use std::borrow::Cow;

use rowsmith::types::{Cell, RegionTable};
use serde_json::{Map, Value as Json, json};

use crate::project::Project;
use crate::rows::Rows;
use crate::view::Read;

/// Makes a text harmless for spreadsheets, which evaluate anything that looks like a formula when they open a CSV file.
/// The command provides this function.
pub type Defuse = fn(&str) -> Cow<'_, str>;

/// The formats in which rows can be saved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExportFormat {
    /// CSV with the texts of the page.
    Csv,
    /// CSV with numbers, amounts and dates where columns have such a type.
    CsvValues,
    /// One line of JSON per row, with numbers, amounts and dates in columns of such types.
    JsonLines,
}

impl ExportFormat {
    /// The format with this name: `csv`, `csv-values`, `jsonl`.
    pub fn named(name: &str) -> Option<ExportFormat> {
        match name {
            "csv" => Some(ExportFormat::Csv),
            "csv-values" => Some(ExportFormat::CsvValues),
            "jsonl" => Some(ExportFormat::JsonLines),
            _ => None,
        }
    }

    pub(crate) fn media_type(self) -> &'static str {
        match self {
            ExportFormat::Csv | ExportFormat::CsvValues => "text/csv; charset=utf-8",
            ExportFormat::JsonLines => "application/x-ndjson",
        }
    }

    pub(crate) fn ending(self) -> &'static str {
        match self {
            ExportFormat::Csv | ExportFormat::CsvValues => "csv",
            ExportFormat::JsonLines => "jsonl",
        }
    }
}

/// Writes rows. If they come from several pages, the first column says which.
pub(crate) fn export(project: &Project, rows: &Rows, format: ExportFormat, defuse: Defuse) -> Vec<u8> {
    let several = rows.from.iter().any(|from| rows.from.first().is_some_and(|first| first.page != from.page));
    let source = |at: usize| project.page(rows.from[at].page).map(|page| page.source.clone()).unwrap_or_default();
    let source = |at: usize| several.then(|| source(at));
    match format {
        ExportFormat::Csv => csv(&rows.table, several, source, defuse, |at, column| {
            let cell: Option<&Cell> = rows.table.records[at].cells[column].as_ref();
            cell.map(|cell| cell.address().to_owned()).unwrap_or_default()
        }),
        ExportFormat::CsvValues => {
            let read = rows.read();
            csv(&rows.table, several, source, defuse, |at, column| match &read[at][column] {
                Some(Read::Number(number)) => number.to_string(),
                Some(Read::Date(date)) => date.clone(),
                Some(Read::Odd(_)) | None => {
                    let cell = rows.table.records[at].cells[column].as_ref();
                    cell.map(|cell| cell.address().to_owned()).unwrap_or_default()
                }
            })
        }
        ExportFormat::JsonLines => json_lines(rows, source),
    }
}

fn csv(
    table: &RegionTable,
    several: bool,
    source: impl Fn(usize) -> Option<String>,
    defuse: Defuse,
    text: impl Fn(usize, usize) -> String,
) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(Vec::new());
    let names = table.columns.iter().map(|column| column.name.clone());
    let mut write = |fields: Vec<String>| {
        let fields: Vec<Cow<'_, str>> = fields.iter().map(|field| defuse(field)).collect();
        // writing to memory cannot fail
        let _ = writer.write_record(fields.iter().map(|field| field.as_bytes()));
    };
    write(several.then(|| source_name(table)).into_iter().chain(names).collect());
    for at in 0..table.records.len() {
        write(source(at).into_iter().chain((0..table.columns.len()).map(|column| text(at, column))).collect());
    }
    writer.into_inner().unwrap_or_default()
}

fn json_lines(rows: &Rows, source: impl Fn(usize) -> Option<String>) -> Vec<u8> {
    let read = rows.read();
    let mut out = Vec::new();
    for (at, record) in rows.table.records.iter().enumerate() {
        let mut line = Map::new();
        if let Some(source) = source(at) {
            line.insert(source_name(&rows.table), json!(source));
        }
        for ((column, cell), read) in rows.table.columns.iter().zip(&record.cells).zip(&read[at]) {
            let value = match (read, cell) {
                (Some(Read::Number(number)), _) => json!(number),
                (Some(Read::Date(date)), _) => json!(date),
                (_, Some(cell)) => json!(cell.address()),
                (_, None) => Json::Null,
            };
            line.insert(column.name.clone(), value);
        }
        out.extend(Json::Object(line).to_string().into_bytes());
        out.push(b'\n');
    }
    out
}

/// The name of the column with the names of pages: `source`, unless the page has a column with that name.
fn source_name(table: &RegionTable) -> String {
    if table.column("source").is_none() { "source".to_owned() } else { "source_page".to_owned() }
}
