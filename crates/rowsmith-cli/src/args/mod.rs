//! The command line: the one definition of the flags behind parsing, `--help`, completions and the man page.
//!
//! The flags of each command are in a file with its name, and `cli` puts them together. Flags that make sense for every
//! extractor are in [`CommonArgs`], to be flattened: `page`, `output`, `run` and `limits`. `values` parses what is
//! given to them.

mod article;
mod cli;
mod columns;
mod columns_as;
mod common;
mod date;
mod extract;
mod format;
mod harvest;
mod inspect;
mod item;
mod limits;
mod markdown;
#[cfg(feature = "mcp")]
mod mcp;
#[cfg(any(test, not(all(feature = "mcp", feature = "studio"))))]
mod not_built;
mod objects;
mod output;
mod page;
mod posts;
mod records;
mod render;
mod run;
mod single;
mod snapshot;
mod state;
#[cfg(feature = "studio")]
mod studio;
mod tables;
mod values;
mod wrapper;

pub(crate) use article::{ArticleArgs, ArticleMethod};
pub(crate) use cli::{Cli, Command, usage_error};
pub(crate) use columns::{Pick, check_picks};
pub(crate) use common::CommonArgs;
pub(crate) use extract::ExtractArgs;
pub(crate) use format::{Format, Results};
pub(crate) use harvest::HarvestArgs;
pub(crate) use inspect::InspectArgs;
pub(crate) use item::ItemArgs;
pub(crate) use limits::LimitArgs;
#[cfg(feature = "mcp")]
pub(crate) use mcp::McpArgs;
#[cfg(not(all(feature = "mcp", feature = "studio")))]
pub(crate) use not_built::NotBuiltArgs;
pub(crate) use objects::{LearnArgs, LearnMode, ObjectMethod, ObjectsArgs, ObjectsCommand};
pub(crate) use output::{Colour, OutputArgs};
pub(crate) use page::PageArgs;
pub(crate) use posts::{PostsArgs, PostsMethod};
pub(crate) use records::{Method, RecordsArgs, Visual};
pub(crate) use render::RenderArgs;
#[cfg(not(feature = "render"))]
pub(crate) use render::not_built;
pub(crate) use run::{FetchArgs, RunArgs};
pub(crate) use single::SingleArgs;
pub(crate) use snapshot::SnapshotArgs;
#[cfg(feature = "studio")]
pub(crate) use studio::StudioArgs;
pub(crate) use tables::TablesArgs;
pub(crate) use wrapper::{ApplyArgs, ExportTo, TestArgs, WrapperArgs, WrapperCommand};
