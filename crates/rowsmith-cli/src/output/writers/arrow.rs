//! Arrow: one table with all pages in the Arrow IPC file format (Feather, version 2). It has the columns of Parquet
//! (numbers or dates if each cell of a column is one, else texts), or is in the long form.

use std::io::{self, Write};
use std::sync::Arc;

use arrow_array::builder::{Date32Builder, Float64Builder, StringBuilder, TimestampMicrosecondBuilder, UInt32Builder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_ipc::writer::FileWriter;
use arrow_schema::{ArrowError, DataType, Schema, TimeUnit};

use super::columnar::{self, ColumnarFile, Field, Kind, Value};
use crate::output::spool::Spool;

/// The zone of times whose distance from Greenwich is known.
const UTC: &str = "UTC";

/// The number of cells in a batch, which are held in memory.
const BATCH: usize = 1 << 20;

/// Writes one row per record, with the columns of all pages.
pub(crate) fn wide(out: &mut (dyn Write + Send), spool: &mut Spool) -> io::Result<()> {
    columnar::wide(spool, |fields| Table::new(out, &fields))
}

/// Writes one row per cell.
pub(crate) fn long(out: &mut (dyn Write + Send), spool: &mut Spool) -> io::Result<()> {
    columnar::long(spool, |fields| Table::new(out, &fields))
}

/// The values of a column in the current batch.
struct Values {
    field: arrow_schema::Field,
    data: Data,
}

enum Data {
    Text(StringBuilder),
    Number(Float64Builder),
    Day(Date32Builder),
    Time(TimestampMicrosecondBuilder),
    Count(UInt32Builder),
}

impl Values {
    fn new(field: &Field) -> Self {
        let data = match field.kind {
            Kind::Text => Data::Text(StringBuilder::new()),
            Kind::Number => Data::Number(Float64Builder::new()),
            Kind::Day => Data::Day(Date32Builder::new()),
            Kind::LocalTime => Data::Time(TimestampMicrosecondBuilder::new()),
            Kind::Instant => Data::Time(TimestampMicrosecondBuilder::new().with_timezone(UTC)),
            Kind::Count => Data::Count(UInt32Builder::new()),
        };
        let data_type = match field.kind {
            Kind::Text => DataType::Utf8,
            Kind::Number => DataType::Float64,
            Kind::Day => DataType::Date32,
            Kind::LocalTime => DataType::Timestamp(TimeUnit::Microsecond, None),
            Kind::Instant => DataType::Timestamp(TimeUnit::Microsecond, Some(UTC.into())),
            Kind::Count => DataType::UInt32,
        };
        Values { field: arrow_schema::Field::new(&field.name, data_type, true), data }
    }

    fn push(&mut self, value: Option<Value<'_>>) {
        match (&mut self.data, value) {
            (Data::Text(texts), Some(Value::Text(text))) => texts.append_value(text),
            (Data::Number(numbers), Some(Value::Number(number))) => numbers.append_value(number),
            (Data::Day(days), Some(Value::Day(day))) => days.append_value(day),
            (Data::Time(times), Some(Value::Time(time))) => times.append_value(time),
            (Data::Count(counts), Some(Value::Count(count))) => {
                counts.append_value(u32::try_from(count).unwrap_or(u32::MAX));
            }
            // all values of a column are of the same kind
            (Data::Text(texts), _) => texts.append_null(),
            (Data::Number(numbers), _) => numbers.append_null(),
            (Data::Day(days), _) => days.append_null(),
            (Data::Time(times), _) => times.append_null(),
            (Data::Count(counts), _) => counts.append_null(),
        }
    }

    fn take(&mut self) -> ArrayRef {
        match &mut self.data {
            Data::Text(texts) => Arc::new(texts.finish()),
            Data::Number(numbers) => Arc::new(numbers.finish()),
            Data::Day(days) => Arc::new(days.finish()),
            Data::Time(times) => Arc::new(times.finish()),
            Data::Count(counts) => Arc::new(counts.finish()),
        }
    }
}

/// A file that is being written, a batch at a time.
struct Table<'a> {
    file: FileWriter<&'a mut (dyn Write + Send)>,
    schema: Arc<Schema>,
    columns: Vec<Values>,
    held: usize,
}

impl<'a> Table<'a> {
    fn new(out: &'a mut (dyn Write + Send), fields: &[Field]) -> io::Result<Self> {
        let columns: Vec<Values> = fields.iter().map(Values::new).collect();
        let schema = Arc::new(Schema::new(columns.iter().map(|column| column.field.clone()).collect::<Vec<_>>()));
        let file = FileWriter::try_new(out, &schema).map_err(failure)?;
        Ok(Table { file, schema, columns, held: 0 })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.held = 0;
        let arrays = self.columns.iter_mut().map(Values::take).collect();
        let batch = RecordBatch::try_new(self.schema.clone(), arrays).map_err(failure)?;
        self.file.write(&batch).map_err(failure)
    }
}

impl ColumnarFile for Table<'_> {
    fn row<'v>(&mut self, values: impl Iterator<Item = Option<Value<'v>>>) -> io::Result<()> {
        for (column, value) in self.columns.iter_mut().zip(values) {
            column.push(value);
            self.held += 1;
        }
        if self.held < BATCH { Ok(()) } else { self.flush() }
    }

    fn finish(mut self) -> io::Result<()> {
        if self.held > 0 {
            self.flush()?;
        }
        self.file.finish().map_err(failure)
    }
}

fn failure(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        error => io::Error::other(format!("the Arrow file cannot be made: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use arrow_array::Array;
    use arrow_array::cast::AsArray;
    use arrow_array::types::Float64Type;
    use arrow_ipc::reader::FileReader;

    use rowsmith::recognize::ValueType;
    use rowsmith::types::ColumnKind;

    use super::super::samples;
    use super::*;

    #[test]
    fn a_row_a_record_typed_as_in_parquet() {
        let mut spool = Spool::default();
        spool.add(&samples::page("a.html"), None).unwrap();
        let stock = samples::column("stock", ColumnKind::Text, ValueType::Number);
        let table = samples::region_of(vec![stock], vec![vec![samples::cell("1,200")]]);
        spool.add(&samples::page_of("b.html", vec![table], vec![]), None).unwrap();
        for (write, rows) in [(wide as fn(&mut (dyn Write + Send), &mut Spool) -> _, 4), (long, 16)] {
            let mut out = Vec::new();
            write(&mut out, &mut spool).unwrap();
            let batches: Vec<RecordBatch> =
                FileReader::try_new(io::Cursor::new(out), None).unwrap().map(Result::unwrap).collect();
            let [batch] = batches.as_slice() else { panic!("{} batches", batches.len()) };
            assert_eq!((batch.num_rows(), batch.schema().field(0).name().as_str()), (rows, "source"));
            let first = batch.column(3).as_string::<i32>().value(0);
            if rows == 4 {
                assert_eq!((first, batch.schema().field(3).name().as_str()), ("Blue chair, \"Oslo\" | new", "title"));
                let stock = batch.column_by_name("stock").unwrap().as_primitive::<Float64Type>();
                assert_eq!((stock.null_count(), stock.value(3)), (3, 1200.0));
            } else {
                assert_eq!(first, "title");
            }
        }
    }
}
