//! The result types, as they are serialised: paths instead of node ids, text instead of ranges.

mod tables;
mod warning;

pub use tables::{Cell, Column, ColumnCategory, ColumnKind, RecordRow, RecordsPage, RegionTable};
pub use warning::Warning;
