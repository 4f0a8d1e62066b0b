//! Tables of all pages with one type per column, for the formats that store columns. The rows are made here; each
//! format decides how columns and their values are stored.

use std::io;

use rowsmith::types::{Cell, Column, ColumnReading};

use super::cells::{LONG_COLUMNS, PlacedCell, cells};
use super::union::Union;
use crate::common::notices;
use crate::output::spool::Spool;
use crate::output::typed::{shown, typed};
use crate::output::values::{ValuesType, epoch_day, epoch_micros};

/// The first columns of a table with a row per record.
pub(crate) const OWN: [&str; 3] = ["source", "region", "record"];

/// The column behind them of what a page is, if that was asked for.
const PAGE_KIND: &str = "kind";

/// A column, with the type of its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) kind: Kind,
}

/// The type of a column's values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Text,
    Number,
    /// A day.
    Day,
    /// A time on a day, on the clock of the page.
    LocalTime,
    /// A time on a day.
    Instant,
    /// A number of something, from 1.
    Count,
}

impl Kind {
    fn of(values: Option<ValuesType>) -> Kind {
        match values {
            Some(ValuesType::Number | ValuesType::Amount(_)) => Kind::Number,
            Some(ValuesType::Day) => Kind::Day,
            Some(ValuesType::LocalTime) => Kind::LocalTime,
            Some(ValuesType::Instant) => Kind::Instant,
            Some(ValuesType::Text) | None => Kind::Text,
        }
    }
}

impl Field {
    fn new(name: &str, kind: Kind) -> Field {
        Field { name: name.to_owned(), kind }
    }
}

/// A value of the type of its column.
#[derive(Clone, Copy)]
pub(super) enum Value<'a> {
    Text(&'a str),
    Number(f64),
    /// In days since the beginning of 1970.
    Day(i32),
    /// In microseconds since then.
    Time(i64),
    Count(usize),
}

impl<'a> Value<'a> {
    /// The value of a cell in a column of this kind.
    fn of(kind: Kind, column: &Column, reading: &ColumnReading, cell: &'a Cell) -> Value<'a> {
        let value = || typed(column, reading, cell);
        let found = match kind {
            Kind::Text | Kind::Count => None,
            Kind::Number => value().number().map(|number| Value::Number(number.value)),
            Kind::Day => value().date().map(|date| Value::Day(epoch_day(&date))),
            Kind::LocalTime | Kind::Instant => value().date().map(|date| Value::Time(epoch_micros(&date))),
        };
        found.unwrap_or_else(|| Value::Text(shown(cell)))
    }
}

/// A file that is being written and holds some rows at a time.
pub(super) trait ColumnarFile: Sized {
    /// Takes a row: one value or none for each column.
    fn row<'v>(&mut self, values: impl Iterator<Item = Option<Value<'v>>>) -> io::Result<()>;

    /// Writes the rows that are held, and the end.
    fn finish(self) -> io::Result<()>;
}

/// Writes one row per record: `source`, `region` and `record` (counted from 1), followed by all columns that occur, as
/// numbers or dates if each of their cells is one, else as texts.
pub(super) fn wide<F: ColumnarFile>(
    spool: &mut Spool,
    begin: impl FnOnce(Vec<Field>) -> io::Result<F>,
) -> io::Result<()> {
    let mut union = Union::default();
    for page in spool.read()? {
        union.add(&page?, true);
    }
    let readings = union.readings();
    for page in spool.read()? {
        union.add_values(&page?, &readings);
    }
    if let Some(notice) = union.notice() {
        notices::warning("output", &notice);
    }
    let own_names: Vec<&str> = OWN.into_iter().chain(union.kinds.then_some(PAGE_KIND)).collect();
    let names = union.names(&own_names);
    let own = own_names.iter().map(|&name| match name {
        "region" | "record" => Field::new(name, Kind::Count),
        _ => Field::new(name, Kind::Text),
    });
    let of_pages = names.iter().zip(&union.columns);
    let of_pages = of_pages.map(|(name, column)| Field::new(name, Kind::of(column.values)));
    let mut file = begin(own.chain(of_pages).collect())?;
    for page in spool.read()? {
        let page = page?;
        for (at, of_page) in page.tables.iter().enumerate() {
            let places: Vec<Option<usize>> = of_page.columns.iter().map(|c| union.place(&c.name)).collect();
            for (number, record) in of_page.records.iter().enumerate() {
                let mut row: Vec<Option<Value<'_>>> = vec![None; names.len()];
                for ((&place, cell), column) in places.iter().zip(&record.cells).zip(&of_page.columns) {
                    if let (Some(place), Some(cell)) = (place, cell) {
                        let kind = Kind::of(union.columns[place].values);
                        row[place] = Some(Value::of(kind, column, &readings[place], cell));
                    }
                }
                let own = [Value::Text(&page.source), Value::Count(at + 1), Value::Count(number + 1)];
                let kind = union.kinds.then_some(Value::Text(page.kind_name()));
                file.row(own.into_iter().chain(kind).map(Some).chain(row))?;
            }
        }
    }
    file.finish()
}

/// Writes one row per cell.
pub(super) fn long<F: ColumnarFile>(
    spool: &mut Spool,
    begin: impl FnOnce(Vec<Field>) -> io::Result<F>,
) -> io::Result<()> {
    let fields = LONG_COLUMNS.iter().map(|&name| match name {
        "region" | "record" => Field::new(name, Kind::Count),
        _ => Field::new(name, Kind::Text),
    });
    let mut file = begin(fields.collect())?;
    for page in spool.read()? {
        let page = page?;
        for (at, of_page) in page.tables.iter().enumerate() {
            for PlacedCell { record, column, cell } in cells(of_page) {
                let (source, name) = (Value::Text(&page.source), Value::Text(&of_page.columns[column].name));
                let row = [source, Value::Count(at + 1), Value::Count(record + 1), name, Value::Text(shown(cell))];
                file.row(row.into_iter().map(Some))?;
            }
        }
    }
    file.finish()
}
