//! What is known about a page besides its bytes.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rowsmith::recognize::date::DateTime;
use rowsmith::{Limits, PageOptions};

use crate::errors::page_error;
use crate::options::Options;

/// When pages were fetched, parsed from ISO 8601.
pub(crate) fn fetched(text: Option<&str>) -> PyResult<Option<DateTime>> {
    let read = |text: &str| {
        DateTime::from_iso(text)
            .ok_or_else(|| page_error(format!("{text:?} is not a date of the form 2024-01-07T12:00")))
    };
    text.map(read).transpose()
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

    /// The options for one page.
    pub(crate) fn of(&self, source: Option<String>, url: Option<String>, charset: Option<String>) -> PageOptions {
        let mut options = PageOptions::new().limits(self.limits);
        options.source = source.or_else(|| url.clone()).unwrap_or_default();
        (options.url, options.charset, options.fetched) = (url, charset, self.fetched);
        options
    }
}
