//! The state machine of a harvest.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rowsmith::harvest::{Answer as Given, Follow, HarvestOptions, Outcome, Purpose, Request, TakenBy};
use rowsmith::recognize::ValueType;
use rowsmith::recognize::date::DateTime;
use rowsmith::types::{Cell, Column, ColumnKind, RecordRow, RegionTable};

use crate::errors::page_error;
use crate::found::{Answer, Found};
use crate::options::Options;
use crate::page::Page;
use crate::wrapper::Wrapper;

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

/// A page that is wanted, for Python: its address, and what for.
type Wanted = (String, &'static str);

/// The rows of an earlier table, for the library: the names of its columns, and the texts of each row.
type Known = (Vec<String>, Vec<Vec<Option<String>>>, Vec<Option<String>>);

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
        given.take("key", &mut options.key)?;
        options.since = given.get::<String>("since")?.map(|text| time("since", &text)).transpose()?;
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        options.now = now.ok().and_then(|now| DateTime::from_unix(i64::try_from(now.as_secs()).ok()?));
        let known = given.get::<Known>("known")?;
        let details = given.get::<bool>("details")?.unwrap_or(false);
        options.follow = match given.get::<String>("follow")? {
            Some(column) => Follow::Column(column),
            None if details => Follow::Details,
            None => Follow::Nothing,
        };
        let wrapper = given.object::<Wrapper>("wrapper")?;
        let repair = given.get::<bool>("repair")?.unwrap_or(false);
        given.end()?;
        let mut harvest = rowsmith::harvest::Harvest::new(starts, options);
        harvest.know(known.map(table));
        if let Some(wrapper) = wrapper {
            harvest.use_wrapper((*wrapper.get().wrapper).clone(), repair);
        }
        Ok(Harvest { harvest: Mutex::new(harvest) })
    }

    /// The next page that is wanted: its address, and whether it is a page of the list or of a record.
    fn next_request(&self) -> Option<Wanted> {
        self.machine().next_request().map(wanted)
    }

    /// The pages that are wanted next, in their order.
    fn upcoming(&self, most: usize) -> Vec<Wanted> {
        self.machine().upcoming(most).into_iter().map(wanted).collect()
    }

    /// The columns that identify a record.
    fn key(&self) -> Vec<String> {
        self.machine().key().to_vec()
    }

    /// The wrapper that was given, as far as it is repaired.
    fn wrapper(&self) -> Option<Wrapper> {
        self.machine().wrapper().cloned().map(Wrapper::of)
    }

    /// Passes the page that was wanted, and when it was fetched, if that is known, as ISO 8601.
    fn feed(&self, py: Python<'_>, page: &Page, fetched: Option<&str>) -> PyResult<Fed> {
        let fetched = fetched.map(|text| time("fetched", text)).transpose()?;
        let answer = Given::Page(&page.page);
        Ok(fed(py.detach(|| match fetched {
            Some(fetched) => self.machine().feed_at(answer, fetched),
            None => self.machine().feed(answer),
        })))
    }

    /// Says why that page is not available.
    fn fail(&self, why: &str) -> Fed {
        fed(self.machine().feed(Given::Failed(why)))
    }

    /// Counts, and how each start ended, as JSON.
    fn summary(&self) -> PyResult<String> {
        serde_json::to_string(self.machine().summary()).map_err(page_error)
    }

    /// How each start ended, in words, whether it was read to its end without a gap, and how many of its pages could not
    /// be fetched.
    fn ends(&self) -> Vec<(String, String, bool, u64)> {
        let ended = |start: &rowsmith::harvest::StartSummary| {
            let (mut why, is_complete) = (start.end.to_string(), start.is_complete());
            if is_complete && start.failed > 0 {
                why += &format!("; pages of it that could not be fetched: {}", start.failed);
            }
            (start.address.clone(), why, is_complete && start.failed == 0, start.failed)
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

fn wanted(Request { address, purpose }: Request) -> Wanted {
    let purpose = match purpose {
        Purpose::List => "list",
        Purpose::Detail => "detail",
    };
    (address, purpose)
}

/// A day or time of ISO 8601, for an argument.
fn time(argument: &str, text: &str) -> PyResult<DateTime> {
    DateTime::from_iso(text)
        .ok_or_else(|| PyValueError::new_err(format!("{argument}: {text:?} is not a day or time such as 2026-03-01")))
}

fn table((names, rows, types): Known) -> RegionTable {
    let column = |(name, value_type): (String, Option<String>)| {
        let value_type = match value_type.as_deref() {
            Some("number") => ValueType::Number,
            Some("date") => ValueType::Date,
            _ => ValueType::Text,
        };
        Column::new(name, ColumnKind::Text, value_type)
    };
    let row = |row: Vec<Option<String>>| {
        RecordRow::new(Vec::new(), row.into_iter().map(|text| text.map(Cell::text)).collect())
    };
    RegionTable::new(names.into_iter().zip(types).map(column).collect(), rows.into_iter().map(row).collect())
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
