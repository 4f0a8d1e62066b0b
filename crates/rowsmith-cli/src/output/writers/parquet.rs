//! Parquet: one table with all pages, with the columns of CSV but typed, or in the long form.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, TimeUnit, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

pub(crate) use super::columnar::OWN;
use super::columnar::{self, ColumnarFile, Field, Kind, Value};
use crate::output::spool::Spool;

/// The number of cells in a row group, which are held in memory.
const GROUP: usize = 1 << 20;

/// Writes one row per record, with the columns of all pages.
pub(crate) fn wide(out: &mut (dyn Write + Send), spool: &mut Spool) -> io::Result<()> {
    columnar::wide(spool, |fields| Table::new(out, &fields))
}

/// Writes one row per cell.
pub(crate) fn long(out: &mut (dyn Write + Send), spool: &mut Spool) -> io::Result<()> {
    columnar::long(spool, |fields| Table::new(out, &fields))
}

/// The values of a column in the current row group, and for each row whether there is one (1) or not (0).
struct Values {
    name: String,
    defined: Vec<i16>,
    data: Data,
}

enum Data {
    Text(Vec<ByteArray>),
    Number(Vec<f64>),
    Day(Vec<i32>),
    /// In microseconds; and whether in Greenwich, not on the clock of the page.
    Time(Vec<i64>, bool),
    Count(Vec<i32>),
}

impl Values {
    fn new(field: &Field) -> Self {
        let data = match field.kind {
            Kind::Text => Data::Text(Vec::new()),
            Kind::Number => Data::Number(Vec::new()),
            Kind::Day => Data::Day(Vec::new()),
            Kind::LocalTime => Data::Time(Vec::new(), false),
            Kind::Instant => Data::Time(Vec::new(), true),
            Kind::Count => Data::Count(Vec::new()),
        };
        Values { name: field.name.clone(), defined: Vec::new(), data }
    }

    fn push(&mut self, value: Option<Value<'_>>) {
        let pushed = match (&mut self.data, value) {
            (Data::Text(texts), Some(Value::Text(text))) => {
                texts.push(text.into());
                true
            }
            (Data::Number(numbers), Some(Value::Number(number))) => {
                numbers.push(number);
                true
            }
            (Data::Day(days), Some(Value::Day(day))) => {
                days.push(day);
                true
            }
            (Data::Time(times, _), Some(Value::Time(time))) => {
                times.push(time);
                true
            }
            (Data::Count(counts), Some(Value::Count(count))) => {
                counts.push(i32::try_from(count).unwrap_or(i32::MAX));
                true
            }
            (_, None) => false,
            // all values of a column are of the same kind
            (Data::Text(_) | Data::Number(_) | Data::Day(_) | Data::Time(..) | Data::Count(_), Some(_)) => false,
        };
        self.defined.push(i16::from(pushed));
    }

    fn field(&self) -> Result<Arc<Type>, ParquetError> {
        let (physical, logical) = match self.data {
            Data::Text(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Data::Number(_) => (Physical::DOUBLE, None),
            Data::Day(_) => (Physical::INT32, Some(LogicalType::Date)),
            Data::Time(_, is_adjusted_to_u_t_c) => {
                (Physical::INT64, Some(LogicalType::Timestamp { is_adjusted_to_u_t_c, unit: TimeUnit::MICROS }))
            }
            Data::Count(_) => (Physical::INT32, None),
        };
        let field = Type::primitive_type_builder(&self.name, physical).with_logical_type(logical);
        field.with_repetition(Repetition::OPTIONAL).build().map(Arc::new)
    }
}

/// A file that is being written, a row group at a time.
struct Table<'a> {
    file: SerializedFileWriter<&'a mut (dyn Write + Send)>,
    columns: Vec<Values>,
    held: usize,
}

impl<'a> Table<'a> {
    fn new(out: &'a mut (dyn Write + Send), fields: &[Field]) -> io::Result<Self> {
        let columns: Vec<Values> = fields.iter().map(Values::new).collect();
        let make = || {
            let fields = columns.iter().map(Values::field).collect::<Result<_, _>>()?;
            let schema = Type::group_type_builder("records").with_fields(fields).build()?;
            let compression =
                if cfg!(feature = "zstd") { Compression::ZSTD(Default::default()) } else { Compression::SNAPPY };
            let created_by = concat!("rowsmith ", env!("CARGO_PKG_VERSION")).to_owned();
            let properties = WriterProperties::builder().set_compression(compression).set_created_by(created_by);
            SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties.build()))
        };
        let file = make().map_err(failure)?;
        Ok(Table { file, columns, held: 0 })
    }

    fn flush(&mut self) -> Result<(), ParquetError> {
        let mut group = self.file.next_row_group()?;
        for column in &mut self.columns {
            let Some(mut writer) = group.next_column()? else { break };
            let defined = Some(column.defined.as_slice());
            match &mut column.data {
                Data::Text(values) => {
                    writer.typed::<ByteArrayType>().write_batch(values, defined, None)?;
                    values.clear();
                }
                Data::Number(values) => {
                    writer.typed::<DoubleType>().write_batch(values, defined, None)?;
                    values.clear();
                }
                Data::Time(values, _) => {
                    writer.typed::<Int64Type>().write_batch(values, defined, None)?;
                    values.clear();
                }
                Data::Day(values) | Data::Count(values) => {
                    writer.typed::<Int32Type>().write_batch(values, defined, None)?;
                    values.clear();
                }
            }
            column.defined.clear();
            writer.close()?;
        }
        group.close()?;
        self.held = 0;
        Ok(())
    }
}

impl ColumnarFile for Table<'_> {
    fn row<'v>(&mut self, values: impl Iterator<Item = Option<Value<'v>>>) -> io::Result<()> {
        for (column, value) in self.columns.iter_mut().zip(values) {
            column.push(value);
            self.held += 1;
        }
        if self.held < GROUP { Ok(()) } else { self.flush().map_err(failure) }
    }

    fn finish(mut self) -> io::Result<()> {
        if self.held > 0 {
            self.flush().map_err(failure)?;
        }
        self.file.close().map(drop).map_err(failure)
    }
}

fn failure(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(inner) => io::Error::other(inner),
        },
        error => io::Error::other(format!("the Parquet file cannot be made: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use rowsmith::recognize::ValueType;
    use rowsmith::types::ColumnKind;

    use super::super::samples;
    use super::*;

    fn rows(write: impl Fn(&mut (dyn Write + Send), &mut Spool) -> io::Result<()>) -> Vec<String> {
        let mut spool = Spool::default();
        let numbers = samples::region(&["title"], &[&["B"]]);
        for page in [samples::page("a.html"), samples::page_of("b.html", vec![numbers], vec![])] {
            spool.add(&page, None).unwrap();
        }
        let mut out = tempfile::tempfile().unwrap();
        write(&mut out, &mut spool).unwrap();
        let reader = SerializedFileReader::new(out).unwrap();
        let row =
            |row: parquet::record::Row| row.get_column_iter().map(|(name, field)| format!("{name}={field} ")).collect();
        reader.get_row_iter(None).unwrap().map(|found| row(found.unwrap())).collect()
    }

    #[test]
    fn a_row_a_record_with_the_columns_of_all_pages() {
        let rows = rows(wide);
        assert_eq!(rows.len(), 4);
        assert!(rows[1].starts_with("source=\"a.html\" region=1 record=2 title=\"=HYPERLINK"), "{rows:?}");
        assert!(rows[3].starts_with("source=\"b.html\" region=1 record=1 title=\"B\" price=null"), "{rows:?}");
    }

    #[test]
    fn dates_are_days_or_times() {
        let date = |name: &str| samples::column(name, ColumnKind::Text, ValueType::Date);
        let rows = vec![
            vec![
                samples::cell("5 Jan 2024"),
                samples::cell("5 Jan 2024 10:30"),
                samples::cell("2024-01-05T10:30+01:00"),
            ],
            vec![samples::cell("2024-01-06"), None, samples::cell("2024-01-05T09:30Z")],
        ];
        let table = samples::region_of(vec![date("day"), date("time"), date("instant")], rows);
        let mut spool = Spool::default();
        spool.add(&samples::page_of("a.html", vec![table], vec![]), None).unwrap();
        let mut out = tempfile::tempfile().unwrap();
        wide(&mut out, &mut spool).unwrap();
        let reader = SerializedFileReader::new(out).unwrap();
        let row = |row: parquet::record::Row| {
            row.get_column_iter().skip(3).map(|(_, field)| format!("{field} ")).collect::<String>()
        };
        let rows: Vec<String> = reader.get_row_iter(None).unwrap().map(|found| row(found.unwrap())).collect();
        let shown = [
            "2024-01-05 2024-01-05 10:30:00.000000 +00:00 2024-01-05 09:30:00.000000 +00:00 ",
            "2024-01-06 null 2024-01-05 09:30:00.000000 +00:00 ",
        ];
        assert_eq!(rows, shown);
    }

    #[test]
    fn the_long_form() {
        let rows = rows(long);
        assert!(
            rows[1].starts_with("source=\"a.html\" region=1 record=1 column=\"price\" value=\"$1,299.00\""),
            "{rows:?}"
        );
    }
}
