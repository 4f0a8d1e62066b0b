//! What is known about a page besides its bytes.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rowsmith::recognize::date::DateTime;
use rowsmith::types::Warning;
use rowsmith::{Limits, PageOptions};

use crate::errors::page_error;
use crate::found::Answer;
use crate::options::Options;

/// When pages were fetched, parsed from ISO 8601.
pub(crate) fn fetched(text: Option<&str>) -> PyResult<Option<DateTime>> {
    let read = |text: &str| DateTime::from_iso(text).ok_or_else(|| page_error(not_a_time(text)));
    text.map(read).transpose()
}

fn not_a_time(text: &str) -> String {
    format!("{text:?} is not a date of the form 2024-01-07T12:00")
}

/// Limits on what a page may cost: the defaults, with some of them changed.
pub(crate) fn limits(set: Option<&Bound<'_, PyDict>>) -> PyResult<Limits> {
    let mut limits = Limits::default();
    let Some(set) = set else { return Ok(limits) };
    let mut options = Options::new("limits", set)?;
    options.take("max_bytes", &mut limits.max_bytes)?;
    options.take("max_nodes", &mut limits.max_nodes)?;
    options.take("max_depth", &mut limits.max_depth)?;
    options.take("max_names", &mut limits.max_names)?;
    options.take("max_work", &mut limits.max_work)?;
    options.take("max_output", &mut limits.max_output)?;
    options.take("max_memory", &mut limits.max_memory)?;
    options.end()?;
    Ok(limits)
}

/// What is the same for all pages of a run.
#[derive(Clone, Copy)]
pub(crate) struct Common {
    pub(crate) fetched: Option<DateTime>,
    pub(crate) limits: Limits,
}

impl Common {
    /// From the values given in Python.
    pub(crate) fn new(fetched_at: Option<&str>, set: Option<&Bound<'_, PyDict>>) -> PyResult<Common> {
        Ok(Common { fetched: fetched(fetched_at)?, limits: limits(set)? })
    }

    /// The options for one page. The time that the user gives for all of them takes precedence over its own.
    pub(crate) fn of(&self, page: PageKnown) -> PageOptions {
        let PageKnown { source, url, charset, fetched } = page;
        let mut options = PageOptions::new().limits(self.limits);
        options.source = source.or_else(|| url.clone()).unwrap_or_default();
        (options.url, options.charset, options.fetched) = (url, charset, self.fetched.or(fetched));
        options
    }
}

/// What is known about one page.
#[derive(Default)]
pub(crate) struct PageKnown {
    pub(crate) source: Option<String>,
    pub(crate) url: Option<String>,
    pub(crate) charset: Option<String>,
    pub(crate) fetched: Option<DateTime>,
}

/// What reading a page gave besides its bytes, which a result says, too.
#[derive(Default)]
pub(crate) struct ReadState {
    /// What was wrong with its file.
    pub(crate) warnings: Vec<String>,
    /// Why it could not be read.
    pub(crate) error: Option<String>,
}

impl ReadState {
    /// The time at which a page was fetched; one that cannot be read is the error of the page.
    pub(crate) fn time(&mut self, text: Option<&str>) -> Option<DateTime> {
        let time = text.and_then(DateTime::from_iso);
        if let (Some(text), None) = (text, time) {
            self.error.get_or_insert_with(|| not_a_time(text));
        }
        time
    }

    /// The result of a page that could be read, with the warnings of its file first; the error of one that could not.
    pub(crate) fn complete(self, answer: impl FnOnce() -> Result<Answer, String>) -> Result<Answer, String> {
        if let Some(error) = self.error {
            return Err(error);
        }
        match answer() {
            Ok(mut answer) => {
                answer.warnings_mut().splice(0..0, self.warnings.into_iter().map(Warning::from));
                Ok(answer)
            }
            // as the command says it
            Err(why) => Err(match self.warnings.into_iter().map(Warning::from).find_map(damage) {
                Some(damage) => format!("{why} ({damage})"),
                None => why,
            }),
        }
    }
}

/// What is damaged, if that is what a warning says.
fn damage(warning: Warning) -> Option<String> {
    if let Warning::DamagedInput(what) = warning { Some(what) } else { None }
}
