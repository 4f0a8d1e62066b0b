//! A table as an Arrow record batch, in which each column has 64-bit integers, doubles or texts.

use std::collections::HashSet;
use std::sync::Arc;

use arrow_array::{ArrayRef, Float64Array, Int64Array, RecordBatch, RecordBatchOptions, StringArray};
use arrow_schema::{ArrowError, Field, Schema};
use rowsmith::types::RegionTable;
use rowsmith_cli::{ColumnValues, values_of};

/// The batch of a table.
pub(crate) fn record_batch(table: &RegionTable) -> Result<RecordBatch, ArrowError> {
    let mut taken = HashSet::new();
    let mut fields = Vec::new();
    let mut arrays: Vec<ArrayRef> = Vec::new();
    for (at, (column, values)) in table.columns.iter().zip(values_of(table)).enumerate() {
        let array: ArrayRef = match values {
            ColumnValues::Whole(values) => Arc::new(Int64Array::from(values)),
            ColumnValues::Numbers(values) => Arc::new(Float64Array::from(values)),
            ColumnValues::Texts(values) => Arc::new(StringArray::from(values)),
        };
        // names from a page are unique already; this handles cases in which they are not
        let name = if taken.insert(&column.name) { column.name.clone() } else { format!("{}_{}", column.name, at + 1) };
        fields.push(Field::new(name, array.data_type().clone(), true));
        arrays.push(array);
    }
    let rows = RecordBatchOptions::new().with_row_count(Some(table.records.len()));
    RecordBatch::try_new_with_options(Arc::new(Schema::new(fields)), arrays, &rows)
}
