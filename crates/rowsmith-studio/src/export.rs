//! Rows as files.

use std::borrow::Cow;

use rowsmith::types::{Cell, RegionTable};
use serde_json::{Map, Value as Json, json};

use crate::formats::{FileFormat, Formats};
use crate::project::Project;
use crate::rows::Rows;
use crate::view::Read;

/// Makes a text harmless for spreadsheets, which evaluate anything that looks like a formula when they open a CSV file.
/// The command provides this function.
pub type Defuse = fn(&str) -> Cow<'_, str>;

/// A format that the studio writes itself.
pub(crate) struct Own {
    name: &'static str,
    ending: &'static str,
    media_type: &'static str,
    about: &'static str,
    write: fn(&Project, &Rows, Defuse) -> Vec<u8>,
}

const CSV: &str = "text/csv; charset=utf-8";

const OWN: &[Own] = &[
    // the texts of the page
    Own { name: "csv", ending: "csv", media_type: CSV, about: "CSV", write: csv_of_texts },
    // numbers, amounts and dates where columns have such a type
    Own { name: "csv-values", ending: "csv", media_type: CSV, about: "CSV with values", write: csv_of_values },
    // a line of JSON per row, with the same values
    Own { name: "jsonl", ending: "jsonl", media_type: "application/x-ndjson", about: "JSON lines", write: json_lines },
];

impl Own {
    /// The format with this name.
    pub(crate) fn named(name: &str) -> Option<&'static Own> {
        OWN.iter().find(|own| own.name == name)
    }

    /// Writes rows. If they come from several pages, the first column says which.
    pub(crate) fn write(&self, project: &Project, rows: &Rows, defuse: Defuse) -> Vec<u8> {
        (self.write)(project, rows, defuse)
    }
}

/// All formats in which rows can be saved: the studio's own, and after them those that whoever starts it provides.
pub fn all_formats(further: &dyn Formats) -> Vec<FileFormat> {
    let own = OWN.iter().map(|own| FileFormat {
        name: own.name.to_owned(),
        ending: own.ending.to_owned(),
        media_type: own.media_type,
        about: own.about.to_owned(),
    });
    own.chain(further.all()).collect()
}

/// The name of the page of each row; `None` for all if they come from one page.
fn sources(project: &Project, rows: &Rows) -> Option<Vec<String>> {
    let several = rows.from.iter().any(|from| rows.from.first().is_some_and(|first| first.page != from.page));
    let source = |page: u32| project.page(page).map(|page| page.source.clone()).unwrap_or_default();
    several.then(|| rows.from.iter().map(|from| source(from.page)).collect())
}

fn csv_of_texts(project: &Project, rows: &Rows, defuse: Defuse) -> Vec<u8> {
    csv(&rows.table, sources(project, rows), defuse, |at, column| text(rows, at, column))
}

fn csv_of_values(project: &Project, rows: &Rows, defuse: Defuse) -> Vec<u8> {
    let read = rows.read();
    csv(&rows.table, sources(project, rows), defuse, |at, column| match &read[at][column] {
        Some(Read::Number(number)) => number.to_string(),
        Some(Read::Date(date)) => date.clone(),
        Some(Read::Odd(_)) | None => text(rows, at, column),
    })
}

/// The text of a cell.
fn text(rows: &Rows, at: usize, column: usize) -> String {
    let cell: Option<&Cell> = rows.table.records[at].cells[column].as_ref();
    cell.map(|cell| cell.address().to_owned()).unwrap_or_default()
}

fn csv(
    table: &RegionTable,
    sources: Option<Vec<String>>,
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
    write(sources.is_some().then(|| source_name(table)).into_iter().chain(names).collect());
    let source = |at: usize| sources.as_ref().and_then(|sources| sources.get(at).cloned());
    for at in 0..table.records.len() {
        write(source(at).into_iter().chain((0..table.columns.len()).map(|column| text(at, column))).collect());
    }
    writer.into_inner().unwrap_or_default()
}

fn json_lines(project: &Project, rows: &Rows, _: Defuse) -> Vec<u8> {
    let (read, sources) = (rows.read(), sources(project, rows));
    let mut out = Vec::new();
    for (at, record) in rows.table.records.iter().enumerate() {
        let mut line = Map::new();
        if let Some(source) = sources.as_ref().and_then(|sources| sources.get(at)) {
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
