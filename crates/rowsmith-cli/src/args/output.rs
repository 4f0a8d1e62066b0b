//! What comes out, and where.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::format::{Format, Results};

/// What comes out, and where.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// The format; by default that of the --out name, else table on a terminal and jsonl in a pipe
    ///
    /// JSON keeps links and images as the page has them, with the absolute address beside them under "urls"; the
    /// other formats show the absolute address where it is known. CSV puts ' before texts that a spreadsheet would
    /// take for a formula (= + - @ first, or behind a semicolon or line break, unless it is a plain number). Several
    /// pages or lists in one CSV share the columns of the same name, behind the columns source and region. A workbook
    /// has a sheet a list for the first 50, then one long sheet. A database has the tables sources, warnings, regions,
    /// columns, records and cells, and a view a list for the first 1,000. A Parquet file has the columns of CSV, those
    /// that are all numbers as numbers.
    #[arg(short, long, value_name = "FORMAT", value_parser = Format::parser(Results::Tables))]
    pub(crate) format: Option<Format>,

    /// Write to a file, or CSV into a folder, instead of standard output
    ///
    /// The ending of the name says the format: .txt for tables, .jsonl, .json, .csv, .md, .xlsx, .sqlite, .parquet; a
    /// name without any is JSON lines. The file appears, or replaces the one that is there, when all of it is written,
    /// and not at all if the run fails; after Ctrl-C it holds the pages so far. To a database that is there, pages are
    /// added, and pages of the same name replaced. A folder (one that exists, or a name with / at its end) is given a CSV
    /// file for each list: list.csv, and list-2.csv for the second list of the page; of pages with a wrapper, for each
    /// template, or part of one.
    #[arg(short, long, value_name = "PATH")]
    pub(crate) out: Option<PathBuf>,

    /// One row a cell: source, region, record, column, value (csv, xlsx, parquet)
    #[arg(long)]
    pub(crate) long: bool,

    /// Width of tables in characters; 0 cuts nothing [default: that of the terminal, else 120]
    #[arg(long, value_name = "N")]
    pub(crate) width: Option<usize>,

    /// When to use colours
    ///
    /// With auto, on a terminal, unless NO_COLOR is set or TERM is dumb.
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
    /// Whether to colour output that goes to a terminal or does not, given the environment.
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
