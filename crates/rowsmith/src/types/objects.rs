//! Tables of objects: one [`ObjectsPage`] a page, one [`ObjectTable`] a data area.

use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Serialize, Serializer};

use crate::recognize::ValueType;
use crate::types::column::{Column, ColumnKind, category};
use crate::types::table::{Cell, RecordRow, RegionTable};
use crate::types::value::{Value, ValueKind};
use crate::types::warning::Warning;

/// The result of `objects` on one page: one JSON line.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ObjectsPage {
    /// The input as the caller named it.
    pub source: String,
    /// The domain.
    pub schema: String,
    /// The data areas. Those with `main` hold what the page is about.
    pub areas: Vec<ObjectTable>,
    /// What a user should know about this result; empty where all is well.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

/// A data area with its objects.
#[derive(Clone, PartialEq, Debug)]
pub struct ObjectTable {
    /// Whether this is (part of) what the page is about.
    pub main: bool,
    /// What found it.
    pub found_by: FoundBy,
    /// The name of the pivot attribute; `None` where no pivot was found and the columns of records are labelled.
    pub pivot: Option<String>,
    /// The share of objects that hold a value of the pivot.
    pub pivot_share: f64,
    /// The probability that this is the page's main list.
    pub confidence: Option<f64>,
    /// Path of the smallest element that holds all objects.
    pub path: String,
    /// The attributes that any object has, of a wrapper all that it knows, in the order of the schema.
    pub attributes: Vec<ObjectAttribute>,
    /// The objects in document order.
    pub records: Vec<ObjectRow>,
}

/// An attribute of an [`ObjectTable`].
#[derive(Clone, PartialEq, Debug)]
pub struct ObjectAttribute {
    /// Its name in the schema.
    pub name: String,
    /// What its values are.
    pub value: ValueKind,
}

/// An object: a row of an [`ObjectTable`].
#[derive(Clone, PartialEq, Debug)]
pub struct ObjectRow {
    /// The paths of the sibling subtrees that make the object.
    pub nodes: Vec<String>,
    /// One entry an attribute of the table, the values in order of the page; most have one or none.
    pub values: Vec<Vec<ObjectCell>>,
}

/// A value of an object.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ObjectCell {
    /// As the page shows it; for a link or image the attribute.
    pub text: String,
    /// Normalised: `{"amount":2000.0,"currency":"GBP"}`, `{"number":3.0,"unit":"bed"}`, a date as ISO 8601.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// The absolute URL of a link or image, where it differs from the text and is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Whether the value was recognised, or inferred from the position of others.
    pub from: Provenance,
    /// The share of records with a recognised value at its position.
    #[serde(serialize_with = "rounded")]
    pub support: f64,
}

fn rounded<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((value * 1e3).round() / 1e3)
}

impl ObjectTable {
    /// The same as a table of records: a column an attribute, several values of one object joined.
    pub fn to_region(&self) -> RegionTable {
        let columns = self.attributes.iter().enumerate().map(|(at, attribute)| {
            let texts = self.records.iter().filter_map(|r| r.values[at].first()).map(|c| c.text.as_str());
            Column {
                name: attribute.name.clone(),
                kind: match attribute.value {
                    ValueKind::Url => ColumnKind::Link,
                    ValueKind::Image => ColumnKind::Image,
                    _ => ColumnKind::Text,
                },
                category: category(texts),
                value_type: value_type_of(attribute.value),
            }
        });
        let row = |record: &ObjectRow| RecordRow {
            nodes: record.nodes.clone(),
            cells: record.values.iter().map(|values| joined(values)).collect(),
        };
        RegionTable {
            main: self.main,
            score: self.pivot_share,
            confidence: self.confidence,
            path: self.path.clone(),
            found_by: match self.found_by {
                FoundBy::Pivots => "pivots",
                FoundBy::Agreement => "agreement",
                FoundBy::Records => "records",
                FoundBy::Wrapper => "wrapper",
            },
            evidence: Vec::new(),
            columns: columns.collect(),
            records: self.records.iter().map(row).collect(),
        }
    }
}

/// What most texts of an attribute are, as columns have it.
pub(crate) fn value_type_of(value: ValueKind) -> ValueType {
    match value {
        ValueKind::Price => ValueType::Price,
        ValueKind::Number | ValueKind::Rating => ValueType::Number,
        ValueKind::Date => ValueType::Date,
        ValueKind::Url | ValueKind::Image => ValueType::Url,
        ValueKind::Text | ValueKind::Postcode | ValueKind::Phone => ValueType::Text,
    }
}

fn joined(values: &[ObjectCell]) -> Option<Cell> {
    let texts: Vec<&str> = values.iter().map(|v| v.text.as_str()).collect();
    let url = values.first().and_then(|v| v.url.clone());
    (!texts.is_empty()).then(|| Cell { text: texts.join(", "), url })
}

impl Serialize for ObjectTable {
    /// `attributes` of a record is a map by name; of several values the others follow under `more`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Rows<'a>(&'a ObjectTable);
        impl Serialize for Rows<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self.0.records.iter().map(|row| Row { attributes: &self.0.attributes, row }))
            }
        }
        let mut table = serializer.serialize_struct("ObjectTable", 7)?;
        table.serialize_field("main", &self.main)?;
        table.serialize_field("found_by", &self.found_by)?;
        table.serialize_field("pivot", &self.pivot)?;
        table.serialize_field("pivot_share", &((self.pivot_share * 1e3).round() / 1e3))?;
        if let Some(confidence) = self.confidence {
            table.serialize_field("confidence", &((confidence * 1e3).round() / 1e3))?;
        }
        table.serialize_field("path", &self.path)?;
        table.serialize_field("records", &Rows(self))?;
        table.end()
    }
}

struct Row<'a> {
    attributes: &'a [ObjectAttribute],
    row: &'a ObjectRow,
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Map<'a, 'b>(&'b Row<'a>);
        impl Serialize for Map<'_, '_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut map = serializer.serialize_map(None)?;
                for (attribute, values) in self.0.attributes.iter().zip(&self.0.row.values) {
                    if let [first, more @ ..] = &values[..] {
                        map.serialize_entry(&attribute.name, &Values { first, more })?;
                    }
                }
                map.end()
            }
        }
        let mut row = serializer.serialize_struct("ObjectRow", 2)?;
        row.serialize_field("nodes", &self.row.nodes)?;
        row.serialize_field("attributes", &Map(self))?;
        row.end()
    }
}

#[derive(Serialize)]
struct Values<'a> {
    #[serde(flatten)]
    first: &'a ObjectCell,
    #[serde(skip_serializing_if = "<[ObjectCell]>::is_empty")]
    more: &'a [ObjectCell],
}

/// What an attribute of an object rests on (AMBER 3.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Provenance {
    /// Annotated, at a position where enough records are to infer it.
    Annotated,
    /// Annotated, at a position where few records are.
    Kept,
    /// Not annotated; inferred from other records with an annotation at the position.
    Inferred,
}

/// What found a list of objects.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FoundBy {
    /// Pivot nodes alone (AMBER, algorithms 2 and 3).
    Pivots,
    /// The record extractor's candidates, most records of which hold a pivot.
    Agreement,
    /// The record extractor alone: no pivot was found.
    Records,
    /// A wrapper, which was learnt from pages with objects.
    Wrapper,
}
