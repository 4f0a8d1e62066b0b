//! The rows of a table in Parquet. Columns of numbers and dates hold what a page says as plain values: numbers without currency or
//! unit, dates as in ISO 8601.

use std::fs::File;

use parquet::basic::LogicalType;
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};
use parquet::schema::types::ColumnDescPtr;
use rowsmith::recognize::ValueType;
use rowsmith::recognize::date::{DateTime, Precision};

use crate::output::typed::{plain, plain_date};
use crate::output::writers::parquet::OWN;

/// A table with a row per record.
pub(super) struct Table {
    /// Its columns, without those that say where a record is from.
    pub(super) columns: Vec<Named>,
    pub(super) rows: Vec<SourceRow>,
}

/// A column.
pub(super) struct Named {
    pub(super) name: String,
    /// What it holds.
    pub(super) value_type: ValueType,
}

/// A row.
pub(super) struct SourceRow {
    /// The page that it is from.
    pub(super) source: String,
    /// A text for each column.
    pub(super) texts: Vec<Option<String>>,
}

/// Reads a file.
///
/// # Errors
/// If it is damaged, or no table with a row per record.
pub(super) fn read(file: File) -> Result<Table, String> {
    let damaged = |error: ParquetError| format!("damaged Parquet: {error}");
    let reader = SerializedFileReader::new(file).map_err(damaged)?;
    let columns = reader.metadata().file_metadata().schema_descr().columns();
    let names: Vec<&str> = columns.iter().map(|column| column.name()).collect();
    let Some(names) = names.strip_prefix(&OWN) else {
        return Err(format!("its first columns are not {}", OWN.join(", ")));
    };
    // a column that is called like one of ours has a number
    let of_page = |name: &str| match name.strip_suffix("_2") {
        Some(base) if OWN.iter().any(|own| own.eq_ignore_ascii_case(base)) => base.to_owned(),
        _ => name.to_owned(),
    };
    let named = |name: &&str| Named { name: of_page(name), value_type: ValueType::Text };
    let mut columns: Vec<Named> = names.iter().map(named).collect();
    // times whose distance from Greenwich is not known are those of the page's clock
    let is_local = |column: &ColumnDescPtr| {
        matches!(column.logical_type_ref(), Some(LogicalType::Timestamp { is_adjusted_to_u_t_c: false, .. }))
    };
    let local: Vec<bool> =
        reader.metadata().file_metadata().schema_descr().columns().iter().skip(OWN.len()).map(is_local).collect();
    let mut rows = Vec::new();
    for row in reader.get_row_iter(None).map_err(damaged)? {
        let row: Row = row.map_err(damaged)?;
        let mut fields = row.get_column_iter().map(|(_, field)| field);
        let source = fields.next().and_then(|field| text(field, false)).unwrap_or_default();
        let fields: Vec<&Field> = fields.skip(OWN.len() - 1).collect();
        for (column, field) in columns.iter_mut().zip(&fields) {
            match field {
                Field::Double(_) => column.value_type = ValueType::Number,
                Field::Date(_) | Field::TimestampMicros(_) => column.value_type = ValueType::Date,
                _ => {}
            }
        }
        let texts = fields.into_iter().zip(&local).map(|(field, &is_local)| text(field, is_local)).collect();
        rows.push(SourceRow { source, texts });
    }
    Ok(Table { columns, rows })
}

fn text(field: &Field, is_local: bool) -> Option<String> {
    match field {
        Field::Str(text) => Some(text.clone()),
        Field::Double(number) => Some(plain(*number)),
        Field::Int(number) => Some(number.to_string()),
        Field::Date(days) => {
            let day = DateTime::from_unix(i64::from(*days) * 86_400)?;
            Some(plain_date(&DateTime { precision: Precision::Day, ..day }))
        }
        Field::TimestampMicros(micros) => {
            let time = DateTime::from_unix(micros.div_euclid(1_000_000))?;
            Some(plain_date(&DateTime { offset: time.offset.filter(|_| !is_local), ..time }))
        }
        _ => None,
    }
}
