//! Record batches of pages in, record batches of results out, with one row per page.
//!
//! A batch is processed in slices, so that memory is bounded however large the batches are. Results are in the order of
//! the pages. A page without a result becomes a row that says why.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::{ArrowArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};

use crate::errors::page_error;
use crate::found::Answer;
use crate::known::{Common, PageKnown, ReadState};
use crate::nested::{Cell, Column, Shape};
use crate::question::{Asked, Asker, Question};
use crate::rows::{self, Made, Named};

/// The name of capsules that hold an Arrow stream.
const STREAM: &std::ffi::CStr = c"arrow_array_stream";
/// The number of pages in a slice. Threads wait for each other at its end, for half a page each on average.
const PAGES: usize = 256;
/// A slice with this many bytes of pages gets no further page.
const BYTES: usize = 32 << 20;

/// A capsule with a stream of batches.
pub(crate) fn capsule<'py>(
    py: Python<'py>,
    reader: Box<dyn RecordBatchReader + Send>,
) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(reader), STREAM)
}

/// The stream in a capsule, which is empty afterwards.
fn stream(capsule: &Bound<'_, PyAny>) -> PyResult<ArrowArrayStreamReader> {
    let capsule = capsule.cast::<PyCapsule>()?;
    let pointer = capsule.pointer_checked(Some(STREAM))?;
    // SAFETY: by the Arrow PyCapsule interface, a capsule with this name holds a valid ArrowArrayStream, which its
    // consumer moves out; `from_raw` does so, and leaves a released one behind.
    let reader = unsafe { ArrowArrayStreamReader::from_raw(pointer.as_ptr().cast()) };
    reader.map_err(page_error)
}

/// The results of a stream of pages, as a stream.
#[pyfunction]
#[pyo3(signature = (pages, question, *, html, url=None, charset=None, read=false, keep=Vec::new(), json=false, threads=1, fetched=None, limits=None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn batches<'py>(
    py: Python<'py>,
    pages: &Bound<'py, PyAny>,
    question: &Question,
    html: &str,
    url: Option<&str>,
    charset: Option<&str>,
    read: bool,
    keep: Vec<String>,
    json: bool,
    threads: usize,
    fetched: Option<&str>,
    limits: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let input = stream(&pages.call_method0("__arrow_c_stream__")?)?;
    let schema = input.schema();
    let place = |name: &str| {
        let there = || schema.fields().iter().map(|field| field.name().as_str()).collect::<Vec<_>>().join(", ");
        schema.index_of(name).map_err(|_| PyValueError::new_err(format!("no column {name:?}; there are {}", there())))
    };
    let text = |name: &str| {
        let at = place(name)?;
        match schema.field(at).data_type() {
            // no value at all: a table that was made of Python's values has no better type for it
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Null => Ok(at),
            other => Err(PyTypeError::new_err(format!("column {name:?} has type {other}, not text"))),
        }
    };
    let html = match schema.field(place(html)?).data_type() {
        DataType::Binary | DataType::LargeBinary | DataType::BinaryView => place(html)?,
        _ => text(html)?,
    };
    let (url, charset) = (url.map(text).transpose()?, charset.map(text).transpose()?);
    let read = read.then(|| ReadPlaces::new(text, place, &schema)).transpose()?;
    let keep = keep.iter().map(|name| place(name)).collect::<PyResult<Vec<usize>>>()?;
    let columns = rows::columns(&question.asked);
    let mut fields: Vec<Field> = keep.iter().map(|&at| schema.field(at).clone()).collect();
    let own = [("url", Shape::Text)].into_iter().chain(columns.clone()).chain(last(json));
    fields.extend(own.map(|(name, shape)| Field::new(name, shape.data_type(), true)));
    if let Some(twice) = twice(&fields) {
        let what = format!("column {twice:?} is kept, but results also have a column with this name; rename it");
        return Err(PyValueError::new_err(what));
    }
    let work = Work {
        schema: Arc::new(Schema::new(fields)),
        pages: Places { html, url, charset, read, keep },
        asked: Arc::clone(&question.asked),
        columns,
        common: Common::new(fetched, limits)?,
        json,
        threads: threads.max(1),
    };
    capsule(py, Box::new(Results { input, batch: None, work }))
}

/// The columns after those of the result.
fn last(json: bool) -> Vec<Named> {
    let json = json.then_some(("json", Shape::Text));
    json.into_iter().chain([("warnings", Shape::list(Shape::Text)), ("error", Shape::Text)]).collect()
}

/// A name that two fields share.
fn twice(fields: &[Field]) -> Option<&str> {
    let names = || fields.iter().map(|field| field.name().as_str());
    names().enumerate().find(|(at, name)| names().take(*at).any(|before| before == *name)).map(|(_, name)| name)
}

/// Which input column is which.
struct Places {
    html: usize,
    url: Option<usize>,
    charset: Option<usize>,
    read: Option<ReadPlaces>,
    keep: Vec<usize>,
}

/// Which input column is which, of those that only a table of pages that were read has.
struct ReadPlaces {
    name: usize,
    fetched: usize,
    warnings: usize,
    error: usize,
}

impl ReadPlaces {
    /// Finds them by their names.
    fn new(
        text: impl Fn(&str) -> PyResult<usize>,
        place: impl Fn(&str) -> PyResult<usize>,
        schema: &Schema,
    ) -> PyResult<ReadPlaces> {
        let warnings = place("warnings")?;
        match schema.field(warnings).data_type() {
            DataType::List(item) | DataType::LargeList(item)
                if item.data_type().is_string() || item.data_type().is_null() => {}
            DataType::Null => {}
            other => {
                let what = format!("column \"warnings\" has type {other}, not list of texts");
                return Err(PyTypeError::new_err(what));
            }
        }
        Ok(ReadPlaces { name: text("name")?, fetched: text("fetched")?, warnings, error: text("error")? })
    }
}

/// The batches of results.
struct Results {
    input: ArrowArrayStreamReader,
    /// What is left of the current batch.
    batch: Option<RecordBatch>,
    work: Work,
}

/// What to do with each page.
struct Work {
    schema: SchemaRef,
    pages: Places,
    asked: Arc<Asked>,
    columns: Vec<Named>,
    common: Common,
    json: bool,
    threads: usize,
}

/// The result for one page.
struct Row {
    url: Option<String>,
    answer: Result<Answered, String>,
}

/// An answer prepared for its columns.
struct Answered {
    /// The result line of the command, if it is wanted.
    json: Option<String>,
    warnings: Vec<String>,
    made: Made,
    answer: Answer,
}

impl Results {
    /// The next pages: a slice of the current batch, or of the next one that has any.
    fn slice(&mut self) -> Option<Result<RecordBatch, ArrowError>> {
        loop {
            match self.batch.take() {
                Some(batch) if batch.num_rows() > 0 => {
                    let pages = batch.column(self.work.pages.html);
                    let mut bytes = 0;
                    let most = batch.num_rows().min(PAGES);
                    let rows = (0..most).take_while(|&row| {
                        let more = bytes < BYTES;
                        bytes += bytes_of(pages, row).map_or(0, <[u8]>::len);
                        more
                    });
                    let rows = rows.count();
                    self.batch = Some(batch.slice(rows, batch.num_rows() - rows));
                    return Some(Ok(batch.slice(0, rows)));
                }
                _ => match self.input.next()? {
                    Ok(batch) => self.batch = Some(batch),
                    Err(error) => return Some(Err(error)),
                },
            }
        }
    }
}

impl Work {
    fn results(&self, pages: &RecordBatch) -> Result<RecordBatch, ArrowError> {
        let rows = self.rows(pages);
        let mut arrays: Vec<ArrayRef> = self.pages.keep.iter().map(|&at| Arc::clone(pages.column(at))).collect();
        let shapes: Vec<Named> =
            [("url", Shape::Text)].into_iter().chain(self.columns.clone()).chain(last(self.json)).collect();
        let mut columns: Vec<Column> = shapes.iter().map(|(_, shape)| Column::new(shape)).collect();
        for row in &rows {
            let (cells, json, warnings, error) = match &row.answer {
                Ok(found) => {
                    let warnings = Cell::texts(found.warnings.iter().map(String::as_str));
                    let cells = rows::cells(&self.asked, &found.answer, &found.made);
                    (cells, Cell::text(found.json.as_deref()), warnings, Cell::None)
                }
                Err(why) => (Vec::new(), Cell::None, Cell::List(Vec::new()), Cell::Text(why)),
            };
            let padded = cells.into_iter().chain(std::iter::repeat(Cell::None)).take(self.columns.len());
            let json = self.json.then_some(json);
            let cells = [Cell::text(row.url.as_deref())].into_iter().chain(padded).chain(json).chain([warnings, error]);
            columns.iter_mut().zip(cells).for_each(|(column, cell)| column.push(&cell));
        }
        for column in columns {
            arrays.push(column.finish()?);
        }
        RecordBatch::try_new(Arc::clone(&self.schema), arrays)
    }

    /// Asks all pages of a slice; each thread takes the next one that has not been taken.
    fn rows(&self, pages: &RecordBatch) -> Vec<Row> {
        let threads = self.threads.min(pages.num_rows());
        if threads == 1 {
            let asker = Asker::new(&self.asked);
            return (0..pages.num_rows()).map(|row| self.row(&asker, pages, row)).collect();
        }
        let next = AtomicUsize::new(0);
        let done: Vec<Mutex<Option<Row>>> = (0..pages.num_rows()).map(|_| Mutex::new(None)).collect();
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    let asker = Asker::new(&self.asked);
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some(place) = done.get(at) else { break };
                        let row = self.row(&asker, pages, at);
                        *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(row);
                    }
                });
            }
        });
        done.into_iter().filter_map(|row| row.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
    }

    fn row(&self, asker: &Asker<'_>, pages: &RecordBatch, row: usize) -> Row {
        let text = |at: Option<usize>| at.and_then(|at| text_of(pages.column(at), row)).map(str::to_owned);
        let url = text(self.pages.url).filter(|url| !url.is_empty());
        let html = pages.column(self.pages.html);
        // texts are decoded already, whatever the page declares
        let decoded = html.data_type().is_string().then(|| "utf-8".to_owned());
        let mut known = PageKnown {
            url: url.clone(),
            charset: decoded.or_else(|| text(self.pages.charset)),
            ..PageKnown::default()
        };
        let mut read = ReadState::default();
        if let Some(places) = &self.pages.read {
            known.source = text(Some(places.name));
            read.error = text(Some(places.error));
            known.fetched = read.time(text(Some(places.fetched)).as_deref());
            read.warnings = texts_of(pages.column(places.warnings), row);
        }
        let options = self.common.of(known);
        let answer = read.complete(|| match bytes_of(html, row) {
            Some(bytes) => asker.parse_and_ask(bytes, &options),
            None => Err(rowsmith::Error::Empty.to_string()),
        });
        let answer = answer.map(|mut answer| Answered {
            json: self.json.then(|| answer.json().ok()).flatten(),
            warnings: answer.warnings().iter().map(ToString::to_string).collect(),
            made: Made::new(&mut answer),
            answer,
        });
        Row { url, answer }
    }
}

impl Iterator for Results {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.slice()?.and_then(|pages| self.work.results(&pages)))
    }
}

impl RecordBatchReader for Results {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.work.schema)
    }
}

/// The bytes of a cell with a text or bytes.
fn bytes_of(array: &ArrayRef, row: usize) -> Option<&[u8]> {
    if array.is_null(row) {
        return None;
    }
    match array.data_type() {
        DataType::Binary => Some(array.as_binary::<i32>().value(row)),
        DataType::LargeBinary => Some(array.as_binary::<i64>().value(row)),
        DataType::BinaryView => Some(array.as_binary_view().value(row)),
        _ => text_of(array, row).map(str::as_bytes),
    }
}

/// The texts of a cell with a list.
fn texts_of(array: &ArrayRef, row: usize) -> Vec<String> {
    if array.is_null(row) {
        return Vec::new();
    }
    let short = array.as_list_opt::<i32>().map(|lists| lists.value(row));
    let Some(texts) = short.or_else(|| array.as_list_opt::<i64>().map(|lists| lists.value(row))) else {
        return Vec::new();
    };
    (0..texts.len()).filter_map(|at| text_of(&texts, at).map(str::to_owned)).collect()
}

/// The text of a cell.
fn text_of(array: &ArrayRef, row: usize) -> Option<&str> {
    if array.is_null(row) {
        return None;
    }
    match array.data_type() {
        DataType::Utf8 => Some(array.as_string::<i32>().value(row)),
        DataType::LargeUtf8 => Some(array.as_string::<i64>().value(row)),
        DataType::Utf8View => Some(array.as_string_view().value(row)),
        _ => None,
    }
}
