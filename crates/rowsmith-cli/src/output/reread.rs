//! A table that an earlier run has written, read again from its file.

#[cfg(feature = "parquet")]
mod parquet;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use csv::ReaderBuilder;
use rowsmith::recognize::ValueType;
use rowsmith::types::{
    Cell, CellValue, Column, ColumnKind, RecordRow, RecordsPage, RegionTable, compared_readings, compared_value,
};

use super::json::json;
use super::page::Page;
use super::typed::{plain, plain_date, shown, texts};
use super::writers::csv::as_it_was;
use crate::args::Format;
use crate::common::failure::why;

/// The first column of a table of several pages, in CSV.
const SOURCE: &str = "source";

/// The pages of a table, out of its file.
type Reader = fn(File) -> Result<Vec<Page>, String>;

/// What reads a table again from a file in this format; `None` for formats that lose what cells are, or are no single
/// table.
fn reader(format: Format) -> Option<Reader> {
    match format {
        Format::Csv => Some(|file| delimited(BufReader::new(file), b',')),
        Format::Tsv => Some(|file| delimited(BufReader::new(file), b'\t')),
        Format::Jsonl => Some(|file| lines(BufReader::new(file))),
        Format::Json => Some(|file| array(BufReader::new(file))),
        #[cfg(feature = "parquet")]
        Format::Parquet => Some(|file| parquet::read(file).map(columnar)),
        #[cfg(not(feature = "parquet"))]
        Format::Parquet => None,
        Format::Table | Format::Md | Format::Xlsx | Format::Sqlite | Format::Arrow => None,
        Format::Report | Format::Feed | Format::Text | Format::MdText | Format::Html => None,
    }
}

/// Whether a table can be read again from its file.
pub(crate) fn can_be_reread(format: Format) -> bool {
    reader(format).is_some()
}

/// The pages of a table that was written in this format, each with its rows; `None` if there is no such file.
///
/// # Errors
/// If it cannot be read, or is something else.
pub(crate) fn reread(path: &Path, format: Format) -> Result<Option<Vec<Page>>, String> {
    let failed = |why: String| format!("the earlier table '{}': {why}", path.display());
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(why(&error))),
    };
    let Some(read) = reader(format) else {
        return Err(failed("its format is written only, never read".to_owned()));
    };
    read(file).map(Some).map_err(failed)
}

/// Tables as one, with their columns in the order of their first occurrence.
pub(crate) fn together(tables: impl IntoIterator<Item = RegionTable>) -> RegionTable {
    let mut whole = RegionTable::new(Vec::new(), Vec::new());
    for table in tables {
        let mut places = Vec::new();
        for column in table.columns {
            let place = whole.column(&column.name).unwrap_or(whole.columns.len());
            if place == whole.columns.len() {
                whole.columns.push(column);
            }
            places.push(place);
        }
        for record in table.records {
            let mut cells = vec![None; whole.columns.len()];
            for (place, cell) in places.iter().zip(record.cells) {
                cells[*place] = cell;
            }
            whole.records.push(RecordRow::new(Vec::new(), cells));
        }
    }
    let width = whole.columns.len();
    whole.records.iter_mut().for_each(|record| record.cells.resize(width, None));
    whole
}

/// Writes the amounts, numbers and dates of a table as plain ones in the columns that another table, read from Parquet, has as numbers or
/// dates, so that they can be compared.
pub(crate) fn plain_values(table: &mut RegionTable, other: &RegionTable) {
    for at in 0..table.columns.len() {
        let name = &table.columns[at].name;
        let of_other = other.column(name).map(|column| other.columns[column].value_type);
        let Some(sought @ (ValueType::Number | ValueType::Date)) = of_other else { continue };
        let readings = compared_readings(&table.columns[at], texts(table, at), sought);
        for cell in table.records.iter_mut().filter_map(|row| row.cells.get_mut(at)?.as_mut()) {
            let plain = match compared_value(&readings, shown(cell)) {
                Some(CellValue::Date(date)) => plain_date(&date),
                Some(CellValue::Number(number)) => plain(number.value),
                Some(CellValue::Price(amount)) => plain(amount.number.value),
                None => continue,
            };
            *cell = Cell::text(plain);
        }
        table.columns[at].value_type = sought;
    }
}

/// JSON lines: an object per page, which is written as it stands.
fn lines(file: impl BufRead) -> Result<Vec<Page>, String> {
    let page = |line: io::Result<String>| {
        let line = line.map_err(|error| why(&error))?;
        match line.trim().is_empty() {
            true => Ok(None),
            false => serde_json::from_str(&line).map_err(no_page).map(|page| Some(page_of(page, line))),
        }
    };
    file.lines().map(page).filter_map(Result::transpose).collect()
}

/// JSON: an array of pages.
fn array(file: impl Read) -> Result<Vec<Page>, String> {
    let pages: Vec<RecordsPage> = serde_json::from_reader(file).map_err(no_page)?;
    pages.into_iter().map(|page| json(Format::Json, &page).map(|line| page_of(page, line))).collect()
}

fn no_page(error: serde_json::Error) -> String {
    format!("not pages of records: {error}")
}

fn page_of(page: RecordsPage, line: String) -> Page {
    let RecordsPage { source, regions: tables, warnings, .. } = page;
    Page { source, tables, titles: Vec::new(), shared: Vec::new(), warnings, line, kind: None }
}

/// CSV, with a header; consecutive rows with the same source are a page.
fn delimited(file: impl Read, separator: u8) -> Result<Vec<Page>, String> {
    let mut reader = ReaderBuilder::new();
    reader.flexible(true).delimiter(separator).quoting(separator != b'\t');
    let mut reader = reader.from_reader(file);
    let damaged = |error: csv::Error| format!("damaged CSV: {error}");
    let names: Vec<String> = reader.headers().map_err(damaged)?.iter().map(as_it_was).collect();
    let has_source = names.first().is_some_and(|name| name == SOURCE);
    let columns = &names[usize::from(has_source)..];
    let mut pages: Vec<Page> = Vec::new();
    for row in reader.records() {
        let row = row.map_err(damaged)?;
        let cell = |text: &str| (!text.is_empty()).then(|| Cell::text(as_it_was(text)));
        let mut cells: Vec<Option<Cell>> = row.iter().take(names.len()).map(cell).collect();
        cells.resize(names.len(), None);
        let source = if has_source { cells.remove(0).map(|cell| cell.text) } else { None }.unwrap_or_default();
        add(&mut pages, source, columns, cells);
    }
    pages.iter_mut().flat_map(|page| &mut page.tables).for_each(tell_kinds);
    Ok(pages)
}

/// The pages of a table in Parquet.
#[cfg(feature = "parquet")]
fn columnar(parquet::Table { columns, rows }: parquet::Table) -> Vec<Page> {
    let names: Vec<String> = columns.iter().map(|column| column.name.clone()).collect();
    let mut pages: Vec<Page> = Vec::new();
    for parquet::SourceRow { source, texts } in rows {
        add(&mut pages, source, &names, texts.into_iter().map(|text| text.map(Cell::text)).collect());
    }
    for table in pages.iter_mut().flat_map(|page| &mut page.tables) {
        tell_kinds(table);
        for (column, named) in table.columns.iter_mut().zip(&columns) {
            if named.value_type != ValueType::Text {
                column.value_type = named.value_type;
            }
        }
    }
    pages
}

/// Adds a row to the last page if it is from there, else to a new one.
fn add(pages: &mut Vec<Page>, source: String, names: &[String], cells: Vec<Option<Cell>>) {
    if pages.last().is_none_or(|page| page.source != source) {
        pages.push(empty(source, names));
    }
    if let Some(table) = pages.last_mut().and_then(|page| page.tables.first_mut()) {
        table.records.push(RecordRow::new(Vec::new(), cells));
    }
}

fn empty(source: String, names: &[String]) -> Page {
    let column = |name: &String| Column::new(name.as_str(), ColumnKind::Text, ValueType::Text);
    let table = RegionTable::new(names.iter().map(column).collect(), Vec::new());
    Page {
        source,
        tables: vec![table],
        titles: Vec::new(),
        shared: Vec::new(),
        warnings: Vec::new(),
        line: String::new(),
        kind: None,
    }
}

/// Columns of addresses are links again.
fn tell_kinds(table: &mut RegionTable) {
    for (at, column) in table.columns.iter_mut().enumerate() {
        let cells = || table.records.iter().filter_map(|record| record.cells.get(at)?.as_ref());
        if cells().next().is_some() && cells().all(|cell| rowsmith::recognize::is_url(&cell.text)) {
            (column.kind, column.value_type) = (ColumnKind::Link, ValueType::Url);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::scratch::Folder;
    use crate::output::open::open;
    use crate::output::place::Place;
    use crate::output::writers::Shape;

    const SHAPE: Shape =
        Shape { width: 80, colour: false, long: false, sources: true, regions: false, noun: "row", typed: false };

    fn shop(source: &str, texts: &[[&str; 2]]) -> Page {
        let mut page = empty(source.to_owned(), &["title".to_owned(), "url".to_owned()]);
        for row in texts {
            let cells = row.map(|text| (!text.is_empty()).then(|| Cell::text(text))).to_vec();
            page.tables[0].records.push(RecordRow::new(Vec::new(), cells));
        }
        let line = RecordsPage::new(source, page.tables.clone(), Vec::new());
        page.line = serde_json::to_string(&line).unwrap();
        page
    }

    #[test]
    fn what_was_written_is_read_again() {
        let folder = Folder::new("reread");
        let pages = [
            shop(
                "https://x.example/?page=1",
                &[["=Lamp, \"red\"", "https://x.example/1"], ["", "https://x.example/2"]],
            ),
            shop("https://x.example/?page=2", &[["-40 % off; +1", "https://x.example/3"]]),
        ];
        for (format, name) in [
            (Format::Csv, "a.csv"),
            (Format::Tsv, "a.tsv"),
            (Format::Jsonl, "a.jsonl"),
            (Format::Json, "a.json"),
            #[cfg(feature = "parquet")]
            (Format::Parquet, "a.parquet"),
        ] {
            let path = folder.0.join(name);
            assert!(reread(&path, format).unwrap().is_none());
            let mut sink = open(format, &Place::File(path.clone()), SHAPE, None).unwrap();
            pages.iter().for_each(|page| sink.page(page, None).unwrap());
            sink.finish().unwrap();
            let again = reread(&path, format).unwrap().unwrap();
            let sources: Vec<&str> = again.iter().map(|page| page.source.as_str()).collect();
            assert_eq!(sources, ["https://x.example/?page=1", "https://x.example/?page=2"], "{name}");
            let whole = together(again.into_iter().flat_map(|page| page.tables));
            let texts = |at: usize| whole.records.iter().map(move |row| row.cells[at].as_ref().map(Cell::address));
            assert_eq!(texts(0).collect::<Vec<_>>(), [Some("=Lamp, \"red\""), None, Some("-40 % off; +1")], "{name}");
            assert_eq!(texts(1).next_back().unwrap(), Some("https://x.example/3"), "{name}");
        }
        std::fs::write(folder.0.join("b.jsonl"), "{\"a\":1}\n").unwrap();
        assert!(reread(&folder.0.join("b.jsonl"), Format::Jsonl).unwrap_err().contains("not pages of records"));
    }
    /// Its rows were appended again, since it came back as "Region_2".
    #[cfg(feature = "parquet")]
    #[test]
    fn a_column_called_like_one_of_ours_keeps_its_name_in_parquet() {
        let folder = Folder::new("reread-names");
        let mut page = empty("https://x.example/".to_owned(), &["title".to_owned(), "Region".to_owned()]);
        let cells = ["Lamp", "North"].map(|text| Some(Cell::text(text))).to_vec();
        page.tables[0].records.push(RecordRow::new(Vec::new(), cells));
        let path = folder.0.join("a.parquet");
        let mut sink = open(Format::Parquet, &Place::File(path.clone()), SHAPE, None).unwrap();
        sink.page(&page, None).unwrap();
        sink.finish().unwrap();
        let again = reread(&path, Format::Parquet).unwrap().unwrap();
        let names: Vec<&str> = again[0].tables[0].columns.iter().map(|column| column.name.as_str()).collect();
        assert_eq!(names, ["title", "Region"]);
    }
}
