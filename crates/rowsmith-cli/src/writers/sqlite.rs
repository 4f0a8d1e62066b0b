//! SQLite databases: tables that any number of pages fit, and a view a region that looks like its table.

use std::io;
use std::path::Path;

use rowsmith::output::RegionTable;
use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rusqlite::{Connection, Statement, ToSql, params};
use serde::Serialize;

use crate::names::{Names, page_names};
use crate::page::Page;
use crate::typed::{Number, Typed, readings, typed};

/// Ids count from 1 in the order of the pages, so that the same pages make the same database.
const SCHEMA: &str = "
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA user_version = 1;
BEGIN;
-- One row an input.
CREATE TABLE sources (
  id INTEGER PRIMARY KEY,
  source TEXT NOT NULL
);
-- What is to be known about an input's result.
CREATE TABLE warnings (
  source_id INTEGER NOT NULL REFERENCES sources(id),
  warning TEXT NOT NULL
);
-- Regions of a page, best first; view_name shows one as a table.
CREATE TABLE regions (
  id INTEGER PRIMARY KEY,
  source_id INTEGER NOT NULL REFERENCES sources(id),
  position INTEGER NOT NULL,
  main INTEGER NOT NULL,
  score REAL NOT NULL,
  path TEXT NOT NULL,
  found_by TEXT NOT NULL,
  view_name TEXT NOT NULL
);
CREATE TABLE columns (
  id INTEGER PRIMARY KEY,
  region_id INTEGER NOT NULL REFERENCES regions(id),
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  category TEXT NOT NULL,
  type TEXT NOT NULL
);
-- nodes: a JSON array of element paths.
CREATE TABLE records (
  id INTEGER PRIMARY KEY,
  region_id INTEGER NOT NULL REFERENCES regions(id),
  position INTEGER NOT NULL,
  nodes TEXT NOT NULL
);
-- value: a number, a date (ISO 8601), an absolute address, or the text; text: as the page has it.
CREATE TABLE cells (
  record_id INTEGER NOT NULL REFERENCES records(id),
  column_id INTEGER NOT NULL REFERENCES columns(id),
  value NOT NULL,
  currency TEXT,
  text TEXT NOT NULL,
  PRIMARY KEY (record_id, column_id)
) WITHOUT ROWID;
";

const INDEXES: &str = "
CREATE INDEX warnings_source ON warnings(source_id);
CREATE INDEX regions_source ON regions(source_id);
CREATE INDEX columns_region ON columns(region_id);
CREATE INDEX columns_name ON columns(name);
CREATE INDEX records_region ON records(region_id);
CREATE INDEX cells_column ON cells(column_id);
";

/// The names that views cannot have.
const TABLES: [&str; 6] = ["sources", "warnings", "regions", "columns", "records", "cells"];

/// Columns of a view; SQLite allows 2,000, the number of the record among them.
const VIEW_COLUMNS: usize = 1_999;

/// A database being filled, in one transaction.
pub(crate) struct Database {
    connection: Connection,
    names: Names,
    views: Vec<String>,
    sources: i64,
    regions: i64,
    columns: i64,
    records: i64,
}

impl Database {
    /// Begins a database in an empty file.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let connection = Connection::open(path).map_err(failure)?;
        connection.execute_batch(SCHEMA).map_err(failure)?;
        let names = Names::without(&TABLES);
        Ok(Database { connection, names, views: Vec::new(), sources: 0, regions: 0, columns: 0, records: 0 })
    }

    /// Adds a page.
    pub(crate) fn page(&mut self, page: &Page) -> io::Result<()> {
        self.add(page).map_err(failure)
    }

    /// Adds indexes and views, and closes the file.
    pub(crate) fn finish(self) -> io::Result<()> {
        self.connection.execute_batch(INDEXES).map_err(failure)?;
        for view in &self.views {
            self.connection.execute_batch(view).map_err(failure)?;
        }
        self.connection.execute_batch("COMMIT;").map_err(failure)?;
        self.connection.close().map_err(|(_, error)| failure(error))
    }

    fn add(&mut self, page: &Page) -> rusqlite::Result<()> {
        self.sources += 1;
        let source = self.sources;
        let connection = &self.connection;
        connection.execute("INSERT INTO sources VALUES (?, ?)", params![source, page.source])?;
        for warning in &page.warnings {
            connection.execute("INSERT INTO warnings VALUES (?, ?)", params![source, warning.to_string()])?;
        }
        let mut insert = Inserts::prepare(connection)?;
        for (at, table) in page.tables.iter().enumerate() {
            self.regions += 1;
            let suffix = if at == 0 { String::new() } else { format!("_{}", at + 1) };
            let wanted = page_names(&page.source, |name| format!("{}{suffix}", view_name(name)));
            let view = self.names.take(&wanted, |name, number| format!("{name}_{number}"));
            let position = at as i64 + 1;
            insert.region.execute(params![
                self.regions,
                source,
                position,
                table.main,
                table.score,
                table.path,
                table.found_by,
                view
            ])?;
            self.views.push(view_sql(&view, self.regions, self.columns, table));
            insert.table(self.regions, self.columns, self.records, table)?;
            self.columns += table.columns.len() as i64;
            self.records += table.records.len() as i64;
        }
        Ok(())
    }
}

fn failure(error: rusqlite::Error) -> io::Error {
    io::Error::other(format!("the database cannot be written: {error}"))
}

struct Inserts<'a> {
    region: Statement<'a>,
    column: Statement<'a>,
    record: Statement<'a>,
    cell: Statement<'a>,
}

impl<'a> Inserts<'a> {
    fn prepare(connection: &'a Connection) -> rusqlite::Result<Self> {
        Ok(Inserts {
            region: connection.prepare("INSERT INTO regions VALUES (?, ?, ?, ?, ?, ?, ?, ?)")?,
            column: connection.prepare("INSERT INTO columns VALUES (?, ?, ?, ?, ?, ?, ?)")?,
            record: connection.prepare("INSERT INTO records VALUES (?, ?, ?, ?)")?,
            cell: connection.prepare("INSERT INTO cells VALUES (?, ?, ?, ?, ?)")?,
        })
    }

    /// Adds a region's columns, records and cells behind the ids that are taken.
    fn table(&mut self, region: i64, columns: i64, records: i64, table: &RegionTable) -> rusqlite::Result<()> {
        for (id, column) in (columns + 1..).zip(&table.columns) {
            let (kind, category, value_type) = (word(column.kind), word(column.category), word(column.value_type));
            self.column.execute(params![id, region, id - columns, column.name, kind, category, value_type])?;
        }
        let readings = readings(table);
        for (id, record) in (records + 1..).zip(&table.records) {
            let nodes = serde_json::to_string(&record.nodes).unwrap_or_default();
            self.record.execute(params![id, region, id - records, nodes])?;
            for ((column_id, &reading), cell) in (columns + 1..).zip(&readings).zip(&record.cells) {
                if let Some(cell) = cell {
                    let value = typed(reading, cell);
                    let currency = match value {
                        Typed::Price(_, currency) => Some(currency.name()),
                        _ => None,
                    };
                    self.cell.execute(params![id, column_id, SqlValue(value), currency, cell.text])?;
                }
            }
        }
        Ok(())
    }
}

/// The word that a value of the output types has in JSON.
fn word(value: impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}

struct SqlValue<'a>(Typed<'a>);

impl ToSql for SqlValue<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let number = |number: Number| match number.decimals {
            // fifteen digits at most, so the conversion is exact
            0 => Value::Integer(number.value as i64),
            _ => Value::Real(number.value),
        };
        Ok(match self.0 {
            Typed::Text(text) | Typed::Address(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
            Typed::Number(value) | Typed::Price(value, _) => ToSqlOutput::Owned(number(value)),
            // the form that SQLite's own functions take
            Typed::Date(date) => ToSqlOutput::Owned(Value::Text(date.to_iso().replace('T', " "))),
        })
    }
}

/// The view that shows a region as a table: the number of the record, then its columns. A cell is looked up when its
/// column is asked for, so that a wide view costs only what is read of it.
fn view_sql(view: &str, region: i64, columns: i64, table: &RegionTable) -> String {
    let mut names = Names::without(&["record"]);
    let mut sql = format!("CREATE VIEW {} AS SELECT r.position AS record", quoted(view));
    for (id, column) in (columns + 1..).zip(&table.columns).take(VIEW_COLUMNS) {
        let name = quoted(&names.column(&column.name));
        sql.push_str(&format!(",\n  (SELECT value FROM cells WHERE record_id = r.id AND column_id = {id}) AS {name}"));
    }
    sql.push_str(&format!("\nFROM records r WHERE r.region_id = {region} ORDER BY r.position;"));
    sql
}

/// A name in quotes, whatever is in it.
fn quoted(name: &str) -> String {
    let name = name.replace(char::is_control, "_").replace('"', "\"\"");
    format!("\"{}\"", if name.is_empty() { "column" } else { &name })
}

/// A name that SQL takes without quotes: letters, digits and `_`, no digit first.
fn view_name(name: &str) -> String {
    let cleaned: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).take(60).collect();
    let cleaned = cleaned.trim_matches('_');
    match cleaned.chars().next() {
        None => "page".to_owned(),
        Some(first) if first.is_numeric() || cleaned.to_ascii_lowercase().starts_with("sqlite") => {
            format!("page_{cleaned}")
        }
        Some(_) => cleaned.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use crate::atomic::tests::Folder;

    fn database(folder: &Folder, pages: &[Page]) -> Connection {
        let path = folder.0.join("out.sqlite");
        let mut database = Database::create(&path).unwrap();
        for page in pages {
            database.page(page).unwrap();
        }
        database.finish().unwrap();
        Connection::open(path).unwrap()
    }

    fn rows(database: &Connection, query: &str) -> Vec<Vec<Value>> {
        let mut statement = database.prepare(query).unwrap();
        let count = statement.column_count();
        let rows = statement.query_map([], |row| (0..count).map(|at| row.get(at)).collect()).unwrap();
        rows.map(Result::unwrap).collect()
    }

    fn text(text: &str) -> Value {
        Value::Text(text.to_owned())
    }

    #[test]
    fn a_view_looks_like_the_table() {
        let folder = Folder::new("sqlite-view");
        let database = database(&folder, &[samples::page("2024/my shop.html")]);
        let found = rows(&database, "SELECT record, title, price, date, reviews, url, image FROM my_shop");
        assert_eq!(
            found[0],
            [
                Value::Integer(1),
                text("Blue chair, \"Oslo\" | new"),
                Value::Real(1299.0),
                text("2024-01-05"),
                Value::Integer(12),
                text("https://example.com/chair"),
                text("https://example.com/img/c.jpg")
            ]
        );
        assert_eq!(
            found[1][1..5],
            [text("=HYPERLINK(\"http://evil.example\")"), text("from $20"), text("yesterday"), Value::Integer(-3)]
        );
        assert_eq!(found[2][2..5], [Value::Null, text("2024-01-05 10:30"), text("007")]);
        assert_eq!(
            rows(&database, "SELECT text, currency FROM cells WHERE value = 1299")[0],
            [text("$1,299.00"), text("USD")]
        );
        assert_eq!(
            rows(&database, "SELECT text FROM cells WHERE value = 'https://example.com/chair'")[0],
            [text("/chair")]
        );
        assert_eq!(rows(&database, "SELECT warning FROM warnings")[0], [text("encoding guessed: windows-1252")]);
        assert_eq!(rows(&database, "PRAGMA integrity_check")[0], [text("ok")]);
        assert_eq!(rows(&database, "PRAGMA foreign_key_check").len(), 0);
    }

    #[test]
    fn any_name_is_safe_and_unique() {
        let folder = Folder::new("sqlite-names");
        let odd =
            || samples::region(&["a\"; DROP TABLE cells; --", "A", "a", "record", ""], &[&["1", "2", "3", "4", "5"]]);
        let sources = ["records.html", "x/records.html", "RECORDS.html", "sqlite_master.html", "\";--.html", "-"];
        let pages: Vec<Page> = sources.iter().map(|s| samples::page_of(s, vec![odd(), odd()], vec![])).collect();
        let database = database(&folder, &pages);
        let views = rows(&database, "SELECT view_name FROM regions ORDER BY id");
        assert_eq!(views.len(), 12);
        for view in &views {
            let Value::Text(view) = &view[0] else { panic!("no name") };
            let found = rows(&database, &format!("SELECT * FROM {view}"));
            assert_eq!(found[0][1..], ["1", "2", "3", "4", "5"].map(text), "{view}");
        }
        assert_eq!(views[0][0], text("records_2"));
    }

    #[test]
    fn a_region_wider_than_a_view() {
        let folder = Folder::new("sqlite-wide");
        let names: Vec<String> = (0..2500).map(|at| format!("c{at}")).collect();
        let table = samples::region(&names.iter().map(String::as_str).collect::<Vec<_>>(), &[&["x"]]);
        let database = database(&folder, &[samples::page_of("a.html", vec![table], vec![])]);
        assert_eq!(rows(&database, "SELECT * FROM a")[0].len(), 2000);
        assert_eq!(rows(&database, "SELECT count(*) FROM columns")[0], [Value::Integer(2500)]);
    }

    #[test]
    fn view_names_need_no_quotes() {
        for (name, safe) in
            [("2024 list", "page_2024_list"), ("a\"b;--", "a_b"), ("sqlite_x", "page_sqlite_x"), ("", "page")]
        {
            assert_eq!(view_name(name), safe);
        }
    }
}
