//! Tables of records: one [`RecordsPage`] a page, one [`RegionTable`] a region.

use crate::types::Column;
use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Serialize, Serializer};

use crate::types::Warning;

/// The result of `records` on one page: one JSON line.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RecordsPage {
    /// The input as the caller named it.
    pub source: String,
    /// The regions, best first. Those with `main` are the page's list.
    pub regions: Vec<RegionTable>,
    /// What a user should know about this result; empty where all is well.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

/// A data region as a table: a row a record, a column an aligned data item.
#[derive(Clone, PartialEq, Debug)]
pub struct RegionTable {
    /// Whether this is the page's main list, or one of several.
    pub main: bool,
    /// How good the region is by the ranking in use; comparable within a page.
    pub score: f64,
    /// The probability that the page has a main list and this is it; only for the best region of the learnt method.
    pub confidence: Option<f64>,
    /// Path of the smallest element that holds all records.
    pub path: String,
    /// Which candidate generator found the region first.
    pub found_by: &'static str,
    /// Name and value of what the score was made of; empty unless asked for.
    pub evidence: Vec<(&'static str, f64)>,
    /// The columns from left to right. Names are unique within the region.
    pub columns: Vec<Column>,
    /// The records in document order.
    pub records: Vec<RecordRow>,
}

/// A record: a row of a [`RegionTable`].
#[derive(Clone, PartialEq, Debug)]
pub struct RecordRow {
    /// The paths of the sibling subtrees that make the record.
    pub nodes: Vec<String>,
    /// One entry a column of the region, `None` where the record has no such item.
    pub cells: Vec<Option<Cell>>,
}

/// The item of one record in one column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The text in one line; for a link or image the attribute as the page has it.
    pub text: String,
    /// The absolute URL of a link or image, where the base is known or the attribute is absolute.
    pub url: Option<String>,
}

impl RegionTable {
    /// The index of a column by name.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|c| c.name == name)
    }
}

impl Serialize for RegionTable {
    /// `cells` and `urls` (absolute addresses, where they differ from the cell) are maps by column name.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Rows<'a>(&'a RegionTable);
        impl Serialize for Rows<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self.0.records.iter().map(|record| Row { columns: &self.0.columns, record }))
            }
        }
        let skipped = usize::from(self.evidence.is_empty()) + usize::from(self.confidence.is_none());
        let mut region = serializer.serialize_struct("RegionTable", 8 - skipped)?;
        region.serialize_field("main", &self.main)?;
        region.serialize_field("score", &((self.score * 1e4).round() / 1e4))?;
        if let Some(confidence) = self.confidence {
            region.serialize_field("confidence", &((confidence * 1e3).round() / 1e3))?;
        }
        region.serialize_field("path", &self.path)?;
        region.serialize_field("found_by", &self.found_by)?;
        if !self.evidence.is_empty() {
            region.serialize_field("evidence", &Evidence(&self.evidence))?;
        }
        region.serialize_field("columns", &self.columns)?;
        region.serialize_field("records", &Rows(self))?;
        region.end()
    }
}

struct Evidence<'a>(&'a [(&'static str, f64)]);

impl Serialize for Evidence<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|&(name, value)| (name, value)))
    }
}

struct Row<'a> {
    columns: &'a [Column],
    record: &'a RecordRow,
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let cells = || {
            let named = self.columns.iter().zip(&self.record.cells);
            named.filter_map(|(column, cell)| Some((column.name.as_str(), cell.as_ref()?)))
        };
        let mut row = serializer.serialize_struct("RecordRow", 3)?;
        row.serialize_field("nodes", &self.record.nodes)?;
        row.serialize_field("cells", &Texts(cells))?;
        if cells().any(|(_, cell)| cell.absolute().is_some()) {
            row.serialize_field("urls", &Addresses(cells))?;
        }
        row.end()
    }
}

impl Cell {
    /// The absolute address, where it differs from the text.
    fn absolute(&self) -> Option<&str> {
        self.url.as_deref().filter(|url| *url != self.text)
    }
}

/// Named cells as a map of their texts.
struct Texts<F>(F);

impl<'c, I: Iterator<Item = (&'c str, &'c Cell)>, F: Fn() -> I> Serialize for Texts<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map((self.0)().map(|(name, cell)| (name, &cell.text)))
    }
}

/// Named cells as a map of their absolute addresses, where they differ.
struct Addresses<F>(F);

impl<'c, I: Iterator<Item = (&'c str, &'c Cell)>, F: Fn() -> I> Serialize for Addresses<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map((self.0)().filter_map(|(name, cell)| Some((name, cell.absolute()?))))
    }
}

/// Named cells as the fields `cells` and `urls` of what they belong to, as a record has them.
pub(crate) fn serialize_cells<S: Serializer>(cells: &[(String, Cell)], serializer: S) -> Result<S::Ok, S::Error> {
    let named = || cells.iter().map(|(name, cell)| (name.as_str(), cell));
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry("cells", &Texts(named))?;
    if cells.iter().any(|(_, cell)| cell.absolute().is_some()) {
        map.serialize_entry("urls", &Addresses(named))?;
    }
    map.end()
}
