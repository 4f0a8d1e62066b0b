//! Output: from a page's tables and JSON (`page`) to a file in some format. `place` decides where it goes, `open` makes
//! a sink for it, and `writers` has one file per format.

pub(crate) mod atomic;
pub(crate) mod columns;
mod csv_folder;
#[cfg(feature = "sqlite")]
pub(crate) mod database;
mod deferred;
mod document_folder;
pub(crate) mod explain;
pub(crate) mod json;
mod names;
pub(crate) mod open;
pub(crate) mod page;
pub(crate) mod part;
pub(crate) mod place;
pub(crate) mod reread;
pub(crate) mod sink;
mod spool;
mod target;
#[cfg_attr(not(any(feature = "xlsx", feature = "sqlite")), allow(dead_code))]
mod typed;
mod typed_rows;
pub(crate) mod values;
#[cfg(feature = "xlsx")]
mod workbook;
pub(crate) mod writers;
