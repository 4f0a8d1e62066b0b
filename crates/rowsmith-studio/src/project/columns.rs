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
    for &(at, edit) in with_edits.iter().filter(|(_, edit)| is_shown(columns, edits, edit)) {
        let mut column = columns[at].clone();
        column.name.clone_from(&edit.name);
        column.value_type = edit.value_type.unwrap_or(column.value_type);
        // a part is not what the whole was found to be
        if edit.role.is_some() || edit.part.is_some() {
            (column.role, column.role_confidence) = (edit.role, None);
        }
        if edit.part.is_some() {
            column.label = None;
        }
        let sources = std::iter::once(at).chain(edit.joined.iter().filter_map(position)).collect();
        all.push(Placed { sources, part: edit.part.clone(), column });
    }
    let has_place = |at: usize| {
        with_edits.iter().any(|(other, _)| *other == at) || is_joined(columns, edits, &reference(&columns[at]))
    };
    let others: Vec<usize> = (0..columns.len()).filter(|&at| !has_place(at)).collect();
    all.extend(others.into_iter().map(|at| Placed { sources: vec![at], part: None, column: columns[at].clone() }));
    make_unique(&mut all);
    all
}

/// Whether a column has a place of its own: it is not left out, and not joined to another.
fn is_shown(columns: &[Column], edits: &[ColumnEdit], edit: &ColumnEdit) -> bool {
    !edit.dropped && !is_joined(columns, edits, &edit.of)
}

/// Whether a column is joined to another that the table has, even if that is left out.
pub fn is_joined(columns: &[Column], edits: &[ColumnEdit], of: &ColumnRef) -> bool {
    let has = |host: &ColumnRef| columns.iter().any(|column| column.name == host.from && column.kind == host.kind);
    edits.iter().any(|host| host.joined.contains(of) && has(&host.of))
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
    let number = |edit: &ColumnEdit| edit.part.as_ref().map(|part| part.number);
    let is_changed = |edit: &ColumnEdit| edit.of == change.of && number(edit) == change.part;
    if change.join.is_some() || change.split.is_some() || change.restore {
        let at = shown.iter().position(is_changed);
        let at = at.ok_or_else(|| StudioError::request(format!("the table shows no column {:?}", change.of.from)))?;
        let mut rest: Vec<ColumnEdit> = hidden.into_iter().chain(elsewhere).collect();
        match (&change.join, &change.split) {
            (Some(other), _) => rest.insert(0, join(&mut shown, at, other)?),
            (None, Some(separator)) => split(&mut shown, at, separator, table, &rest)?,
            (None, None) => restore(&mut shown, at, &mut rest),
        }
        shown.extend(rest);
        return Ok(shown);
    }
    shown.extend(hidden);
    let at = shown.iter().position(is_changed);
    let at = at.ok_or_else(|| StudioError::request(format!("the table has no column {:?}", change.of.from)))?;
    change_one(&mut shown, at, change, &elsewhere);
    if change.by != 0 && at < count {
        let edit = shown.remove(at);
        shown.insert(at.saturating_add_signed(change.by).min(count - 1), edit);
    }
    shown.extend(elsewhere);
    Ok(shown)
}

/// Whether a column other than the one at `at` is called so, here or on other pages.
fn is_taken(shown: &[ColumnEdit], at: usize, rest: &[ColumnEdit], name: &str) -> bool {
    let is_called = |edit: &ColumnEdit| !edit.dropped && edit.name == name;
    shown.iter().enumerate().any(|(other, edit)| other != at && is_called(edit)) || rest.iter().any(is_called)
}

/// Edits of the columns that are shown, in their order, of those that were left out, and of columns that a table does not
/// have.
fn sorted_edits(columns: &[Column], edits: &[ColumnEdit]) -> (Vec<ColumnEdit>, Vec<ColumnEdit>, Vec<ColumnEdit>) {
    let mut shown: Vec<ColumnEdit> = Vec::new();
    for Placed { sources, part, column } in placed(columns, edits) {
        let of = reference(&columns[sources[0]]);
        let own = edits.iter().find(|edit| is_shown(columns, edits, edit) && edit.of == of && edit.part == part);
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
        was: None,
    }
}

fn change_one(shown: &mut [ColumnEdit], at: usize, change: &ColumnChange, elsewhere: &[ColumnEdit]) {
    if let Some(role) = change.role {
        shown[at].role = Some(role);
        if !is_taken(shown, at, elsewhere, role.name()) {
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

/// Lets the texts of one column follow those of another, whose edit is returned: it has no place of its own.
fn join(shown: &mut Vec<ColumnEdit>, at: usize, other: &ColumnRef) -> Result<ColumnEdit, StudioError> {
    let with = shown.iter().position(|edit| edit.of == *other).filter(|with| *with != at);
    let with = with.ok_or_else(|| StudioError::request(format!("there is no column {:?} to join", other.from)))?;
    let are_texts = [at, with].iter().all(|&at| shown[at].of.kind == ColumnKind::Text && shown[at].part.is_none());
    if !are_texts {
        return Err(StudioError::request("only columns of texts that are not split can be joined"));
    }
    let further = shown[with].clone();
    let edit = &mut shown[at];
    if edit.joined.is_empty() {
        edit.was = Some(Box::new(edit.clone()));
    }
    edit.joined.push(further.of.clone());
    edit.joined.extend(further.joined.iter().cloned());
    edit.value_type = Some(ValueType::Text);
    // it is what it was when it is taken off again
    Ok(shown.remove(with))
}

/// Makes a column of each part of the texts of one.
fn split(
    shown: &mut Vec<ColumnEdit>,
    at: usize,
    separator: &str,
    table: &RegionTable,
    rest: &[ColumnEdit],
) -> Result<(), StudioError> {
    let edit = shown[at].clone();
    if edit.of.kind != ColumnKind::Text || edit.part.is_some() {
        return Err(StudioError::request("only a column of texts that is not split can be split"));
    }
    if separator.is_empty() {
        return Err(StudioError::request("say what stands between the parts, such as a comma"));
    }
    let texts = |edit: &ColumnEdit| -> Vec<String> {
        let seen = edited(table.clone(), std::slice::from_ref(edit));
        let cells = seen.records.iter().filter_map(|record| record.cells.first()?.as_ref());
        cells.map(|cell| cell.text.clone()).collect()
    };
    let whole = texts(&edit);
    let of = parts(whole.iter().map(String::as_str), separator);
    if of < 2 {
        return Err(StudioError::request(format!("no text of {:?} has {separator:?} in it", edit.name)));
    }
    let mut made: Vec<ColumnEdit> = Vec::new();
    for number in 0..of {
        let part = TextPart { at: separator.to_owned(), number, of };
        let mut name = if number == 0 { edit.name.clone() } else { format!("{}_{}", edit.name, number + 1) };
        while is_taken(shown, at, rest, &name) {
            name.push('_');
        }
        // the first is what the whole was said to be
        let role = edit.role.filter(|_| number == 0);
        let was = Some(Box::new(edit.clone()));
        let own = ColumnEdit { name, value_type: None, role, part: Some(part), was, ..edit.clone() };
        let value_type = Some(type_of(texts(&own).iter().map(String::as_str)));
        made.push(ColumnEdit { value_type, ..own });
    }
    shown.splice(at..=at, made);
    Ok(())
}

/// Makes a column again what it was before it was joined or split: its parts are one, and what was joined to it has
/// columns of its own.
fn restore(shown: &mut Vec<ColumnEdit>, at: usize, rest: &mut Vec<ColumnEdit>) {
    let of = shown[at].of.clone();
    let Some(mut whole) = shown[at].was.clone() else { return };
    let first = shown.iter().position(|edit| edit.of == of).unwrap_or(at);
    rest.retain(|edit| edit.of != of);
    let mut number = 0;
    shown.retain(|edit| {
        number += 1;
        number - 1 == first || edit.of != of
    });
    while is_taken(shown, first, rest, &whole.name) {
        whole.name.push('_');
    }
    shown[first] = ColumnEdit { dropped: false, ..*whole };
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
    let is_joined = |of: &ColumnRef| edits.iter().any(|host| host.joined.contains(of));
    for edit in edits.iter().filter(|edit| !edit.dropped && !is_joined(&edit.of)) {
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
        ColumnEdit { of, name, value_type: None, role: None, dropped: false, joined: Vec::new(), part: None, was: None }
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
        // a page without the first column shows the others
        let other = self::table(&["model", "year"], &[&["Golf", "2021"]]);
        assert_eq!(names_and_texts(&edited(other, &edits)), (vec!["model"], vec!["Golf 2021"]));
        let other = self::table(&["year"], &[&["2021"]]);
        assert_eq!(names_and_texts(&edited(other, &edits)), (vec!["built"], vec!["2021"]));
        // left out, it takes those with it
        let gone = changed(&table, &edits, &ColumnChange { dropped: Some(true), ..change("make") }).unwrap();
        assert!(edited(table.clone(), &gone).columns.is_empty());
        let edits = changed(&table, &edits, &ColumnChange { restore: true, ..change("make") }).unwrap();
        let seen = edited(table.clone(), &edits);
        assert_eq!(names_and_texts(&seen), (vec!["make", "model"], vec!["Ford", "Fiesta 2019", "Fiat", "Panda 2020"]));
        let edits = changed(&table, &edits, &ColumnChange { restore: true, ..change("model") }).unwrap();
        assert_eq!(names_and_texts(&edited(table.clone(), &edits)).0, ["make", "model", "built"]);
        // what is joined already joins nothing
        let edits = join(&[], "make", "model").unwrap();
        assert!(join(&edits, "model", "make").is_err() && join(&edits, "year", "model").is_err());
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
        let moved = ColumnChange { part: Some(1), by: -9, ..change("facts") };
        let edits = changed(&table, &edits, &moved).unwrap();
        let edits = changed(&table, &edits, &whole).unwrap();
        let seen = edited(table.clone(), &edits);
        assert_eq!(
            (names_and_texts(&seen).0, names_and_texts(&seen).1[0]),
            (vec!["facts", "title"], "3, 75 m², Leeds")
        );
        assert!(changed(&table, &edits, &ColumnChange { split: Some(";".into()), ..split }).is_err());
    }

    #[test]
    fn parts_and_roles_give_way_to_names_on_other_pages() {
        let table = table(&["place", "amount"], &[&["Leeds, North", "45"]]);
        let elsewhere = [edit("price", "price"), edit("where", "place_2")];
        let role = ColumnChange { role: Some(Role::Location), ..change("place") };
        let edits = changed(&table, &elsewhere, &role).unwrap();
        let edits = changed(&table, &edits, &ColumnChange { name: Some("place".into()), ..change("place") }).unwrap();
        let edits = changed(&table, &edits, &ColumnChange { role: Some(Role::Price), ..change("amount") }).unwrap();
        let edits = changed(&table, &edits, &ColumnChange { split: Some(", ".into()), ..change("place") }).unwrap();
        check(&edits).unwrap();
        let seen = edited(table.clone(), &edits);
        assert_eq!(names_and_texts(&seen).0, ["place", "place_2_", "amount"]);
        let roles: Vec<Option<Role>> = seen.columns.iter().map(|column| column.role).collect();
        assert_eq!(roles, [Some(Role::Location), None, Some(Role::Price)]);
        let edits = changed(&table, &edits, &ColumnChange { part: Some(1), restore: true, ..change("place") }).unwrap();
        assert_eq!(edited(table, &edits).columns[0].role, Some(Role::Location));
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
