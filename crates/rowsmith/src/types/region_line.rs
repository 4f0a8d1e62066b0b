//! A [`RegionTable`] as it appears in a result line: the cells of a record are maps by column.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Deserialize, Serialize, Serializer};

use crate::types::cell::{CellMaps, CellRef, write_cells};
use crate::types::named::Named;
use crate::types::rounding::to_thousandths;
use crate::types::{Column, ColumnKind, Evidence, RecordRow, RegionTable};

impl Serialize for RegionTable {
    /// `cells` and `urls` (absolute addresses, if different from the cell) are maps by column name.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let skipped = usize::from(self.evidence.is_empty()) + usize::from(self.confidence.is_none());
        let skipped = skipped + usize::from(self.state.is_none());
        let mut region = serializer.serialize_struct("RegionTable", 9 - skipped)?;
        region.serialize_field("main", &self.main)?;
        region.serialize_field("score", &((self.score * 1e4).round() / 1e4))?;
        if let Some(confidence) = self.confidence {
            region.serialize_field("confidence", &to_thousandths(confidence))?;
        }
        region.serialize_field("path", &self.path)?;
        region.serialize_field("found_by", &self.found_by)?;
        if let Some(state) = &self.state {
            region.serialize_field("state", state)?;
        }
        if !self.evidence.is_empty() {
            region.serialize_field("evidence", &EvidenceMap(&self.evidence))?;
        }
        region.serialize_field("columns", &self.columns)?;
        region.serialize_field("records", &Rows(self))?;
        region.end()
    }
}

struct EvidenceMap<'a>(&'a [Evidence]);

impl Serialize for EvidenceMap<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|part| (&part.name, part.value)))
    }
}

struct Rows<'a>(&'a RegionTable);

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.records.iter().map(|record| Row { columns: &self.0.columns, record }))
    }
}

struct Row<'a> {
    columns: &'a [Column],
    record: &'a RecordRow,
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut row = serializer.serialize_map(None)?;
        row.serialize_entry("nodes", &self.record.nodes)?;
        write_cells(&mut row, || {
            let named = self.columns.iter().zip(&self.record.cells);
            named.filter_map(|(column, cell)| Some(CellRef { name: &column.name, cell: cell.as_ref()? }))
        })?;
        row.end()
    }
}

/// A data region as a table: one row per record, one column per aligned data item.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RegionTable"))]
pub(crate) struct RegionLine {
    /// Whether this is the page's main list, or one of several.
    main: bool,
    /// How good the region is according to the ranking method. Scores are comparable only within a page.
    score: f64,
    /// The probability that the page has a main list and that this is it. Only the trained method gives it, and only
    /// for the best region.
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<f64>,
    /// The path of the smallest element that holds all records.
    path: String,
    /// The candidate generator that found the region first.
    found_by: Cow<'static, str>,
    /// Where the same records are found as data in the page's scripts or attributes, if they are:
    /// `script#__NEXT_DATA__.props.pageProps.results[]`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    state: Option<String>,
    /// The contributions to the score, by name, if asked for.
    #[serde(default, skip_serializing_if = "Named::is_empty")]
    evidence: Named<f64>,
    /// The columns from left to right. Names are unique within the region.
    columns: Vec<Column>,
    /// The records in document order.
    records: Vec<RowLine>,
}

/// A record: a row of a table.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Record"))]
struct RowLine {
    /// The paths of the sibling subtrees that make the record.
    nodes: Vec<String>,
    #[serde(flatten)]
    maps: CellMaps,
}

/// The error that a record has a cell in a column which its table does not have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a record has a cell in the column {0:?}, which its table does not have")]
pub(crate) struct UnknownColumn(String);

impl TryFrom<RegionLine> for RegionTable {
    type Error = UnknownColumn;

    fn try_from(line: RegionLine) -> Result<RegionTable, UnknownColumn> {
        let RegionLine { main, score, confidence, path, found_by, state, evidence, columns, records } = line;
        let places: FxHashMap<&str, usize> = columns.iter().enumerate().map(|(at, c)| (c.name.as_str(), at)).collect();
        let row = |line: RowLine| {
            let mut cells = vec![None; columns.len()];
            for named in line.maps.into_cells() {
                let &at = places.get(named.name.as_str()).ok_or(UnknownColumn(named.name))?;
                let mut cell = named.cell;
                if columns[at].kind != ColumnKind::Text && cell.url.is_none() && has_scheme(&cell.text) {
                    // the line does not repeat an address that is absolute already
                    cell.url = Some(cell.text.clone());
                }
                cells[at] = Some(cell);
            }
            Ok(RecordRow { nodes: line.nodes, cells })
        };
        let records = records.into_iter().map(row).collect::<Result<_, _>>()?;
        let evidence = evidence.entries.into_iter();
        let evidence = evidence.map(|entry| Evidence { name: entry.name.into(), value: entry.value }).collect();
        Ok(RegionTable { main, score, confidence, path, found_by, state, evidence, columns, records })
    }
}

/// Whether an attribute is an absolute address.
fn has_scheme(text: &str) -> bool {
    text.split_once(':').is_some_and(|(scheme, _)| {
        scheme.len() > 1 && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
    })
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for RegionTable {
    fn schema_name() -> Cow<'static, str> {
        RegionLine::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        RegionLine::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_of_no_column_is_an_error() {
        let line = r#"{"main":true,"score":1,"path":"/html[1]","found_by":"x","columns":[],
            "records":[{"nodes":[],"cells":{"price":"5"}}]}"#;
        let error = serde_json::from_str::<RegionTable>(line).unwrap_err().to_string();
        assert!(error.contains("\"price\""), "{error}");
    }
}
