//! A table of a page for Python.

use std::sync::Arc;

use arrow_array::RecordBatchIterator;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList};
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

    /// Which columns are of dates, and whether these are instants, not on the clock of the page.
    fn dates(&self) -> Vec<(String, bool)> {
        let named = self.table.columns.iter().zip(values_of(&self.table));
        let dates = named.filter_map(|(column, values)| match values {
            ColumnValues::Days(_) | ColumnValues::LocalTimes(_) => Some((column.name.clone(), false)),
            ColumnValues::Instants(_) => Some((column.name.clone(), true)),
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
