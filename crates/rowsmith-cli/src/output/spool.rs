//! Stores the tables of pages on the disk for formats that are written at the end: those that must know all columns
//! before the first row, and those that are made in one go.

use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use rowsmith::recognize::ValueType;
use rowsmith::types::{Cell, Column, ColumnKind, RecordRow, RegionTable, Role};
use serde::{Deserialize, Serialize};
use tempfile::SpooledTempFile;

use super::page::{Page, PageKind, Shared};
use super::part::PartFile;
use crate::common::source::Origin;

/// How many bytes are kept in memory before a temporary file is used.
const IN_MEMORY: usize = 4 << 20;

/// Pages in the order in which they were added. The paths of the records, scores and warnings are not stored.
pub(crate) struct Spool {
    store: Store,
    /// Whether the last operation added a page, at the end.
    at_end: bool,
}

/// A page read back from a spool.
pub(crate) struct SpooledPage {
    /// The page.
    pub(crate) page: Page,
    /// Its place, if it was in an archive.
    pub(crate) origin: Option<Origin>,
}

enum Store {
    Temporary(Box<SpooledTempFile>),
    Part(PartFile),
}

impl Default for Spool {
    /// A spool that is deleted when it is dropped.
    fn default() -> Self {
        Spool { store: Store::Temporary(Box::new(SpooledTempFile::new(IN_MEMORY))), at_end: true }
    }
}

impl Spool {
    /// A spool in a file that is kept.
    pub(crate) fn within(part: PartFile) -> Self {
        Spool { store: Store::Part(part), at_end: true }
    }

    /// Adds a page, with its place if it was in an archive.
    pub(crate) fn add(&mut self, page: &Page, origin: Option<&Origin>) -> io::Result<()> {
        let mut line = serde_json::to_vec(&Kept::of(page, origin))?;
        line.push(b'\n');
        match &mut self.store {
            Store::Temporary(file) => {
                if !self.at_end {
                    file.seek(SeekFrom::End(0))?;
                }
                self.at_end = true;
                file.write_all(&line)
            }
            Store::Part(part) => part.write_all(&line),
        }
    }

    /// Flushes the pages so far to the disk, if the spool is kept, and returns the length of the file.
    pub(crate) fn checkpoint(&mut self) -> io::Result<u64> {
        match &mut self.store {
            Store::Temporary(_) => Ok(0),
            Store::Part(part) => part.checkpoint(),
        }
    }

    /// All pages, starting with the first; afterwards no page may be added to a spool that is kept.
    pub(crate) fn read(&mut self) -> io::Result<impl Iterator<Item = io::Result<Page>>> {
        Ok(self.read_origins()?.map(|spooled| Ok(spooled?.page)))
    }

    /// The same, including their places.
    pub(crate) fn read_origins(&mut self) -> io::Result<impl Iterator<Item = io::Result<SpooledPage>>> {
        self.at_end = false;
        let file: &mut dyn Reread = match &mut self.store {
            Store::Temporary(file) => file.as_mut(),
            Store::Part(part) => part,
        };
        file.rewind()?;
        let lines = BufReader::with_capacity(1 << 16, file).split(b'\n');
        Ok(lines.map(|line| Ok(serde_json::from_slice::<Kept>(&line?)?.page())))
    }

    /// Its path, if it is kept until it is removed.
    pub(crate) fn path(&self) -> Option<&Path> {
        match &self.store {
            Store::Temporary(_) => None,
            Store::Part(part) => Some(part.path()),
        }
    }
}

trait Reread: Read + Seek {}

impl<T: Read + Seek> Reread for T {}

/// A page in the form in which it is written to the spool.
#[derive(Serialize, Deserialize)]
struct Kept {
    source: String,
    tables: Vec<KeptTable>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    shared: Vec<Shared>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    origin: Option<Origin>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kind: Option<PageKind>,
    /// The document, if the output is one per page.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    line: String,
}

#[derive(Serialize, Deserialize)]
struct KeptTable {
    main: bool,
    columns: Vec<KeptColumn>,
    records: Vec<Vec<Option<KeptCell>>>,
}

/// Kind, type and role under the names that the library gives them, so that none is ever mistaken for another.
#[derive(Serialize, Deserialize)]
struct KeptColumn {
    name: String,
    kind: ColumnKind,
    value_type: ValueType,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    role: Option<Role>,
}

/// Names are short here, since they occur once per cell.
#[derive(Serialize, Deserialize)]
struct KeptCell {
    #[serde(rename = "t")]
    text: String,
    #[serde(rename = "u", default, skip_serializing_if = "Option::is_none")]
    url: Option<String>,
}

impl Kept {
    fn of(page: &Page, origin: Option<&Origin>) -> Self {
        let column = |column: &Column| KeptColumn {
            name: column.name.clone(),
            kind: column.kind,
            value_type: column.value_type,
            role: column.role,
        };
        let cell =
            |cell: &Option<Cell>| cell.as_ref().map(|cell| KeptCell { text: cell.text.clone(), url: cell.url.clone() });
        let tables = page.tables.iter().map(|table| KeptTable {
            main: table.main,
            columns: table.columns.iter().map(column).collect(),
            records: table.records.iter().map(|record| record.cells.iter().map(cell).collect()).collect(),
        });
        Kept {
            source: page.source.clone(),
            tables: tables.collect(),
            shared: page.shared.clone(),
            origin: origin.cloned(),
            kind: page.kind.clone(),
            line: page.line.clone(),
        }
    }

    fn page(self) -> SpooledPage {
        let column = |column: KeptColumn| Column {
            role: column.role,
            ..Column::new(column.name, column.kind, column.value_type)
        };
        let record = |cells: Vec<Option<KeptCell>>| RecordRow {
            nodes: Vec::new(),
            cells: cells.into_iter().map(|cell| cell.map(|KeptCell { text, url }| Cell { text, url })).collect(),
        };
        let table = |table: KeptTable| RegionTable {
            main: table.main,
            score: 0.0,
            confidence: None,
            path: String::new(),
            found_by: "".into(),
            state: None,
            evidence: Vec::new(),
            columns: table.columns.into_iter().map(column).collect(),
            records: table.records.into_iter().map(record).collect(),
        };
        let tables = self.tables.into_iter().map(table).collect();
        let page = Page {
            source: self.source,
            tables,
            titles: Vec::new(),
            shared: self.shared,
            warnings: Vec::new(),
            line: self.line,
            kind: self.kind,
        };
        SpooledPage { page, origin: self.origin }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::writers::samples;

    #[test]
    fn tables_come_back_as_they_were() {
        let mut spool = Spool::default();
        for round in 1..=2 {
            spool.add(&samples::page("a.html"), None).unwrap();
            for _ in 0..2 {
                let pages: Vec<Page> = spool.read().unwrap().map(Result::unwrap).collect();
                assert_eq!(pages.len(), round);
                let (back, was) = (&pages[round - 1].tables[0], &samples::shop());
                assert_eq!((back.columns.len(), &back.columns[1].name), (was.columns.len(), &was.columns[1].name));
                assert_eq!(
                    back.columns.iter().map(|c| (c.kind, c.value_type)).collect::<Vec<_>>(),
                    was.columns.iter().map(|c| (c.kind, c.value_type)).collect::<Vec<_>>()
                );
                assert!(back.records.iter().zip(&was.records).all(|(back, was)| back.cells == was.cells));
            }
        }
    }

    #[test]
    fn pages_come_back_with_where_they_stood() {
        let origin = Origin { archive: "a.warc".into(), position: 3 };
        let mut spool = Spool::default();
        spool.add(&samples::page("a.html"), Some(&origin)).unwrap();
        spool.add(&samples::page("b.html"), None).unwrap();
        let back: Vec<_> = spool.read_origins().unwrap().map(|spooled| spooled.unwrap().origin).collect();
        assert_eq!(back, [Some(origin), None]);
    }
}
