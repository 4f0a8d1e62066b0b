//! The flags of `rowsmith learn`, `rowsmith apply` and `rowsmith wrapper`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::columns::{Pick, parse_pick};
use super::columns_as::StableColumns;
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
  rowsmith learn pages/ more/ --out shop.wrapper --update
      Learnt again, with the names and changes that the file has.
  rowsmith learn lamps/ --out lamps.wrapper
      From the marked pages of a project of the studio, with the corrections made there.
  rowsmith wrapper show shop.wrapper
      What was learnt, in words and a table.

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

    /// Learn the objects of this domain on pages that have any: products, real-estate, used-cars, jobs, or a schema
    /// file (TOML)
    ///
    /// Such pages give objects with the attribute names of the schema in place of a list. Applying the wrapper needs no
    /// schema.
    #[arg(short, long, value_name = "NAME|FILE")]
    pub(crate) schema: Option<String>,

    /// Keep the templates in the file, and add to them
    #[arg(long)]
    pub(crate) append: bool,

    /// Learn the templates in the file anew from these pages, and keep what was edited in it
    ///
    /// Names, types and order of columns, removed and added columns, and selectors of your own are kept. Templates to
    /// which none of the pages belongs stay as they are.
    #[arg(long, conflicts_with = "append")]
    pub(crate) update: bool,

    /// Learn from this many of the inputs, evenly spaced; 0 for all
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(crate) sample: usize,

    /// Learn from a list only if the probability that it is one is at least this (0 to 1)
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
  rowsmith apply --wrapper shop.wrapper more/ -o rows.csv --drift drift.jsonl
      With the pages that depart from what was learnt, and what to do about it.
  rowsmith apply --wrapper shop.wrapper more/ -o rows.csv --repair
      The same by a wrapper that is mended first, where pages have drifted.

A run in which no page gave a record leaves an output that exists as it is.

Exit codes: 0 all well, 1 an input failed, no page gave a record or the output cannot be written, 2 wrong usage.";

/// `rowsmith apply`.
#[derive(Args, Debug)]
pub(crate) struct ApplyArgs {
    /// Pages: HTML files, folders, archives, addresses, or - for standard input
    ///
    /// As for records.
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,

    /// The wrapper file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) wrapper: PathBuf,

    /// If pages have drifted, learn from them again before the run, and match the new columns with the old ones by what
    /// those held
    ///
    /// The table keeps its columns. The repaired wrapper is written to FILE, or beside the old one as NAME.v2, NAME.v3
    /// and so on; the old one is kept. What happened to each column is printed. Pages that still deviate raise alarms,
    /// and the exit code is 1. Inputs must be files.
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    pub(crate) repair: Option<Option<PathBuf>>,

    /// Write each deviation to this file as a line of JSON: page, kind, column, what it is and what to do about it
    #[arg(long, value_name = "FILE")]
    pub(crate) drift: Option<PathBuf>,

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
    pub(crate) stable: StableColumns,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

pub(super) const WRAPPER_EXAMPLES: &str = "\
Examples:
  rowsmith wrapper show shop.wrapper
      What it extracts, in words and a table.
  rowsmith wrapper test shop.wrapper pages/
      Whether it gives on these pages what it gave before.
  rowsmith wrapper diff old.wrapper shop.wrapper
      What has changed.
  rowsmith wrapper export shop.wrapper --to parsel -o shop.py
      Selectors for another program, with a report of what they give.

Exit codes: 0 all well, 1 a page drifted or could not be read (test), 2 wrong usage.";

/// `rowsmith wrapper`.
#[derive(Subcommand, Debug)]
pub(crate) enum WrapperCommand {
    /// Describe in words and a table what a wrapper extracts
    Show {
        /// The wrapper file
        file: PathBuf,
    },
    /// Compare what a wrapper extracts from pages with what it extracted from those that it was learnt from
    Test(TestArgs),
    /// Show the differences between two wrappers
    Diff {
        /// The earlier wrapper
        before: PathBuf,
        /// The later wrapper
        now: PathBuf,
    },
    /// Export a wrapper as selectors for another program, with a report on standard error of what these select
    Export {
        /// The wrapper file
        file: PathBuf,
        /// The program
        #[arg(long, value_enum)]
        to: ExportTo,
        /// The file to write, instead of standard output
        #[arg(short, long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
}

/// `rowsmith wrapper test`.
#[derive(Args, Debug)]
pub(crate) struct TestArgs {
    /// The wrapper file
    pub(crate) file: PathBuf,
    /// HTML files, folders or archives
    #[arg(value_name = "INPUT", required = true)]
    pub(crate) inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) page: PageArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// A program that takes selectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ExportTo {
    /// A schema of JsonCssExtractionStrategy, JSON
    Crawl4ai,
    /// A spider, Python
    Scrapy,
    /// A module, Python
    Parsel,
    /// A SITEINFO, JSON
    Autopagerize,
}
