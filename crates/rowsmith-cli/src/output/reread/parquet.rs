//! The rows of a table in Parquet. Columns of numbers hold what a page says as plain numbers, without currency or unit.

use std::fs::File;

use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};

use crate::output::typed::plain;
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
    /// Whether it holds numbers.
    pub(super) is_number: bool,
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
    let named = |name: &&str| Named { name: of_page(name), is_number: false };
    let mut columns: Vec<Named> = names.iter().map(named).collect();
    let mut rows = Vec::new();
    for row in reader.get_row_iter(None).map_err(damaged)? {
        let row: Row = row.map_err(damaged)?;
        let mut fields = row.get_column_iter().map(|(_, field)| field);
        let source = fields.next().and_then(text).unwrap_or_default();
        let fields: Vec<&Field> = fields.skip(OWN.len() - 1).collect();
        for (column, field) in columns.iter_mut().zip(&fields) {
            column.is_number |= matches!(field, Field::Double(_));
        }
        rows.push(SourceRow { source, texts: fields.into_iter().map(text).collect() });
    }
    Ok(Table { columns, rows })
}

fn text(field: &Field) -> Option<String> {
    match field {
        Field::Str(text) => Some(text.clone()),
        Field::Double(number) => Some(plain(*number)),
        Field::Int(number) => Some(number.to_string()),
        _ => None,
    }
}
