//! The command `rowsmith`: web pages in, tables out.
//!
//! This crate is the edge of the system: it reads inputs, runs the library over them in parallel and writes what
//! comes back. It holds no extraction logic. The program is one call of [`run()`]; the Python package makes the same call, and
//! takes [`values_of`] besides, so that its columns are those of the files. A folder is a layer, and uses only what stands
//! below it:
//!
//! ```text
//! commands   from the flags to the library and back to a page for the writers, a file a command
//! run        pages in parallel, results in order, journal, progress, failures, summary
//! output     from pages to a file of some format
//! sources    from what the user names to the bytes of pages, one at a time
//! data       rows of what is no page: JSON, sitemaps, feeds
//! args       what the user says: the flags
//! common     small things for all
//! ```
//!
//! The way of a page:
//!
//! ```text
//! args ─▶ sources::inputs ─▶ queue ─▶ load ─▶ a command (records.rs) ─▶ Page ─▶ sink ─▶ a writer ─▶ a file
//!         └ one at a time ───────┘  └── in the threads of run::ordered ─────┘   └ main thread, in input order ┘
//! ```
//!
//! Only what is under way is in memory. With `--resume`, `run::journal` keeps what is done. `tests/structure` sees to it
//! that the layers hold and no files use each other in a circle.
//!
//! A further extractor is a further file in `commands`: a struct of its own flags that flattens the shared ones of
//! `args`, and a function from the bytes of an input to an `output::page::Page`.

#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod args;
mod commands;
mod common;
mod data;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
mod output;
mod run;
mod sources;

use std::ffi::OsString;

use clap::Parser;

use args::{Cli, Command};
use commands::{
    apply, article, extract, harvest, inspect, item, learn, manual, objects, posts, records, snapshot, tables, wrapper,
};
use common::failure::Failure;
use common::notices;

pub use common::panics::catch;
pub use output::values::{ColumnValues, values_of};

/// What an input is by its content, with its article: "a page", "a WARC file", "a PDF document". Costs a few microseconds,
/// whatever the length.
pub fn form_of(bytes: &[u8]) -> &'static str {
    sources::form_of(bytes)
}

/// Runs the command with these arguments, of which the first is the program's own name, and gives its exit status.
///
/// It reads and writes as the program does (standard input, standard output and standard error of the process), takes Ctrl-C
/// for itself, and ends the process where the arguments are wrong or ask for help.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let cli = Cli::parse_from(arguments);
    let (name, outcome) = match &cli.command {
        Command::Records(args) => ("records", records::records(args)),
        Command::Tables(args) => ("tables", tables::tables(args)),
        Command::Extract(args) => ("extract", extract::extract(args)),
        Command::Harvest(args) => ("harvest", harvest::harvest(args)),
        Command::Learn(args) => ("learn", learn::learn(args)),
        Command::Apply(args) => ("apply", apply::apply(args)),
        Command::Wrapper(command) => ("wrapper", wrapper::wrapper(command)),
        Command::Article(args) => ("article", article::article(args)),
        Command::Item(args) => ("item", item::item(args)),
        Command::Posts(args) => ("posts", posts::posts(args)),
        Command::Objects(args) => ("objects", objects::objects(args)),
        Command::Inspect(args) => ("inspect", inspect::inspect(args)),
        Command::Snapshot(args) => ("snapshot", snapshot::snapshot(args)),
        #[cfg(feature = "studio")]
        Command::Studio(args) => ("studio", commands::studio::studio(args)),
        #[cfg(feature = "mcp")]
        Command::Mcp(args) => ("mcp", commands::mcp::mcp(args)),
        Command::Completions { shell } => ("completions", manual::completions(*shell)),
        Command::Man { command } => ("man", manual::man(command.as_deref())),
    };
    match outcome {
        Ok(run::Outcome::AllWell) | Err(Failure::ReaderGone) => 0,
        Ok(run::Outcome::SomeFailed) => 1,
        Err(Failure::Usage(what)) => args::usage_error(name, &what),
        Err(Failure::Output { place, why }) => {
            notices::error(&place, &why);
            1
        }
    }
}
