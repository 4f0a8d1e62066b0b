//! The flags of `rowsmith harvest`.

use std::path::PathBuf;

use clap::Args;
use rowsmith::recognize::date::DateTime;

use super::CommonArgs;
use super::columns::{Pick, parse_pick};
use super::columns_as::StableColumns;
use super::values::{day, probability};

pub(super) const HARVEST_EXAMPLES: &str = "\
Examples:
  rowsmith harvest https://example.com/lamps --plan
      What would be followed, with three rows of the first page.
  rowsmith harvest https://example.com/lamps -o lamps.csv
      Every page of the list as one table, each record once.
  rowsmith harvest https://example.com/lamps https://example.com/desks -o shop.parquet --resume
      Two lists as one table; the same again goes on after Ctrl-C or a kill.
  rowsmith harvest https://example.com/news --details --max-rows 100 -o news.jsonl
      The first hundred records, with what their own pages say.
  rowsmith harvest https://example.com/lamps --from crawl.warc.gz -o lamps.csv
      From an archive, without any network.
  rowsmith harvest https://example.com/lamps -o lamps.csv --diff lamps.csv --changes changes.csv
      The table anew, and what is new, changed and gone since it was last written.
  rowsmith harvest https://example.com/lamps -o lamps.csv --wrapper lamps.wrapper --repair
      By a wrapper, so that the columns are the same every time, also after the site was redesigned.
  rowsmith harvest https://example.com/news -o news.jsonl --append --since 2026-03-01
      Add what has come since to the table of earlier runs.
  rowsmith harvest https://example.com/lamps --from crawl.warc.gz --fetch-missing --record crawl.warc.gz -o lamps.csv
      Again after pages have failed: only these are asked for.
  rowsmith harvest site/index.html --from site/ --base-url https://example.com/
      From a mirror in a folder.

Not followed are links to other hosts (but those of --hosts), and links that log out, fill a cart or delete.

Exit codes: 0 every list was read to its end or limit, 1 one was not or the output cannot be written, 2 wrong usage.";

/// `rowsmith harvest`.
#[derive(Args, Debug)]
pub(crate) struct HarvestArgs {
    /// Addresses of lists, or HTML files
    ///
    /// Several of them make one run and one table. The address of a file is --base-url; within --from it is known.
    #[arg(value_name = "URL|PAGE")]
    pub(crate) inputs: Vec<PathBuf>,

    /// Take pages from a folder or an archive by their addresses, and fetch nothing
    ///
    /// Pages of an archive have the addresses that they were fetched from. A folder is taken as a site: the address of
    /// a file is its path below --base-url, with or without .html, and index.html is the page of its folder.
    #[arg(long, value_name = "FOLDER|ARCHIVE")]
    pub(crate) from: Vec<PathBuf>,

    /// Fetch the pages that --from does not have
    ///
    /// Such as those that failed in the run that recorded the archive, or that were interrupted: the others are not asked
    /// for again. With --record they are added to the recording.
    #[arg(long, requires = "from")]
    pub(crate) fetch_missing: bool,

    /// Take at most this many pages of lists
    #[arg(long, value_name = "N")]
    pub(crate) max_pages: Option<u64>,

    /// Take at most this many rows
    #[arg(long, value_name = "N")]
    pub(crate) max_rows: Option<u64>,

    /// Take only records since this day
    ///
    /// By the list's column of dates; relative dates count from now. If the list has the newest first, it ends there.
    /// Records without a date are taken.
    #[arg(long, value_name = "DATE", value_parser = day)]
    pub(crate) since: Option<DateTime>,

    /// The columns that identify a record [default: the link of its title, or another that all records have]
    #[arg(long, value_name = "COLUMN,…", value_delimiter = ',')]
    pub(crate) key: Vec<String>,

    /// Keep the rows that --out has already, and add only new records
    ///
    /// For tables in csv, tsv, jsonl, json and parquet. Records are recognised by --key.
    #[arg(long, requires = "out", conflicts_with = "diff")]
    pub(crate) append: bool,

    /// Compare with the table of an earlier run, and tell which rows are new, changed and gone
    ///
    /// The table is one in csv, tsv, jsonl, json or parquet; it may be that of --out, which is then compared before it is
    /// replaced. Rows are matched by --key. Rows are reported as gone only if the lists were read to their ends. With
    /// --columns, only those columns are compared.
    #[arg(long, value_name = "TABLE")]
    pub(crate) diff: Option<PathBuf>,

    /// Where to write the changes that --diff finds, in any format for tables [default: standard output]
    #[arg(long, value_name = "FILE", requires = "diff")]
    pub(crate) changes: Option<PathBuf>,

    /// Only print what would be followed, with three example rows
    #[arg(long)]
    pub(crate) plan: bool,

    /// Take the lists by this wrapper, and not by searching
    ///
    /// So the table has the wrapper's columns, with the names that you have given them, on every run. A page that fits none of
    /// its templates ends its list, and the exit code is 1; other deviations are warnings.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) wrapper: Option<PathBuf>,

    /// If a page deviates from the wrapper, learn from it again, and match the new columns with the old ones by what those
    /// held
    ///
    /// Only where the wrapper finds no records, or if every column is found again. What happened to each column is printed. The
    /// repaired wrapper is written to FILE, which may be that of the wrapper, or beside it as NAME.v2, NAME.v3 and so on. If pages
    /// still deviate, the exit code is 1.
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, requires = "wrapper")]
    pub(crate) repair: Option<Option<PathBuf>>,

    /// Also take the records' own pages, as further columns
    ///
    /// By the link of the title, or else by the first column of links that all records have, each to another page of
    /// the site. What a page is about (as found by 'rowsmith item', or else 'rowsmith article') goes into columns whose
    /// names begin with detail_, after a column with the address of the page. What the list says already in every record
    /// is left out.
    #[arg(long)]
    pub(crate) details: bool,

    /// Also take the records' own pages, by the links in this column
    #[arg(long, value_name = "COLUMN", conflicts_with = "details")]
    pub(crate) follow: Option<String>,

    /// Also say when each page was fetched, in columns fetched and detail_fetched (UTC)
    ///
    /// For pages of an archive it is the time at which they were archived; that of files is not known.
    #[arg(long)]
    pub(crate) times: bool,

    /// Also follow links to these hosts
    #[arg(long, value_name = "HOST,…", value_delimiter = ',')]
    pub(crate) hosts: Vec<String>,

    /// Take a list only if the probability that it is one is at least this (0 to 1)
    #[arg(long, value_name = "P", value_parser = probability, default_value_t = rowsmith::harvest::HarvestOptions::default().min_confidence)]
    pub(crate) min_confidence: f64,

    /// Keep these columns, in this order; new=old renames
    #[arg(short, long, value_name = "NAME,…", value_delimiter = ',', value_parser = parse_pick)]
    pub(crate) columns: Vec<Pick>,

    #[command(flatten)]
    pub(crate) stable: StableColumns,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}
