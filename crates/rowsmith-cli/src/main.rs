//! The command `rowsmith`: web pages in, tables out.
//!
//! This crate is the edge of the system: it reads inputs, runs the library over them in parallel and writes what
//! comes back. It holds no extraction logic. The way of a page:
//!
//! ```text
//! args ─▶ inputs ─▶ sources ─▶ load ─▶ an extractor's file (records.rs) ─▶ Page ─▶ sink ─▶ a writer ─▶ a file
//!         └ one at a time ──┘  └── in the threads of ordered.rs ────────────┘   └ main thread, in input order ┘
//! ```
//!
//! `inputs` is what the user names, lazily; `sources` makes pages of it, one at a time, whatever holds them. Only what
//! is under way is in memory. With `--resume`, `journal` keeps what is done.
//!
//! A further extractor is a further file beside `records.rs`: a struct of its own flags that flattens the shared ones
//! of `args.rs`, and a function from the bytes of an input to a [`page::Page`].

#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod apply;
mod args;
mod article;
mod atomic;
mod columns;
mod csv_folder;
mod explain;
mod extract;
mod failure;
mod format;
mod inputs;
mod inspect;
mod interrupt;
mod journal;
mod learn;
mod learn_wrapper;
mod load;
mod manual;
mod names;
mod notices;
mod objects;
mod ordered;
mod page;
mod panics;
mod part;
mod posts;
mod problem;
mod progress;
mod records;
mod run;
mod single;
mod sink;
mod skipped;
mod snapshot;
mod sources;
mod spool;
mod summary;
mod text;
#[cfg_attr(not(any(feature = "xlsx", feature = "sqlite")), allow(dead_code))]
mod typed;
mod writers;
mod writing;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use failure::Failure;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let (name, outcome) = match &cli.command {
        Command::Records(args) => ("records", records::records(args)),
        Command::Extract(args) => ("extract", extract::extract(args)),
        Command::Learn(args) => ("learn", learn_wrapper::learn(args)),
        Command::Apply(args) => ("apply", apply::apply(args)),
        Command::Article(args) => ("article", article::article(args)),
        Command::Posts(args) => ("posts", posts::posts(args)),
        Command::Objects(args) => ("objects", objects::objects(args)),
        Command::Inspect(args) => ("inspect", inspect::inspect(args)),
        Command::Snapshot(args) => ("snapshot", snapshot::snapshot(args)),
        Command::Completions { shell } => ("completions", manual::completions(*shell)),
        Command::Man { command } => ("man", manual::man(command.as_deref())),
    };
    match outcome {
        Ok(run::Outcome::AllWell) | Err(Failure::ReaderGone) => ExitCode::SUCCESS,
        Ok(run::Outcome::SomeFailed) => ExitCode::FAILURE,
        Err(Failure::Usage(what)) => args::usage_error(name, &what),
        Err(Failure::Output { place, why }) => {
            notices::error(&place, &why);
            ExitCode::FAILURE
        }
    }
}
