//! Two tables of the same list, compared: which rows are new, changed and gone.

use std::collections::{BTreeMap, VecDeque};

use crate::harvest::details::PREFIX;
use crate::harvest::identity::Identity;
use crate::recognize::ValueType;
use crate::types::{Cell, Column, ColumnKind, RecordRow, RegionTable};

/// The columns that a table of changes begins with.
const OWN: [&str; 3] = ["change", "changed", "was"];

/// What became of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ChangeKind {
    /// Only the later table has it.
    New,
    /// Both tables have it, with different values.
    Changed,
    /// Only the earlier table has it.
    Gone,
}

impl ChangeKind {
    /// Its name in tables: `new`, `changed`, `gone`.
    ///
    /// ```
    /// assert_eq!(rowsmith::harvest::ChangeKind::Gone.name(), "gone");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            ChangeKind::New => "new",
            ChangeKind::Changed => "changed",
            ChangeKind::Gone => "gone",
        }
    }
}

/// A row that is new, changed or gone.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Change {
    /// Which of these.
    pub kind: ChangeKind,
    /// Its cells as they are now, or, if it is gone, as they were; one for each column of [`Changes::columns`].
    pub cells: Vec<Option<Cell>>,
    /// The columns whose values have changed, by their place in [`Changes::columns`], with the values before.
    pub before: BTreeMap<usize, Option<Cell>>,
}

/// The differences between two tables.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Changes {
    /// The columns of the later table, then those that only the earlier one has.
    pub columns: Vec<Column>,
    /// The rows that are new or changed, in the order of the later table, then those that are gone, in the order of the
    /// earlier one.
    pub changes: Vec<Change>,
    /// The number of rows that are the same.
    pub same: u64,
    /// The columns by which the rows were matched; none if rows were matched by all of their values, so that a changed
    /// row is one that is gone and one that is new.
    pub key: Vec<String>,
    /// The names of columns that only one of the tables has; they are not compared.
    pub only_now: Vec<String>,
    /// See [`Changes::only_now`].
    pub only_before: Vec<String>,
}

/// Compares two tables of the same list. Rows are matched by their cells in the columns `key`, as far as both tables
/// have these; addresses that differ only in their fragment, or in what says who follows a link and where on the list it stood, match. Differences of white space do not count, and neither
/// do what is known of a record's own page if this page failed in one of the runs, and the columns `ignored`. Takes
/// O(n log n) time.
///
/// ```
/// use rowsmith::harvest::{ChangeKind, compare};
/// use rowsmith::recognize::ValueType;
/// use rowsmith::types::{Cell, Column, ColumnKind, RecordRow, RegionTable};
///
/// let table = |rows: &[[&str; 2]]| {
///     let columns = ["name", "price"].map(|name| Column::new(name, ColumnKind::Text, ValueType::Text));
///     let row = |row: &[&str; 2]| RecordRow::new(Vec::new(), row.map(|text| Some(Cell::text(text))).to_vec());
///     RegionTable::new(columns.to_vec(), rows.iter().map(row).collect())
/// };
/// let yesterday = table(&[["Oak", "$45"], ["Elm", "$30"], ["Ash", "$25"]]);
/// let today = table(&[["Oak", "$45"], ["Elm", "$28"], ["Yew", "$60"]]);
/// let found = compare(&yesterday, &today, &["name".to_owned()], &[]);
/// let kinds: Vec<_> = found.changes.iter().map(|change| change.kind).collect();
/// assert_eq!((kinds, found.same), (vec![ChangeKind::Changed, ChangeKind::New, ChangeKind::Gone], 1));
/// let before = &found.changes[0].before[&1];
/// assert_eq!(before.as_ref().map(|cell| cell.text.as_str()), Some("$30"));
/// ```
pub fn compare(earlier: &RegionTable, now: &RegionTable, key: &[String], ignored: &[String]) -> Changes {
    let in_both = |name: &String| now.column(name).is_some() && earlier.column(name).is_some();
    let without = |all: &RegionTable, other: &RegionTable| -> Vec<Column> {
        all.columns.iter().filter(|column| other.column(&column.name).is_none()).cloned().collect()
    };
    let (only_now, only_before) = (without(now, earlier), without(earlier, now));
    let mut columns = now.columns.clone();
    columns.extend(only_before.iter().cloned());
    let is_compared = |column: &Column| {
        in_both(&column.name) && !ignored.contains(&column.name) && column.name != format!("{PREFIX}error")
    };
    let compare_by: Vec<Pair> = columns
        .iter()
        .enumerate()
        .filter(|(_, column)| is_compared(column))
        .filter_map(|(at, column)| Some(Pair { at, before: earlier.column(&column.name)? }))
        .collect();
    let key: Vec<String> = key.iter().filter(|name| in_both(name)).cloned().collect();
    let identities: Vec<Identity> = key.iter().map(|name| identity_of(name, [earlier, now])).collect();
    let key_of = |table: &RegionTable, row: &RecordRow| -> Vec<String> {
        let text = |at: usize, identity: Identity| {
            row.cells.get(at).and_then(Option::as_ref).map(|cell| meant(cell, identity)).unwrap_or_default()
        };
        match key.is_empty() {
            true if table.columns.is_empty() => Vec::new(),
            true => {
                let names = compare_by.iter().map(|pair| &columns[pair.at].name);
                names.filter_map(|name| table.column(name)).map(|at| text(at, Identity::Placeless)).collect()
            }
            false => {
                let named = key.iter().zip(&identities);
                named.filter_map(|(name, identity)| Some(text(table.column(name)?, *identity))).collect()
            }
        }
    };
    let value = |cell: &Cell| meant(cell, Identity::Placeless);
    // rows with the same key are matched in their order
    let mut before: BTreeMap<Vec<String>, VecDeque<usize>> = BTreeMap::new();
    for (at, row) in earlier.records.iter().enumerate() {
        before.entry(key_of(earlier, row)).or_default().push_back(at);
    }
    let mut changes = Changes { columns: columns.clone(), key: key.clone(), ..Changes::default() };
    let mut gone = vec![true; earlier.records.len()];
    for row in &now.records {
        let matched = before.get_mut(&key_of(now, row)).and_then(VecDeque::pop_front);
        let Some(matched) = matched else {
            changes.add(ChangeKind::New, row.cells.clone(), BTreeMap::new());
            continue;
        };
        gone[matched] = false;
        let old = &earlier.records[matched];
        let failed = [(now, row), (earlier, old)].iter().any(|(table, row)| {
            let error = table.column(&format!("{PREFIX}error")).and_then(|at| row.cells.get(at)?.as_ref());
            error.is_some_and(|cell| !cell.text.is_empty())
        });
        let differing = compare_by.iter().filter(|pair| {
            let (is, was) = (row.cells.get(pair.at).cloned().flatten(), old.cells.get(pair.before).cloned().flatten());
            let is_detail = changes.columns[pair.at].name.starts_with(PREFIX);
            !(failed && is_detail)
                && is.as_ref().map(value).unwrap_or_default() != was.as_ref().map(value).unwrap_or_default()
        });
        let differing: BTreeMap<usize, Option<Cell>> =
            differing.map(|pair| (pair.at, old.cells.get(pair.before).cloned().flatten())).collect();
        match differing.is_empty() {
            true => changes.same += 1,
            false => changes.add(ChangeKind::Changed, row.cells.clone(), differing),
        }
    }
    for (old, _) in earlier.records.iter().zip(gone).filter(|(_, gone)| *gone) {
        let cell = |column: &Column| old.cells.get(earlier.column(&column.name)?).cloned().flatten();
        let cells = changes.columns.iter().map(cell).collect();
        changes.add(ChangeKind::Gone, cells, BTreeMap::new());
    }
    let names = |columns: Vec<Column>| columns.into_iter().map(|column| column.name).collect();
    Changes { only_now: names(only_now), only_before: names(only_before), ..changes }
}

/// A column of both tables.
struct Pair {
    /// Its place among the columns of the changes.
    at: usize,
    /// Its place in the earlier table.
    before: usize,
}

/// How the addresses in a column that rows are matched by are compared: the same way in both tables.
fn identity_of(name: &str, tables: [&RegionTable; 2]) -> Identity {
    let of = |table: &RegionTable| {
        let at = table.column(name);
        let cells = table.records.iter().filter_map(|row| row.cells.get(at?)?.as_ref());
        Identity::different(cells.map(Cell::address)).identity()
    };
    if tables.map(of) == [Identity::Placeless; 2] { Identity::Placeless } else { Identity::Plain }
}

/// What is compared of a cell: what its address identifies, or its words.
fn meant(cell: &Cell, identity: Identity) -> String {
    identity.of(&cell.address().split_whitespace().collect::<Vec<_>>().join(" "))
}

impl Changes {
    fn add(&mut self, kind: ChangeKind, mut cells: Vec<Option<Cell>>, before: BTreeMap<usize, Option<Cell>>) {
        cells.resize(self.columns.len(), None);
        self.changes.push(Change { kind, cells, before });
    }

    /// The number of changes of a kind.
    ///
    /// ```
    /// use rowsmith::harvest::{ChangeKind, Changes};
    ///
    /// assert_eq!(Changes::default().count(ChangeKind::New), 0);
    /// ```
    pub fn count(&self, kind: ChangeKind) -> usize {
        self.changes.iter().filter(|change| change.kind == kind).count()
    }

    /// The changes as a table: what became of the row (`change`), the names of the columns that have changed
    /// (`changed`), their values before (`was`, a line for each), and the columns of both tables, which are given other
    /// names if they have one of these.
    ///
    /// ```
    /// use rowsmith::harvest::compare;
    /// use rowsmith::recognize::ValueType;
    /// use rowsmith::types::{Cell, Column, ColumnKind, RecordRow, RegionTable};
    ///
    /// let table = |price: &str| {
    ///     let columns = ["name", "price"].map(|name| Column::new(name, ColumnKind::Text, ValueType::Text));
    ///     let row = RecordRow::new(Vec::new(), ["Oak", price].map(|text| Some(Cell::text(text))).to_vec());
    ///     RegionTable::new(columns.to_vec(), vec![row])
    /// };
    /// let changes = compare(&table("$45"), &table("$40"), &["name".to_owned()], &[]).table();
    /// let oak = changes.record(0).expect("it has changed");
    /// assert_eq!((oak.text("changed"), oak.text("was"), oak.text("price")), (Some("price"), Some("$45"), Some("$40")));
    /// ```
    pub fn table(&self) -> RegionTable {
        let text = |name: &str| Column::new(name, ColumnKind::Text, ValueType::Text);
        let mut columns = OWN.map(text).to_vec();
        for column in &self.columns {
            let mut column = column.clone();
            while columns.iter().any(|other| other.name == column.name) {
                column.name.push_str("_column");
            }
            columns.push(column);
        }
        let row = |change: &Change| {
            let names: Vec<&str> = change.before.keys().map(|at| self.columns[*at].name.as_str()).collect();
            let was = change.before.values().map(|cell| cell.as_ref().map(Cell::address).unwrap_or_default());
            let was = was.collect::<Vec<_>>().join("\n");
            let own = [change.kind.name().to_owned(), names.join("\n"), was];
            let own = own.map(|text| (!text.is_empty()).then(|| Cell::text(text)));
            RecordRow::new(Vec::new(), own.into_iter().chain(change.cells.iter().cloned()).collect())
        };
        RegionTable::new(columns, self.changes.iter().map(row).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(names: &[&str], rows: &[&[&str]]) -> RegionTable {
        let columns = names.iter().map(|name| Column::new(*name, ColumnKind::Text, ValueType::Text)).collect();
        let cell = |text: &&str| (!text.is_empty()).then(|| Cell::text(*text));
        let rows = rows.iter().map(|row| RecordRow::new(Vec::new(), row.iter().map(cell).collect()));
        RegionTable::new(columns, rows.collect())
    }

    fn told(earlier: &RegionTable, now: &RegionTable, key: &[&str]) -> Vec<String> {
        let key: Vec<String> = key.iter().map(|name| (*name).to_owned()).collect();
        let found = compare(earlier, now, &key, &[]).table();
        let text = |cell: &Option<Cell>| cell.as_ref().map(|cell| cell.text.clone()).unwrap_or_default();
        found.records.iter().map(|row| row.cells.iter().map(text).collect::<Vec<_>>().join("|")).collect()
    }

    #[test]
    fn rows_are_matched_by_their_key_whatever_their_order() {
        let earlier = table(&["url", "price"], &[&["x:/1", "5"], &["x:/2", "6"], &["x:/3", "7"]]);
        let now = table(&["url", "price"], &[&["x:/3", "7"], &["x:/2#top", "8"], &["x:/4", "9"]]);
        assert_eq!(told(&earlier, &now, &["url"]), ["changed|price|6|x:/2#top|8", "new|||x:/4|9", "gone|||x:/1|5"]);
        // who follows a link, and from where, is not part of what it leads to
        let address = |rest: &str| format!("https://x.example/1?{rest}");
        let [before, after] = ["position=1&utm_source=may", "utm_source=june&position=4"].map(address);
        let [before, after] = [before, after].map(|url| table(&["url", "price"], &[&[&url, "5"]]));
        assert_eq!(told(&before, &after, &["url"]), Vec::<String>::new());
        // without a key nothing has changed, but is gone and new
        assert_eq!(told(&earlier, &now, &[]), ["new|||x:/2#top|8", "new|||x:/4|9", "gone|||x:/1|5", "gone|||x:/2|6"]);
    }

    #[test]
    fn a_column_that_only_one_table_has_changes_no_row() {
        let earlier = table(&["url", "old"], &[&["/1", "5"]]);
        let now = table(&["new", "url"], &[&["6", "/1"]]);
        let found = compare(&earlier, &now, &["url".to_owned()], &[]);
        assert_eq!((found.changes.len(), found.same), (0, 1));
        assert_eq!((found.only_now, found.only_before), (vec!["new".to_owned()], vec!["old".to_owned()]));
        // and is there if the row is gone
        assert_eq!(told(&earlier, &table(&["new", "url"], &[]), &["url"]), ["gone||||/1|5"]);
    }

    #[test]
    fn a_page_of_a_record_that_failed_changes_nothing() {
        let names = ["url", "detail_sku", "detail_error"];
        let earlier = table(&names, &[&["/1", "A", ""], &["/2", "B", ""]]);
        let now = table(&names, &[&["/1", "", "the server answered 500"], &["/2", "C", ""]]);
        assert_eq!(told(&earlier, &now, &["url"]), ["changed|detail_sku|B|/2|C|"]);
    }

    #[test]
    fn rows_with_the_same_key_are_matched_in_order() {
        let earlier = table(&["name", "n"], &[&["a", "1"], &["a", "2"], &["a", "3"]]);
        let now = table(&["name", "n"], &[&["a", "1"], &["a", "5"]]);
        assert_eq!(told(&earlier, &now, &["name"]), ["changed|n|2|a|5", "gone|||a|3"]);
    }

    #[test]
    fn columns_named_as_ours_get_another_name() {
        let now = table(&["was"], &[&["x"]]);
        let found = compare(&table(&["was"], &[]), &now, &[], &[]).table();
        assert_eq!(found.columns.last().map(|column| column.name.as_str()), Some("was_column"));
    }
}
