//! The output formats, one file each.

#[cfg(feature = "arrow")]
pub(crate) mod arrow;
mod cells;
#[cfg(any(feature = "arrow", feature = "parquet"))]
mod columnar;
pub(crate) mod csv;
pub(crate) mod document;
pub(crate) mod feed;
pub(crate) mod json;
pub(crate) mod jsonl;
#[cfg(feature = "sqlite")]
mod kind_views;
pub(crate) mod markdown;
#[cfg(feature = "parquet")]
pub(crate) mod parquet;
pub(crate) mod report;
#[cfg(feature = "sqlite")]
pub(crate) mod sqlite;
#[cfg(feature = "sqlite")]
mod sqlite_checkpoints;
#[cfg(feature = "sqlite")]
mod sqlite_shared;
#[cfg(feature = "sqlite")]
mod sqlite_values;
pub(crate) mod table;
mod text_writer;
mod union;
mod widths;
#[cfg(feature = "xlsx")]
pub(crate) mod xlsx;
#[cfg(feature = "xlsx")]
mod xlsx_formats;

#[cfg(test)]
pub(crate) mod samples;

pub(crate) use text_writer::{Shape, TextWriter};
