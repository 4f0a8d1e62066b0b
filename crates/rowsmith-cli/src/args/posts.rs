//! The flags of `rowsmith posts`.

use std::path::PathBuf;

use clap::Args;

use super::CommonArgs;
use super::columns::{Pick, parse_pick};
use super::columns_as::StableColumns;
use super::values::{probability, time};

pub(super) const POSTS_EXAMPLES: &str = "\
Examples:
  rowsmith posts thread.html
      The posts of a thread as a table.
  rowsmith posts pages/ --now 2024-05-01T12:00 -o posts.csv
      All pages of a folder; \"3 hours ago\" is counted from the time they were fetched.
  rowsmith posts pages/ --learn-template forum.json
      What posts look like on the pages of a forum, as a wrapper; rowsmith apply takes it, too.
  rowsmith posts more/ --template forum.json
      The posts of further pages of that forum, also where there is only one.

Exit codes: 0 all well, 1 an input failed or the output cannot be written, 2 wrong usage.";

/// `rowsmith posts`.
#[derive(Args, Debug)]
pub(crate) struct PostsArgs {
    /// Pages: HTML files, folders, archives, addresses, or - for standard input
    ///
    /// As for records.
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,

    /// Find posts with a wrapper of the site, written by --learn-template or rowsmith learn
    ///
    /// Pages on which it finds none, of another template of the site perhaps, are searched as without it.
    #[arg(long, value_name = "FILE", help_heading = "Posts")]
    pub(crate) template: Option<PathBuf>,

    /// Learn what posts look like from the inputs, pages of one site, and write a wrapper to FILE
    ///
    /// It learns what most pages agree on. The posts of all inputs are then found with it.
    #[arg(long, value_name = "FILE", conflicts_with = "template", help_heading = "Posts")]
    pub(crate) learn_template: Option<PathBuf>,

    /// When the pages were fetched, as in 2024-05-01T12:00
    ///
    /// "3 hours ago" and dates without a year are resolved relative to it. Without it the time in the archive counts, or
    /// now for a page that is fetched; where neither is known, they stay as the page has them.
    #[arg(long, value_name = "TIME", value_parser = time, help_heading = "Posts")]
    pub(crate) now: Option<rowsmith::recognize::date::DateTime>,

    /// Add the bodies as HTML without scripts and layout
    #[arg(long, help_heading = "Posts")]
    pub(crate) html: bool,

    /// Ignore the data in the page's scripts
    ///
    /// By default authors and dates that the page does not show are taken from it, and all posts if the page itself shows none: of
    /// forums that scripts fill, and reviews that are loaded later.
    #[arg(long, help_heading = "Posts")]
    pub(crate) no_state: bool,

    /// Keep these columns, in this order; new=old renames (not in JSON)
    #[arg(short, long, value_name = "NAME,…", value_delimiter = ',', value_parser = parse_pick, help_heading = "Posts")]
    pub(crate) columns: Vec<Pick>,

    #[command(flatten)]
    pub(crate) stable: StableColumns,

    /// Leave out pages with fewer posts
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, help_heading = "Posts")]
    pub(crate) min_posts: usize,

    /// How posts are found
    ///
    /// "learned" chooses among many candidate lists with the model included in Rowsmith; "mibat" is the paper's
    /// algorithm alone, on lists below one parent that have dates.
    #[arg(long, value_enum, default_value_t = PostsMethod::Learned, help_heading = "Posts")]
    pub(crate) method: PostsMethod,

    /// τ of MiBAT: trees more similar than this around their dates begin records (0 to 1)
    #[arg(long, value_name = "X", value_parser = probability, default_value_t = rowsmith::options::MibatOptions::default().threshold, help_heading = "Posts")]
    pub(crate) threshold: f64,

    /// Call a list posts only if the probability that it is posts is at least this (0 to 1)
    #[arg(
        long,
        value_name = "P",
        value_parser = probability,
        default_value_t = rowsmith::options::PostSearch::default().min_confidence,
        help_heading = "Posts"
    )]
    pub(crate) min_confidence: f64,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// How posts are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum PostsMethod {
    /// By the trained model
    Learned,
    /// As in the paper
    Mibat,
}
