//! What the state adds to the columns of a table: names and types, and values that are missing or truncated.

use crate::recognize::ValueType;
use crate::state::join::{Joined, Joining};
use crate::state::keys::Comparable;
use crate::state::roles::{Meaning, meanings};
use crate::state::table::{Planned, cell_of, column_for, is_repeated, name_of};
use crate::state::text::{folded, plain};
use crate::state::words::words_of;
use crate::types::rounding::to_thousandths;
use crate::types::{Cell, Column, ColumnKind, RegionTable, Role, Warning};

/// How many rows are compared to find out which field a column is.
const MOST_COMPARED: usize = 24;

/// In this share of rows a column and a field must agree to be the same.
const LEAST_AGREEMENT: f64 = 0.6;

/// The same share if the state is to fill in what the page lacks.
const SURE_AGREEMENT: f64 = 0.8;

/// A table and the list that knows more about its records.
pub(crate) struct Completion<'c, 'j, 'd> {
    pub(crate) joining: &'c Joining<'j, 'd>,
    pub(crate) joined: &'c Joined<'d>,
    pub(crate) path: &'c str,
}

/// The field that a column is.
#[derive(Clone, Copy, Debug)]
struct Match {
    field: usize,
    agreement: f64,
}

impl Completion<'_, '_, '_> {
    /// Completes the table.
    pub(crate) fn complete(&self, table: &mut RegionTable) -> Vec<Warning> {
        let meanings = meanings(&self.joined.flat, self.joining.about);
        let rows: Vec<usize> =
            (0..table.records.len()).filter(|&row| self.joined.object_of[row].is_some()).take(MOST_COMPARED).collect();
        let by_field = self.values_by_field(&rows);
        let mut matches: Vec<Option<Match>> =
            (0..table.columns.len()).map(|column| self.field_of(table, column, &rows, &by_field, &meanings)).collect();
        table.state = Some(self.path.to_owned());
        for (column, found) in table.columns.iter_mut().zip(&matches) {
            column.state = found.map(|found| self.joined.flat.fields[found.field].names.join("."));
        }
        self.name_title(table, &mut matches, &meanings);
        self.say_title_once(table, &mut matches);
        self.name_others(table, &matches, &meanings);
        self.fill(table, &matches, &meanings);
        self.add(table, &mut matches, &meanings);
        self.contradictions(table, &matches)
    }

    /// The value of a field for a row.
    fn value(&self, field: usize, row: usize) -> Option<Comparable> {
        let object = self.joined.object_of[row]?;
        let value = self.joined.flat.fields[field].values[object].as_ref()?;
        Some(Comparable::of(&value.joined()))
    }

    /// The values of each field for some rows.
    fn values_by_field(&self, rows: &[usize]) -> Vec<Vec<Option<Comparable>>> {
        let fields = 0..self.joined.flat.fields.len();
        fields.map(|field| rows.iter().map(|&row| self.value(field, row)).collect()).collect()
    }

    /// The field that agrees with a column.
    fn field_of(
        &self,
        table: &RegionTable,
        column: usize,
        rows: &[usize],
        by_field: &[Vec<Option<Comparable>>],
        meanings: &[Meaning],
    ) -> Option<Match> {
        let cells = rows.iter().enumerate();
        let cells = cells.filter_map(|(at, &row)| Some((at, table.records[row].cells[column].as_ref()?)));
        let kind = table.columns[column].kind;
        let cells: Vec<(usize, Comparable)> = cells
            .map(|(row, cell)| match kind {
                ColumnKind::Text => (row, Comparable::of(&cell.text)),
                ColumnKind::Link | ColumnKind::Image => (row, Comparable::of(cell.address())),
            })
            .collect();
        let least = cells.len().min(3);
        if least == 0 {
            return None;
        }
        let mut best: Option<(f64, Match)> = None;
        for (field, values) in by_field.iter().enumerate() {
            let (mut both, mut same) = (0usize, 0usize);
            for (row, cell) in &cells {
                if let Some(value) = &values[*row] {
                    both += 1;
                    same += usize::from(cell.agrees(value));
                }
            }
            if same < least || (same as f64) < LEAST_AGREEMENT * both as f64 || both * 2 < cells.len() {
                continue;
            }
            let agreement = same as f64 / both as f64;
            let meaning = &meanings[field];
            // a column with a single number agrees with many fields
            let varied = meaning.profile.distinct.min(0.5);
            let worth = same as f64 / cells.len() as f64 + 0.1 * f64::from(u8::from(meaning.role.is_some()))
                - 0.03 * meaning.depth as f64
                + 0.1 * varied
                + 0.02 * meaning.as_title.max(0.0);
            if best.as_ref().is_none_or(|best| worth > best.0) {
                best = Some((worth, Match { field, agreement }));
            }
        }
        let (_, found) = best?;
        let profile = &meanings[found.field].profile;
        // the same value in every record: agreement may be coincidence
        (profile.distinct * profile.fill * self.joined.flat.count as f64 > 1.5 || cells.len() <= 3).then_some(found)
    }

    /// Makes the column that the state calls the title the title, and puts it first.
    fn name_title(&self, table: &mut RegionTable, matches: &mut Vec<Option<Match>>, meanings: &[Meaning]) {
        let Some(field) = meanings.iter().position(|m| m.role == Some(Role::Title)) else { return };
        let now = table.columns.iter().position(|column| column.role == Some(Role::Title));
        let is_text = |at: &usize| table.columns[*at].kind == ColumnKind::Text;
        let of_field = |at: &usize| matches[*at].is_some_and(|found| found.field == field);
        let by_state = (0..table.columns.len()).filter(is_text).find(of_field);
        let weight = |at: usize| matches[at].map_or(-1.0, |found| meanings[found.field].as_title);
        match (now, by_state) {
            (Some(now), Some(at)) if now == at => {}
            // the page knows better about what the state does not contain
            (Some(now), Some(at)) if matches[now].is_some() && meanings[field].as_title > weight(now) + 0.3 => {
                rename(table, now, None, "text");
                rename(table, at, Some(Role::Title), Role::Title.name());
                move_first(table, matches, at);
            }
            (None, Some(at)) if is_sure_title(&meanings[field]) => {
                rename(table, at, Some(Role::Title), Role::Title.name());
                move_first(table, matches, at);
            }
            (_, Some(_)) => {}
            (now, None) => {
                if now.is_some_and(|now| matches[now].is_some() && weight(now) > 0.5) {
                    return;
                }
                self.insert_title(table, matches, field, now, &meanings[field]);
            }
        }
    }

    /// Where the page shows the title only as part of more, or not at all, the state's own title becomes a column.
    fn insert_title(
        &self,
        table: &mut RegionTable,
        matches: &mut Vec<Option<Match>>,
        field: usize,
        now: Option<usize>,
        meaning: &Meaning,
    ) {
        let rows = table.records.len();
        let (mut within, mut both, mut part, mut longer) = (0, 0, 0, 0);
        for (row, record) in table.records.iter().enumerate() {
            let Some(value) = self.value(field, row).map(|value| value.text).filter(|value| !value.is_empty()) else {
                continue;
            };
            both += 1;
            let cells = table.columns.iter().zip(&record.cells).filter(|(column, _)| column.kind == ColumnKind::Text);
            let mut shown = cells.filter_map(|(_, cell)| Some(folded(&cell.as_ref()?.text)));
            within += usize::from(shown.any(|shown| shown.contains(&value)));
            let title = now.and_then(|now| record.cells[now].as_ref()).map(|cell| folded(&cell.text));
            part += usize::from(title.as_ref().is_some_and(|title| is_end_of(title, &value)));
            longer += usize::from(title.is_none_or(|title| title.len() >= 2 * value.len()));
        }
        // what all titles begin with was taken for a label
        if let Some(now) = now.filter(|&now| table.columns[now].label.is_some() && part * 10 >= rows * 8) {
            table.columns[now].label = None;
            matches[now] = Some(Match { field, agreement: 1.0 });
            table.columns[now].state = Some(self.joined.flat.fields[field].names.join("."));
            let column = &table.columns[now];
            let planned = Planned { field, role: column.role, kind: column.kind, value_type: column.value_type };
            for row in 0..rows {
                if let Some(full) = self.cell(&planned, row, &[]) {
                    table.records[row].cells[now] = Some(full);
                }
            }
            return;
        }
        if both * 10 < rows * 8 || within * 10 < both * 6 || longer * 10 < both * 6 || !is_sure_title(meaning) {
            return;
        }
        if let Some(now) = now {
            rename(table, now, None, "text");
        }
        let planned = Planned { field, role: Some(Role::Title), kind: ColumnKind::Text, value_type: ValueType::Text };
        let column = self.new_column(&planned, Role::Title.name().to_owned(), table);
        table.columns.insert(0, column);
        for (row, record) in table.records.iter_mut().enumerate() {
            record.cells.insert(0, self.cell(&planned, row, &[]));
        }
        matches.insert(0, Some(Match { field, agreement: 1.0 }));
    }

    /// Drops other columns that repeat the title.
    fn say_title_once(&self, table: &mut RegionTable, matches: &mut Vec<Option<Match>>) {
        let Some(title) = table.columns.iter().position(|column| column.role == Some(Role::Title)) else { return };
        let Some(field) = matches[title].map(|found| found.field) else { return };
        for at in (0..table.columns.len()).rev() {
            if at == title || matches[at].is_none_or(|found| found.field != field) {
                continue;
            }
            let mut left = 0;
            for record in &mut table.records {
                let same = record.cells[at].is_some() && record.cells[at] == record.cells[title];
                if same {
                    record.cells[at] = None;
                }
                left += usize::from(record.cells[at].is_some());
            }
            if left == 0 {
                table.columns.remove(at);
                table.records.iter_mut().for_each(|record| drop(record.cells.remove(at)));
                matches.remove(at);
            }
        }
    }

    fn new_column(&self, planned: &Planned, name: String, table: &RegionTable) -> Column {
        let values = &self.joined.flat.fields[planned.field].values;
        let filled = self.joined.object_of.iter().flatten().filter(|&&object| values[object].is_some()).count();
        Column {
            role: planned.role,
            state: Some(self.joined.flat.fields[planned.field].names.join(".")),
            fill: Some(to_thousandths(filled as f64 / table.records.len().max(1) as f64)),
            ..Column::new(name, planned.kind, planned.value_type)
        }
    }

    fn cell(&self, planned: &Planned, row: usize, meanings: &[Meaning]) -> Option<Cell> {
        let object = self.joined.object_of[row]?;
        cell_of(&self.joined.flat, meanings, planned, object, self.joining.base)
    }

    /// Columns without a name of their own are named after their field.
    fn name_others(&self, table: &mut RegionTable, matches: &[Option<Match>], meanings: &[Meaning]) {
        for at in 0..table.columns.len() {
            let Some(found) = matches[at] else { continue };
            let column = &table.columns[at];
            if column.role.is_some() || column.label.is_some() || !is_makeshift(&column.name) {
                continue;
            }
            let meaning = &meanings[found.field];
            let free = |role: Role| table.columns.iter().all(|column| column.role != Some(role));
            let role = meaning.role.filter(|&role| free(role) && role.kind() == column.kind && role != Role::Title);
            let others = table.columns.iter().enumerate().filter(|(other, _)| *other != at);
            let names: Vec<String> = others.map(|(_, column)| column.name.clone()).collect();
            let planned = Planned { field: found.field, role, kind: column.kind, value_type: column.value_type };
            let name = name_of(&self.joined.flat.fields[found.field].names, &planned, &names);
            table.columns[at].role = role;
            table.columns[at].name = name;
        }
    }

    /// Fills in what the page lacks or truncates.
    fn fill(&self, table: &mut RegionTable, matches: &[Option<Match>], meanings: &[Meaning]) {
        for at in 0..table.columns.len() {
            let Some(found) = matches[at].filter(|found| found.agreement >= SURE_AGREEMENT) else { continue };
            let column = &table.columns[at];
            let fills = matches!(column.role, Some(Role::Title | Role::Url | Role::Image));
            let planned =
                Planned { field: found.field, role: column.role, kind: column.kind, value_type: column.value_type };
            for row in 0..table.records.len() {
                let cell = &table.records[row].cells[at];
                let cut = cell.as_ref().is_some_and(|cell| planned.kind == ColumnKind::Text && is_cut_off(&cell.text));
                if cell.is_none() && fills || cut {
                    let Some(full) = self.cell(&planned, row, meanings) else { continue };
                    let begins = |cell: &Cell| {
                        folded(&full.text).starts_with(&folded(cell.text.trim_end_matches(['…', '.', ' '])))
                    };
                    if cell.as_ref().is_none_or(begins) {
                        table.records[row].cells[at] = Some(full);
                    }
                }
            }
        }
    }

    /// Counts prices that differ between the state and what the page shows.
    fn contradictions(&self, table: &RegionTable, matches: &[Option<Match>]) -> Vec<Warning> {
        let mut warnings = Vec::new();
        for (at, column) in table.columns.iter().enumerate() {
            let Some(found) = matches[at].filter(|_| column.value_type == ValueType::Price) else { continue };
            let differs = table.records.iter().enumerate().filter(|(row, record)| {
                let shown = record.cells[at].as_ref().and_then(|cell| Comparable::of(&plain(&cell.text)).number);
                let held = self.value(found.field, *row).and_then(|value| value.number);
                shown.zip(held).is_some_and(|(shown, held)| (shown - held).abs() > 0.001 * shown.abs().max(0.01))
            });
            let count = differs.count();
            if count > 0 {
                warnings.push(Warning::StateDiffers { column: column.name.clone(), records: count });
            }
        }
        warnings
    }

    /// Adds columns that the page does not have.
    fn add(&self, table: &mut RegionTable, matches: &mut Vec<Option<Match>>, meanings: &[Meaning]) {
        let flat = &self.joined.flat;
        let used: Vec<usize> = matches.iter().flatten().map(|found| found.field).collect();
        let mut added: Vec<Planned> = Vec::new();
        let has = |role: Role| table.columns.iter().any(|column| column.role == Some(role));
        let title = meanings.iter().position(|meaning| meaning.role == Some(Role::Title));
        let title = title.map(|field| flat.fields[field].names.as_slice());
        for (field, meaning) in meanings.iter().enumerate() {
            if used.contains(&field) || meaning.profile.fill < 0.5 {
                continue;
            }
            let by_role = meaning.role.filter(|&role| {
                matches!(role, Role::Url | Role::Date | Role::Image) && !has(role) && !is_of_others(meaning)
            });
            let planned = column_for(field, meaning);
            // a page may show the same identifier by another name
            let is_new_identifier =
                || is_identifier(meaning, &flat.fields[field].names, title) && !is_repeated(flat, &used, field);
            if by_role.is_some() || is_place(meaning) || is_new_identifier() {
                added.push(Planned { role: by_role, ..planned });
            } else if self.joining.everything && !is_repeated(flat, &used, field) {
                added.push(Planned { role: None, ..planned });
            }
        }
        // one identifier is enough
        let mut identified = false;
        if !self.joining.everything {
            added.retain(|planned| {
                let id = planned.role.is_none() && !is_place(&meanings[planned.field]);
                !(id && std::mem::replace(&mut identified, true))
            });
        }
        for planned in added {
            let names: Vec<String> = table.columns.iter().map(|column| column.name.clone()).collect();
            let name = name_of(&flat.fields[planned.field].names, &planned, &names);
            let column = self.new_column(&planned, name, table);
            table.columns.push(column);
            for row in 0..table.records.len() {
                let cell = self.cell(&planned, row, meanings);
                table.records[row].cells.push(cell);
            }
            matches.push(Some(Match { field: planned.field, agreement: 1.0 }));
        }
    }
}

/// Whether a field is the title even though the page does not show it: it has several words, and a name that says so.
fn is_sure_title(meaning: &Meaning) -> bool {
    meaning.is_called_title() && meaning.as_title >= SURE_TITLE && meaning.profile.words >= 2.0
}

/// Titles that are named as such, differ, and occur in addresses or have several words score more than this.
const SURE_TITLE: f64 = 2.0;

/// Latitude and longitude.
fn is_place(meaning: &Meaning) -> bool {
    let named =
        meaning.own.last().is_some_and(|word| ["lat", "lon", "lng", "latitude", "longitude"].contains(&word.as_str()));
    named && meaning.profile.numbers >= 0.9
}

/// Whether a field is the record's own identifier: different in every record, and next to its title or around it.
fn is_identifier(meaning: &Meaning, names: &[&str], title: Option<&[&str]>) -> bool {
    let profile = &meaning.profile;
    let Some((own, around)) = names.split_last() else { return false };
    let own = words_of(own);
    names.len() <= 2
        && (around.is_empty() || title.is_some_and(|title| title.starts_with(around)))
        && own.last().is_some_and(|word| word == "id" || word == "uuid")
        && profile.fill >= 0.95
        && profile.distinct >= 0.99
        && profile.addresses < 0.1
}

/// Whether a field is about somebody or something other than the record.
fn is_of_others(meaning: &Meaning) -> bool {
    let others = ["user", "users", "author", "authors", "replies", "comments", "seller", "agent", "related"];
    meaning.around.iter().any(|word| others.contains(&word.as_str()))
}

/// Whether a name only says what kind of column it is, such as `text_2`.
fn is_makeshift(name: &str) -> bool {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
    ["text", "number", "link", "image", "url", "value", "column", "price", "date", "field"].contains(&stem)
}

fn is_cut_off(text: &str) -> bool {
    let text = text.trim_end();
    text.ends_with('…') || text.ends_with("...")
}

/// Gives a column a role and a unique name.
fn rename(table: &mut RegionTable, at: usize, role: Option<Role>, name: &str) {
    table.columns[at].role = role;
    table.columns[at].role_confidence = None;
    let taken = |name: &str| table.columns.iter().enumerate().any(|(other, column)| other != at && column.name == name);
    let mut unique = name.to_owned();
    let mut number = 2;
    while taken(&unique) {
        unique = format!("{name}_{number}");
        number += 1;
    }
    table.columns[at].name = unique;
}

fn move_first(table: &mut RegionTable, matches: &mut [Option<Match>], at: usize) {
    table.columns[..=at].rotate_right(1);
    table.records.iter_mut().for_each(|record| record.cells[..=at].rotate_right(1));
    matches[..=at].rotate_right(1);
}

/// Whether a text is the end of another one that says more.
fn is_end_of(part: &str, whole: &str) -> bool {
    part.len() >= 4 && part.len() < whole.len() && (whole.ends_with(part))
}
