//! Tables with their columns edited.

use std::collections::HashSet;

use rowsmith::recognize::ValueType;
use rowsmith::types::{Column, ColumnKind, RegionTable};
use serde::Deserialize;

use super::file::ColumnEdit;
use crate::error::StudioError;

/// A column after editing, and its position in the table as found.
#[derive(Clone, PartialEq, Debug)]
pub struct Placed {
    /// Its position in the table as found.
    pub at: usize,
    /// The column, with its edited name and type.
    pub column: Column,
}

/// The edited columns of a table: named, typed, ordered and left out as specified. Columns without edits come after the
/// others, unchanged.
pub fn placed(columns: &[Column], edits: &[ColumnEdit]) -> Vec<Placed> {
    let at = |edit: &ColumnEdit| columns.iter().position(|column| column.name == edit.from && column.kind == edit.kind);
    let edited_columns: Vec<(usize, &ColumnEdit)> = edits.iter().filter_map(|edit| Some((at(edit)?, edit))).collect();
    let mut all: Vec<Placed> = Vec::new();
    for &(at, edit) in edited_columns.iter().filter(|(_, edit)| !edit.dropped) {
        let mut column = columns[at].clone();
        column.name.clone_from(&edit.name);
        column.value_type = edit.value_type.unwrap_or(column.value_type);
        all.push(Placed { at, column });
    }
    for (at, column) in columns.iter().enumerate() {
        if !edited_columns.iter().any(|(edited, _)| *edited == at) {
            all.push(Placed { at, column: column.clone() });
        }
    }
    make_unique(&mut all);
    all
}

/// The table with the columns that [`placed`] returns.
pub fn edited(mut table: RegionTable, edits: &[ColumnEdit]) -> RegionTable {
    if edits.is_empty() {
        return table;
    }
    let columns = placed(&table.columns, edits);
    for record in &mut table.records {
        record.cells = columns.iter().map(|placed| record.cells.get(placed.at).cloned().flatten()).collect();
    }
    table.columns = columns.into_iter().map(|placed| placed.column).collect();
    table
}

/// A change of one column.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct ColumnChange {
    /// The name under which it was found.
    pub from: String,
    /// What it is taken from.
    pub kind: ColumnKind,
    /// Its new name.
    #[serde(default)]
    pub name: Option<String>,
    /// The type that its texts are parsed as.
    #[serde(default, rename = "type")]
    pub value_type: Option<ValueType>,
    /// Whether it is left out.
    #[serde(default)]
    pub dropped: Option<bool>,
    /// The number of places to move to the right, or to the left if negative.
    #[serde(default)]
    pub by: isize,
}

/// The edits after a change: all columns of the table in their current order, followed by those that were left out, and
/// then the edits of columns that this table does not have.
///
/// # Errors
/// If the table has no such column.
pub fn changed(
    columns: &[Column],
    edits: &[ColumnEdit],
    change: &ColumnChange,
) -> Result<Vec<ColumnEdit>, StudioError> {
    let is = |edit: &ColumnEdit, name: &str, kind: ColumnKind| edit.from == name && edit.kind == kind;
    let edit_of = |column: &Column| edits.iter().find(|edit| is(edit, &column.name, column.kind));
    let mut shown: Vec<ColumnEdit> = Vec::new();
    for Placed { at, column } in placed(columns, edits) {
        let found = &columns[at];
        let value_type = edit_of(found).and_then(|edit| edit.value_type);
        shown.push(ColumnEdit {
            from: found.name.clone(),
            kind: found.kind,
            name: column.name,
            value_type,
            dropped: false,
        });
    }
    let (hidden, elsewhere): (Vec<&ColumnEdit>, Vec<&ColumnEdit>) = edits
        .iter()
        .filter(|edit| !shown.iter().any(|own| is(own, &edit.from, edit.kind)))
        .partition(|edit| columns.iter().any(|column| is(edit, &column.name, column.kind)));
    let count = shown.len();
    shown.extend(hidden.into_iter().cloned());
    let at = shown.iter().position(|edit| is(edit, &change.from, change.kind));
    let at = at.ok_or_else(|| StudioError::request(format!("the table has no column {:?}", change.from)))?;
    let edit = &mut shown[at];
    if let Some(name) = &change.name {
        edit.name = name.trim().to_owned();
    }
    edit.value_type = change.value_type.or(edit.value_type);
    edit.dropped = change.dropped.unwrap_or(edit.dropped);
    if change.by != 0 && at < count {
        let edit = shown.remove(at);
        shown.insert(at.saturating_add_signed(change.by).min(count - 1), edit);
    }
    shown.extend(elsewhere.into_iter().cloned());
    Ok(shown)
}

/// A column that was not renamed gives way to one that was given its name.
fn make_unique(columns: &mut [Placed]) {
    let mut names: HashSet<String> = HashSet::new();
    for Placed { column, .. } in columns {
        let base = column.name.clone();
        let mut number = 2;
        while !names.insert(column.name.clone()) {
            column.name = format!("{base}_{number}");
            number += 1;
        }
    }
}

/// # Errors
/// If a name is empty or used twice.
pub fn check(edits: &[ColumnEdit]) -> Result<(), StudioError> {
    let mut names = HashSet::new();
    for edit in edits.iter().filter(|edit| !edit.dropped) {
        if edit.name.trim().is_empty() {
            return Err(StudioError::request(format!("the column {:?} needs a name", edit.from)));
        }
        if !names.insert(edit.name.as_str()) {
            return Err(StudioError::request(format!("two columns would be called {:?}", edit.name)));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use rowsmith::types::{Cell, RecordRow};

    use super::*;

    fn edit(from: &str, name: &str) -> ColumnEdit {
        let (from, name) = (from.to_owned(), name.to_owned());
        ColumnEdit { from, name, kind: ColumnKind::Text, value_type: None, dropped: false }
    }

    fn names_and_texts(table: &RegionTable) -> (Vec<&str>, Vec<&str>) {
        let names = table.columns.iter().map(|column| column.name.as_str()).collect();
        let cells = table.records.iter().flat_map(|record| &record.cells);
        (names, cells.flatten().map(|cell| cell.text.as_str()).collect())
    }

    #[test]
    fn renamed_ordered_typed_and_left_out() {
        let columns = ["title", "price", "note"].map(|name| Column::new(name, ColumnKind::Text, ValueType::Text));
        let row = RecordRow::new(Vec::new(), ["Oak", "45", "x"].map(|text| Some(Cell::text(text))).into());
        let table = RegionTable::new(columns.into(), vec![row]);
        let cost = ColumnEdit { value_type: Some(ValueType::Number), ..edit("price", "cost") };
        let gone = ColumnEdit { dropped: true, ..edit("note", "note") };
        let seen = edited(table.clone(), &[cost, gone, edit("elsewhere", "y")]);
        assert_eq!(names_and_texts(&seen), (vec!["cost", "title"], vec!["45", "Oak"]));
        assert_eq!(seen.columns[0].value_type, ValueType::Number);
        // a name that another column had
        let seen = edited(table, &[edit("price", "title")]);
        assert_eq!(names_and_texts(&seen), (vec!["title", "title_2", "note"], vec!["45", "Oak", "x"]));
    }

    #[test]
    fn one_column_is_changed_at_a_time() {
        let columns = ["title", "price", "note"].map(|name| Column::new(name, ColumnKind::Text, ValueType::Text));
        let of = |from: &str| ColumnChange {
            from: from.into(),
            kind: ColumnKind::Text,
            name: None,
            value_type: None,
            dropped: None,
            by: 0,
        };
        let elsewhere = edit("other", "other");
        let edits =
            changed(&columns, &[elsewhere], &ColumnChange { name: Some("cost ".into()), ..of("price") }).unwrap();
        let edits =
            changed(&columns, &edits, &ColumnChange { value_type: Some(ValueType::Price), ..of("price") }).unwrap();
        let edits = changed(&columns, &edits, &ColumnChange { by: -1, ..of("price") }).unwrap();
        let edits = changed(&columns, &edits, &ColumnChange { dropped: Some(true), ..of("title") }).unwrap();
        let names =
            |edits: &[ColumnEdit]| placed(&columns, edits).iter().map(|p| p.column.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&edits), ["cost", "note"]);
        assert_eq!((edits[0].value_type, edits.last().unwrap().from.as_str()), (Some(ValueType::Price), "other"));
        let edits = changed(&columns, &edits, &ColumnChange { dropped: Some(false), ..of("title") }).unwrap();
        assert_eq!(names(&edits), ["cost", "note", "title"]);
        let edits = changed(&columns, &edits, &ColumnChange { by: 9, ..of("price") }).unwrap();
        assert_eq!(names(&edits), ["note", "title", "cost"]);
        assert!(changed(&columns, &edits, &of("nothing")).is_err());
    }

    #[test]
    fn names_are_given_once() {
        assert!(check(&[edit("a", "b"), edit("b", "a")]).is_ok());
        assert!(check(&[edit("a", "b"), edit("b", "b")]).unwrap_err().to_string().contains("\"b\""));
        assert!(check(&[edit("a", " ")]).is_err());
        let dropped = ColumnEdit { dropped: true, ..edit("b", "b") };
        assert!(check(&[edit("a", "b"), dropped]).is_ok());
    }
}
