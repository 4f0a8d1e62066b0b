//! The flags of `rowsmith inspect`.

use std::path::PathBuf;

use clap::Args;

use super::values::probability;
use super::{LimitArgs, Method, SingleArgs};

pub(super) const INSPECT_EXAMPLES: &str = "\
Examples:
  rowsmith inspect page.html --out seen.html
      The page with its list: open seen.html in a browser.
  rowsmith inspect page.html --all --out seen.html
      With every list that there might be.
  rowsmith inspect https://example.com/list --render --out seen.html --png seen.png
      As a browser shows it, with a picture.

Exit codes: 0 all well, 1 the input failed or the output cannot be written, 2 wrong usage.";

/// `rowsmith inspect`.
#[derive(Args, Debug)]
pub(crate) struct InspectArgs {
    #[command(flatten)]
    pub(crate) single: SingleArgs,

    /// Also write a picture of it (needs a browser)
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Option<PathBuf>,

    /// Outline every list, and not only the main one
    #[arg(short, long, help_heading = "Records")]
    pub(crate) all: bool,

    /// How the main list is chosen; as for records
    #[arg(long, value_enum, default_value_t = Method::Learned, help_heading = "Records")]
    pub(crate) method: Method,

    /// Call a list the main list only if the probability that it is one is at least this (0 to 1)
    #[arg(
        long,
        value_name = "P",
        value_parser = probability,
        default_value_t = rowsmith::options::ListSearch::default().min_confidence,
        help_heading = "Records"
    )]
    pub(crate) min_confidence: f64,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}
