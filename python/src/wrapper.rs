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
        let wrapper = py.detach(|| rowsmith::wrapper::Wrapper::learn(&pages, &options));
        Ok(Wrapper { wrapper: Arc::new(wrapper) })
    }

    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Wrapper> {
        let wrapper = rowsmith::wrapper::Wrapper::from_json(text);
        let wrapper = wrapper.map_err(|error| WrapperError::new_err(error.to_string()))?;
        Ok(Wrapper { wrapper: Arc::new(wrapper) })
    }

    fn to_json(&self) -> PyResult<String> {
        self.wrapper.to_json().map_err(|error| WrapperError::new_err(error.to_string()))
    }

    /// This wrapper with the templates of another.
    fn joined(&self, other: &Wrapper) -> Wrapper {
        Wrapper { wrapper: Arc::new((*self.wrapper).clone().with((*other.wrapper).clone())) }
    }

    #[getter]
    fn version(&self) -> String {
        self.wrapper.version()
    }
}
