//! The state machine of a harvest.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rowsmith::harvest::{Answer as Given, Follow, HarvestOptions, Outcome, Purpose, Request, TakenBy};

use crate::errors::page_error;
use crate::found::{Answer, Found};
use crate::options::Options;
use crate::page::Page;

/// All pages of a list as one table: which page is wanted, and the results so far.
#[pyclass(frozen, module = "rowsmith._native")]
pub(crate) struct Harvest {
    harvest: Mutex<rowsmith::harvest::Harvest>,
}

impl Harvest {
    fn machine(&self) -> MutexGuard<'_, rowsmith::harvest::Harvest> {
        self.harvest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The result of a page, for Python.
type Fed = (&'static str, Option<String>, Option<Found>);

#[pymethods]
impl Harvest {
    #[new]
    fn new(starts: Vec<String>, options: &Bound<'_, PyDict>) -> PyResult<Harvest> {
        let mut given = Options::new("harvest", options)?;
        let mut options = HarvestOptions::new();
        options.max_pages = given.get("max_pages")?;
        options.max_rows = given.get("max_rows")?;
        given.take("hosts", &mut options.hosts)?;
        given.take("min_confidence", &mut options.min_confidence)?;
        let details = given.get::<bool>("details")?.unwrap_or(false);
        options.follow = match given.get::<String>("follow")? {
            Some(column) => Follow::Column(column),
            None if details => Follow::Details,
            None => Follow::Nothing,
        };
        given.end()?;
        Ok(Harvest { harvest: Mutex::new(rowsmith::harvest::Harvest::new(starts, options)) })
    }

    /// The next page that is wanted: its address, and whether it is a page of the list or of a record.
    fn next_request(&self) -> Option<(String, &'static str)> {
        let Request { address, purpose } = self.machine().next_request()?;
        let purpose = match purpose {
            Purpose::List => "list",
            Purpose::Detail => "detail",
        };
        Some((address, purpose))
    }

    /// Passes the page that was wanted.
    fn feed(&self, py: Python<'_>, page: &Page) -> Fed {
        fed(py.detach(|| self.machine().feed(Given::Page(&page.page))))
    }

    /// Says why that page is not available.
    fn fail(&self, why: &str) -> Fed {
        fed(self.machine().feed(Given::Failed(why)))
    }

    /// Counts, and how each start ended, as JSON.
    fn summary(&self) -> PyResult<String> {
        serde_json::to_string(self.machine().summary()).map_err(page_error)
    }

    /// How each start ended, in words, and whether it was read to its end.
    fn ends(&self) -> Vec<(String, String, bool)> {
        let ended = |start: &rowsmith::harvest::StartSummary| {
            (start.address.clone(), start.end.to_string(), start.is_complete())
        };
        self.machine().summary().starts.iter().map(ended).collect()
    }

    /// The complete state, as JSON.
    fn state(&self) -> PyResult<String> {
        serde_json::to_string(&*self.machine()).map_err(page_error)
    }

    /// Restores a harvest from its state.
    #[staticmethod]
    fn from_state(state: &str) -> PyResult<Harvest> {
        Ok(Harvest { harvest: Mutex::new(serde_json::from_str(state).map_err(page_error)?) })
    }
}

/// The name of the outcome for a page, details, and its new rows.
fn fed(fed: rowsmith::harvest::Fed) -> Fed {
    let found = fed.page.map(|page| Found { answer: Answer::Records(page) });
    let (name, more) = match fed.outcome {
        Outcome::Rows { by: TakenBy::Wrapper, .. } => ("rows", Some("wrapper".to_owned())),
        Outcome::Rows { by: TakenBy::Search, .. } => ("rows", Some("search".to_owned())),
        Outcome::Detail => ("detail", None),
        Outcome::NotTaken(end) => ("end", Some(end.to_string())),
        Outcome::PassedOver(why) => ("passed over", Some(why)),
        Outcome::DetailFailed(why) => ("detail failed", Some(why)),
        Outcome::NotAsked => ("not asked", None),
        _ => ("other", None),
    };
    (name, more, found)
}
