//! From rows of named texts to a table: columns in the order in which they occur, each with the type of its texts.

use std::collections::HashMap;

use rowsmith::recognize::{ValueType, value_type};
use rowsmith::types::{Cell, Column, ColumnKind, RecordRow, RegionTable};

/// The most columns of a table; further ones are left out, and a warning says so.
const MOST_COLUMNS: usize = 500;

/// Rows of named texts.
#[derive(Default)]
pub(super) struct Rows {
    names: Vec<String>,
    places: HashMap<String, usize>,
    rows: Vec<Row>,
    /// Whether columns were left out.
    pub(super) is_cut: bool,
}

struct Row {
    node: String,
    cells: Vec<Option<Item>>,
}

/// A text, and whether it was a number originally.
#[derive(Clone)]
pub(super) struct Item {
    pub(super) text: String,
    pub(super) is_number: bool,
}

impl Item {
    /// A text.
    pub(super) fn text(text: impl Into<String>) -> Item {
        Item { text: text.into(), is_number: false }
    }
}

impl Rows {
    /// Begins a row, given its place.
    pub(super) fn row(&mut self, node: String) {
        self.rows.push(Row { node, cells: vec![None; self.names.len()] });
    }

    /// Adds something to the last row; an existing value is kept.
    pub(super) fn put(&mut self, name: &str, item: Item) {
        let at = match self.places.get(name) {
            Some(&at) => at,
            None if self.names.len() < MOST_COLUMNS => {
                self.places.insert(name.to_owned(), self.names.len());
                self.names.push(name.to_owned());
                self.names.len() - 1
            }
            None => {
                self.is_cut = true;
                return;
            }
        };
        let Some(row) = self.rows.last_mut() else { return };
        if row.cells.len() <= at {
            row.cells.resize(at + 1, None);
        }
        row.cells[at].get_or_insert(item);
    }

    /// The table; `found_by` and `path` say where it comes from.
    pub(super) fn table(self, path: String, found_by: &'static str, main: bool) -> RegionTable {
        let Rows { names, mut rows, .. } = self;
        let count = rows.len();
        rows.iter_mut().for_each(|row| row.cells.resize(names.len(), None));
        let column = |(at, name): (usize, String)| {
            let items: Vec<&Item> = rows.iter().filter_map(|row| row.cells[at].as_ref()).collect();
            let mut column = Column::new(name, ColumnKind::Text, type_of(&items));
            column.fill = Some((items.len() as f64 / count.max(1) as f64 * 1000.0).round() / 1000.0);
            if column.value_type == ValueType::Url && items.iter().all(|item| item.text.contains("://")) {
                let images = items.iter().filter(|item| is_image(&item.text)).count();
                column.kind = if images * 3 >= items.len() * 2 { ColumnKind::Image } else { ColumnKind::Link };
            }
            column
        };
        let columns = plain(names).into_iter().enumerate().map(column).collect();
        let record = |row: Row| RecordRow {
            nodes: vec![row.node],
            cells: row.cells.into_iter().map(|item| item.map(|item| Cell::text(item.text))).collect(),
        };
        RegionTable {
            main,
            score: count as f64,
            confidence: None,
            path,
            found_by: found_by.into(),
            state: None,
            evidence: Vec::new(),
            columns,
            records: rows.into_iter().map(record).collect(),
        }
    }
}

/// The type of at least two thirds of a column's texts.
fn type_of(items: &[&Item]) -> ValueType {
    if !items.is_empty() && items.iter().all(|item| item.is_number) {
        return ValueType::Number;
    }
    let types: Vec<ValueType> = items.iter().map(|item| value_type(&item.text)).collect();
    let most = [ValueType::Number, ValueType::Price, ValueType::Date, ValueType::Url];
    let is_most = |wanted: &ValueType| types.iter().filter(|found| *found == wanted).count() * 3 >= types.len() * 2;
    if types.is_empty() { ValueType::Text } else { most.into_iter().find(is_most).unwrap_or(ValueType::Text) }
}

fn is_image(address: &str) -> bool {
    let path = address.split(['?', '#']).next().unwrap_or(address).to_ascii_lowercase();
    [".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".svg"].iter().any(|ending| path.ends_with(ending))
}

/// The names without a prefix that nearly all have: the object that the fields are wrapped in ("node.title").
fn plain(names: Vec<String>) -> Vec<String> {
    let Some(wrapper) = names.iter().find_map(|name| name.split_once('.').map(|(wrapper, _)| format!("{wrapper}.")))
    else {
        return names;
    };
    let wrapped = names.iter().filter(|name| name.starts_with(&wrapper)).count();
    let short = |name: &String| name.strip_prefix(&wrapper).unwrap_or(name).to_owned();
    let shortened: Vec<String> = names.iter().map(short).collect();
    let mut distinct = shortened.clone();
    distinct.sort();
    distinct.dedup();
    if wrapped * 5 >= names.len() * 4 && wrapped > 1 && distinct.len() == names.len() { shortened } else { names }
}
