//! Tables with their columns edited.

use std::collections::HashSet;

use rowsmith::recognize::ValueType;
use rowsmith::types::{Column, ColumnKind, RegionTable, Role};
use serde::Deserialize;

use super::derived::{cell_of, parts, type_of};
use super::file::{ColumnEdit, ColumnRef, TextPart};
use crate::error::StudioError;

/// A column after editing, and what it is taken from.
#[derive(Clone, PartialEq, Debug)]
pub struct Placed {
    /// The positions of the columns in the table as found whose texts it has; the first is its own.
    pub sources: Vec<usize>,
    /// The part of the text that it has.
    pub part: Option<TextPart>,
    /// The column, with its edited name, type and role.
    pub column: Column,
}

impl Placed {
    /// The position of its own column in the table as found.
    pub fn at(&self) -> usize {
        self.sources.first().copied().unwrap_or(0)
    }
}

/// What a column as found is called.
pub fn reference(column: &Column) -> ColumnRef {
    ColumnRef { from: column.name.clone(), kind: column.kind }
}

/// The edited columns of a table: named, typed, joined, split, ordered and left out as specified. Columns without edits
/// come after the others, unchanged.
pub fn placed(columns: &[Column], edits: &[ColumnEdit]) -> Vec<Placed> {
    let position = |of: &ColumnRef| columns.iter().position(|column| column.name == of.from && column.kind == of.kind);
    let with_edits: Vec<(usize, &ColumnEdit)> =
        edits.iter().filter_map(|edit| Some((position(&edit.of)?, edit))).collect();
    let mut all: Vec<Placed> = Vec::new();
    for &(at, edit) in with_edits.iter().filter(|(_, edit)| is_shown(edits, edit)) {
        let mut column = columns[at].clone();
        column.name.clone_from(&edit.name);
        column.value_type = edit.value_type.unwrap_or(column.value_type);
        if edit.role.is_some() {
            (column.role, column.role_confidence) = (edit.role, None);
        }
        let sources = std::iter::once(at).chain(edit.joined.iter().filter_map(position)).collect();
        all.push(Placed { sources, part: edit.part.clone(), column });
    }
    let has_place =
        |at: usize| with_edits.iter().any(|(other, _)| *other == at) || all.iter().any(|of| of.sources.contains(&at));
    let others: Vec<usize> = (0..columns.len()).filter(|&at| !has_place(at)).collect();
    all.extend(others.into_iter().map(|at| Placed { sources: vec![at], part: None, column: columns[at].clone() }));
    make_unique(&mut all);
    all
}

/// Whether a column has a place of its own: it is not left out, and not joined to another.
fn is_shown(edits: &[ColumnEdit], edit: &ColumnEdit) -> bool {
    !edit.dropped && !edits.iter().any(|other| !other.dropped && other.joined.contains(&edit.of))
}

/// The table with the columns that [`placed`] returns.
pub fn edited(mut table: RegionTable, edits: &[ColumnEdit]) -> RegionTable {
    if edits.is_empty() {
        return table;
    }
    let columns = placed(&table.columns, edits);
    for record in &mut table.records {
        record.cells = columns.iter().map(|of| cell_of(record, &of.sources, of.part.as_ref())).collect();
    }
    table.columns = columns.into_iter().map(|placed| placed.column).collect();
    table
}

/// A change of one column.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct ColumnChange {
    /// The column as it was found.
    #[serde(flatten)]
    pub of: ColumnRef,
    /// Which part of a split column it is, from 0.
    #[serde(default)]
    pub part: Option<usize>,
    /// Its new name.
    #[serde(default)]
    pub name: Option<String>,
    /// The type that its texts are parsed as.
    #[serde(default, rename = "type")]
    pub value_type: Option<ValueType>,
    /// What it means to a person. It gets the name of its role, unless another column has that.
    #[serde(default)]
    pub role: Option<Role>,
    /// Whether it is left out.
    #[serde(default)]
    pub dropped: Option<bool>,
    /// The number of places to move to the right, or to the left if negative.
    #[serde(default)]
    pub by: isize,
    /// The column whose texts are to follow its own.
    #[serde(default)]
    pub join: Option<ColumnRef>,
    /// The separator at which its texts are split into columns.
    #[serde(default)]
    pub split: Option<String>,
    /// Whether it becomes again what it was before it was joined or split.
    #[serde(default)]
    pub restore: bool,
}

/// The edits after a change: all columns of the table in their current order, followed by those that were left out, and
/// then the edits of columns that this table does not have.
///
/// # Errors
/// If the table has no such column, or what is to be done with it cannot be.
pub fn changed(
    table: &RegionTable,
    edits: &[ColumnEdit],
    change: &ColumnChange,
) -> Result<Vec<ColumnEdit>, StudioError> {
    let columns = &table.columns;
    let (mut shown, hidden, elsewhere) = sorted_edits(columns, edits);
    let count = shown.len();
    shown.extend(hidden);
    let number = |edit: &ColumnEdit| edit.part.as_ref().map(|part| part.number);
    let is_changed = |edit: &ColumnEdit| edit.of == change.of && number(edit) == change.part;
    let at = shown.iter().position(is_changed);
    let at = at.ok_or_else(|| StudioError::request(format!("the table has no column {:?}", change.of.from)))?;
    if let Some(other) = &change.join {
        join(&mut shown, at, other)?;
    } else if let Some(separator) = &change.split {
        split(&mut shown, at, separator, table)?;
    } else if change.restore {
        restore(&mut shown, at);
    } else {
        change_one(&mut shown, at, change);
        if change.by != 0 && at < count {
            let edit = shown.remove(at);
            shown.insert(at.saturating_add_signed(change.by).min(count - 1), edit);
        }
    }
    shown.extend(elsewhere);
    Ok(shown)
}

/// Edits of the columns that are shown, in their order, of those that were left out, and of columns that a table does not
/// have.
fn sorted_edits(columns: &[Column], edits: &[ColumnEdit]) -> (Vec<ColumnEdit>, Vec<ColumnEdit>, Vec<ColumnEdit>) {
    let mut shown: Vec<ColumnEdit> = Vec::new();
    for Placed { sources, part, column } in placed(columns, edits) {
        let of = reference(&columns[sources[0]]);
        let own = edits.iter().find(|edit| is_shown(edits, edit) && edit.of == of && edit.part == part);
        let edit = own.cloned().unwrap_or_else(|| as_found(&columns[sources[0]]));
        shown.push(ColumnEdit { name: column.name, ..edit });
    }
    let has = |edit: &ColumnEdit| columns.iter().any(|column| reference(column) == edit.of);
    let is_among = |edit: &ColumnEdit| shown.iter().any(|own| own.of == edit.of && own.part == edit.part);
    let (hidden, elsewhere) = edits.iter().filter(|edit| !is_among(edit)).cloned().partition(has);
    (shown, hidden, elsewhere)
}

fn as_found(column: &Column) -> ColumnEdit {
    ColumnEdit {
        of: reference(column),
        name: column.name.clone(),
        value_type: None,
        role: None,
        dropped: false,
        joined: Vec::new(),
        part: None,
    }
}

fn change_one(shown: &mut [ColumnEdit], at: usize, change: &ColumnChange) {
    if let Some(role) = change.role {
        let is_taken =
            shown.iter().enumerate().any(|(other, edit)| other != at && !edit.dropped && edit.name == role.name());
        shown[at].role = Some(role);
        if !is_taken {
            role.name().clone_into(&mut shown[at].name);
        }
    }
    let edit = &mut shown[at];
    if let Some(name) = &change.name {
        name.trim().clone_into(&mut edit.name);
    }
    edit.value_type = change.value_type.or(edit.value_type);
    edit.dropped = change.dropped.unwrap_or(edit.dropped);
}

/// Lets the texts of one column follow those of another.
fn join(shown: &mut Vec<ColumnEdit>, at: usize, other: &ColumnRef) -> Result<(), StudioError> {
    let is_other = |edit: &ColumnEdit| edit.of == *other && edit.part.is_none() && !edit.dropped;
    let with = shown.iter().position(is_other).filter(|with| *with != at);
    let with = with.ok_or_else(|| StudioError::request(format!("there is no column {:?} to join", other.from)))?;
    let are_texts = [at, with].iter().all(|&at| shown[at].of.kind == ColumnKind::Text && shown[at].part.is_none());
    if !are_texts {
        return Err(StudioError::request("only columns of texts that are not split can be joined"));
    }
    let further = shown[with].clone();
    shown[at].joined.push(further.of);
    shown[at].joined.extend(further.joined);
    shown[at].value_type = Some(ValueType::Text);
    // it is what it was when it is taken off again
    let further = shown.remove(with);
    shown.push(further);
    Ok(())
}

/// Makes a column of each part of the texts of one.
fn split(shown: &mut Vec<ColumnEdit>, at: usize, separator: &str, table: &RegionTable) -> Result<(), StudioError> {
    let edit = shown[at].clone();
    if edit.of.kind != ColumnKind::Text || edit.part.is_some() {
        return Err(StudioError::request("only a column of texts that is not split can be split"));
    }
    if separator.is_empty() {
        return Err(StudioError::request("say what stands between the parts, such as a comma"));
    }
    let seen = edited(table.clone(), &shown[at..=at]);
    let texts = |table: &RegionTable, at: usize| -> Vec<String> {
        let cells = table.records.iter().filter_map(|record| record.cells.get(at)?.as_ref());
        cells.map(|cell| cell.text.clone()).collect()
    };
    let whole = texts(&seen, 0);
    let of = parts(whole.iter().map(String::as_str), separator);
    if of < 2 {
        return Err(StudioError::request(format!("no text of {:?} has {separator:?} in it", edit.name)));
    }
    let part = |number: usize| {
        let part = TextPart { at: separator.to_owned(), number, of };
        let name = if number == 0 { edit.name.clone() } else { format!("{}_{}", edit.name, number + 1) };
        let own = ColumnEdit { name, value_type: None, role: None, part: Some(part), ..edit.clone() };
        let texts = texts(&edited(table.clone(), std::slice::from_ref(&own)), 0);
        ColumnEdit { value_type: Some(type_of(texts.iter().map(String::as_str))), ..own }
    };
    let mut made: Vec<ColumnEdit> = (0..of).map(part).collect();
    for edit in &mut made {
        while shown.iter().enumerate().any(|(other, own)| other != at && !own.dropped && own.name == edit.name) {
            edit.name.push('_');
        }
    }
    shown.splice(at..=at, made);
    Ok(())
}

/// Makes a column again what it was found as: its parts are one, and what was joined to it has columns of its own.
fn restore(shown: &mut Vec<ColumnEdit>, at: usize) {
    let of = shown[at].of.clone();
    let first = shown.iter().position(|edit| edit.of == of).unwrap_or(at);
    let name = shown[first].name.clone();
    let mut number = 0;
    shown.retain(|edit| {
        number += 1;
        number - 1 == first || edit.of != of
    });
    let edit = &mut shown[first];
    *edit = ColumnEdit { name, value_type: None, dropped: false, joined: Vec::new(), part: None, ..edit.clone() };
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
    for edit in edits.iter().filter(|edit| is_shown(edits, edit)) {
        if edit.name.trim().is_empty() {
            return Err(StudioError::request(format!("the column {:?} needs a name", edit.of.from)));
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

    fn of(from: &str) -> ColumnRef {
        ColumnRef { from: from.to_owned(), kind: ColumnKind::Text }
    }

    fn edit(from: &str, name: &str) -> ColumnEdit {
        let name = name.to_owned();
        let of = of(from);
        ColumnEdit { of, name, value_type: None, role: None, dropped: false, joined: Vec::new(), part: None }
    }

    fn change(from: &str) -> ColumnChange {
        ColumnChange {
            of: of(from),
            part: None,
            name: None,
            value_type: None,
            role: None,
            dropped: None,
            by: 0,
            join: None,
            split: None,
            restore: false,
        }
    }

    fn table(names: &[&str], rows: &[&[&str]]) -> RegionTable {
        let columns = names.iter().map(|name| Column::new(*name, ColumnKind::Text, ValueType::Text));
        let row =
            |texts: &&[&str]| RecordRow::new(Vec::new(), texts.iter().map(|text| Some(Cell::text(*text))).collect());
        RegionTable::new(columns.collect(), rows.iter().map(row).collect())
    }

    fn names_and_texts(table: &RegionTable) -> (Vec<&str>, Vec<&str>) {
        let names = table.columns.iter().map(|column| column.name.as_str()).collect();
        let cells = table.records.iter().flat_map(|record| &record.cells);
        (names, cells.flatten().map(|cell| cell.text.as_str()).collect())
    }

    #[test]
    fn renamed_ordered_typed_and_left_out() {
        let table = table(&["title", "price", "note"], &[&["Oak", "45", "x"]]);
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
        let table = table(&["title", "price", "note"], &[]);
        let after = |edits: &[ColumnEdit], change: ColumnChange| changed(&table, edits, &change).unwrap();
        let edits = after(&[edit("other", "other")], ColumnChange { name: Some("cost ".into()), ..change("price") });
        let edits = after(&edits, ColumnChange { value_type: Some(ValueType::Price), ..change("price") });
        let edits = after(&edits, ColumnChange { by: -1, ..change("price") });
        let edits = after(&edits, ColumnChange { dropped: Some(true), ..change("title") });
        let names = |edits: &[ColumnEdit]| {
            placed(&table.columns, edits).iter().map(|p| p.column.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(&edits), ["cost", "note"]);
        assert_eq!((edits[0].value_type, edits.last().unwrap().of.from.as_str()), (Some(ValueType::Price), "other"));
        let edits = after(&edits, ColumnChange { dropped: Some(false), ..change("title") });
        assert_eq!(names(&edits), ["cost", "note", "title"]);
        let edits = after(&edits, ColumnChange { by: 9, ..change("price") });
        assert_eq!(names(&edits), ["note", "title", "cost"]);
        assert!(changed(&table, &edits, &change("nothing")).is_err());
    }

    #[test]
    fn a_role_gives_its_name_unless_that_is_taken() {
        let table = table(&["title", "amount"], &[&["Oak", "45"]]);
        let edits = changed(&table, &[], &ColumnChange { role: Some(Role::Price), ..change("amount") }).unwrap();
        let seen = edited(table.clone(), &edits);
        assert_eq!((seen.columns[1].name.as_str(), seen.columns[1].role), ("price", Some(Role::Price)));
        let edits = changed(&table, &edits, &ColumnChange { role: Some(Role::Title), ..change("amount") }).unwrap();
        let seen = edited(table, &edits);
        assert_eq!((seen.columns[1].name.as_str(), seen.columns[1].role), ("price", Some(Role::Title)));
    }

    #[test]
    fn columns_are_joined_and_come_apart_again() {
        let table = table(&["make", "model", "year"], &[&["Ford", "Fiesta", "2019"], &["Fiat", "Panda", "2020"]]);
        let join = |edits: &[ColumnEdit], to: &str, other: &str| {
            changed(&table, edits, &ColumnChange { join: Some(of(other)), ..change(to) })
        };
        let named = changed(&table, &[], &ColumnChange { name: Some("built".into()), ..change("year") }).unwrap();
        let edits = join(&join(&named, "model", "year").unwrap(), "make", "model").unwrap();
        check(&edits).unwrap();
        let seen = edited(table.clone(), &edits);
        assert_eq!(names_and_texts(&seen), (vec!["make"], vec!["Ford Fiesta 2019", "Fiat Panda 2020"]));
        assert!(join(&edits, "make", "make").is_err() && join(&edits, "make", "colour").is_err());
        let edits = changed(&table, &edits, &ColumnChange { restore: true, ..change("make") }).unwrap();
        let seen = edited(table.clone(), &edits);
        assert_eq!(names_and_texts(&seen), (vec!["make", "model"], vec!["Ford", "Fiesta 2019", "Fiat", "Panda 2020"]));
        let edits = changed(&table, &edits, &ColumnChange { restore: true, ..change("model") }).unwrap();
        assert_eq!(names_and_texts(&edited(table.clone(), &edits)).0, ["make", "model", "built"]);
    }

    #[test]
    fn a_column_is_split_and_whole_again() {
        let table = table(
            &["title", "facts"],
            &[&["Flat", "3, 75 m², Leeds"], &["House", "5, 140 m²"], &["Villa", "7, 300 m², York, centre, new"]],
        );
        let split = ColumnChange { split: Some(", ".into()), ..change("facts") };
        let edits = changed(&table, &[], &split).unwrap();
        let seen = edited(table.clone(), &edits);
        assert_eq!(names_and_texts(&seen).0, ["title", "facts", "facts_2", "facts_3", "facts_4", "facts_5"]);
        assert_eq!(names_and_texts(&seen).1[..4], ["Flat", "3", "75 m²", "Leeds"]);
        assert_eq!(seen.columns[1].value_type, ValueType::Number);
        // each part is a column like others
        let second = ColumnChange { part: Some(1), name: Some("area".into()), ..change("facts") };
        let edits = changed(&table, &edits, &second).unwrap();
        let last = ColumnChange { part: Some(4), dropped: Some(true), ..change("facts") };
        let edits = changed(&table, &edits, &last).unwrap();
        check(&edits).unwrap();
        assert_eq!(names_and_texts(&edited(table.clone(), &edits)).0, ["title", "facts", "area", "facts_3", "facts_4"]);
        assert!(changed(&table, &edits, &ColumnChange { part: Some(0), ..split.clone() }).is_err());
        let whole = ColumnChange { part: Some(1), restore: true, ..change("facts") };
        let edits = changed(&table, &edits, &whole).unwrap();
        assert_eq!(names_and_texts(&edited(table.clone(), &edits)).0, ["title", "facts"]);
        assert!(changed(&table, &edits, &ColumnChange { split: Some(";".into()), ..split }).is_err());
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
