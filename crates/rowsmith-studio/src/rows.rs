//! The rows of all pages as one table.

use rowsmith::types::{Cell, Column, RecordRow, RegionTable};
use serde::Serialize;

use crate::project::{ColumnEdit, edited};
use crate::view::{Read, read_all};

/// The rows of several pages as one table: the columns of all, identified by name, in order of first occurrence.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Rows {
    pub(crate) table: RegionTable,
    /// For each row, the page and the number of the record on it.
    pub(crate) from: Vec<RowFrom>,
}

/// Where a row comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct RowFrom {
    /// The number of the page.
    pub(crate) page: u32,
    /// The number of the record on it, from 1.
    pub(crate) record: u32,
}

impl Rows {
    /// No rows yet.
    pub(crate) fn new() -> Rows {
        Rows { table: RegionTable::new(Vec::new(), Vec::new()), from: Vec::new() }
    }

    /// Adds the tables of a page, with edited columns.
    pub(crate) fn add(&mut self, page: u32, tables: &[RegionTable], edits: &[ColumnEdit]) {
        let mut number = 0;
        for table in tables {
            let table = edited(table.clone(), edits);
            let places: Vec<usize> = table.columns.iter().map(|column| self.column(column)).collect();
            for record in table.records {
                number += 1;
                let mut cells: Vec<Option<Cell>> = vec![None; self.table.columns.len()];
                for (cell, &at) in record.cells.into_iter().zip(&places) {
                    cells[at] = cell;
                }
                self.table.records.push(RecordRow::new(Vec::new(), cells));
                self.from.push(RowFrom { page, record: number });
            }
        }
    }

    /// Extends all rows to all columns.
    pub(crate) fn complete(mut self) -> Rows {
        let columns = self.table.columns.len();
        for record in &mut self.table.records {
            record.cells.resize(columns, None);
        }
        self
    }

    fn column(&mut self, column: &Column) -> usize {
        let columns = &mut self.table.columns;
        columns.iter().position(|known| known.name == column.name).unwrap_or_else(|| {
            columns.push(column.clone());
            columns.len() - 1
        })
    }

    /// The values of the texts.
    pub(crate) fn read(&self) -> Vec<Vec<Option<Read>>> {
        read_all(&self.table)
    }
}
