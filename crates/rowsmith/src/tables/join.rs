//! Tables that are parts of one: equal headers under successive headings.

use crate::types::{CellDetails, ColumnRole, DataTable, MarkedRow, TableColumn, TableForm};

/// Joins tables with equal headers that follow each other. With `all`, whatever stands between them, and a column says where
/// each row comes from; else only where one plainly goes on with the other: no caption, and no heading in between.
pub(crate) fn joined(tables: Vec<DataTable>, all: bool) -> Vec<DataTable> {
    let mut out: Vec<DataTable> = Vec::new();
    let mut run: Vec<DataTable> = Vec::new();
    for table in tables {
        let goes_on = run.last().is_some_and(|last| {
            let same = same_columns(last, &table);
            let plainly = table.caption.is_none() && table.heading == last.heading && adjacent(last, &table);
            same && (all || plainly)
        });
        if !goes_on {
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

/// Whether two tables have the same headers, and have any.
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

/// Whether two tables are siblings, one right behind the other.
fn adjacent(one: &DataTable, other: &DataTable) -> bool {
    let split = |path: &str| {
        let (parent, step) = path.rsplit_once('/')?;
        let (tag, number) = step.strip_suffix(']')?.split_once('[')?;
        Some((parent.to_owned(), tag.to_owned(), number.parse::<u32>().ok()?))
    };
    let last = one.joined.last().unwrap_or(&one.path);
    match (split(last), split(&other.path)) {
        (Some((parent, tag, at)), Some((other_parent, other_tag, other_at))) => {
            parent == other_parent && tag == other_tag && at + 1 == other_at
        }
        _ => false,
    }
}

/// A run of tables as one.
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

/// Puts a text before each row.
fn add_place(table: &mut DataTable, text: &str) {
    for row in &mut table.rows {
        row.insert(0, text.to_owned());
    }
    for details in &mut table.details {
        details.column += 1;
    }
}
