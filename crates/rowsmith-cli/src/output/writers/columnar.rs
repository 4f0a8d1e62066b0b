//! Tables of all pages with one type per column, for the formats that store columns. The rows are made here; each
//! format decides how columns and their values are stored.

use std::io;

use super::cells::{LONG_COLUMNS, PlacedCell, cells};
use super::union::Union;
use crate::common::notices;
use crate::output::spool::Spool;
use crate::output::typed::{readings, shown, typed};

/// The first columns of a table with a row per record.
pub(crate) const OWN: [&str; 3] = ["source", "region", "record"];

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
    /// A number of something, from 1.
    Count,
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
    Count(usize),
}

/// A file that is being written and holds some rows at a time.
pub(super) trait ColumnarFile: Sized {
    /// Takes a row: one value or none for each column.
    fn row<'v>(&mut self, values: impl Iterator<Item = Option<Value<'v>>>) -> io::Result<()>;

    /// Writes the rows that are held, and the end.
    fn finish(self) -> io::Result<()>;
}

/// Writes one row per record: `source`, `region` and `record` (counted from 1), followed by all columns that occur, as
/// numbers if each of their cells is one, else as texts.
pub(super) fn wide<F: ColumnarFile>(
    spool: &mut Spool,
    begin: impl FnOnce(Vec<Field>) -> io::Result<F>,
) -> io::Result<()> {
    let mut union = Union::default();
    for page in spool.read()? {
        union.add(&page?, true);
    }
    if let Some(notice) = union.notice() {
        notices::warning("output", &notice);
    }
    let names = union.names(&OWN);
    let own = [Field::new(OWN[0], Kind::Text), Field::new(OWN[1], Kind::Count), Field::new(OWN[2], Kind::Count)];
    let of_pages = names.iter().zip(&union.columns);
    let of_pages =
        of_pages.map(|(name, column)| Field::new(name, if column.numeric { Kind::Number } else { Kind::Text }));
    let mut file = begin(own.into_iter().chain(of_pages).collect())?;
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
                file.row(own.into_iter().map(Some).chain(row))?;
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
