//! A table in Parquet, read again. Columns of numbers hold what the page says as plain numbers, without currency or unit.

use std::fs::File;

use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};
use rowsmith::recognize::ValueType;
use rowsmith::types::{Cell, RecordRow};

use super::{Page, empty, tell_kinds};
use crate::output::writers::parquet::OWN;

/// The pages of a file: consecutive rows with the same source.
pub(super) fn pages(file: File) -> Result<Vec<Page>, String> {
    let damaged = |error: ParquetError| format!("damaged Parquet: {error}");
    let reader = SerializedFileReader::new(file).map_err(damaged)?;
    let columns = reader.metadata().file_metadata().schema_descr().columns();
    let names: Vec<String> = columns.iter().map(|column| column.name().to_owned()).collect();
    let Some(own) = names.get(..OWN.len()).filter(|own| own.iter().eq(OWN)) else {
        return Err(format!("its first columns are not {}", OWN.join(", ")));
    };
    let (own, mut pages): (usize, Vec<Page>) = (own.len(), Vec::new());
    let mut numbers = vec![false; names.len()];
    for row in reader.get_row_iter(None).map_err(damaged)? {
        let row: Row = row.map_err(damaged)?;
        let mut source = String::new();
        let mut cells: Vec<Option<Cell>> = Vec::with_capacity(names.len());
        for (at, (_, field)) in row.get_column_iter().enumerate() {
            numbers[at] |= matches!(field, Field::Double(_));
            match text(field) {
                Some(text) if at == 0 => source = text,
                text if at >= own => cells.push(text.map(Cell::text)),
                _ => {}
            }
        }
        if pages.last().is_none_or(|page| page.source != source) {
            pages.push(empty(source, &names[own..]));
        }
        let table = pages.last_mut().and_then(|page| page.tables.first_mut());
        table.into_iter().for_each(|table| table.records.push(RecordRow::new(Vec::new(), cells.clone())));
    }
    for table in pages.iter_mut().flat_map(|page| &mut page.tables) {
        tell_kinds(table);
        let columns = table.columns.iter_mut().zip(&numbers[own..]);
        columns.filter(|(_, number)| **number).for_each(|(column, _)| column.value_type = ValueType::Number);
    }
    Ok(pages)
}

fn text(field: &Field) -> Option<String> {
    match field {
        Field::Str(text) => Some(text.clone()),
        Field::Double(number) => Some(number.to_string()),
        Field::Int(number) => Some(number.to_string()),
        _ => None,
    }
}
