//! The flags of `rowsmith tables`.

use std::path::PathBuf;

use clap::Args;
use regex::Regex;

use super::CommonArgs;
use super::columns::{Pick, parse_pick};
use super::columns_as::StableColumns;

pub(super) const TABLES_EXAMPLES: &str = "\
Examples:
  rowsmith tables page.html
      Every data table of the page, one below the other.
  rowsmith tables page.html --table 3 -o medals.csv
      The third table as CSV.
  rowsmith tables page.html --match 'Population|Area' -o city.xlsx
      The tables that say one of these words, each as a sheet of a workbook.
  rowsmith tables pages/ -o tables/
      A CSV file a table: page.csv, page-2.csv and so on.
  rowsmith tables page.html --join -c table,Date,Score
      Tables with equal headers as one, with a column for the heading that each row stood below.
  rowsmith tables page.html --raw
      Every table as it stands: layout tables, header rows, empty rows and hidden texts too.
  rowsmith tables page.html | jq '.tables[] | [.number, .caption, (.rows | length)]'
      In a pipe the output is JSON lines, one a page, with links, images and footnotes beside the texts.

Exit codes: 0 all well, 1 an input failed or the output cannot be written, 2 wrong usage.";

/// `rowsmith tables`.
#[derive(Args, Debug)]
pub(crate) struct TablesArgs {
    /// Pages: HTML files, folders, archives, addresses, or - for standard input
    ///
    /// As for records.
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,

    /// Only the tables with these numbers, from 1, as the output counts them
    #[arg(short, long, value_name = "N,…", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..), help_heading = "Tables")]
    pub(crate) table: Vec<u32>,

    /// Only tables in which this regular expression matches a text: caption, heading, a header or a cell
    #[arg(short, long, value_name = "REGEX", help_heading = "Tables")]
    pub(crate) r#match: Option<Regex>,

    /// Join tables with equal headers that follow each other
    ///
    /// A column says which caption or heading each row was below. Without this flag a table is joined only to one
    /// directly before it that it plainly continues: equal headers, no caption, and nothing in between.
    #[arg(long, help_heading = "Tables")]
    pub(crate) join: bool,

    /// Transpose tables whose columns are their records, so that headers on the left name columns
    #[arg(long, help_heading = "Tables")]
    pub(crate) turn: bool,

    /// Write every table as it is
    ///
    /// Including layout tables, with all rows, columns and texts: header rows, empty rows, hidden ones, footnote marks.
    #[arg(long, conflicts_with = "join", help_heading = "Tables")]
    pub(crate) raw: bool,

    /// Add a column of addresses after each column with links (not in JSON, which has all of them)
    #[arg(short, long, help_heading = "Tables")]
    pub(crate) links: bool,

    /// Keep these columns, in this order; new=old renames (not in JSON)
    #[arg(short, long, value_name = "NAME,…", value_delimiter = ',', value_parser = parse_pick, help_heading = "Tables")]
    pub(crate) columns: Vec<Pick>,

    #[command(flatten)]
    pub(crate) stable: StableColumns,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}
