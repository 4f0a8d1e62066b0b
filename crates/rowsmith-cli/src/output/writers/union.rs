//! The tables of many pages as one: all columns that occur, identified by name and in the order of their first
//! occurrence.

use std::collections::HashMap;

use crate::output::names::Names;
use crate::output::page::Page;
use crate::output::typed::{readings, typed};

/// The most columns in one table. A table with more is of no use to anybody, and every row would pay for them.
const MOST: usize = 4096;

/// What is known about the columns once all pages have been seen.
#[derive(Default)]
pub(crate) struct Union {
    /// The columns in order.
    pub(crate) columns: Vec<UnionColumn>,
    places: HashMap<String, usize>,
    /// The number of pages that have a table.
    pub(crate) pages: usize,
    /// The number of their records.
    pub(crate) records: usize,
    /// Whether any page had several tables.
    pub(crate) regions: bool,
    /// The number of further columns, which are left out.
    pub(crate) left_out: usize,
}

/// A column of the union.
pub(crate) struct UnionColumn {
    /// Its name on the pages.
    pub(crate) name: String,
    /// Whether all of its cells on all pages are numbers or amounts of money.
    #[cfg_attr(not(any(feature = "parquet", feature = "arrow")), allow(dead_code))]
    pub(crate) numeric: bool,
}

impl Union {
    /// Takes note of a page; with `values` also of the types of its cells.
    pub(crate) fn add(&mut self, page: &Page, values: bool) {
        self.pages += usize::from(!page.tables.is_empty());
        self.regions |= page.tables.len() > 1;
        for table in &page.tables {
            self.records += table.records.len();
            let readings = if values { readings(table) } else { Vec::new() };
            for (at, column) in table.columns.iter().enumerate() {
                let new = self.columns.len();
                if new == MOST && !self.places.contains_key(&column.name) {
                    self.left_out += 1;
                    continue;
                }
                let place = *self.places.entry(column.name.clone()).or_insert(new);
                if place == new {
                    self.columns.push(UnionColumn { name: column.name.clone(), numeric: values });
                }
                let Some(&reading) = readings.get(at) else { continue };
                let cells = || table.records.iter().filter_map(|record| record.cells.get(at)?.as_ref());
                let is_number = |cell| typed(reading, cell).number().is_some();
                self.columns[place].numeric &= cells().all(is_number);
            }
        }
    }

    /// The index of a page's column among all columns.
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }

    /// The names of all columns; `own` columns come first and keep their names, whatever the names on the pages.
    pub(crate) fn names(&self, own: &[&str]) -> Vec<String> {
        let mut names = Names::without(own);
        self.columns.iter().map(|column| names.column(&column.name)).collect()
    }

    /// A notice for the user.
    pub(crate) fn notice(&self) -> Option<String> {
        let count = self.left_out;
        (count > 0).then(|| format!("{count} columns of tables left out after the first {MOST} names; use --long"))
    }
}

#[cfg(test)]
mod tests {
    use rowsmith::recognize::ValueType;
    use rowsmith::types::ColumnKind;

    use super::super::samples;
    use super::*;

    #[test]
    fn a_column_is_numeric_if_all_of_it_is() {
        let page = |price: &str| {
            let column = samples::column("price", ColumnKind::Text, ValueType::Price);
            let table = samples::region_of(vec![column], vec![vec![samples::cell(price)], vec![None]]);
            samples::page_of("a", vec![table], vec![])
        };
        let mut union = Union::default();
        for (price, numeric) in [("$5", true), ("7.50", true), ("from $5", false), ("$6", false)] {
            union.add(&page(price), true);
            assert_eq!(union.columns[0].numeric, numeric, "{price}");
        }
        assert_eq!((union.pages, union.regions, union.names(&["PRICE"])), (4, false, vec!["price_2".to_owned()]));
    }
}
