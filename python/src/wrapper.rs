//! Wrappers: learnt from pages, and stored in the same files as the command's.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rowsmith::wrapper::LearnOptions;

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
    fn of(wrapper: rowsmith::wrapper::Wrapper) -> Wrapper {
        Wrapper { wrapper: Arc::new(wrapper), exhausted: Vec::new() }
    }
}

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

    /// This wrapper with the templates of another.
    fn joined(&self, other: &Wrapper) -> Wrapper {
        Wrapper::of((*self.wrapper).clone().with((*other.wrapper).clone()))
    }

    #[getter]
    fn version(&self) -> String {
        self.wrapper.version()
    }
}
