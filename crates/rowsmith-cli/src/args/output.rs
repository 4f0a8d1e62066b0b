//! The output: its format and where it goes.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::format::{Format, Results};

/// The output: its format and where it goes.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// The output format [default: by the --out name; otherwise table on a terminal and jsonl in a pipe]
    ///
    /// JSON keeps links and images as the page has them, with the absolute addresses beside them under "urls"; the
    /// other formats show the absolute address if it is known. CSV puts ' before texts that a spreadsheet would take
    /// for a formula (those with = + - @ at the beginning, or after a semicolon or line break, except plain numbers).
    /// If one CSV file holds several pages or lists, columns with the same name are shared, and come after the columns
    /// source and region. A workbook has a sheet per list for the first 50, then one long sheet. A database has the
    /// tables sources, warnings, regions, columns, records and cells, and a view per list for the first 1,000. A
    /// Parquet file has the columns of CSV, with those that are all numbers as numbers.
    #[arg(short, long, value_name = "FORMAT", value_parser = Format::parser(Results::Tables))]
    pub(crate) format: Option<Format>,

    /// Write to a file, or CSV into a folder, instead of standard output
    ///
    /// The extension of the name chooses the format: .txt for tables, .jsonl, .json, .csv, .md, .xlsx, .sqlite,
    /// .parquet; a name without one gives JSON lines. The file appears, or replaces an existing one, once all of it is
    /// written; if the run fails, nothing changes; after Ctrl-C it holds the pages done so far. If a database exists,
    /// pages are added to it, and pages with the same name are replaced. A folder (one that exists, or a name that ends
    /// in /) gets a CSV file for each list: list.csv, and list-2.csv for the second list of the page; with a wrapper,
    /// one for each template, or part of a template.
    #[arg(short, long, value_name = "PATH")]
    pub(crate) out: Option<PathBuf>,

    /// Write one row per cell: source, region, record, column, value (csv, xlsx, parquet)
    #[arg(long)]
    pub(crate) long: bool,

    /// Write numbers, amounts and dates as values (csv, tsv, parquet, arrow)
    ///
    /// Numbers have a decimal point and no other signs, dates are as in ISO 8601, and behind each column of amounts
    /// stands one with their currency: price, price_currency. What says more of its record, such as "from $20" beside "$30", stays as
    /// the page has it. Workbooks and databases have values anyway.
    #[arg(long)]
    pub(crate) typed: bool,

    /// Width of tables in characters; 0 for no limit [default: that of the terminal, else 120]
    #[arg(long, value_name = "N")]
    pub(crate) width: Option<usize>,

    /// When to use colours
    ///
    /// With auto, on a terminal unless NO_COLOR is set or TERM is dumb.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Colour::Auto)]
    pub(crate) color: Colour,
}

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Colour {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Colour {
    /// Whether to colour output, given whether it goes to a terminal and the environment.
    pub(crate) fn on(self, terminal: bool, variable: impl Fn(&str) -> Option<OsString>) -> bool {
        let no_color = variable("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = variable("TERM").is_some_and(|term| term == "dumb");
        match self {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => terminal && !no_color && !dumb,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_by_flag_terminal_and_environment() {
        let none = |_: &str| None;
        let no_color = |name: &str| (name == "NO_COLOR").then(|| OsString::from("1"));
        let empty = |name: &str| (name == "NO_COLOR").then(OsString::new);
        let dumb = |name: &str| (name == "TERM").then(|| OsString::from("dumb"));
        assert!(Colour::Auto.on(true, none) && Colour::Auto.on(true, empty));
        assert!(!Colour::Auto.on(false, none) && !Colour::Auto.on(true, no_color) && !Colour::Auto.on(true, dumb));
        assert!(Colour::Always.on(false, no_color) && !Colour::Never.on(true, none));
    }
}
