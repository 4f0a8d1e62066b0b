//! What the extractor finds, in terms of the page tree.

use serde::Serialize;

use crate::objects::schema::value::Value;
use crate::records::Record;
use crate::tree::TreeId;

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

/// An attribute of a record before its value is read.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Aligned {
    /// The attribute.
    pub attribute: usize,
    /// The node that holds its value.
    pub node: TreeId,
    /// What it rests on.
    pub provenance: Provenance,
    /// The share of records with an annotation at its position.
    pub support: f64,
}

/// A value of an object.
#[derive(Clone, PartialEq, Debug)]
pub struct ObjectValue {
    /// The attribute.
    pub attribute: usize,
    /// The node that holds it.
    pub node: TreeId,
    /// As the page shows it; for links and images the attribute.
    pub text: String,
    /// Normalised.
    pub value: Option<Value>,
    /// What it rests on.
    pub provenance: Provenance,
    /// The share of records with an annotation at its position.
    pub support: f64,
    /// The column of the records' alignment that it stands in, where attributes are columns.
    pub column: Option<usize>,
}

/// An object.
#[derive(Clone, PartialEq, Debug)]
pub struct Object {
    /// Where it is.
    pub record: Record,
    /// Its values, in the order of the schema; those of a multi-valued attribute in the order of the page.
    pub values: Vec<ObjectValue>,
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

/// A list of objects.
#[derive(Clone, PartialEq, Debug)]
pub struct ObjectList {
    /// Whether it is (part of) what the page is about.
    pub main: bool,
    /// What found it.
    pub found_by: FoundBy,
    /// The attribute whose values found it.
    pub pivot: Option<usize>,
    /// The share of its objects that hold a value of the pivot.
    pub pivot_share: f64,
    /// The probability that this is the page's main list, of the record extractor's choice.
    pub confidence: Option<f64>,
    /// Its objects in the order of the page.
    pub objects: Vec<Object>,
}
