//! Arrow: one table of all pages in the file form of Arrow IPC (Feather, version 2), with the columns of Parquet: numbers
//! where each cell of a column is one, else texts; or the long form.

use std::io::{self, Write};
use std::sync::Arc;

use arrow_array::builder::{Float64Builder, StringBuilder, UInt32Builder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_ipc::writer::FileWriter;
use arrow_schema::{ArrowError, DataType, Field, Schema};

use super::cells::{LONG_COLUMNS, PlacedCell, cells};
use super::union::Union;
use crate::common::notices;
use crate::output::spool::Spool;
use crate::output::typed::{readings, shown, typed};

/// Cells of a batch; so much is held in memory.
const BATCH: usize = 1 << 20;

/// Writes the tables of all pages: behind `source`, `region` and `record` (counted from 1) all columns that occur.
pub(crate) fn wide(out: &mut (dyn Write + Send), spool: &mut Spool) -> io::Result<()> {
    let mut union = Union::default();
    for page in spool.read()? {
        union.add(&page?, true);
    }
    if let Some(notice) = union.notice() {
        notices::warning("output", &notice);
    }
    let own = ["source", "region", "record"];
    let names = union.names(&own);
    let own = [Values::text("source"), Values::count("region"), Values::count("record")];
    let of_pages = names.iter().zip(&union.columns).map(|(name, column)| match column.numeric {
        true => Values::number(name),
        false => Values::text(name),
    });
    let mut table = Table::new(out, own.into_iter().chain(of_pages).collect())?;
    for page in spool.read()? {
        let page = page?;
        for (at, of_page) in page.tables.iter().enumerate() {
            let readings = readings(of_page);
            let places: Vec<Option<usize>> = of_page.columns.iter().map(|c| union.place(&c.name)).collect();
            for (number, record) in of_page.records.iter().enumerate() {
                let mut row: Vec<Option<Value<'_>>> = vec![None; names.len()];
                for ((place, cell), reading) in places.iter().zip(&record.cells).zip(&readings) {
                    if let (Some(place), Some(cell)) = (place, cell) {
                        let number = union.columns[*place].numeric.then(|| typed(*reading, cell).number()).flatten();
                        row[*place] = Some(match number {
                            Some(number) => Value::Number(number.value),
                            None => Value::Text(shown(cell)),
                        });
                    }
                }
                let own = [Value::Text(&page.source), Value::Count(at + 1), Value::Count(number + 1)];
                table.row(own.into_iter().map(Some).chain(row))?;
            }
        }
    }
    table.finish()
}

/// Writes a row a cell.
pub(crate) fn long(out: &mut (dyn Write + Send), spool: &mut Spool) -> io::Result<()> {
    let columns = LONG_COLUMNS.iter().map(|&name| match name {
        "region" | "record" => Values::count(name),
        _ => Values::text(name),
    });
    let mut table = Table::new(out, columns.collect())?;
    for page in spool.read()? {
        let page = page?;
        for (at, of_page) in page.tables.iter().enumerate() {
            for PlacedCell { record, column, cell } in cells(of_page) {
                let (source, name) = (Value::Text(&page.source), Value::Text(&of_page.columns[column].name));
                let row = [source, Value::Count(at + 1), Value::Count(record + 1), name, Value::Text(shown(cell))];
                table.row(row.into_iter().map(Some))?;
            }
        }
    }
    table.finish()
}

#[derive(Clone, Copy)]
enum Value<'a> {
    Text(&'a str),
    Number(f64),
    Count(usize),
}

/// The values of a column in the batch being filled.
struct Values {
    name: String,
    data: Data,
}

enum Data {
    Text(StringBuilder),
    Number(Float64Builder),
    Count(UInt32Builder),
}

impl Values {
    fn text(name: &str) -> Self {
        Values { name: name.to_owned(), data: Data::Text(StringBuilder::new()) }
    }

    fn number(name: &str) -> Self {
        Values { name: name.to_owned(), data: Data::Number(Float64Builder::new()) }
    }

    fn count(name: &str) -> Self {
        Values { name: name.to_owned(), data: Data::Count(UInt32Builder::new()) }
    }

    fn push(&mut self, value: Option<Value<'_>>) {
        match (&mut self.data, value) {
            (Data::Text(texts), Some(Value::Text(text))) => texts.append_value(text),
            (Data::Number(numbers), Some(Value::Number(number))) => numbers.append_value(number),
            (Data::Count(counts), Some(Value::Count(count))) => {
                counts.append_value(u32::try_from(count).unwrap_or(u32::MAX));
            }
            // a column is of one kind, and so are the values that are made for it
            (Data::Text(texts), _) => texts.append_null(),
            (Data::Number(numbers), _) => numbers.append_null(),
            (Data::Count(counts), _) => counts.append_null(),
        }
    }

    fn field(&self) -> Field {
        let data_type = match self.data {
            Data::Text(_) => DataType::Utf8,
            Data::Number(_) => DataType::Float64,
            Data::Count(_) => DataType::UInt32,
        };
        Field::new(&self.name, data_type, true)
    }

    fn take(&mut self) -> ArrayRef {
        match &mut self.data {
            Data::Text(texts) => Arc::new(texts.finish()),
            Data::Number(numbers) => Arc::new(numbers.finish()),
            Data::Count(counts) => Arc::new(counts.finish()),
        }
    }
}

/// A file being written, a batch at a time.
struct Table<'a> {
    file: FileWriter<&'a mut (dyn Write + Send)>,
    schema: Arc<Schema>,
    columns: Vec<Values>,
    held: usize,
}

impl<'a> Table<'a> {
    fn new(out: &'a mut (dyn Write + Send), columns: Vec<Values>) -> io::Result<Self> {
        let schema = Arc::new(Schema::new(columns.iter().map(Values::field).collect::<Vec<_>>()));
        let file = FileWriter::try_new(out, &schema).map_err(failure)?;
        Ok(Table { file, schema, columns, held: 0 })
    }

    fn row<'v>(&mut self, values: impl Iterator<Item = Option<Value<'v>>>) -> io::Result<()> {
        for (column, value) in self.columns.iter_mut().zip(values) {
            column.push(value);
            self.held += 1;
        }
        if self.held < BATCH { Ok(()) } else { self.flush() }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.held = 0;
        let arrays = self.columns.iter_mut().map(Values::take).collect();
        let batch = RecordBatch::try_new(self.schema.clone(), arrays).map_err(failure)?;
        self.file.write(&batch).map_err(failure)
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
    use arrow_array::cast::AsArray;
    use arrow_array::types::Float64Type;
    use arrow_ipc::reader::FileReader;

    use super::super::samples;
    use super::*;

    #[test]
    fn a_row_a_record_typed_as_in_parquet() {
        let mut spool = Spool::default();
        spool.add(&samples::page("a.html"), None).unwrap();
        spool.add(&samples::page_of("b.html", vec![samples::region(&["title"], &[&["B"]])], vec![]), None).unwrap();
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
                let reviews = batch.column_by_name("reviews").unwrap();
                assert!(
                    reviews.as_primitive_opt::<Float64Type>().is_some() || reviews.as_string_opt::<i32>().is_some()
                );
            } else {
                assert_eq!(first, "title");
            }
        }
    }
}
