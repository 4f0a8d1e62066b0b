//! The flags of `rowsmith studio`.

use std::path::PathBuf;

use clap::Args;

use super::{FetchArgs, LimitArgs, RenderArgs};

pub(super) const STUDIO_EXAMPLES: &str = "\
Examples:
  rowsmith studio shop/
      The project in the folder shop, in the browser; a new one if there is none.
  rowsmith studio shop/ --open page.html --open https://example.com/lamps
      The same with two more pages.
  rowsmith studio shop/ --export rows.csv
      The rows of the project, without a window.
  rowsmith studio shop/ --learn
      The project's wrapper learnt again, without a window.
  rowsmith apply --wrapper shop/wrapper.json more/ -o more.csv
      What was learnt there, for any pages.

Exit codes: 0 all well, 1 the project cannot be read or written, 2 wrong usage.";

/// `rowsmith studio`.
#[derive(Args, Debug)]
pub(crate) struct StudioArgs {
    /// The folder of the project; created when something is saved in it
    #[arg(value_name = "PROJECT", default_value = "rowsmith-studio")]
    pub(crate) project: PathBuf,

    /// Also open this: a file, a folder, an archive, an address
    #[arg(long, value_name = "INPUT")]
    pub(crate) open: Vec<PathBuf>,

    /// Listen on this port of 127.0.0.1; 0 for any free port
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    pub(crate) port: u16,

    /// Print the address, and do not open a browser
    #[arg(long)]
    pub(crate) no_browser: bool,

    /// Write the project's rows to a file, and open no window: .csv, .jsonl with numbers and dates as values, .xlsx,
    /// .html, .md, .tsv, or another format that this program was built with
    #[arg(long, value_name = "FILE", conflicts_with_all = ["open", "port"])]
    pub(crate) export: Option<PathBuf>,

    /// With --export to .csv: write numbers, amounts and dates as values instead of the page's texts
    #[arg(long, requires = "export")]
    pub(crate) values: bool,

    /// Learn the project's wrapper from its pages and corrections, and open no window
    #[arg(long, conflicts_with_all = ["open", "port"])]
    pub(crate) learn: bool,

    #[command(flatten)]
    pub(crate) fetch: FetchArgs,
    #[command(flatten)]
    pub(crate) render: RenderArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}
