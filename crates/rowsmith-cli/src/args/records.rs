//! The flags of `rowsmith records`.

use std::path::PathBuf;

use clap::Args;
use rowsmith::options::VisualOptions;

use super::CommonArgs;
use super::columns::{Pick, parse_pick};
use super::columns_as::StableColumns;
use super::state::StateArgs;
use super::values::{finite, probability};

pub(super) const RECORDS_EXAMPLES: &str = "\
Examples:
  rowsmith records page.html
      The page's list as a table.
  curl -s https://example.com/shop | rowsmith records --base-url https://example.com/shop
      From standard input, with links made absolute.
  rowsmith records pages/ -o rows.csv
      All pages of a folder in one CSV file; -o rows/ gives a file a page.
  rowsmith records pages/ -c title,cost=price,url -o shop.xlsx
      Three columns, one renamed, as a workbook.
  rowsmith records pages/ -o shop.sqlite && sqlite3 shop.sqlite 'SELECT * FROM page1'
      A database with a view for each list.
  rowsmith records page.html --explain
      What else on the page could be a list, and how it scores.
  rowsmith records crawl.warc.gz -o rows.parquet --resume
      An archive; the same again goes on after Ctrl-C or a crash.
  rowsmith records https://example.com/sitemap.xml --failures failed.jsonl -o rows.jsonl
      All pages of a sitemap, politely, and a list of those that failed.
  rowsmith records saved.mhtml mirror.zip session.har -o rows.csv
      A page saved as one file, an archive of a mirror, what a browser's tools recorded.
  rowsmith records feed.xml --feed-items -o entries.csv
      The entries of a feed, without fetching anything.
  find . -name '*.html' | rowsmith records --files-from - -o shop.sqlite
      A list of files; pages are added to the database if it is there.
  rowsmith records pages/ | jq -r '.source + \": \" + (.regions[0].records | length | tostring)'
      In a pipe the output is JSON lines, one a page.

Exit codes: 0 all well, 1 an input failed or the output cannot be written, 2 wrong usage.";

/// `rowsmith records`.
#[derive(Args, Debug)]
pub(crate) struct RecordsArgs {
    /// HTML files, folders, archives, addresses, or - for standard input
    ///
    /// A folder stands for all pages and archives in it and below (.html, .htm, .xhtml, .mhtml, .mht, .eml,
    /// .webarchive, .warc, .arc, .wacz, .har, .parquet, also compressed; Scrapy's cache), sorted by name; the folder
    /// that a browser saved beside a page is left out. A pattern such as 'crawl/*/page-?.html' stands for what it
    /// matches. Archives (WARC, ARC, WACZ, HAR, zip, tar, 7z, mailboxes) stand for the pages in them, a Parquet file
    /// for one of its columns. http and https addresses are fetched, one request per host and second, unless robots.txt
    /// forbids it; sitemaps and feeds, as files or addresses, stand for the pages that they name. Other links are not
    /// followed. JSON gives the longest list in it. Inputs are recognised by their content, whatever their name.
    /// Without any input, standard input is read, unless it is a terminal.
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,

    /// Show every region that looks like a list, with its score
    #[arg(short, long, help_heading = "Records")]
    pub(crate) all: bool,

    /// Show the candidates of a page and their scores, instead of records
    ///
    /// One row per candidate: rank, whether it was chosen, score, records, what found it, where it is, its first record
    /// and what the score consists of. In JSON you get all regions, with the field "evidence" next to the score.
    #[arg(long, help_heading = "Records")]
    pub(crate) explain: bool,

    /// Keep these columns, in this order; new=old renames
    ///
    /// Names as in the output; case does not matter if only one name fits. A column that a page lacks is empty, so that
    /// many pages give the same columns.
    #[arg(short, long, value_name = "NAME,…", value_delimiter = ',', value_parser = parse_pick, help_heading = "Records")]
    pub(crate) columns: Vec<Pick>,

    #[command(flatten)]
    pub(crate) stable: StableColumns,

    /// Give the entries of sitemaps and feeds as rows, instead of fetching the pages that they name
    #[arg(long, help_heading = "Inputs")]
    pub(crate) feed_items: bool,

    /// Leave out regions with fewer records
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, help_heading = "Records")]
    pub(crate) min_records: usize,

    /// Leave out regions with a lower score
    #[arg(long, value_name = "X", value_parser = finite, allow_negative_numbers = true, help_heading = "Records")]
    pub(crate) min_score: Option<f64>,

    /// How the main list is chosen
    ///
    /// "learned" ranks the lists of all candidate generators with the model included in Rowsmith; "mdr2" takes the data
    /// region with the most matching nodes, as the papers do.
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

    /// Keep every column, in the order of the page
    ///
    /// By default, columns that say nothing are left out (the same in every record, copies, buttons), and texts that
    /// contain several values are split.
    #[arg(long, help_heading = "Records")]
    pub(crate) all_columns: bool,

    /// Split "by Ann", "by Bob" into a label and a value
    ///
    /// Applies to columns whose texts all begin or end alike.
    #[arg(long, help_heading = "Records")]
    pub(crate) split_labels: bool,

    #[command(flatten)]
    pub(crate) state: StateArgs,

    /// Use these parts of the page's layout: tree, visible, conflict, gaps, columns, place
    ///
    /// For pages with a layout: rendered, or snapshots. "tree" nests elements as their boxes are nested, "visible"
    /// leaves out what is invisible, "conflict" does not match boxes of very different size, "gaps" requires the widest
    /// gaps to be between records, "columns" combines what is below each other in several rows, "place" takes the
    /// position on the page into account. None of them is better on pages in general.
    #[arg(
        long,
        value_name = "PART,…",
        value_delimiter = ',',
        value_enum,
        hide_possible_values = true,
        help_heading = "Records"
    )]
    pub(crate) visual: Vec<Visual>,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// One of DEPTA's uses of a page's layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Visual {
    /// The tree from nested rectangles (4.1)
    Tree,
    /// Without invisible elements
    Visible,
    /// Visual conflict (4.2.3)
    Conflict,
    /// Gaps (4.3.2)
    Gaps,
    /// Records below each other in rows (4.4.1)
    Columns,
    /// The position on the page as part of the rank
    Place,
}

impl Visual {
    /// The options of the library for these parts.
    pub(crate) fn options(parts: &[Visual]) -> VisualOptions {
        let has = |part: Visual| parts.contains(&part);
        VisualOptions::new()
            .nested_rectangles(has(Visual::Tree))
            .visible_only(has(Visual::Visible))
            .conflict(has(Visual::Conflict))
            .gaps(has(Visual::Gaps))
            .side_by_side(has(Visual::Columns))
            .position(has(Visual::Place))
    }
}

/// How the main list is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Method {
    /// By the trained model
    Learned,
    /// As in the papers
    Mdr2,
}
