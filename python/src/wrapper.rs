//! Wrappers: learnt from pages, and stored in the same files as the command's.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rowsmith::types::Drift;
use rowsmith::wrapper::{Alarm, FoundBack, LearnOptions, MendedColumn};

use crate::errors::WrapperError;
use crate::known;
use crate::page::Page;
use crate::schema::Schema;

/// Templates of pages, and what is extracted from them.
#[pyclass(frozen, module = "rowsmith._native")]
pub(crate) struct Wrapper {
    pub(crate) wrapper: Arc<rowsmith::wrapper::Wrapper>,
    /// The pages that were not searched whole, by their index among those that it was learnt from.
    #[pyo3(get)]
    exhausted: Vec<usize>,
}

impl Wrapper {
    pub(crate) fn of(wrapper: rowsmith::wrapper::Wrapper) -> Wrapper {
        Wrapper { wrapper: Arc::new(wrapper), exhausted: Vec::new() }
    }
}

/// A repaired wrapper, for Python: what happened to each column (its template, its name, how it was found again), and the
/// pages that still deviate, with what is told of them.
type Repaired = (Wrapper, Vec<(String, String, &'static str)>, Vec<(usize, Vec<String>)>);

#[pymethods]
impl Wrapper {
    /// Learns from parsed pages.
    #[staticmethod]
    #[pyo3(signature = (pages, *, schema=None, min_confidence=None, limits=None))]
    fn learn(
        py: Python<'_>,
        pages: Vec<Py<Page>>,
        schema: Option<&Schema>,
        min_confidence: Option<f64>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Wrapper> {
        let mut options = LearnOptions::new().limits(known::limits(limits)?);
        if let Some(least) = min_confidence {
            options.records.min_confidence = least;
        }
        options.schema = schema.map(|schema| Arc::clone(&schema.schema));
        let pages: Vec<&rowsmith::Page> = pages.iter().map(|page| &page.get().page).collect();
        let learnt = py.detach(|| rowsmith::wrapper::Wrapper::learn_telling(&pages, &options));
        Ok(Wrapper { exhausted: learnt.exhausted, ..Wrapper::of(learnt.wrapper) })
    }

    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Wrapper> {
        let wrapper = rowsmith::wrapper::Wrapper::from_json(text);
        let wrapper = wrapper.map_err(|error| WrapperError::new_err(error.to_string()))?;
        Ok(Wrapper::of(wrapper))
    }

    fn to_json(&self) -> PyResult<String> {
        self.wrapper.to_json().map_err(|error| WrapperError::new_err(error.to_string()))
    }

    /// Learns again from those of the pages that have drifted.
    #[pyo3(signature = (pages, *, limits=None))]
    fn repair(&self, py: Python<'_>, pages: Vec<Py<Page>>, limits: Option<&Bound<'_, PyDict>>) -> PyResult<Repaired> {
        let options = LearnOptions::new().limits(known::limits(limits)?);
        let pages: Vec<&rowsmith::Page> = pages.iter().map(|page| &page.get().page).collect();
        let mended = py.detach(|| self.wrapper.repair(&pages, &options));
        let columns = mended.templates.iter().flat_map(|template| {
            let of = |column: &MendedColumn| (template.name.clone(), column.name.clone(), found_back(column.found));
            template.columns.iter().map(of)
        });
        let told = |alarm: &Alarm| (alarm.page, alarm.drift.iter().map(Drift::to_string).collect());
        let (columns, alarms) = (columns.collect(), mended.alarms.iter().map(told).collect());
        Ok((Wrapper { exhausted: mended.exhausted, ..Wrapper::of(mended.wrapper) }, columns, alarms))
    }

    /// This wrapper with the templates of another.
    fn joined(&self, other: &Wrapper) -> Wrapper {
        Wrapper::of((*self.wrapper).clone().with((*other.wrapper).clone()))
    }

    #[getter]
    fn version(&self) -> String {
        self.wrapper.version()
    }
}

/// How a column was found again, in a word.
fn found_back(found: FoundBack) -> &'static str {
    match found {
        FoundBack::Items => "items",
        FoundBack::Values => "values",
        FoundBack::Likeness => "likeness",
        FoundBack::Selector => "selector",
        FoundBack::Nothing => "nothing",
    }
}
