//! A page, parsed once.

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyDict;
use rowsmith::RecordsOptions;

use crate::errors::page_error;
use crate::found::Found;
use crate::known::{Common, PageKnown, ReadState};
use crate::question::{Asker, Question};

/// A page, parsed once.
#[pyclass(frozen, module = "rowsmith._native")]
pub(crate) struct Page {
    pub(crate) page: rowsmith::Page,
    /// What was wrong with the file that it was read from.
    warnings: Vec<String>,
}

#[pymethods]
impl Page {
    #[new]
    #[pyo3(signature = (html, *, source=None, url=None, charset=None, fetched=None, limits=None, warnings=Vec::new()))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        html: PyBackedBytes,
        source: Option<String>,
        url: Option<String>,
        charset: Option<String>,
        fetched: Option<&str>,
        limits: Option<&Bound<'_, PyDict>>,
        warnings: Vec<String>,
    ) -> PyResult<Page> {
        let options = Common::new(fetched, limits)?.of(PageKnown { source, url, charset, fetched: None });
        let page = py.detach(|| rowsmith::Page::parse(&html, &options)).map_err(page_error)?;
        Ok(Page { page, warnings })
    }

    #[getter]
    fn source(&self) -> &str {
        self.page.source()
    }

    #[getter]
    fn url(&self) -> Option<&str> {
        self.page.url()
    }

    /// Asks the page.
    fn ask(&self, py: Python<'_>, question: &Question) -> PyResult<Found> {
        let read = ReadState { warnings: self.warnings.clone(), error: None };
        let answer = py.detach(|| read.complete(|| Ok(Asker::new(&question.asked).ask(&self.page))));
        Ok(Found { answer: answer.map_err(page_error)? })
    }

    /// Where its list continues, as JSON.
    fn pagination(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| serde_json::to_string(&self.page.pagination())).map_err(page_error)
    }

    /// The page with its records outlined.
    #[pyo3(signature = (*, all=false))]
    fn inspect(&self, py: Python<'_>, all: bool) -> String {
        py.detach(|| self.page.inspect(&RecordsOptions::new().all_regions(all)))
    }
}
