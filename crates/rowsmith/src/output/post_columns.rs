//! The cells that posts have beside their fields.

use crate::types::{Cell, NamedCell};

/// The cell of a post in a further column.
pub(super) fn further_cell(name: &str, text: impl Into<String>) -> NamedCell {
    NamedCell { name: name.into(), cell: Cell::text(text) }
}
