//! Database tables shared by the pages of one template: one row per record, with where it comes from.

use std::collections::HashMap;

use rowsmith::types::{Column, RegionTable, holds_amounts};
use rusqlite::{Connection, OptionalExtension, ToSql, params, params_from_iter};

use super::sqlite_values::{SqlValue, quoted, view_name};
use crate::common::source::Origin;
use crate::output::names::Names;
use crate::output::page::Shared;
use crate::output::typed::{Typed, readings, typed};

/// The columns of every such table: the page as in `sources`, the number of the record on it, and the wrapper.
const OWN: [&str; 6] = ["source_id", "source", "archive", "position", "record", "wrapper"];

const TEMPLATES: &str = "
-- Which table holds the records of a template.
CREATE TABLE IF NOT EXISTS templates (
  name TEXT PRIMARY KEY,
  table_name TEXT NOT NULL
);";

/// The tables, by the names of their templates.
#[derive(Default)]
pub(crate) struct SharedTables {
    known: HashMap<String, Known>,
}

struct Known {
    table: String,
    /// Its columns: quoted names, by name.
    columns: Vec<String>,
}

/// Where a page comes from.
pub(crate) struct Provenance<'p> {
    pub(crate) id: i64,
    pub(crate) source: &'p str,
    pub(crate) origin: Option<&'p Origin>,
}

impl SharedTables {
    /// Adds the records of a page's table, after the `before` records that the page has there already.
    pub(crate) fn add(
        &mut self,
        connection: &Connection,
        names: &mut Names,
        shared: &Shared,
        page: &Provenance<'_>,
        table: &RegionTable,
        before: usize,
    ) -> rusqlite::Result<()> {
        let columns = sql_columns(table);
        self.prepare(connection, names, shared, &columns)?;
        let Some(known) = self.known.get(&shared.name) else { return Ok(()) };
        let own = OWN.iter().map(|name| quoted(name));
        let all: Vec<String> = own.chain(columns.iter().flat_map(SqlColumn::names).map(quoted)).collect();
        let marks = vec!["?"; all.len()].join(", ");
        let sql = format!("INSERT INTO {} ({}) VALUES ({marks})", quoted(&known.table), all.join(", "));
        let mut insert = connection.prepare_cached(&sql)?;
        let readings = readings(table);
        let archive = page.origin.map(|origin| origin.archive.as_str());
        let position = page.origin.map_or(0, |origin| i64::try_from(origin.position).unwrap_or(i64::MAX));
        for (number, record) in (before as i64 + 1..).zip(&table.records) {
            let mut values: Vec<Box<dyn ToSql>> = vec![
                Box::new(page.id),
                Box::new(page.source),
                Box::new(archive.unwrap_or_default()),
                Box::new(position),
                Box::new(number),
                Box::new(shared.wrapper.as_str()),
            ];
            for (at, column) in columns.iter().enumerate() {
                let value = record
                    .cells
                    .get(at)
                    .and_then(Option::as_ref)
                    .map(|cell| typed(&table.columns[at], &readings[at], cell));
                let currency = value.as_ref().and_then(Typed::currency).map(|currency| currency.name());
                values.push(Box::new(value.map(|value| SqlValue { value })));
                if column.currency.is_some() {
                    values.push(Box::new(currency));
                }
            }
            insert.execute(params_from_iter(values.iter().map(AsRef::as_ref)))?;
        }
        Ok(())
    }

    /// Removes everything of a page from all of the tables.
    pub(crate) fn remove(&mut self, connection: &Connection, source_id: i64) -> rusqlite::Result<()> {
        let there = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'templates'";
        if connection.prepare_cached(there)?.query_row([], |_| Ok(())).optional()?.is_none() {
            return Ok(());
        }
        let mut tables = connection.prepare_cached("SELECT table_name FROM templates")?;
        let tables = tables.query_map([], |row| row.get::<_, String>(0))?.collect::<rusqlite::Result<Vec<_>>>()?;
        for table in tables {
            connection.execute(&format!("DELETE FROM {} WHERE source_id = ?", quoted(&table)), [source_id])?;
        }
        Ok(())
    }

    /// The table of a template with these columns, which is created or extended.
    fn prepare(
        &mut self,
        connection: &Connection,
        names: &mut Names,
        shared: &Shared,
        columns: &[SqlColumn],
    ) -> rusqlite::Result<()> {
        if !self.known.contains_key(&shared.name) {
            connection.execute_batch(TEMPLATES)?;
            let find = "SELECT table_name FROM templates WHERE name = ?";
            let there = connection.query_row(find, [&shared.name], |row| row.get::<_, String>(0)).optional()?;
            let (table, columns) = match there {
                Some(table) => {
                    let mut info = connection.prepare("SELECT name FROM pragma_table_info(?)")?;
                    let columns = info.query_map([&table], |row| row.get::<_, String>(0))?;
                    let columns = columns.collect::<rusqlite::Result<Vec<_>>>()?;
                    (table, columns)
                }
                None => {
                    let wanted = [view_name(&shared.name)];
                    let table = names.take(&wanted, |name, number| format!("{name}_{number}"));
                    let sql = format!(
                        "CREATE TABLE {} (\n  source_id INTEGER NOT NULL REFERENCES sources(id),\n  source TEXT NOT NULL,\n  \
                         archive TEXT NOT NULL,\n  position INTEGER NOT NULL,\n  record INTEGER NOT NULL,\n  \
                         wrapper TEXT NOT NULL,\n  PRIMARY KEY (source_id, record)\n)",
                        quoted(&table)
                    );
                    connection.execute_batch(&sql)?;
                    connection.execute("INSERT INTO templates VALUES (?, ?)", params![shared.name, table])?;
                    (table, OWN.map(str::to_owned).to_vec())
                }
            };
            self.known.insert(shared.name.clone(), Known { table, columns });
        }
        let Some(known) = self.known.get_mut(&shared.name) else { return Ok(()) };
        for name in columns.iter().flat_map(SqlColumn::names) {
            if !known.columns.iter().any(|c| c.eq_ignore_ascii_case(name)) {
                connection.execute_batch(&format!(
                    "ALTER TABLE {} ADD COLUMN {}",
                    quoted(&known.table),
                    quoted(name)
                ))?;
                known.columns.push(name.to_owned());
            }
        }
        Ok(())
    }
}

/// How a column of a page is represented in the database, under names valid in SQL.
struct SqlColumn {
    name: String,
    /// For prices, the column with their currency.
    currency: Option<String>,
}

impl SqlColumn {
    fn names(&self) -> impl Iterator<Item = &str> {
        [Some(self.name.as_str()), self.currency.as_deref()].into_iter().flatten()
    }
}

/// The columns of a table.
fn sql_columns(table: &RegionTable) -> Vec<SqlColumn> {
    let mut names = Names::without(&OWN);
    let named: Vec<String> = table.columns.iter().map(|column| names.column(&column.name)).collect();
    let currency = |(column, name): (&Column, String)| {
        let currency = holds_amounts(column).then(|| names.column(&format!("{name}_currency")));
        SqlColumn { name, currency }
    };
    table.columns.iter().zip(named).map(currency).collect()
}
