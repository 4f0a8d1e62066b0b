//! The flags of `rowsmith learn` and `rowsmith apply`.

use std::path::PathBuf;

use clap::Args;

use super::columns::{Pick, parse_pick};
use super::values::probability;
use super::{CommonArgs, FetchArgs, LimitArgs, PageArgs, RenderArgs};

pub(super) const LEARN_EXAMPLES: &str = "\
Examples:
  rowsmith learn pages/ --out shop.wrapper
      The templates of all pages of a folder.
  rowsmith learn other/ --out shop.wrapper --append
      Those of another site into the same file.
  rowsmith learn https://example.com/list --render --out list.wrapper
      Those of a page that scripts make; apply it with --render, too.
  rowsmith learn shop/ --schema products --out shop.wrapper
      Products by the names of the schema: title, price, url and so on.
  jq '.templates[] | {name, pages, list: .parts[].selectors.css}' shop.wrapper
      What was learnt; the file is JSON.

Exit codes: 0 all well, 1 an input failed or nothing was learnt, 2 wrong usage.";

/// `rowsmith learn`.
#[derive(Args, Debug)]
pub(crate) struct WrapperArgs {
    /// HTML files, folders, archives, addresses, or - for standard input
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,

    /// The wrapper file to write
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    /// Learn the objects of this domain where pages have any: products, real-estate, used-cars, jobs, or a schema file (TOML)
    ///
    /// Such pages give objects by the names of the schema in place of a list, and applying the wrapper needs no schema.
    #[arg(short, long, value_name = "NAME|FILE")]
    pub(crate) schema: Option<String>,

    /// Keep the templates that the file has, and add to them
    #[arg(long)]
    pub(crate) append: bool,

    /// Learn from so many of the inputs, evenly spread; 0 for all
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(crate) sample: usize,

    /// Learn from a list only if it is one with at least this probability (0 to 1)
    #[arg(long, value_name = "P", value_parser = probability, default_value_t = rowsmith::wrapper::LearnOptions::default().records.min_confidence)]
    pub(crate) min_confidence: f64,

    #[command(flatten)]
    pub(crate) page: PageArgs,
    #[command(flatten)]
    pub(crate) fetch: FetchArgs,
    #[command(flatten)]
    pub(crate) render: RenderArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// No notices on standard error; errors are still shown
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

pub(super) const APPLY_EXAMPLES: &str = "\
Examples:
  rowsmith apply --wrapper shop.wrapper more/ -o rows.csv
      The records of further pages of the site.
  rowsmith apply --wrapper shop.wrapper more/ | jq -r 'select(.drift) | .source'
      The pages that depart from what was learnt.

Exit codes: 0 all well, 1 an input failed or the output cannot be written, 2 wrong usage.";

/// `rowsmith apply`.
#[derive(Args, Debug)]
pub(crate) struct ApplyArgs {
    /// HTML files, folders, or - for standard input
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,

    /// The wrapper file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) wrapper: PathBuf,

    /// Add the text of articles as Markdown (JSON only)
    #[arg(long)]
    pub(crate) markdown: bool,

    /// Add the text of articles, and the bodies of posts, as HTML without scripts and layout
    #[arg(long)]
    pub(crate) html: bool,

    /// Keep these columns, in this order; new=old renames
    #[arg(short, long, value_name = "NAME,…", value_delimiter = ',', value_parser = parse_pick)]
    pub(crate) columns: Vec<Pick>,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}
