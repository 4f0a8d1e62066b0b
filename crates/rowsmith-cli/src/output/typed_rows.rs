//! Tables with values in place of texts, for formats that have no types: CSV and its kind.

use std::path::PathBuf;

use rowsmith::recognize::ValueType;
use rowsmith::types::{Cell, CellNumber, Column, ColumnKind, RecordRow, RegionTable, holds_amounts};

use super::names::Names;
use super::page::Page;
use super::sink::Sink;
use super::typed::{Typed, readings, typed};
use crate::common::failure::Failure;
use crate::common::source::Origin;

/// A sink that gives another one values in place of texts.
pub(crate) struct TypedRows {
    to: Box<dyn Sink>,
}

impl TypedRows {
    /// Gives values to a sink.
    pub(crate) fn to(to: Box<dyn Sink>) -> Self {
        TypedRows { to }
    }
}

impl Sink for TypedRows {
    fn page(&mut self, page: &Page, origin: Option<&Origin>) -> Result<(), Failure> {
        let page = Page {
            source: page.source.clone(),
            tables: page.tables.iter().map(typed_table).collect(),
            titles: page.titles.clone(),
            shared: page.shared.clone(),
            warnings: page.warnings.clone(),
            line: page.line.clone(),
            kind: page.kind.clone(),
        };
        self.to.page(&page, origin)
    }

    fn checkpoint(&mut self) -> Result<u64, Failure> {
        self.to.checkpoint()
    }

    fn finish(self: Box<Self>) -> Result<Option<PathBuf>, Failure> {
        self.to.finish()
    }
}

/// A table whose numbers, amounts and dates are written in one way: numbers with a decimal point and no other signs, dates
/// by ISO 8601. Behind each column of amounts stands one with their currency. What is not wholly a value stays as it is.
fn typed_table(table: &RegionTable) -> RegionTable {
    let readings = readings(table);
    let own: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
    let mut names = Names::without(&own);
    let mut columns = Vec::new();
    for column in &table.columns {
        columns.push(column.clone());
        if holds_amounts(column) {
            let name = names.column(&format!("{}_currency", column.name));
            columns.push(Column { fill: column.fill, ..Column::new(name, ColumnKind::Text, ValueType::Text) });
        }
    }
    let record = |record: &RecordRow| {
        let mut cells = Vec::with_capacity(columns.len());
        for (at, column) in table.columns.iter().enumerate() {
            let cell = record.cells.get(at).and_then(Option::as_ref);
            let value = cell.map(|cell| typed(column, &readings[at], cell));
            let text = value.as_ref().and_then(written);
            let currency = value.as_ref().and_then(Typed::currency);
            cells.push(text.map(Cell::text).or_else(|| cell.cloned()));
            if holds_amounts(column) {
                cells.push(currency.map(|currency| Cell::text(currency.name())));
            }
        }
        RecordRow { cells, ..record.clone() }
    };
    let records = table.records.iter().map(record).collect();
    RegionTable { records, columns, ..table.clone() }
}

/// A value as programs and spreadsheets read it; `None` for a text.
fn written(value: &Typed<'_>) -> Option<String> {
    let CellNumber { value, decimals } = match value {
        Typed::Date(date) => return Some(date.to_iso()),
        Typed::Text(_) | Typed::Address(_) => return None,
        Typed::Number(number) => *number,
        Typed::Price(amount) => amount.number,
    };
    Some(format!("{value:.decimals$}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::writers::samples::{cell, column, region_of};

    #[test]
    fn amounts_dates_and_numbers_are_written_alike_and_other_texts_stay() {
        let text = |name, value_type| column(name, ColumnKind::Text, value_type);
        let columns =
            vec![text("price", ValueType::Price), text("date", ValueType::Date), text("views", ValueType::Number)];
        let rows = vec![
            vec![cell("1.299,50 €"), cell("5 Jan 2024"), cell("1,234")],
            vec![cell("from $20"), cell("yesterday"), cell("007")],
            vec![None, None, None],
        ];
        let table = typed_table(&region_of(columns, rows));
        let names: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
        assert_eq!(names, ["price", "price_currency", "date", "views"]);
        let shown = |record: &RecordRow| {
            let texts = record.cells.iter().map(|cell| cell.as_ref().map_or("-", |cell| cell.text.as_str()));
            texts.collect::<Vec<_>>().join("|")
        };
        let rows: Vec<String> = table.records.iter().map(shown).collect();
        assert_eq!(rows, ["1299.50|EUR|2024-01-05|1234", "from $20|-|yesterday|007", "-|-|-|-"]);
    }
}
