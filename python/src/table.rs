//! A table of a page for Python.

use std::sync::Arc;

use arrow_array::RecordBatchIterator;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDate, PyDateTime, PyList, PyTzInfo};
use rowsmith::recognize::date::DateTime;
use rowsmith::types::RegionTable;
use rowsmith_cli::{ColumnValues, values_of};

use crate::arrow_table::record_batch;
use crate::batches::capsule;
use crate::errors::page_error;

/// A table of records.
#[pyclass(frozen, module = "rowsmith._native")]
pub(crate) struct Table {
    table: Arc<RegionTable>,
}

impl Table {
    pub(crate) fn new(table: RegionTable) -> Table {
        Table { table: Arc::new(table) }
    }
}

/// Times as Python has them: in Greenwich, or on the clock of the page.
fn python_times<'py>(py: Python<'py>, times: Vec<Option<DateTime>>, in_utc: bool) -> PyResult<Bound<'py, PyAny>> {
    let zone = if in_utc { Some(PyTzInfo::utc(py)?.to_owned()) } else { None };
    let time = |time: Option<DateTime>| {
        let time = time.and_then(|time| DateTime::from_unix(time.unix_seconds()));
        let made = |time: DateTime| {
            let DateTime { year, month, day, hour, minute, second, .. } = time;
            PyDateTime::new(py, year, month, day, hour, minute, second, 0, zone.as_ref())
        };
        time.map(made).transpose()
    };
    times.into_iter().map(time).collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
}

#[pymethods]
impl Table {
    fn __len__(&self) -> usize {
        self.table.records.len()
    }

    /// The table as JSON, as in a result line.
    fn json(&self) -> PyResult<String> {
        serde_json::to_string(&*self.table).map_err(page_error)
    }

    /// The names of the columns.
    fn names(&self) -> Vec<&str> {
        self.table.columns.iter().map(|column| column.name.as_str()).collect()
    }

    /// The values of each column: numbers or dates if each cell is one, else texts.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let columns = values_of(&self.table).into_iter().map(|column| match column {
            ColumnValues::Whole(values) => values.into_bound_py_any(py),
            ColumnValues::Numbers(values) => values.into_bound_py_any(py),
            ColumnValues::Days(days) => {
                let day =
                    |day: Option<DateTime>| day.map(|day| PyDate::new(py, day.year, day.month, day.day)).transpose();
                days.into_iter().map(day).collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
            }
            ColumnValues::LocalTimes(times) => python_times(py, times, false),
            ColumnValues::Instants(times) => python_times(py, times, true),
            ColumnValues::Texts(values) => values.into_bound_py_any(py),
        });
        PyList::new(py, columns.collect::<PyResult<Vec<_>>>()?)
    }

    /// The table as an Arrow stream of one batch.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // the protocol allows a producer to use its own schema
        let _ = requested_schema;
        let batch = record_batch(&self.table).map_err(page_error)?;
        let schema = batch.schema();
        capsule(py, Box::new(RecordBatchIterator::new([Ok(batch)], schema)))
    }
}
