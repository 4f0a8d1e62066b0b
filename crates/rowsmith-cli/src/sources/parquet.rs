//! Parquet files with a column of pages: crawls and data sets.

use std::fs::File;

use parquet::basic::{ConvertedType, LogicalType, Type};
use parquet::column::reader::{ColumnReaderImpl, get_typed_column_reader};
use parquet::data_type::{ByteArray, ByteArrayType};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::schema::types::ColumnDescriptor;

use super::load::Loaded;
use super::pages::{Found, Pages};
use super::settings::Settings;
use super::task::{Content, Task};
use crate::common::problem::Problem;
use crate::common::source::{PageContext, PageSource};

/// Names by which the column of pages is recognised if none is given; the first that exists is used.
const HTML: [&str; 8] = ["html", "raw_html", "html_content", "page_html", "content", "body", "page", "document"];
/// Names of the column of addresses.
const URL: [&str; 7] = ["url", "uri", "target_uri", "warc_target_uri", "source_url", "page_url", "link"];

/// How many rows are decoded at a time; pages may be large.
const BATCH: usize = 4;

/// The pages of a file.
struct ParquetFile {
    reader: SerializedFileReader<File>,
    archive: String,
    max_bytes: usize,
    html: Column,
    url: Option<Column>,
    is_text: bool,
    next_group: usize,
    position: u64,
    rows: u64,
    ended: bool,
}

/// A column of bytes, read row by row.
struct Column {
    index: usize,
    /// The definition level of a value that is present; 0 if there always is one.
    defined: i16,
    reader: Option<ColumnReaderImpl<ByteArrayType>>,
    batch: std::vec::IntoIter<Option<ByteArray>>,
}

/// Opens a file.
///
/// # Errors
/// If it is malformed, or has no column of pages.
pub(crate) fn open(file: File, archive: &str, settings: &Settings) -> Result<Box<dyn Pages>, Problem> {
    let reader = SerializedFileReader::new(file).map_err(|error| damaged(&error))?;
    let metadata = reader.metadata().file_metadata();
    let columns = metadata.schema_descr().columns();
    let rows = u64::try_from(metadata.num_rows()).unwrap_or(0);
    let found = |wanted: Option<&str>, known: &[&str]| {
        let position = |name: &str| {
            let is = |column: &ColumnDescriptor| column.path().string().eq_ignore_ascii_case(name) && is_bytes(column);
            columns.iter().position(|column| is(column))
        };
        match wanted {
            Some(name) => position(name),
            None => known.iter().find_map(|name| position(name)),
        }
    };
    let missing = |name: Option<&str>, flag: &str| {
        let names: Vec<String> =
            columns.iter().filter(|column| is_bytes(column)).take(50).map(|column| column.path().string()).collect();
        let what =
            name.map_or_else(|| "no column has a name that is known for pages".into(), |name| format!("no {name:?}"));
        Problem::new("column", format!("{what}; choose with {flag} from: {}", names.join(", ")))
    };
    let html = settings.html_column.as_deref();
    let html = found(html, &HTML).ok_or_else(|| missing(html, "--html-column"))?;
    let url = match settings.url_column.as_deref() {
        Some(name) => Some(found(Some(name), &[]).ok_or_else(|| missing(Some(name), "--url-column"))?),
        None => found(None, &URL),
    };
    let is_text = is_text(&columns[html]);
    let column = |index: usize| {
        let defined = columns[index].max_def_level();
        Column { index, defined, reader: None, batch: Vec::new().into_iter() }
    };
    let (html, url) = (column(html), url.map(column));
    Ok(Box::new(ParquetFile {
        archive: archive.to_owned(),
        max_bytes: settings.max_bytes,
        html,
        url,
        is_text,
        next_group: 0,
        position: 0,
        rows,
        ended: false,
        reader,
    }))
}

/// Whether a column has at most one byte string per row.
fn is_bytes(column: &ColumnDescriptor) -> bool {
    column.physical_type() == Type::BYTE_ARRAY && column.max_rep_level() == 0
}

/// Whether a column declares its bytes to be UTF-8.
fn is_text(column: &ColumnDescriptor) -> bool {
    matches!(column.logical_type_ref(), Some(LogicalType::String)) || column.converted_type() == ConvertedType::UTF8
}

fn damaged(error: &ParquetError) -> Problem {
    Problem::new("damaged", format!("the Parquet file is damaged: {error}"))
}

impl Pages for ParquetFile {
    fn next(&mut self) -> Option<Found> {
        if self.ended {
            return None;
        }
        match self.page() {
            Ok(Some(task)) => Some(Found::Page(task)),
            Ok(None) => {
                self.ended = true;
                None
            }
            Err(error) => {
                self.ended = true;
                let content = Content::Failed(damaged(&error));
                Some(Found::Page(Task::new(PageSource::named(self.archive.clone()), content)))
            }
        }
    }

    fn fraction(&self) -> Option<f64> {
        Some(self.position as f64 / self.rows.max(1) as f64)
    }
}

impl ParquetFile {
    /// The page in the next row that has one.
    fn page(&mut self) -> Result<Option<Task>, ParquetError> {
        loop {
            let Some(html) = self.html.next()? else {
                if self.next_group >= self.reader.num_row_groups() {
                    return Ok(None);
                }
                let group = self.reader.get_row_group(self.next_group)?;
                self.next_group += 1;
                for column in [Some(&mut self.html), self.url.as_mut()].into_iter().flatten() {
                    column.batch = Vec::new().into_iter();
                    column.reader = Some(get_typed_column_reader(group.get_column_reader(column.index)?));
                }
                continue;
            };
            self.position += 1;
            let url = match &mut self.url {
                Some(url) => url.next()?.flatten(),
                None => None,
            };
            let Some(html) = html else { continue };
            let bytes = html.data();
            let bytes = bytes[..bytes.len().min(self.max_bytes.saturating_add(1))].to_owned();
            let url =
                url.map(|url| String::from_utf8_lossy(url.data()).trim().to_owned()).filter(|url| !url.is_empty());
            let name = url.clone().unwrap_or_else(|| format!("{}#{}", self.archive, self.position));
            // what the page declares about its encoding was true before it became a text
            let charset = self.is_text.then(|| "utf-8".to_owned());
            let source = PageSource::within(
                &self.archive,
                self.position,
                name,
                PageContext { base_url: url, charset, ..PageContext::default() },
            );
            return Ok(Some(Task::new(source, Content::Bytes(Loaded { bytes, ..Loaded::default() }))));
        }
    }
}

impl Column {
    /// The value in the next row, if it has one; `None` at the end of the row group.
    fn next(&mut self) -> Result<Option<Option<ByteArray>>, ParquetError> {
        if let Some(value) = self.batch.next() {
            return Ok(Some(value));
        }
        let Some(reader) = &mut self.reader else { return Ok(None) };
        let (mut levels, mut values) = (Vec::new(), Vec::new());
        let (rows, ..) = reader.read_records(BATCH, Some(&mut levels), None, &mut values)?;
        if rows == 0 {
            self.reader = None;
            return Ok(None);
        }
        let mut values = values.into_iter();
        let batch: Vec<Option<ByteArray>> = match self.defined {
            0 => values.map(Some).collect(),
            defined => levels.iter().map(|&level| if level == defined { values.next() } else { None }).collect(),
        };
        self.batch = batch.into_iter();
        Ok(self.batch.next())
    }
}
