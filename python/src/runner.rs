//! Many pages in threads, with results in the order of the pages.
//!
//! Python submits pages and takes results; it decides how many are in progress. Threads do not hold the interpreter's
//! lock.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyDict;
use rowsmith::PageOptions;

use crate::errors::{PageError, page_error};
use crate::found::{Answer, Found};
use crate::known::{Common, PageKnown, ReadState};
use crate::question::{Asked, Asker, Question};

/// How long to wait before signals are checked.
const WAIT: Duration = Duration::from_millis(50);

/// A page to work on.
struct Task {
    number: u64,
    html: PyBackedBytes,
    options: PageOptions,
    read: ReadState,
}

/// A page that is done. Its bytes are returned, to be released where the interpreter is available.
struct Done {
    number: u64,
    html: PyBackedBytes,
    answer: Result<Answer, String>,
}

/// Threads that ask pages one question.
#[pyclass(frozen, module = "rowsmith._native")]
pub(crate) struct Runner {
    common: Common,
    tasks: Mutex<Tasks>,
    results: Mutex<Results>,
}

/// The side where pages go in.
struct Tasks {
    submitted: u64,
    sender: Sender<Task>,
}

/// The side where results come out.
struct Results {
    taken: u64,
    receiver: Receiver<Done>,
    /// Results that arrived before their turn.
    early: BTreeMap<u64, Done>,
}

#[pymethods]
impl Runner {
    #[new]
    #[pyo3(signature = (question, threads, *, fetched=None, limits=None))]
    fn new(
        question: &Question,
        threads: usize,
        fetched: Option<&str>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Runner> {
        let common = Common::new(fetched, limits)?;
        let (sender, tasks) = channel();
        let (done, receiver) = channel();
        let tasks = Arc::new(Mutex::new(tasks));
        for _ in 0..threads.max(1) {
            let (asked, tasks, done) = (Arc::clone(&question.asked), Arc::clone(&tasks), done.clone());
            let named = thread::Builder::new().name("rowsmith".to_owned());
            named.spawn(move || work(&asked, &tasks, &done)).map_err(page_error)?;
        }
        Ok(Runner {
            common,
            tasks: Mutex::new(Tasks { submitted: 0, sender }),
            results: Mutex::new(Results { taken: 0, receiver, early: BTreeMap::new() }),
        })
    }

    /// Submits a page.
    #[pyo3(signature = (html, *, source=None, url=None, charset=None, fetched=None, warnings=Vec::new(), error=None))]
    #[allow(clippy::too_many_arguments)]
    fn submit(
        &self,
        html: PyBackedBytes,
        source: Option<String>,
        url: Option<String>,
        charset: Option<String>,
        fetched: Option<&str>,
        warnings: Vec<String>,
        error: Option<String>,
    ) -> PyResult<()> {
        let mut read = ReadState { warnings, error };
        let fetched = read.time(fetched);
        let options = self.common.of(PageKnown { source, url, charset, fetched });
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        let number = tasks.submitted;
        tasks.submitted += 1;
        tasks.sender.send(Task { number, html, options, read }).map_err(|_| page_error("the threads have ended"))
    }

    /// The result of the next page, in the order of submission, or the exception in its place.
    fn take<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loop {
            let done = py.detach(|| self.results.lock().unwrap_or_else(PoisonError::into_inner).next());
            match done {
                Ok(Some(Done { answer, html, .. })) => {
                    drop(html);
                    return match answer {
                        Ok(answer) => Found { answer }.into_bound_py_any(py),
                        Err(why) => PageError::new_err(why).into_bound_py_any(py),
                    };
                }
                Ok(None) => py.check_signals()?,
                Err(Ended) => return Err(page_error("the threads have ended")),
            }
        }
    }
}

/// There will be no more results.
struct Ended;

impl Results {
    /// The next result in order, if it is there yet.
    fn next(&mut self) -> Result<Option<Done>, Ended> {
        if let Some(done) = self.early.remove(&self.taken) {
            self.taken += 1;
            return Ok(Some(done));
        }
        match self.receiver.recv_timeout(WAIT) {
            Ok(done) if done.number == self.taken => {
                self.taken += 1;
                Ok(Some(done))
            }
            Ok(done) => {
                self.early.insert(done.number, done);
                Ok(None)
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(Ended),
        }
    }
}

/// Works on pages until there are no more, or nobody takes results.
fn work(asked: &Asked, tasks: &Mutex<Receiver<Task>>, results: &Sender<Done>) {
    let asker = Asker::new(asked);
    loop {
        let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Task { number, html, options, read }) = task else { return };
        let answer = read.complete(|| asker.parse_and_ask(&html, &options));
        if results.send(Done { number, html, answer }).is_err() {
            return;
        }
    }
}
