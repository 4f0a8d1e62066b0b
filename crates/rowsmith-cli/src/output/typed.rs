//! The value of a cell for formats with numbers, dates and links, by [`ColumnReading`].

use rowsmith::recognize::ValueType;
use rowsmith::recognize::date::{DateTime, Precision};
use rowsmith::types::{
    Cell, CellAmount, CellCurrency, CellNumber, CellValue, Column, ColumnKind, ColumnReading, RegionTable,
};

/// A cell as a value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Typed<'a> {
    /// A text, unchanged.
    Text(&'a str),
    /// The address of a link or image: absolute if known.
    Address(&'a str),
    /// A number.
    Number(CellNumber),
    /// An amount of money.
    Price(CellAmount<'a>),
    /// A day, or a time on a day.
    Date(DateTime),
}

impl<'a> Typed<'a> {
    /// The number, if it is one or an amount of money.
    pub(crate) fn number(&self) -> Option<CellNumber> {
        match self {
            Typed::Number(number) | Typed::Price(CellAmount { number, .. }) => Some(*number),
            Typed::Text(_) | Typed::Address(_) | Typed::Date(_) => None,
        }
    }

    /// The day, or the time on a day, if it is one.
    pub(crate) fn date(&self) -> Option<DateTime> {
        match self {
            Typed::Date(date) => Some(*date),
            Typed::Text(_) | Typed::Address(_) | Typed::Number(_) | Typed::Price(_) => None,
        }
    }

    /// The currency, if it is an amount of money.
    #[cfg_attr(not(feature = "sqlite"), allow(dead_code))]
    pub(crate) fn currency(&self) -> Option<CellCurrency<'a>> {
        match self {
            Typed::Price(amount) => Some(amount.currency),
            Typed::Text(_) | Typed::Address(_) | Typed::Number(_) | Typed::Date(_) => None,
        }
    }
}

/// A number as a text that is read as the same number: with three digits behind the point it would be one of thousands.
pub(crate) fn plain(number: f64) -> String {
    let text = number.to_string();
    let is_thousands = text.split_once('.').is_some_and(|(_, decimals)| decimals.len() == 3);
    if is_thousands { text + "0" } else { text }
}

/// A date as a text that is the same for the same day or time: of times the second in Greenwich or, if no distance from there is known, on
/// the clock of the page.
pub(crate) fn plain_date(date: &DateTime) -> String {
    match date.precision < Precision::Minute {
        true => DateTime { offset: None, ..*date }.to_iso(),
        false => {
            let time = DateTime::from_unix(date.unix_seconds()).unwrap_or(*date);
            DateTime { offset: date.offset.map(|_| 0), ..time }.to_iso()
        }
    }
}

/// What people see of a cell: the absolute address of a link or image if known, else the text.
pub(crate) fn shown(cell: &Cell) -> &str {
    cell.url.as_deref().unwrap_or(&cell.text)
}

/// Whether the cells of a column are addresses, not texts.
pub(crate) fn holds_addresses(kind: ColumnKind) -> bool {
    match kind {
        ColumnKind::Link | ColumnKind::Image => true,
        ColumnKind::Text => false,
    }
}

/// Whether the cells of a column are numbers, which are right-aligned.
pub(crate) fn holds_numbers(column: &Column) -> bool {
    let is_number = match column.value_type {
        ValueType::Number | ValueType::Price => true,
        ValueType::Text | ValueType::Date | ValueType::Url => false,
    };
    is_number && !holds_addresses(column.kind)
}

/// How the cells of each column of a table are read.
pub(crate) fn readings(table: &RegionTable) -> Vec<ColumnReading> {
    let reading = |(at, column)| ColumnReading::of(column, texts(table, at));
    table.columns.iter().enumerate().map(reading).collect()
}

/// The texts of a column.
pub(crate) fn texts(table: &RegionTable, at: usize) -> impl Iterator<Item = &str> + Clone {
    table.records.iter().filter_map(move |record| record.cells.get(at)?.as_ref()).map(shown)
}

/// The value of a cell in a column that is read in this way.
pub(crate) fn typed<'a>(column: &Column, reading: &ColumnReading, cell: &'a Cell) -> Typed<'a> {
    let text = shown(cell);
    if holds_addresses(column.kind) || column.value_type == ValueType::Url {
        return Typed::Address(text);
    }
    match reading.read(text) {
        Some(CellValue::Number(number)) => Typed::Number(number),
        Some(CellValue::Price(amount)) => Typed::Price(amount),
        Some(CellValue::Date(date)) => Typed::Date(date),
        None => Typed::Text(text),
    }
}
