//! The tables of many pages as one: all columns that occur, identified by name and in the order of their first
//! occurrence.

use std::collections::HashMap;

use rowsmith::types::{ColumnReading, ColumnSurvey};

use crate::output::names::Names;
use crate::output::page::Page;
use crate::output::typed::{texts, typed};
use crate::output::values::ValuesType;

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
    /// Whether what the pages are was asked for.
    pub(crate) kinds: bool,
    /// The number of further columns, which are left out.
    pub(crate) left_out: usize,
}

/// A column of the union.
pub(crate) struct UnionColumn {
    /// Its name on the pages.
    pub(crate) name: String,
    /// What its texts on all pages say around their values, if that was asked for.
    #[cfg_attr(not(any(feature = "parquet", feature = "arrow")), allow(dead_code))]
    pub(crate) survey: ColumnSurvey,
    /// What all of its values on all pages are, if there are any and if that was asked for.
    #[cfg_attr(not(any(feature = "parquet", feature = "arrow")), allow(dead_code))]
    pub(crate) values: Option<ValuesType>,
}

impl Union {
    /// Takes note of a page; with `values` also of what the texts say around their values.
    pub(crate) fn add(&mut self, page: &Page, values: bool) {
        self.pages += usize::from(!page.tables.is_empty());
        self.regions |= page.tables.len() > 1;
        self.kinds |= page.kind.is_some();
        for table in &page.tables {
            self.records += table.records.len();
            for (at, column) in table.columns.iter().enumerate() {
                let new = self.columns.len();
                if new == MOST && !self.places.contains_key(&column.name) {
                    self.left_out += 1;
                    continue;
                }
                let place = *self.places.entry(column.name.clone()).or_insert(new);
                if place == new {
                    self.columns.push(UnionColumn {
                        name: column.name.clone(),
                        survey: ColumnSurvey::default(),
                        values: None,
                    });
                }
                if values {
                    self.columns[place].survey.add(column, texts(table, at));
                }
            }
        }
    }

    /// How the texts of each column are read, once all pages have been seen.
    #[cfg_attr(not(any(feature = "parquet", feature = "arrow")), allow(dead_code))]
    pub(crate) fn readings(&self) -> Vec<ColumnReading> {
        self.columns.iter().map(|column| column.survey.reading()).collect()
    }

    /// Takes note of the types of a page's values, by [these](Union::readings) readings.
    #[cfg_attr(not(any(feature = "parquet", feature = "arrow")), allow(dead_code))]
    pub(crate) fn add_values(&mut self, page: &Page, readings: &[ColumnReading]) {
        for table in &page.tables {
            for (at, column) in table.columns.iter().enumerate() {
                let Some(place) = self.place(&column.name) else { continue };
                let cells = table.records.iter().filter_map(|record| record.cells.get(at)?.as_ref());
                let of_column = &mut self.columns[place].values;
                *of_column = ValuesType::with(*of_column, cells.map(|cell| typed(column, &readings[place], cell)));
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
    fn a_column_has_the_type_that_all_of_its_values_have() {
        let page = |price: &str| {
            let column = samples::column("price", ColumnKind::Text, ValueType::Price);
            let table = samples::region_of(vec![column], vec![vec![samples::cell(price)], vec![None]]);
            samples::page_of("a", vec![table], vec![])
        };
        let mut union = Union::default();
        for (price, is_text) in [("$5", false), ("7.50", false), ("from $5", true), ("$6", true)] {
            union.add(&page(price), true);
            union.add_values(&page(price), &union.readings());
            assert_eq!(union.columns[0].values == Some(ValuesType::Text), is_text, "{price}");
        }
        assert_eq!((union.pages, union.regions, union.names(&["PRICE"])), (4, false, vec!["price_2".to_owned()]));
    }
}
