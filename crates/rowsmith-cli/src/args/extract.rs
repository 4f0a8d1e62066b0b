//! The flags of `rowsmith extract`.

use std::path::PathBuf;

use clap::Args;

use super::CommonArgs;
use super::columns::{Pick, parse_pick};
use super::columns_as::StableColumns;
use super::date::DateArgs;
use super::markdown::MarkdownArgs;
use super::state::StateArgs;
use super::values::time;

pub(super) const EXTRACT_EXAMPLES: &str = "\
Examples:
  rowsmith extract page.html
      What the page is about, as a table: its list, its posts or its article.
  rowsmith extract crawl.warc.gz -o pages.jsonl --resume
      All that the pages of an archive hold, a line each; the same again goes on after Ctrl-C or a crash.
  rowsmith extract pages/ | jq -r '[.kind, .confidence, .source, .title] | @tsv'
      What the pages of a folder are.
  rowsmith extract pages/ | jq -r 'select(.kind == \"thread\") | .posts[] | [.date, .author, .body] | @tsv'
      The posts of all threads among them.
  rowsmith extract pages/ -o site.sqlite && sqlite3 site.sqlite 'SELECT source, title, date FROM articles'
      A database with the views pages, articles and posts, and a view a list.
  rowsmith extract shop/ --schema products -o shop.jsonl
      The objects of a domain, too.

Exit codes: 0 all well, 1 an input failed or the output cannot be written, 2 wrong usage.";

/// `rowsmith extract`.
#[derive(Args, Debug)]
pub(crate) struct ExtractArgs {
    /// Pages: HTML files, folders, archives, addresses, or - for standard input
    ///
    /// As for records.
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,

    /// Also find objects of this domain: products, real-estate, used-cars, jobs, or a schema file (TOML)
    #[arg(short, long, value_name = "NAME|FILE", help_heading = "Extract")]
    pub(crate) schema: Option<String>,

    /// When the pages were fetched, as in 2024-05-01T12:00
    ///
    /// "3 hours ago" and dates without a year are resolved relative to it. Without it the time in the archive counts, or
    /// now for a page that is fetched; where neither is known, they stay as the page has them.
    #[arg(long, value_name = "TIME", value_parser = time, help_heading = "Extract")]
    pub(crate) now: Option<rowsmith::recognize::date::DateTime>,

    /// Add the text as Markdown (JSON only)
    #[arg(long, help_heading = "Extract")]
    pub(crate) markdown: bool,

    /// Add the text, and the bodies of posts, as HTML without scripts and layout
    #[arg(long, help_heading = "Extract")]
    pub(crate) html: bool,

    /// Keep these columns, in this order; new=old renames (not in JSON)
    #[arg(short, long, value_name = "NAME,…", value_delimiter = ',', value_parser = parse_pick, help_heading = "Extract")]
    pub(crate) columns: Vec<Pick>,

    #[command(flatten)]
    pub(crate) stable: StableColumns,

    #[command(flatten)]
    pub(crate) date: DateArgs,

    #[command(flatten)]
    pub(crate) markdown_form: MarkdownArgs,

    #[command(flatten)]
    pub(crate) state: StateArgs,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}
