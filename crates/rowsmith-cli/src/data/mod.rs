//! Rows out of what is no page but has rows in it: answers in JSON, sitemaps and feeds. Nothing is guessed by looks here;
//! what a field is called is what its column is called.

mod columns;
mod flat;
mod json;
#[cfg(feature = "fetch")]
mod list;
mod value;

pub(crate) use json::tables as json_tables;
#[cfg(feature = "fetch")]
pub(crate) use list::table as list_table;
