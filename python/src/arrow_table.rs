//! A table as an Arrow record batch, in which each column has 64-bit integers, doubles, days, times or texts.

use std::collections::HashSet;
use std::sync::Arc;

use arrow_array::{
    ArrayRef, Date32Array, Float64Array, Int64Array, RecordBatch, RecordBatchOptions, StringArray,
    TimestampMicrosecondArray,
};
use arrow_schema::{ArrowError, Field, Schema};
use rowsmith::recognize::date::DateTime;
use rowsmith::types::RegionTable;
use rowsmith_cli::{ColumnValues, epoch_day, epoch_micros, values_of};

fn micros(times: Vec<Option<DateTime>>) -> TimestampMicrosecondArray {
    times.into_iter().map(|time| Some(epoch_micros(&time?))).collect()
}

/// The batch of a table.
pub(crate) fn record_batch(table: &RegionTable) -> Result<RecordBatch, ArrowError> {
    let mut taken = HashSet::new();
    let mut fields = Vec::new();
    let mut arrays: Vec<ArrayRef> = Vec::new();
    for (at, (column, values)) in table.columns.iter().zip(values_of(table)).enumerate() {
        let array: ArrayRef = match values {
            ColumnValues::Whole(values) => Arc::new(Int64Array::from(values)),
            ColumnValues::Numbers(values) => Arc::new(Float64Array::from(values)),
            ColumnValues::Days(days) => {
                Arc::new(days.into_iter().map(|day| Some(epoch_day(&day?))).collect::<Date32Array>())
            }
            ColumnValues::LocalTimes(times) => Arc::new(micros(times)),
            ColumnValues::Instants(times) => Arc::new(micros(times).with_timezone("UTC")),
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
