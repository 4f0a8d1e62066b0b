//! The flags of `rowsmith snapshot`.

use clap::Args;

use super::SingleArgs;
use super::values::size;

pub(super) const SNAPSHOT_EXAMPLES: &str = "\
Examples:
  rowsmith snapshot https://example.com/list --out list.html
      The page as a browser shows it, with the box of every element.
  rowsmith records list.html
      Its list; no browser is needed any more.
  rowsmith snapshot page.html --offline --styles --out seen.html
      A stored page without the network; its style sheets are kept within it.

Exit codes: 0 all well, 1 the page cannot be rendered or the output written, 2 wrong usage.";

/// `rowsmith snapshot`.
#[derive(Args, Debug)]
pub(crate) struct SnapshotArgs {
    #[command(flatten)]
    pub(crate) single: SingleArgs,

    /// Include style sheets in the page, so that inspect shows it as it was
    #[arg(long)]
    pub(crate) styles: bool,

    /// Bytes that the page may load, and that its HTML may have (K, M and G can be used)
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = size)]
    pub(crate) max_bytes: usize,
}
