//! The columns that posts have beside their fields.

use crate::recognize::ValueType;
use crate::types::{Cell, Column, ColumnKind, NamedCell, Post, Role};

/// The column of the ratings that reviews give.
pub(super) const RATING: &str = "rating";
/// The column of the points, votes or likes that posts got.
pub(super) const SCORE: &str = "score";

/// The columns that posts have beside their fields.
pub(crate) fn further_columns(posts: &[Post]) -> Vec<Column> {
    let column = |(name, role)| {
        let is_there = posts.iter().any(|post| post.get(name).is_some());
        is_there.then(|| Column { role: Some(role), ..Column::new(name, ColumnKind::Text, ValueType::Number) })
    };
    [(RATING, Role::Rating), (SCORE, Role::Score)].into_iter().filter_map(column).collect()
}

/// The cell of a post in one of them.
pub(super) fn further_cell(name: &str, text: impl Into<String>) -> NamedCell {
    NamedCell { name: name.into(), cell: Cell::text(text) }
}
