//! The flags of `rowsmith mcp`.

use std::path::PathBuf;

use clap::Args;

use super::{FetchArgs, LimitArgs};

pub(super) const MCP_EXAMPLES: &str = "\
Examples:
  rowsmith mcp
      A server that fetches pages, and reads no file.
  rowsmith mcp ~/pages ~/crawls
      It may read what is in these folders, too.
  rowsmith mcp --offline ~/pages
      These folders alone, without any network.

It speaks the Model Context Protocol on standard input and output and is started by an agent, not by hand.";

/// `rowsmith mcp`.
#[derive(Args, Debug)]
pub(crate) struct McpArgs {
    /// Folders that may be read; if none is given, no files are read
    #[arg(value_name = "FOLDER")]
    pub(crate) folders: Vec<PathBuf>,

    /// Fetch nothing: only read files in the folders, and HTML that is passed in calls
    #[arg(long)]
    pub(crate) offline: bool,

    /// Characters of page data in an answer, unless a call asks for another number; the rest can be asked for in portions
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(500..=1_000_000))]
    pub(crate) budget: u32,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) fetch: FetchArgs,
}
