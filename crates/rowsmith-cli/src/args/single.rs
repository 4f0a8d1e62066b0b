//! The flags of commands that take one page and write one file.

use std::path::PathBuf;

use clap::Args;

use super::{FetchArgs, PageArgs, RenderArgs};

/// The page to read, and the file to write.
#[derive(Args, Debug)]
pub(crate) struct SingleArgs {
    /// A page: an address, an HTML file, a snapshot, or - for standard input
    #[arg(value_name = "INPUT", default_value = "-", hide_default_value = true)]
    pub(crate) input: PathBuf,

    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) page: PageArgs,
    #[command(flatten)]
    pub(crate) fetch: FetchArgs,
    #[command(flatten)]
    pub(crate) render: RenderArgs,
}
