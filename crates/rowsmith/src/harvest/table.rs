//! Joins the tables of several pages by column name.

use serde::{Deserialize, Serialize};

use crate::recognize::ValueType;
use crate::types::{Cell, Column, ColumnKind, RecordRow, RegionTable};

/// The columns of a growing table.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Columns(pub(super) Vec<Column>);

impl Columns {
    /// The index of the column with this name, which is added if necessary.
    fn place(&mut self, column: &Column) -> usize {
        self.of(&column.name).unwrap_or_else(|| {
            self.0.push(column.clone());
            self.0.len() - 1
        })
    }

    /// The index of the column with this name.
    pub(super) fn of(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|column| column.name == name)
    }

    /// The records of a table with their cells in the order of these columns; missing columns are added.
    pub(super) fn align(&mut self, table: RegionTable) -> Vec<RecordRow> {
        let places: Vec<usize> = table.columns.iter().map(|column| self.place(column)).collect();
        let width = self.0.len();
        let aligned = table.records.into_iter().map(|record| {
            let mut cells = vec![None; width];
            for (cell, &place) in record.cells.into_iter().zip(&places) {
                cells[place] = cell;
            }
            RecordRow::new(record.nodes, cells)
        });
        aligned.collect()
    }

    /// The share of columns that the two have in common by name and kind, of the one that has fewer.
    pub(super) fn agreement(&self, other: &[Column]) -> f64 {
        let has = |column: &&Column| other.iter().any(|o| o.name == column.name && o.kind == column.kind);
        let common = self.0.iter().filter(has).count();
        common as f64 / self.0.len().min(other.len()).max(1) as f64
    }
}

/// Adds a column of texts to a table, with the same text in all of its records.
pub(super) fn append(table: &mut RegionTable, name: &str, value_type: ValueType, text: &str) {
    table.columns.push(Column::new(name, ColumnKind::Text, value_type));
    table.records.iter_mut().for_each(|row| row.cells.push(Some(Cell::text(text))));
}

/// Joins the lists of a page; `None` if there are no records.
pub(super) fn joined(regions: Vec<RegionTable>) -> Option<RegionTable> {
    let mut regions = regions.into_iter().filter(|region| !region.records.is_empty());
    let mut first = regions.next()?;
    let mut columns = Columns(std::mem::take(&mut first.columns));
    for region in regions {
        first.records.extend(columns.align(region));
    }
    first.columns = columns.0;
    let width = first.columns.len();
    first.records.iter_mut().for_each(|record| record.cells.resize(width, None));
    Some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(names: &[&str], rows: &[&[&str]]) -> RegionTable {
        let columns = names.iter().map(|name| Column::new(*name, ColumnKind::Text, ValueType::Text)).collect();
        let row =
            |texts: &&[&str]| RecordRow::new(Vec::new(), texts.iter().map(|text| Some(Cell::text(*text))).collect());
        RegionTable::new(columns, rows.iter().map(row).collect())
    }

    #[test]
    fn columns_meet_by_name() {
        let joined =
            joined(vec![table(&[], &[]), table(&["a", "b"], &[&["1", "2"]]), table(&["b", "c"], &[&["3", "4"]])])
                .unwrap();
        let texts = |at: usize| {
            joined.records[at].cells.iter().map(|c| c.as_ref().map(|c| c.text.as_str())).collect::<Vec<_>>()
        };
        assert_eq!((texts(0), texts(1)), (vec![Some("1"), Some("2"), None], vec![None, Some("3"), Some("4")]));
        let columns = Columns(joined.columns);
        assert_eq!(columns.agreement(&table(&["a", "x"], &[]).columns), 0.5);
        assert_eq!(columns.agreement(&[]), 0.0);
    }
}
