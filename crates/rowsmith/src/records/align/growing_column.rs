//! A column whose items are being gathered.

use crate::tree::id::TreeId;
use crate::types::ColumnKind;

/// A column whose items are being gathered: its position, and the records with their items.
pub(crate) struct GrowingColumn {
    /// The position of the seed node, or a hash of at least 2⁶³.
    pub(crate) key: u64,
    pub(crate) kind: ColumnKind,
    /// Pairs of record and node, in the order of the records.
    pub(crate) items: Vec<(u32, TreeId)>,
}
