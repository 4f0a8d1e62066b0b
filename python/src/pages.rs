//! The pages of files: archives, folders, tables of pages, as the command reads them.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use rowsmith_cli::{PageFiles, ReadOptions, ReadPage, read_pages};

use crate::errors::page_error;

/// How long to wait before signals are checked.
const WAIT: Duration = Duration::from_millis(50);
/// How many pages are read before they are asked for.
const AHEAD: usize = 4;

/// An open file of Python, read in the thread that reads pages.
struct PythonFile(Py<PyAny>);

impl Read for PythonFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Python::attach(|py| {
            let read = self.0.call_method1(py, "read", (buffer.len(),)).map_err(io::Error::other)?;
            let bytes: PyBackedBytes =
                read.extract(py).map_err(|_| io::Error::other("reading the file gave no bytes"))?;
            let Some(place) = buffer.get_mut(..bytes.len()) else {
                return Err(io::Error::other("reading the file gave more than was asked for"));
            };
            place.copy_from_slice(&bytes);
            Ok(bytes.len())
        })
    }
}

/// The pages of files, one after the other, read ahead by a thread of their own.
#[pyclass(frozen, module = "rowsmith._native")]
pub(crate) struct Pages {
    receiver: Mutex<Receiver<ReadPage>>,
    skipped: Arc<Mutex<BTreeMap<String, u64>>>,
    stopped: Arc<AtomicBool>,
}

impl Drop for Pages {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

#[pymethods]
impl Pages {
    /// The pages of paths, or those of one open file with its name.
    #[new]
    #[pyo3(signature = (paths, file=None, *, max_bytes=None, html_column=None, url_column=None))]
    fn new(
        paths: Vec<PathBuf>,
        file: Option<(String, Py<PyAny>)>,
        max_bytes: Option<usize>,
        html_column: Option<String>,
        url_column: Option<String>,
    ) -> PyResult<Pages> {
        let mut options = ReadOptions { html_column, url_column, ..ReadOptions::default() };
        options.max_bytes = max_bytes.unwrap_or(options.max_bytes);
        let files = match file {
            Some((name, file)) => PageFiles::Stream { name, stream: Box::new(PythonFile(file)) },
            None => PageFiles::Paths(paths),
        };
        let (sender, receiver) = sync_channel(AHEAD);
        let skipped = Arc::new(Mutex::default());
        let stopped = Arc::new(AtomicBool::new(false));
        let (counts, stop) = (Arc::clone(&skipped), Arc::clone(&stopped));
        let read = move || {
            let found = read_pages(files, &options, &stop, |page| match sender.send(page) {
                Ok(()) => ControlFlow::Continue(()),
                // nobody takes pages any more
                Err(_) => ControlFlow::Break(()),
            });
            *counts.lock().unwrap_or_else(PoisonError::into_inner) = found;
        };
        thread::Builder::new().name("rowsmith-read".to_owned()).spawn(read).map_err(page_error)?;
        Ok(Pages { receiver: Mutex::new(receiver), skipped, stopped })
    }

    /// Ends the thread, which reads no further.
    fn close(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// The next page, as the fields of `rowsmith.Source`; None at the end.
    fn take<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        loop {
            if self.stopped.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let read = py.detach(|| self.receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(WAIT));
            match read {
                Ok(page) => return fields(py, page).map(Some),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }

    /// What else was in archives, and how often; complete after the last page.
    fn skipped(&self) -> BTreeMap<String, u64> {
        self.skipped.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// A page as the fields of `rowsmith.Source`.
fn fields(py: Python<'_>, page: ReadPage) -> PyResult<Bound<'_, PyDict>> {
    let ReadPage { name, url, charset, fetched, place, warnings, html } = page;
    let (archive, position) = place.unzip();
    let (html, error) = match html {
        Ok(html) => (html, None),
        Err(why) => (Vec::new(), Some(why)),
    };
    let fields = PyDict::new(py);
    fields.set_item("html", PyBytes::new(py, &html))?;
    fields.set_item("name", name)?;
    fields.set_item("url", url)?;
    fields.set_item("charset", charset)?;
    fields.set_item("fetched", fetched.map(|time| time.to_string()))?;
    fields.set_item("archive", archive)?;
    fields.set_item("position", position)?;
    fields.set_item("warnings", PyTuple::new(py, warnings.iter().map(ToString::to_string))?)?;
    fields.set_item("error", error)?;
    Ok(fields)
}
