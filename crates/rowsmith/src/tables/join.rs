//! Joining tables that are parts of one: equal headers under successive headings.

use crate::dom::{Document, NodeId};
use crate::types::{CellDetails, ColumnRole, DataTable, MarkedRow, TableColumn, TableForm};

/// A table, and whether it begins where the one before it ends.
pub(crate) struct Placed {
    pub(crate) table: DataTable,
    pub(crate) follows: bool,
}

/// Whether nothing comes between an element and the next table, its sibling.
pub(crate) fn follows(document: &Document, before: NodeId, table: NodeId) -> bool {
    let end = document.end(before);
    let beside = document.parent(before) == document.parent(table);
    beside && end <= table && document.raw_text_between(end, table).trim().is_empty()
}

/// Joins tables with equal headers that follow each other. With `all` it does so whatever comes between them, and a
/// column says where each row comes from. Otherwise only a table that plainly continues the one before is joined: it
/// has no caption, and nothing comes in between.
pub(crate) fn joined(tables: Vec<Placed>, all: bool) -> Vec<DataTable> {
    let mut out: Vec<DataTable> = Vec::new();
    let mut run: Vec<DataTable> = Vec::new();
    for Placed { table, follows } in tables {
        let plainly = follows && table.caption.is_none();
        if !run.last().is_some_and(|last| (all || plainly) && same_columns(last, &table)) {
            out.extend(one_table(std::mem::take(&mut run)));
        }
        run.push(table);
    }
    out.extend(one_table(run));
    for (at, table) in out.iter_mut().enumerate() {
        table.number = at + 1;
    }
    out
}

/// Whether two tables have the same headers, and have any at all.
fn same_columns(one: &DataTable, other: &DataTable) -> bool {
    let labelled = one.columns.iter().filter(|c| c.label.is_some()).count();
    one.form == TableForm::Rows
        && other.form == TableForm::Rows
        && labelled >= 2
        && one.columns.len() == other.columns.len()
        && one
            .columns
            .iter()
            .zip(&other.columns)
            .all(|(a, b)| a.label == b.label && (a.role == ColumnRole::Group) == (b.role == ColumnRole::Group))
}

/// Joins a run of tables.
fn one_table(run: Vec<DataTable>) -> Option<DataTable> {
    let place = |table: &DataTable| table.caption.clone().or_else(|| table.heading.clone()).unwrap_or_default();
    let placed = run.iter().any(|table| place(table) != place(&run[0]));
    let several = run.len() > 1;
    let mut tables = run.into_iter();
    let mut whole = tables.next()?;
    if !several {
        return Some(whole);
    }
    if placed {
        let text = place(&whole);
        add_place(&mut whole, &text);
        whole.caption = None;
        let used = |name: &str| whole.columns.iter().any(|c| c.name == name);
        let name = ["table", "place", "heading", "table_1"].into_iter().find(|name| !used(name)).unwrap_or("table_2");
        whole
            .columns
            .insert(0, TableColumn { name: name.to_owned(), role: ColumnRole::Place, ..TableColumn::default() });
    }
    for mut table in tables {
        if placed {
            let text = place(&table);
            add_place(&mut table, &text);
        }
        let before = whole.rows.len();
        whole.confidence = whole.confidence.min(table.confidence);
        whole.joined.push(table.path);
        whole.joined.extend(table.joined);
        whole.rows.extend(table.rows);
        whole.marked.extend(table.marked.into_iter().map(|m| MarkedRow { row: m.row + before, ..m }));
        whole.details.extend(table.details.into_iter().map(|d| CellDetails { row: d.row + before, ..d }));
        whole.notes.extend(table.notes);
        for (column, other) in whole.columns.iter_mut().skip(usize::from(placed)).zip(table.columns) {
            if column.value_type != other.value_type {
                column.value_type = crate::recognize::ValueType::Text;
            }
        }
    }
    Some(whole)
}

/// Inserts a text before each row.
fn add_place(table: &mut DataTable, text: &str) {
    for row in &mut table.rows {
        row.insert(0, text.to_owned());
    }
    for details in &mut table.details {
        details.column += 1;
    }
}
