//! Options given as keyword arguments: each is taken once, and remaining ones cause an error that names them.

use pyo3::PyClass;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Keyword arguments that are being read.
pub(crate) struct Options<'py> {
    /// What they are options of, for messages.
    what: &'static str,
    left: Bound<'py, PyDict>,
}

impl<'py> Options<'py> {
    pub(crate) fn new(what: &'static str, options: &Bound<'py, PyDict>) -> PyResult<Options<'py>> {
        Ok(Options { what, left: options.copy()? })
    }

    /// The value of an option, if it is given and not None.
    pub(crate) fn get<T: for<'a> FromPyObject<'a, 'py, Error = PyErr>>(&mut self, name: &str) -> PyResult<Option<T>> {
        let Some(value) = self.left.get_item(name)? else { return Ok(None) };
        self.left.del_item(name)?;
        if value.is_none() {
            return Ok(None);
        }
        let wrong = |error: PyErr| PyTypeError::new_err(format!("{}: option {name:?}: {error}", self.what));
        value.extract().map(Some).map_err(wrong)
    }

    /// Sets `place` to the value of an option, if it is given and not None.
    pub(crate) fn take<T: for<'a> FromPyObject<'a, 'py, Error = PyErr>>(
        &mut self,
        name: &str,
        place: &mut T,
    ) -> PyResult<()> {
        if let Some(value) = self.get(name)? {
            *place = value;
        }
        Ok(())
    }

    /// An object of this module among the options.
    pub(crate) fn object<T: PyClass>(&mut self, name: &str) -> PyResult<Option<Py<T>>> {
        let Some(value) = self.left.get_item(name)? else { return Ok(None) };
        self.left.del_item(name)?;
        if value.is_none() {
            return Ok(None);
        }
        Ok(Some(value.cast_into::<T>()?.unbind()))
    }

    /// # Errors
    /// A `TypeError` if an option was given that does not exist.
    pub(crate) fn end(self) -> PyResult<()> {
        match self.left.keys().iter().next() {
            None => Ok(()),
            Some(name) => Err(PyTypeError::new_err(format!("{} has no option {name}", self.what))),
        }
    }
}
