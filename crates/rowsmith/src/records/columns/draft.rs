//! A column with its texts, on its way to a name.

use crate::recognize::ValueType;
use crate::tree::id::TreeId;
use crate::types::ColumnCategory;
use crate::types::ColumnKind;
use crate::types::Role;

/// A column with its texts, on its way to a name.
#[derive(Clone, PartialEq, Debug)]
pub struct ColumnDraft {
    /// The name, unique among the columns of a list.
    pub name: String,
    /// What the page itself calls it: a header cell, or a label that stands before every item.
    pub label: Option<String>,
    /// What it is to a person, and how probable that is.
    pub role: Option<Assigned>,
    /// What the items are taken from.
    pub kind: ColumnKind,
    /// DEPTA's class.
    pub category: ColumnCategory,
    /// What most texts are.
    pub value_type: ValueType,
    /// Per record, the node that holds the item, and its text (for links and images the attribute).
    pub items: Vec<Option<(TreeId, String)>>,
}

/// The column with a role.
pub(crate) fn with_role(assigned: &[Option<Assigned>], role: Role) -> Option<usize> {
    assigned.iter().position(|a| a.is_some_and(|a| a.role == role))
}

/// A column's role.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Assigned {
    /// What the column is.
    pub role: Role,
    /// How probable it is.
    pub probability: f64,
}
