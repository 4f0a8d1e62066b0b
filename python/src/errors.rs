//! The exceptions, with the messages of the library.

use pyo3::PyErr;
use pyo3::exceptions::PyValueError;

pyo3::create_exception!(rowsmith, RowsmithError, PyValueError, "Base class of all errors raised by rowsmith.");
pyo3::create_exception!(rowsmith, PageError, RowsmithError, "The input cannot be a page, or an argument is invalid.");
pyo3::create_exception!(rowsmith, SchemaError, RowsmithError, "The schema of a domain cannot be used.");
pyo3::create_exception!(rowsmith, WrapperError, RowsmithError, "The wrapper cannot be read.");

/// The exception for a page without a result.
pub(crate) fn page_error(message: impl ToString) -> PyErr {
    PageError::new_err(message.to_string())
}
