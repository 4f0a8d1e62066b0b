//! A column while its items are gathered.

use crate::tree::id::TreeId;
use crate::types::ColumnKind;

/// A column while items come in: where it stands, and the records with their items.
pub(crate) struct Gathered {
    /// The position of the seed node, or a hash from 2⁶³ on.
    pub(crate) key: u64,
    pub(crate) kind: ColumnKind,
    /// Record and node, in order of the records.
    pub(crate) items: Vec<(u32, TreeId)>,
}
