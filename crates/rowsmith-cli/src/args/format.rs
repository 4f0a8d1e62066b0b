//! The formats of the output: one enum, and what is known of each. Every method matches all formats by name, so that
//! a further one is a change that the compiler leads through.

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// A format of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// The text alone
    Text,
    /// Markdown
    #[value(name = "md")]
    MdText,
    /// HTML of safe elements and addresses
    Html,
    /// Readable tables, as wide as the terminal
    Table,
    /// JSON lines, one a page, written as soon as the page is done
    Jsonl,
    /// One indented JSON array of all pages
    Json,
    /// Comma-separated values
    Csv,
    /// Tab-separated values; tabs and line breaks within texts are spaces
    Tsv,
    /// Markdown tables
    Md,
    /// A report: one HTML file with sortable tables, in which nothing is loaded
    #[value(name = "html")]
    Report,
    /// A JSON Feed to subscribe to, an item a record
    Feed,
    /// An Excel workbook
    Xlsx,
    /// An SQLite database; pages are added to one that is there
    Sqlite,
    /// A Parquet file, one table of all pages
    Parquet,
    /// An Arrow IPC file (Feather), one table of all pages
    Arrow,
}

/// What a command finds on a page, which decides the formats that it offers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Results {
    /// Tables.
    Tables,
    /// One article, which can be written as a document, too.
    Articles,
}

impl Format {
    /// The formats that are offered for some results.
    fn offered(results: Results) -> impl Iterator<Item = Format> {
        Format::value_variants().iter().copied().filter(move |format| match format {
            Format::Text | Format::MdText | Format::Html => results == Results::Articles,
            Format::Md | Format::Report => results == Results::Tables,
            Format::Table | Format::Jsonl | Format::Json | Format::Csv | Format::Tsv | Format::Feed => true,
            Format::Xlsx | Format::Sqlite | Format::Parquet => true,
            // offered where it was built, which is not by default
            Format::Arrow => cfg!(feature = "arrow"),
        })
    }

    /// Reads the name of a format that is offered for some results.
    pub(super) fn parser(results: Results) -> impl TypedValueParser<Value = Format> {
        let names = Format::offered(results).filter_map(|format| format.to_possible_value());
        PossibleValuesParser::new(names).try_map(move |name| {
            let named = |format: &Format| format.to_possible_value().is_some_and(|value| value.matches(&name, false));
            Format::offered(results).find(named).ok_or("no format of this name")
        })
    }

    /// The endings of file names that say the format. One of several formats belongs to the first that is offered.
    fn endings(self) -> &'static [&'static str] {
        match self {
            Format::Text | Format::Table => &["txt"],
            Format::MdText | Format::Md => &["md", "markdown"],
            Format::Html | Format::Report => &["html", "htm"],
            Format::Feed => &["feed"],
            Format::Tsv => &["tsv", "tab"],
            Format::Jsonl => &["jsonl", "ndjson"],
            Format::Json => &["json"],
            Format::Csv => &["csv"],
            Format::Xlsx => &["xlsx"],
            Format::Sqlite => &["sqlite", "sqlite3", "db", "db3"],
            Format::Parquet => &["parquet"],
            Format::Arrow => &["arrow", "feather"],
        }
    }

    /// The format that the ending of a file name says, in lower case and without the dot.
    pub(crate) fn by_ending(ending: &str, results: Results) -> Option<Format> {
        Format::offered(results).find(|format| format.endings().contains(&ending))
    }

    /// All endings that say a format, each once.
    pub(crate) fn all_endings(results: Results) -> Vec<&'static str> {
        let mut endings = Vec::new();
        for ending in Format::offered(results).flat_map(Format::endings) {
            if !endings.contains(ending) {
                endings.push(*ending);
            }
        }
        endings
    }

    /// Whether the output is made of a page's tables, and not of its JSON or its document.
    pub(crate) fn has_tables(self) -> bool {
        match self {
            Format::Table | Format::Csv | Format::Md | Format::Xlsx | Format::Sqlite | Format::Parquet => true,
            Format::Tsv | Format::Report | Format::Feed | Format::Arrow => true,
            Format::Jsonl | Format::Json | Format::Text | Format::MdText | Format::Html => false,
        }
    }

    /// Whether there is a form with a row a cell (`--long`).
    pub(crate) fn has_long_form(self) -> bool {
        match self {
            Format::Csv | Format::Tsv | Format::Xlsx | Format::Parquet | Format::Arrow => true,
            Format::Table | Format::Md | Format::Sqlite | Format::Report | Format::Feed => false,
            Format::Jsonl | Format::Json | Format::Text | Format::MdText | Format::Html => false,
        }
    }

    /// Whether the output says by itself what the user should know about a page.
    pub(crate) fn holds_warnings(self) -> bool {
        match self {
            Format::Jsonl | Format::Json | Format::Sqlite | Format::Report => true,
            Format::Tsv | Format::Feed | Format::Arrow => false,
            Format::Table | Format::Csv | Format::Md | Format::Xlsx | Format::Parquet => false,
            Format::Text | Format::MdText | Format::Html => false,
        }
    }

    /// Whether tables of different kinds have their places in the output, as the parts of a page are.
    pub(crate) fn holds_all_parts(self) -> bool {
        match self {
            Format::Xlsx | Format::Sqlite => true,
            Format::Table | Format::Csv | Format::Md | Format::Parquet => false,
            Format::Tsv | Format::Report | Format::Feed | Format::Arrow => false,
            Format::Jsonl | Format::Json | Format::Text | Format::MdText | Format::Html => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_apart_by_what_a_command_finds() {
        for results in [Results::Tables, Results::Articles] {
            let values = Format::offered(results).filter_map(|format| format.to_possible_value());
            let mut names: Vec<String> = values.map(|value| value.get_name().to_owned()).collect();
            let count = names.len();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), count, "{names:?}");
        }
        assert_eq!(Format::by_ending("md", Results::Tables), Some(Format::Md));
        assert_eq!(Format::by_ending("md", Results::Articles), Some(Format::MdText));
        assert_eq!(Format::by_ending("txt", Results::Tables), Some(Format::Table));
        assert_eq!(Format::by_ending("txt", Results::Articles), Some(Format::Text));
        assert_eq!(Format::by_ending("html", Results::Tables), Some(Format::Report));
        assert_eq!(Format::by_ending("html", Results::Articles), Some(Format::Html));
    }

    #[test]
    fn every_format_is_offered() {
        let offered =
            |format: &Format| [Results::Tables, Results::Articles].map(|r| Format::offered(r).any(|f| f == *format));
        let is_built = |format: &&Format| cfg!(feature = "arrow") || **format != Format::Arrow;
        assert!(Format::value_variants().iter().filter(is_built).all(|format| offered(format).contains(&true)));
    }
}
