//! SQLite databases: tables that fit any number of pages, and one view per region that looks like its table; with a
//! wrapper, one table per template.

use std::io;
use std::path::Path;

use rowsmith::types::RegionTable;
use rusqlite::{Connection, OpenFlags, OptionalExtension, Statement, params};
use serde::Serialize;

use super::kind_views;
use super::sqlite_checkpoints::{self as checkpoints, Highest};
use super::sqlite_shared::{Provenance, SharedTables};
use super::sqlite_values::{SqlValue, quoted, view_name};
use crate::common::source::Origin;
use crate::output::names::{Names, page_names};
use crate::output::page::Page;
use crate::output::typed::{readings, typed};

/// Ids count from 1 in the order of the pages, so that the same pages give the same database.
const SCHEMA: &str = "
PRAGMA user_version = 3;
-- One row a page: its name and, if it was in an archive, that and its number there (else '' and 0). A page that is
-- there already is replaced. What the page is, and how probably, if that was asked for.
CREATE TABLE sources (
  id INTEGER PRIMARY KEY,
  source TEXT NOT NULL,
  archive TEXT NOT NULL,
  position INTEGER NOT NULL,
  kind TEXT,
  confidence REAL,
  UNIQUE (source, archive, position)
);
-- What is to be known about an input's result.
CREATE TABLE warnings (
  source_id INTEGER NOT NULL REFERENCES sources(id),
  warning TEXT NOT NULL
);
-- Regions of a page, best first; view_name shows one as a table, for the first regions of the database. part: what a
-- row of it is (record, post, article, object), where pages have several parts.
CREATE TABLE regions (
  id INTEGER PRIMARY KEY,
  source_id INTEGER NOT NULL REFERENCES sources(id),
  position INTEGER NOT NULL,
  main INTEGER NOT NULL,
  score REAL NOT NULL,
  path TEXT NOT NULL,
  found_by TEXT NOT NULL,
  view_name TEXT,
  part TEXT
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
CREATE INDEX IF NOT EXISTS warnings_source ON warnings(source_id);
CREATE INDEX IF NOT EXISTS regions_source ON regions(source_id);
CREATE INDEX IF NOT EXISTS columns_region ON columns(region_id);
CREATE INDEX IF NOT EXISTS columns_name ON columns(name);
CREATE INDEX IF NOT EXISTS records_region ON records(region_id);
CREATE INDEX IF NOT EXISTS cells_column ON cells(column_id);
";

/// The names that views of regions must not have.
const TABLES: [&str; 10] =
    ["sources", "warnings", "regions", "columns", "records", "cells", "templates", "pages", "articles", "posts"];

/// The most columns of a view; SQLite allows 2,000, including the number of the record.
const VIEW_COLUMNS: usize = 1_999;

/// How many regions get a view. Opening a database reads all its views.
const VIEWS: i64 = 1_000;

/// The version of the schema.
const VERSION: i64 = 3;

/// A database being filled, in a transaction.
pub(crate) struct Database {
    connection: Connection,
    names: Names,
    shared: SharedTables,
    views: i64,
    highest: Highest,
    /// The number of the last checkpoint, in a run that can be resumed.
    checkpoint: i64,
    /// Whether the views by kind exist.
    kinds: bool,
}

/// Opens a file that this process holds by a lock of its own already, which on some systems would keep out those of SQLite.
fn open_unlocked(path: &Path) -> rusqlite::Result<Connection> {
    match cfg!(unix) {
        true => Connection::open_with_flags_and_vfs(path, OpenFlags::default(), c"unix-none"),
        false => Connection::open(path),
    }
}

impl Database {
    /// Begins a database in an empty file, which is discarded if it is not finished.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let connection = open_unlocked(path).map_err(failure)?;
        connection.execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;").map_err(failure)?;
        connection.execute_batch(SCHEMA).map_err(failure)?;
        let names = Names::without(&TABLES);
        Ok(Database {
            connection,
            names,
            shared: SharedTables::default(),
            views: 0,
            highest: Highest::default(),
            checkpoint: 0,
            kinds: false,
        })
    }

    /// Adds to an existing database, or begins one. Anything not finished, or not at a checkpoint, is undone; of a run that is
    /// resumed also what came after the checkpoint with the number `resumed`, which is 0 at the beginning.
    ///
    /// # Errors
    /// If the file is not one of our databases.
    pub(crate) fn add_to(path: &Path, resumed: Option<i64>) -> io::Result<Self> {
        let not_ours = "it exists and is not a database that can be added to; name another file";
        let connection = Connection::open(path).map_err(failure)?;
        let count = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
        match (count("PRAGMA user_version"), count("SELECT count(*) FROM sqlite_master")) {
            (Ok(0), Ok(0)) if resumed.is_some_and(|number| number > 0) => {
                let what =
                    "there is nothing in it, although its journal says that there is; remove the journal to start over";
                return Err(io::Error::other(what));
            }
            (Ok(0), Ok(0)) => connection.execute_batch("BEGIN;").and_then(|()| connection.execute_batch(SCHEMA)),
            (Ok(VERSION), Ok(_)) if count("SELECT count(*) FROM sources WHERE position < 0").is_ok() => {
                connection.execute_batch("BEGIN IMMEDIATE;")
            }
            _ => return Err(io::Error::other(not_ours)),
        }
        .and_then(|()| connection.execute_batch(INDEXES))
        .map_err(failure)?;
        let known = resumed.map_or(Ok(None), |number| undo_after(&connection, number)).map_err(failure)?;
        let names = connection.prepare("SELECT name FROM sqlite_master").and_then(|mut names| {
            let found = names.query_map([], |row| row.get::<_, String>(0))?;
            found.collect::<rusqlite::Result<Vec<String>>>()
        });
        let names = names.map_err(failure)?;
        let names = Names::without(&names.iter().map(String::as_str).chain(TABLES).collect::<Vec<_>>());
        let last = |table: &str| count(&format!("SELECT coalesce(max(id), 0) FROM {table}")).map_err(failure);
        let kinds =
            count("SELECT count(*) FROM sqlite_master WHERE type = 'view' AND name = 'pages'").map_err(failure)?;
        let views = count("SELECT count(view_name) FROM regions").map_err(failure)?;
        // what was replaced since has left gaps below the highest ids, so these are not to be seen in the tables
        let highest = match known {
            Some(highest) => highest,
            None => Highest {
                sources: last("sources")?,
                regions: last("regions")?,
                columns: last("columns")?,
                records: last("records")?,
            },
        };
        if let Some(number) = resumed {
            checkpoints::note(&connection, number, highest).map_err(failure)?;
        }
        let shared = SharedTables::default();
        let checkpoint = resumed.unwrap_or_default();
        Ok(Database { connection, names, shared, views, highest, checkpoint, kinds: kinds > 0 })
    }

    /// Adds a page; one with the same name and place is replaced.
    pub(crate) fn page(&mut self, page: &Page, origin: Option<&Origin>) -> io::Result<()> {
        self.add(page, origin).map_err(failure)
    }

    /// Flushes what was added to the disk. Returns the number of the checkpoint.
    pub(crate) fn checkpoint(&mut self) -> io::Result<i64> {
        self.checkpoint += 1;
        checkpoints::note(&self.connection, self.checkpoint, self.highest)
            .and_then(|()| self.connection.execute_batch("COMMIT; BEGIN;"))
            .map_err(failure)?;
        Ok(self.checkpoint)
    }

    /// Adds indexes and closes the file.
    pub(crate) fn finish(self) -> io::Result<()> {
        self.connection.execute_batch(INDEXES).map_err(failure)?;
        checkpoints::forget(&self.connection).map_err(failure)?;
        self.connection.execute_batch("COMMIT;").map_err(failure)?;
        self.connection.close().map_err(|(_, error)| failure(error))
    }

    fn add(&mut self, page: &Page, origin: Option<&Origin>) -> rusqlite::Result<()> {
        let source = self.source(page, origin)?;
        let connection = &self.connection;
        if let Some(kind) = &page.kind {
            let mut set = connection.prepare_cached("UPDATE sources SET kind = ?, confidence = ? WHERE id = ?")?;
            set.execute(params![kind.name, kind.confidence, source])?;
            if !self.kinds {
                connection.execute_batch(&kind_views::sql())?;
                self.kinds = true;
            }
        }
        for warning in &page.warnings {
            connection.execute("INSERT INTO warnings VALUES (?, ?)", params![source, warning.to_string()])?;
        }
        if !page.shared.is_empty() {
            let place = Provenance { id: source, source: &page.source, origin };
            for (at, (table, shared)) in page.tables.iter().zip(&page.shared).enumerate() {
                let same = page.tables[..at].iter().zip(&page.shared).filter(|(_, s)| *s == shared);
                let before = same.map(|(table, _)| table.records.len()).sum();
                self.shared.add(connection, &mut self.names, shared, &place, table, before)?;
            }
            return Ok(());
        }
        let mut views = Vec::new();
        let mut insert = Inserts::prepare(connection)?;
        for (at, table) in page.tables.iter().enumerate() {
            self.highest.regions += 1;
            let view = (self.views < VIEWS).then(|| {
                let suffix = if at == 0 { String::new() } else { format!("_{}", at + 1) };
                let wanted = page_names(&page.source, |name| format!("{}{suffix}", view_name(name)));
                self.names.take(&wanted, |name, number| format!("{name}_{number}"))
            });
            let position = at as i64 + 1;
            insert.region.execute(params![
                self.highest.regions,
                source,
                position,
                table.main,
                table.score,
                table.path,
                table.found_by,
                view,
                page.kind.as_ref().and_then(|kind| kind.parts.get(at))
            ])?;
            if let Some(view) = view {
                self.views += 1;
                views.push(view_sql(&view, self.highest.regions, self.highest.columns, table));
            }
            insert.table(self.highest.regions, self.highest.columns, self.highest.records, table)?;
            self.highest.columns += table.columns.len() as i64;
            self.highest.records += table.records.len() as i64;
        }
        drop(insert);
        views.iter().try_for_each(|view| connection.execute_batch(view))
    }

    /// The id of a page, of which nothing is left in the database.
    fn source(&mut self, page: &Page, origin: Option<&Origin>) -> rusqlite::Result<i64> {
        let archive = origin.map_or("", |origin| origin.archive.as_str());
        let position = origin.map_or(0, |origin| i64::try_from(origin.position).unwrap_or(i64::MAX));
        let connection = &self.connection;
        let mut find =
            connection.prepare_cached("SELECT id FROM sources WHERE source = ? AND archive = ? AND position = ?")?;
        let there = find.query_row(params![page.source, archive, position], |row| row.get::<_, i64>(0)).optional()?;
        let Some(source) = there else {
            self.highest.sources += 1;
            let new = params![self.highest.sources, page.source, archive, position];
            connection.prepare_cached("INSERT INTO sources VALUES (?, ?, ?, ?, NULL, NULL)")?.execute(new)?;
            return Ok(self.highest.sources);
        };
        let mut views = connection.prepare_cached("SELECT view_name FROM regions WHERE source_id = ?")?;
        let views = views.query_map([source], |row| row.get::<_, Option<String>>(0))?;
        for view in views.collect::<rusqlite::Result<Vec<_>>>()?.into_iter().flatten() {
            connection.execute_batch(&format!("DROP VIEW IF EXISTS {}", quoted(&view)))?;
            self.names.free(&view);
            self.views -= 1;
        }
        for sql in REMOVE {
            connection.prepare_cached(sql)?.execute([source])?;
        }
        self.shared.remove(connection, source)?;
        Ok(source)
    }
}

/// Removes everything of a page except its row.
const REMOVE: [&str; 5] = [
    "DELETE FROM cells WHERE record_id IN
        (SELECT id FROM records WHERE region_id IN (SELECT id FROM regions WHERE source_id = ?))",
    "DELETE FROM records WHERE region_id IN (SELECT id FROM regions WHERE source_id = ?)",
    "DELETE FROM columns WHERE region_id IN (SELECT id FROM regions WHERE source_id = ?)",
    "DELETE FROM regions WHERE source_id = ?",
    "DELETE FROM warnings WHERE source_id = ?",
];

/// Removes what was added after a checkpoint. Pages that were there before and were replaced after it have lost their rows;
/// since the checkpoint does not have them, they are done again. Returns the highest ids of the checkpoint, if it is known.
fn undo_after(connection: &Connection, number: i64) -> rusqlite::Result<Option<Highest>> {
    let Some(highest) = checkpoints::at(connection, number)? else { return Ok(None) };
    let Highest { sources, regions, columns, records } = highest;
    let mut views = connection.prepare("SELECT view_name FROM regions WHERE id > ?")?;
    let views = views.query_map([regions], |row| row.get::<_, Option<String>>(0))?;
    for view in views.collect::<rusqlite::Result<Vec<_>>>()?.into_iter().flatten() {
        connection.execute_batch(&format!("DROP VIEW IF EXISTS {}", quoted(&view)))?;
    }
    let mut new = connection.prepare("SELECT id FROM sources WHERE id > ?")?;
    let new = new.query_map([sources], |row| row.get::<_, i64>(0))?;
    for source in new.collect::<rusqlite::Result<Vec<_>>>()? {
        SharedTables::default().remove(connection, source)?;
    }
    for (sql, last) in [
        ("DELETE FROM cells WHERE record_id > ?", records),
        ("DELETE FROM records WHERE id > ?", records),
        ("DELETE FROM columns WHERE id > ?", columns),
        ("DELETE FROM regions WHERE id > ?", regions),
        ("DELETE FROM warnings WHERE source_id > ?", sources),
        ("DELETE FROM sources WHERE id > ?", sources),
        (r#"DELETE FROM "rowsmith-checkpoints" WHERE number > ?"#, number),
    ] {
        connection.execute(sql, [last])?;
    }
    Ok(Some(highest))
}

/// Removes from a database what only a run that may be resumed needs.
pub(crate) fn forget_checkpoints(path: &Path) -> io::Result<()> {
    Connection::open(path).and_then(|connection| checkpoints::forget(&connection)).map_err(failure)
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
            region: connection.prepare("INSERT INTO regions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")?,
            column: connection.prepare("INSERT INTO columns VALUES (?, ?, ?, ?, ?, ?, ?)")?,
            record: connection.prepare("INSERT INTO records VALUES (?, ?, ?, ?)")?,
            cell: connection.prepare("INSERT INTO cells VALUES (?, ?, ?, ?, ?)")?,
        })
    }

    /// Adds a region's columns, records and cells, using ids after the existing ones.
    fn table(&mut self, region: i64, columns: i64, records: i64, table: &RegionTable) -> rusqlite::Result<()> {
        for (id, column) in (columns + 1..).zip(&table.columns) {
            let (kind, category, value_type) = (word(column.kind), word(column.category), word(column.value_type));
            self.column.execute(params![id, region, id - columns, column.name, kind, category, value_type])?;
        }
        let readings = readings(table);
        for (id, record) in (records + 1..).zip(&table.records) {
            let nodes = serde_json::to_string(&record.nodes).unwrap_or_default();
            self.record.execute(params![id, region, id - records, nodes])?;
            let named = (columns + 1..).zip(&table.columns).zip(&readings);
            for (((column_id, column), reading), cell) in named.zip(&record.cells) {
                if let Some(cell) = cell {
                    let value = typed(column, reading, cell);
                    let currency = value.currency().map(|currency| currency.name());
                    self.cell.execute(params![id, column_id, SqlValue { value }, currency, cell.text])?;
                }
            }
        }
        Ok(())
    }
}

/// The JSON name of a value of the output types.
fn word(value: impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}

/// The view that shows a region as a table: the number of the record, then its columns. A cell is looked up only when
/// its column is queried, so that a wide view costs only what is read.
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

#[cfg(test)]
mod tests {
    use rusqlite::types::Value;

    use super::super::samples;
    use super::*;
    use crate::common::scratch::Folder;

    fn database(folder: &Folder, pages: &[Page]) -> Connection {
        let path = folder.0.join("out.sqlite");
        let mut database = Database::create(&path).unwrap();
        for page in pages {
            database.page(page, None).unwrap();
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

    #[test]
    fn a_page_that_is_there_is_replaced() {
        let folder = Folder::new("sqlite-append");
        let path = folder.0.join("out.sqlite");
        let archive = |position| Some(Origin { archive: "a.warc".into(), position });
        let table = |text: &str| samples::region(&["a"], &[&[text], &["x"]]);
        for round in ["1", "2"] {
            let mut database = Database::add_to(&path, None).unwrap();
            for (source, origin) in [("a.html", None), ("a.html", archive(1)), ("a.html", archive(2)), (round, None)] {
                let tables = vec![table(round), table("second")];
                database.page(&samples::page_of(source, tables, vec![]), origin.as_ref()).unwrap();
            }
            database.checkpoint().unwrap();
            // neither finished nor at a checkpoint
            database.page(&samples::page("lost.html"), None).unwrap();
            drop(database);
        }
        let database = Connection::open(&path).unwrap();
        let number = |sql: &str| rows(&database, sql)[0][0].clone();
        assert_eq!(number("SELECT count(*) FROM sources"), Value::Integer(5));
        assert_eq!(number("SELECT count(*) FROM regions"), Value::Integer(10));
        assert_eq!(number("SELECT count(*) FROM cells"), Value::Integer(20));
        assert_eq!(number("SELECT count(*) FROM cells WHERE text = '1'"), Value::Integer(1));
        assert_eq!(rows(&database, "SELECT a FROM a ORDER BY record")[0], [text("2")]);
        assert_eq!(number("SELECT count(*) FROM sqlite_master WHERE type = 'view'"), Value::Integer(10));
        assert_eq!(rows(&database, "PRAGMA foreign_key_check").len(), 0);
    }

    #[test]
    fn other_databases_are_left_alone() {
        let folder = Folder::new("sqlite-other");
        let path = folder.0.join("out.sqlite");
        for sql in ["CREATE TABLE precious (x)", "PRAGMA user_version = 2"] {
            Connection::open(&path).unwrap().execute_batch(sql).unwrap();
            assert!(Database::add_to(&path, None).err().unwrap().to_string().contains("name another file"));
        }
        std::fs::write(&path, "not a database").unwrap();
        assert!(Database::add_to(&path, None).is_err());
    }

    /// Everything in the tables that pages are in.
    fn dump(path: &Path) -> Vec<Vec<Vec<Value>>> {
        let database = Connection::open(path).unwrap();
        let all = |table: &&str| rows(&database, &format!("SELECT * FROM {table}"));
        ["sources", "warnings", "regions", "columns", "records", "cells", "sqlite_master"].iter().map(all).collect()
    }

    #[test]
    fn a_checkpoint_that_the_journal_did_not_note_is_undone() {
        let folder = Folder::new("sqlite-unnoted");
        let path = |name: &str| folder.0.join(name);
        let pages = ["a.html", "b.html", "c.html"].map(samples::page);
        // killed after a checkpoint with one page more than the journal has, and with another one in progress
        for (noted, replaced) in [(0, false), (1, false), (0, true), (1, true)] {
            let path = path(&format!("killed-{noted}-{replaced}.sqlite"));
            let whole = folder.0.join(format!("whole-{noted}-{replaced}.sqlite"));
            // of an earlier run, also with a page that is replaced now, and a table of a person's own
            for path in [&path, &whole] {
                let mut earlier = Database::add_to(path, None).unwrap();
                if replaced {
                    earlier.page(&samples::page("b.html"), None).unwrap();
                }
                earlier.finish().unwrap();
                Connection::open(path).unwrap().execute_batch("CREATE TABLE checkpoints (mine)").unwrap();
            }
            let mut undisturbed = Database::add_to(&whole, Some(0)).unwrap();
            pages.iter().for_each(|page| undisturbed.page(page, None).unwrap());
            undisturbed.finish().unwrap();
            let mut database = Database::add_to(&path, Some(0)).unwrap();
            let mut number = 0;
            for page in &pages[..noted] {
                database.page(page, None).unwrap();
                number = database.checkpoint().unwrap();
            }
            database.page(&pages[noted], None).unwrap();
            database.checkpoint().unwrap();
            database.page(&pages[noted + 1], None).unwrap();
            drop(database);
            let mut database = Database::add_to(&path, Some(number)).unwrap();
            pages[noted..].iter().for_each(|page| database.page(page, None).unwrap());
            database.finish().unwrap();
            let (found, expected) = (dump(&path), dump(&whole));
            assert_eq!(found[..6], expected[..6], "{noted}");
            assert_eq!(found[6].len(), expected[6].len(), "no table is left of the run");
        }
        assert!(Database::add_to(&path("gone.sqlite"), Some(3)).err().unwrap().to_string().contains("journal"));
    }
}
