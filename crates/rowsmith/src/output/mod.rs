//! From findings to results: paths in place of node ids, text in place of ranges, absolute addresses.

mod discussion;
mod identifiers;
mod moments;
#[cfg(feature = "objects")]
pub(crate) mod objects;
pub(crate) mod posts;
pub(crate) mod record_tables;
pub(crate) mod state_posts;
pub(crate) mod tables;

pub(crate) use discussion::{are_shown, discussion};
#[cfg(feature = "objects")]
pub(crate) use objects::{ObjectContext, object_table};
pub(crate) use posts::PostWriter;
pub(crate) use record_tables::{TableContext, cell_of, column_of, drafts_table, region_table, region_tables};
pub(crate) use state_posts::StatePostWriter;
pub(crate) use tables::{DataTableContext, data_table};
