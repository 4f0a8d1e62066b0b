//! The command `rowsmith`: web pages in, tables out.
//!
//! This crate is the edge of the system: it reads inputs, runs the library on them in parallel and writes the results.
//! It contains no extraction logic. The program is a single call of [`run()`]. The Python package makes the same call,
//! and also uses [`values_of`], so that its columns are the same as those in files, [`read_pages`], so that it reads the
//! same archives, and [`catch`]. Each folder is a layer, which uses only those below it:
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
//! Only what is being worked on is in memory. With `--resume`, `run::journal` records what is done. `tests/structure`
//! checks that the layers are respected and that no files depend on each other in a cycle.
//!
//! To add an extractor, add a file in `commands`: a struct with its own flags that flattens the shared ones of `args`,
//! and a function from the bytes of an input to an `output::page::Page`.

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
pub use output::values::{ColumnValues, epoch_day, epoch_micros, values_of};
pub use sources::reading::{PageFiles, ReadOptions, ReadPage, read_pages};

/// Says what an input is, judging by its content, with an article: "a page", "a WARC file", "a PDF document". Takes a
/// few microseconds, whatever the length.
pub fn form_of(bytes: &[u8]) -> &'static str {
    sources::form_of(bytes)
}

/// Runs the command with these arguments, of which the first is the name of the program, and returns its exit status.
///
/// It reads and writes as the program does (standard input, standard output and standard error of the process), handles
/// Ctrl-C itself, and exits the process if the arguments are wrong or ask for help.
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
        #[cfg(not(feature = "studio"))]
        Command::Studio(args) => ("studio", Err(args.refusal("the studio", "studio"))),
        #[cfg(feature = "mcp")]
        Command::Mcp(args) => ("mcp", commands::mcp::mcp(args)),
        #[cfg(not(feature = "mcp"))]
        Command::Mcp(args) => ("mcp", Err(args.refusal("the server for agents", "mcp"))),
        Command::Completions { shell } => ("completions", manual::completions(*shell)),
        Command::Man { out: Some(folder), .. } => ("man", manual::all_man_pages(folder)),
        Command::Man { command, .. } => ("man", manual::man(command)),
    };
    match outcome {
        Ok(run::Outcome::AllWell) | Err(Failure::ReaderGone) => 0,
        Ok(run::Outcome::SomeFailed) => 1,
        Err(Failure::Usage(what)) => args::usage_error(name, &what),
        Err(Failure::File { place, why }) => {
            notices::error(&place, &why);
            2
        }
        Err(Failure::Output { place, why }) => {
            notices::error(&place, &why);
            1
        }
    }
}
