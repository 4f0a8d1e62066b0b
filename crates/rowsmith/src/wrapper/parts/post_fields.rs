//! The fields of posts that are columns of a wrapper.

use crate::posts::fields::PostNodes;
use crate::posts::pivots::Pivots;
use crate::recognize::ValueType;
use crate::tree::id::TreeId;
use crate::types::ColumnKind;

/// A field of posts that is a column of the wrapper.
pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) kind: ColumnKind,
    pub(crate) value_type: ValueType,
    pub(crate) of: fn(&PostNodes, &Pivots) -> Option<TreeId>,
}

pub(crate) const FIELDS: [Field; 7] = [
    Field { name: "number", kind: ColumnKind::Text, value_type: ValueType::Text, of: |p, _| p.number },
    Field { name: "title", kind: ColumnKind::Text, value_type: ValueType::Text, of: |p, _| p.title },
    Field { name: "author", kind: ColumnKind::Text, value_type: ValueType::Text, of: |p, _| p.author },
    Field { name: "author_url", kind: ColumnKind::Link, value_type: ValueType::Url, of: |p, _| p.author_link },
    Field {
        name: "date",
        kind: ColumnKind::Text,
        value_type: ValueType::Date,
        of: |p, pivots| p.date.and_then(|d| pivots.list.get(d)).map(|p| p.node),
    },
    Field { name: "body", kind: ColumnKind::Text, value_type: ValueType::Text, of: |p, _| p.body },
    Field { name: "url", kind: ColumnKind::Link, value_type: ValueType::Url, of: |p, _| p.permalink },
];

/// Whether a column of posts is a field: author, date, body and the like.
pub(crate) fn is_field(column: &str) -> bool {
    FIELDS.iter().any(|field| field.name == column)
}
