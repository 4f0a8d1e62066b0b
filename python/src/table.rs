//! A table of a page for Python.

use std::sync::Arc;

use arrow_array::RecordBatchIterator;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList};
use rowsmith::recognize::date::DateTime;
use rowsmith::types::RegionTable;
use rowsmith_cli::{ColumnValues, epoch_micros, values_of};

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

    /// The values of each column: numbers if each cell is one, dates as in ISO 8601 if each is one, else texts.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let columns = values_of(&self.table).into_iter().map(|column| match column {
            ColumnValues::Whole(values) => values.into_bound_py_any(py),
            ColumnValues::Numbers(values) => values.into_bound_py_any(py),
            ColumnValues::Days(dates) | ColumnValues::LocalTimes(dates) | ColumnValues::Instants(dates) => {
                let iso = dates.into_iter().map(|date| date.map(|date| date.to_iso()));
                iso.collect::<Vec<_>>().into_bound_py_any(py)
            }
            ColumnValues::Texts(values) => values.into_bound_py_any(py),
        });
        PyList::new(py, columns.collect::<PyResult<Vec<_>>>()?)
    }

    /// The columns of dates, whether these are in Greenwich and not on the clock of the page, and their microseconds since the
    /// beginning of 1970.
    fn dates(&self) -> Vec<(String, bool, Vec<Option<i64>>)> {
        let named = self.table.columns.iter().zip(values_of(&self.table));
        let micros = |dates: Vec<Option<DateTime>>| dates.iter().map(|date| date.as_ref().map(epoch_micros)).collect();
        let dates = named.filter_map(|(column, values)| match values {
            ColumnValues::Days(dates) | ColumnValues::LocalTimes(dates) => {
                Some((column.name.clone(), false, micros(dates)))
            }
            ColumnValues::Instants(dates) => Some((column.name.clone(), true, micros(dates))),
            ColumnValues::Whole(_) | ColumnValues::Numbers(_) | ColumnValues::Texts(_) => None,
        });
        dates.collect()
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
