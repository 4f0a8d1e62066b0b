//! How far a database was at its last checkpoints, for runs that are resumed.
//!
//! A checkpoint is committed first and noted in the journal after that, so a run that is killed between the two leaves pages in
//! the database that its journal does not know. They are undone when it is resumed: done again they would have other ids than
//! those of a run that was not killed.

use rusqlite::{Connection, OptionalExtension, params};

/// The table, which is there while a run may be resumed. No view and no table of a template can have its name, since theirs have
/// no hyphens.
const TABLE: &str = r#"
CREATE TABLE IF NOT EXISTS "rowsmith-checkpoints" (
  number INTEGER PRIMARY KEY,
  sources INTEGER NOT NULL,
  regions INTEGER NOT NULL,
  columns INTEGER NOT NULL,
  records INTEGER NOT NULL
);"#;

/// The highest ids of a checkpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Highest {
    pub(crate) sources: i64,
    pub(crate) regions: i64,
    pub(crate) columns: i64,
    pub(crate) records: i64,
}

/// Notes a checkpoint, and forgets all but the one before it.
pub(crate) fn note(connection: &Connection, number: i64, highest: Highest) -> rusqlite::Result<()> {
    let Highest { sources, regions, columns, records } = highest;
    connection.execute_batch(TABLE)?;
    let mut insert =
        connection.prepare_cached(r#"INSERT OR REPLACE INTO "rowsmith-checkpoints" VALUES (?, ?, ?, ?, ?)"#)?;
    insert.execute(params![number, sources, regions, columns, records])?;
    connection.prepare_cached(r#"DELETE FROM "rowsmith-checkpoints" WHERE number < ?"#)?.execute([number - 1])?;
    Ok(())
}

/// The highest ids at a checkpoint; `None` if the database does not know it.
pub(crate) fn at(connection: &Connection, number: i64) -> rusqlite::Result<Option<Highest>> {
    let there = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'rowsmith-checkpoints'";
    if connection.query_row(there, [], |_| Ok(())).optional()?.is_none() {
        return Ok(None);
    }
    let find = r#"SELECT sources, regions, columns, records FROM "rowsmith-checkpoints" WHERE number = ?"#;
    let highest = |row: &rusqlite::Row<'_>| {
        Ok(Highest { sources: row.get(0)?, regions: row.get(1)?, columns: row.get(2)?, records: row.get(3)? })
    };
    connection.query_row(find, [number], highest).optional()
}

/// Removes the table.
pub(crate) fn forget(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(r#"DROP TABLE IF EXISTS "rowsmith-checkpoints";"#)
}
