//! Rows from inputs that are not pages: JSON documents, sitemaps and feeds. Nothing is guessed from appearance here:
//! columns are named after fields.

mod columns;
mod flat;
mod json;
#[cfg(feature = "fetch")]
mod list;
mod value;

pub(crate) use json::tables as json_tables;
#[cfg(feature = "fetch")]
pub(crate) use list::table as list_table;
