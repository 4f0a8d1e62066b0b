//! The flags of `rowsmith item`.

use std::path::PathBuf;

use clap::Args;

use super::CommonArgs;
use super::columns::{Pick, parse_pick};
use super::columns_as::StableColumns;

pub(super) const ITEM_EXAMPLES: &str = "\
Examples:
  rowsmith item product.html
      What the page says of its product: name, price, availability, properties and so on.
  rowsmith item products/ -o products.csv -c name,price,brand,sku
      A row a page, with these columns.
  rowsmith item recipes/ | jq -r '.item | select(.type == \"recipe\") | .ingredients[]'
      In a pipe the output is JSON lines, one a page; item is null where a page is about no object.
  rowsmith item page.html -f json | jq '.[].item.evidence.price'
      Where a value is from (declared, shown, both, inferred), and how sure it is.
  rowsmith item page.html --no-declared
      By what the page shows alone, without its embedded data.

Exit codes: 0 all well, 1 an input failed or the output cannot be written, 2 wrong usage.";

/// `rowsmith item`.
#[derive(Args, Debug)]
pub(crate) struct ItemArgs {
    /// Pages: HTML files, folders, archives, addresses, or - for standard input
    ///
    /// As for records.
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,

    /// Ignore embedded data, and use only what the page shows
    #[arg(long, help_heading = "Item", conflicts_with = "no_shown")]
    pub(crate) no_declared: bool,

    /// Ignore what the page shows, and use only its embedded data
    #[arg(long, help_heading = "Item")]
    pub(crate) no_shown: bool,

    /// Keep these columns, in this order; new=old renames (not in JSON)
    #[arg(short, long, value_name = "NAME,…", value_delimiter = ',', value_parser = parse_pick, help_heading = "Item")]
    pub(crate) columns: Vec<Pick>,

    #[command(flatten)]
    pub(crate) stable: StableColumns,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}
