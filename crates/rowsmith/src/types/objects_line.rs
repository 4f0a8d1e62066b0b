//! An [`ObjectTable`] as it appears in a result line: the values of an object are a map by attribute.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Deserialize, Serialize, Serializer};

use crate::types::named::Named;
use crate::types::rounding::to_thousandths;
use crate::types::{FoundBy, ObjectAttribute, ObjectCell, ObjectRow, ObjectTable, Value, ValueKind};

impl Serialize for ObjectTable {
    /// The `attributes` of a record are a map by name. If there are several values, the first is the entry, and the
    /// others are in its `more`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut table = serializer.serialize_struct("ObjectTable", 7)?;
        table.serialize_field("main", &self.main)?;
        table.serialize_field("found_by", &self.found_by)?;
        table.serialize_field("pivot", &self.pivot)?;
        table.serialize_field("pivot_share", &to_thousandths(self.pivot_share))?;
        if let Some(confidence) = self.confidence {
            table.serialize_field("confidence", &to_thousandths(confidence))?;
        }
        table.serialize_field("path", &self.path)?;
        table.serialize_field("records", &Rows(self))?;
        table.end()
    }
}

struct Rows<'a>(&'a ObjectTable);

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.records.iter().map(|row| Row { attributes: &self.0.attributes, row }))
    }
}

struct Row<'a> {
    attributes: &'a [ObjectAttribute],
    row: &'a ObjectRow,
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut row = serializer.serialize_struct("ObjectRow", 2)?;
        row.serialize_field("nodes", &self.row.nodes)?;
        row.serialize_field("attributes", &ValueMap(self))?;
        row.end()
    }
}

struct ValueMap<'a, 'b>(&'b Row<'a>);

impl Serialize for ValueMap<'_, '_> {
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

#[derive(Serialize)]
struct Values<'a> {
    #[serde(flatten)]
    first: &'a ObjectCell,
    #[serde(skip_serializing_if = "<[ObjectCell]>::is_empty")]
    more: &'a [ObjectCell],
}

/// A data area with its objects.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "ObjectTable"))]
pub(crate) struct ObjectTableLine {
    /// Whether this is (part of) what the page is about.
    main: bool,
    /// What the area was found by.
    found_by: FoundBy,
    /// The name of the pivot attribute; `null` if no pivot was found and the attributes were assigned to the columns of
    /// a list.
    pivot: Option<String>,
    /// The share of objects that hold a value of the pivot.
    pivot_share: f64,
    /// The probability that this is the main list of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<f64>,
    /// The path of the smallest element that holds all objects.
    path: String,
    /// The objects in document order.
    records: Vec<RowLine>,
}

/// An object: a row of an area.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Object"))]
struct RowLine {
    /// The paths of the sibling subtrees that make the object.
    nodes: Vec<String>,
    /// The values by attribute, in the order of the schema.
    attributes: Named<ValuesLine>,
}

/// The values of an attribute.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "ObjectValues"))]
struct ValuesLine {
    #[serde(flatten)]
    first: ObjectCell,
    /// Further values, if the object has several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    more: Vec<ObjectCell>,
}

impl From<ObjectTableLine> for ObjectTable {
    fn from(line: ObjectTableLine) -> ObjectTable {
        let ObjectTableLine { main, found_by, pivot, pivot_share, confidence, path, records } = line;
        let names = ordered_names(&records);
        let places: FxHashMap<String, usize> = names.iter().enumerate().map(|(at, name)| (name.clone(), at)).collect();
        let mut attributes: Vec<ObjectAttribute> =
            names.into_iter().map(|name| ObjectAttribute { name, value: ValueKind::Text }).collect();
        let mut rows = Vec::with_capacity(records.len());
        for row in records {
            let mut values = vec![Vec::new(); attributes.len()];
            for entry in row.attributes.entries {
                let Some(&at) = places.get(&entry.name) else { continue };
                attributes[at].value = kind_of(&entry.value.first, attributes[at].value);
                values[at] = [vec![entry.value.first], entry.value.more].concat();
            }
            rows.push(ObjectRow { nodes: row.nodes, values });
        }
        ObjectTable { main, found_by, pivot, pivot_share, confidence, path, attributes, records: rows }
    }
}

/// The kind of an attribute's values, from one of them and the kind assumed so far.
fn kind_of(cell: &ObjectCell, before: ValueKind) -> ValueKind {
    match &cell.value {
        Some(Value::Price { .. }) => ValueKind::Price,
        Some(Value::Number { .. }) => ValueKind::Number,
        Some(Value::Rating { .. }) => ValueKind::Rating,
        Some(Value::Date(_)) => ValueKind::Date,
        Some(Value::Url(_)) => ValueKind::Url,
        Some(Value::Text(_)) | None if cell.url.is_some() => ValueKind::Url,
        Some(Value::Text(_)) | None => before,
    }
}

/// The names of all attributes in an order that agrees with every record: each record has its attributes in the order
/// of the schema, but few have all. Names for which no such order exists come last, in order of first appearance. The
/// time is linear in the number of values, up to a logarithmic factor.
fn ordered_names(records: &[RowLine]) -> Vec<String> {
    let mut names: Vec<&str> = Vec::new();
    let mut places: FxHashMap<&str, usize> = FxHashMap::default();
    let mut followers: Vec<BTreeSet<usize>> = Vec::new();
    for record in records {
        let mut before = None;
        for entry in &record.attributes.entries {
            let at = *places.entry(&entry.name).or_insert_with(|| {
                names.push(&entry.name);
                followers.push(BTreeSet::new());
                names.len() - 1
            });
            if let Some(before) = before.replace(at) {
                followers[before].insert(at);
            }
        }
    }
    let mut awaited = vec![0; names.len()];
    followers.iter().flatten().for_each(|&at| awaited[at] += 1);
    let mut ready: BTreeSet<usize> = (0..names.len()).filter(|&at| awaited[at] == 0).collect();
    let mut order = Vec::with_capacity(names.len());
    let mut taken = vec![false; names.len()];
    while let Some(at) = ready.pop_first() {
        order.push(at);
        taken[at] = true;
        for &next in &followers[at] {
            awaited[next] -= 1;
            if awaited[next] == 0 {
                ready.insert(next);
            }
        }
    }
    order.extend((0..names.len()).filter(|&at| !taken[at]));
    order.into_iter().map(|at| names[at].to_owned()).collect()
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for ObjectTable {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        ObjectTableLine::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        ObjectTableLine::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(records: &[&[&str]]) -> String {
        let value = r#"{"text":"x","from":"kept","support":0.5}"#;
        let record = |names: &&[&str]| {
            let entries: Vec<String> = names.iter().map(|name| format!("{name:?}:{value}")).collect();
            format!(r#"{{"nodes":["/html[1]"],"attributes":{{{}}}}}"#, entries.join(","))
        };
        let records: Vec<String> = records.iter().map(record).collect();
        let head = r#"{"main":true,"found_by":"pivots","pivot":null,"pivot_share":1.0,"path":"/html[1]""#;
        format!("{head},\"records\":[{}]}}", records.join(","))
    }

    #[test]
    fn attributes_are_ordered_as_in_every_record() {
        let line = table(&[&["b", "d"], &["c", "d"], &["a", "b", "c"], &[]]);
        let read: ObjectTable = serde_json::from_str(&line).unwrap();
        let names: Vec<&str> = read.attributes.iter().map(|a| a.name.as_str()).collect();
        assert_eq!(names, ["a", "b", "c", "d"]);
        assert_eq!(serde_json::to_string(&read).unwrap(), line);
    }

    #[test]
    fn attributes_in_no_order_are_all_there() {
        let read: ObjectTable = serde_json::from_str(&table(&[&["a", "b"], &["b", "a"], &["c"]])).unwrap();
        assert_eq!(read.attributes.len(), 3);
        assert!(read.objects().take(2).all(|o| o.get("a").is_some() && o.get("b").is_some()));
    }
}
