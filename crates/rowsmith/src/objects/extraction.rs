//! The results of the extractor, in terms of the page tree.

use crate::types::FoundBy;
use crate::types::Provenance;

use crate::records::Record;
use crate::tree::TreeId;
use crate::types::Value;

/// An attribute of a record whose value has not been read yet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Aligned {
    /// The attribute.
    pub attribute: usize,
    /// The node with its value.
    pub node: TreeId,
    /// What it is based on.
    pub provenance: Provenance,
    /// The share of records with an annotation at its position.
    pub support: f64,
}

/// A value of an object.
#[derive(Clone, PartialEq, Debug)]
pub struct ObjectValue {
    /// The attribute.
    pub attribute: usize,
    /// The node with the value.
    pub node: TreeId,
    /// The text as the page shows it; for links and images, the attribute.
    pub text: String,
    /// The normalised value.
    pub value: Option<Value>,
    /// What it is based on.
    pub provenance: Provenance,
    /// The share of records with an annotation at its position.
    pub support: f64,
    /// Its column in the alignment of the records, if attributes are columns.
    pub column: Option<usize>,
}

/// An object.
#[derive(Clone, PartialEq, Debug)]
pub struct Object {
    /// Where it is.
    pub record: Record,
    /// Its values, in the order of the schema; those of a multi-valued attribute in document order.
    pub values: Vec<ObjectValue>,
}

/// A list of objects.
#[derive(Clone, PartialEq, Debug)]
pub struct ObjectList {
    /// Whether it is (part of) what the page is about.
    pub main: bool,
    /// What it was found by.
    pub found_by: FoundBy,
    /// The attribute whose values found it.
    pub pivot: Option<usize>,
    /// The share of its objects that have a value of the pivot.
    pub pivot_share: f64,
    /// The probability that this is the page's main list, if chosen by the record extractor.
    pub confidence: Option<f64>,
    /// Its objects in document order.
    pub objects: Vec<Object>,
}
