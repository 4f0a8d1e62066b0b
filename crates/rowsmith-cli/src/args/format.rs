//! The output formats: one enum with the properties of each. Every method matches all formats by name, so that the
//! compiler points to everything that a new format needs.

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// An output format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// Plain text
    Text,
    /// Markdown
    #[value(name = "md")]
    MdText,
    /// HTML of allow-listed elements and addresses
    Html,
    /// Readable tables that fit the terminal
    Table,
    /// JSON lines, one per page, written as soon as the page is done
    Jsonl,
    /// One indented JSON array of all pages
    Json,
    /// Comma-separated values
    Csv,
    /// Tab-separated values; tabs and line breaks within texts become spaces
    Tsv,
    /// Markdown tables
    Md,
    /// A report: one HTML file with sortable tables, which loads nothing
    #[value(name = "html")]
    Report,
    /// A JSON Feed to subscribe to, with one item per record
    Feed,
    /// An Excel workbook
    Xlsx,
    /// An SQLite database; pages are added to an existing one
    Sqlite,
    /// A Parquet file with one table for all pages
    Parquet,
    /// An Arrow IPC file (Feather) with one table for all pages
    Arrow,
}

/// What a command finds on a page, which decides the formats that it offers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Results {
    /// Tables.
    Tables,
    /// One article, which can also be written as a document.
    Articles,
}

impl Format {
    /// The formats offered for a kind of result. Those that were not built are among them, so that whoever names one
    /// is told what builds it, and not that there is no such format.
    fn offered(results: Results) -> impl Iterator<Item = Format> {
        Format::value_variants().iter().copied().filter(move |format| match format {
            Format::Text | Format::MdText | Format::Html => results == Results::Articles,
            Format::Md | Format::Report => results == Results::Tables,
            Format::Table | Format::Jsonl | Format::Json | Format::Csv | Format::Tsv | Format::Feed => true,
            Format::Xlsx | Format::Sqlite | Format::Parquet | Format::Arrow => true,
        })
    }

    /// Parses the name of a format that is offered for a kind of result.
    pub(super) fn parser(results: Results) -> impl TypedValueParser<Value = Format> {
        let names = Format::offered(results).filter_map(|format| format.to_possible_value());
        PossibleValuesParser::new(names).try_map(move |name| {
            let named = |format: &Format| format.to_possible_value().is_some_and(|value| value.matches(&name, false));
            Format::offered(results).find(named).ok_or("there is no format with this name")
        })
    }

    /// The file name extensions that stand for the format. An extension shared by several formats belongs to the first
    /// that is offered.
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

    /// The format for a file name extension, given in lower case and without the dot.
    pub(crate) fn by_ending(ending: &str, results: Results) -> Option<Format> {
        Format::offered(results).find(|format| format.endings().contains(&ending))
    }

    /// The extension of files that are made for it.
    pub(crate) fn ending(self) -> &'static str {
        self.endings().first().copied().unwrap_or("txt")
    }

    /// All extensions that stand for a format, without duplicates.
    pub(crate) fn all_endings(results: Results) -> Vec<&'static str> {
        let mut endings = Vec::new();
        for ending in Format::offered(results).flat_map(Format::endings) {
            if !endings.contains(ending) {
                endings.push(*ending);
            }
        }
        endings
    }

    /// Whether the output is made from a page's tables, rather than from its JSON or its document.
    pub(crate) fn has_tables(self) -> bool {
        match self {
            Format::Table | Format::Csv | Format::Md | Format::Xlsx | Format::Sqlite | Format::Parquet => true,
            Format::Tsv | Format::Report | Format::Feed | Format::Arrow => true,
            Format::Jsonl | Format::Json | Format::Text | Format::MdText | Format::Html => false,
        }
    }

    /// Whether there is a form with one row per cell (`--long`).
    pub(crate) fn has_long_form(self) -> bool {
        match self {
            Format::Csv | Format::Tsv | Format::Xlsx | Format::Parquet | Format::Arrow => true,
            Format::Table | Format::Md | Format::Sqlite | Format::Report | Format::Feed => false,
            Format::Jsonl | Format::Json | Format::Text | Format::MdText | Format::Html => false,
        }
    }

    /// Whether values can stand in place of texts (`--typed`): the format has no types, or no currencies.
    pub(crate) fn takes_values(self) -> bool {
        match self {
            Format::Csv | Format::Tsv | Format::Parquet | Format::Arrow => true,
            Format::Table | Format::Md | Format::Xlsx | Format::Sqlite | Format::Report | Format::Feed => false,
            Format::Jsonl | Format::Json | Format::Text | Format::MdText | Format::Html => false,
        }
    }

    /// Whether the output itself contains the warnings about a page.
    pub(crate) fn holds_warnings(self) -> bool {
        match self {
            Format::Jsonl | Format::Json | Format::Sqlite | Format::Report => true,
            Format::Tsv | Format::Feed | Format::Arrow => false,
            Format::Table | Format::Csv | Format::Md | Format::Xlsx | Format::Parquet => false,
            Format::Text | Format::MdText | Format::Html => false,
        }
    }

    /// Whether the output can hold tables of different kinds, such as the parts of a page.
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
    fn every_format_is_offered_even_if_it_was_not_built() {
        let offered =
            |format: &Format| [Results::Tables, Results::Articles].map(|r| Format::offered(r).any(|f| f == *format));
        assert!(Format::value_variants().iter().all(|format| offered(format).contains(&true)));
        // these were called unknown
        for ending in ["arrow", "feather"] {
            assert_eq!(Format::by_ending(ending, Results::Tables), Some(Format::Arrow));
        }
    }
}
