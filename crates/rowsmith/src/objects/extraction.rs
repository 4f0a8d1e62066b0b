//! What the extractor finds, in terms of the page tree.

use crate::types::FoundBy;
use crate::types::Provenance;

use crate::records::Record;
use crate::tree::TreeId;
use crate::types::Value;

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
