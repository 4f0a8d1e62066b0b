//! The formats of the output, and where it goes.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::failure::Failure;

/// A format of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// Readable tables, as wide as the terminal
    Table,
    /// JSON lines, one a page, written as soon as the page is done
    Jsonl,
    /// One indented JSON array of all pages
    Json,
    /// Comma-separated values
    Csv,
    /// Markdown tables
    Md,
    /// An Excel workbook
    Xlsx,
    /// An SQLite database; pages are added to one that is there
    Sqlite,
    /// The text of articles
    #[value(skip)]
    Text,
    /// Articles as Markdown
    #[value(skip)]
    MdText,
    /// Articles as clean HTML
    #[value(skip)]
    Html,
    /// A Parquet file, one table of all pages
    Parquet,
}

/// Where the output goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// Standard output.
    Stdout {
        /// Whether a person looks at it.
        terminal: bool,
    },
    /// One file.
    File(PathBuf),
    /// A folder with a file or more a page.
    Folder(PathBuf),
}

impl Place {
    /// The file or folder; `-` for standard output.
    pub(crate) fn path(&self) -> &Path {
        match self {
            Place::Stdout { .. } => Path::new("-"),
            Place::File(path) | Place::Folder(path) => path,
        }
    }
}

/// Settles the format and the place from `--format` and `--out`.
///
/// # Errors
/// A format that cannot go where it is sent.
pub(crate) fn settle(format: Option<Format>, out: Option<&Path>) -> Result<(Format, Place), Failure> {
    let place = match out {
        None => Place::Stdout { terminal: io::stdout().is_terminal() },
        Some(path) if path.as_os_str() == "-" => Place::Stdout { terminal: io::stdout().is_terminal() },
        Some(path) if path.is_dir() || path.to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR]) => {
            Place::Folder(path.to_owned())
        }
        Some(path) => Place::File(path.to_owned()),
    };
    let format = match format {
        Some(format) => format,
        None => guess(&place)?,
    };
    let wrong = |what: &str| Err(Failure::Usage(what.to_owned()));
    match (format, &place) {
        (Format::Xlsx, _) if !cfg!(feature = "xlsx") => {
            wrong("this rowsmith was built without workbooks; build it with the feature 'xlsx'")
        }
        (Format::Sqlite, _) if !cfg!(feature = "sqlite") => {
            wrong("this rowsmith was built without databases; build it with the feature 'sqlite'")
        }
        (Format::Parquet, _) if !cfg!(feature = "parquet") => {
            wrong("this rowsmith was built without Parquet; build it with the feature 'parquet'")
        }
        (Format::Parquet, Place::Stdout { terminal: true }) => {
            wrong("a Parquet file is not for a terminal: add '--out FILE'")
        }
        (Format::Sqlite, Place::Stdout { .. }) => wrong("a database needs a file: add '--out FILE'"),
        (Format::Xlsx, Place::Stdout { terminal: true }) => wrong("a workbook is not for a terminal: add '--out FILE'"),
        (Format::Csv, Place::Folder(_)) => Ok((format, place)),
        (_, Place::Folder(path)) => wrong(&format!(
            "'{}' is a folder, and only '--format csv' writes a file a page; name a file",
            path.display()
        )),
        _ => Ok((format, place)),
    }
}

fn guess(place: &Place) -> Result<Format, Failure> {
    let path = match place {
        Place::Stdout { terminal: true } => return Ok(Format::Table),
        Place::Stdout { terminal: false } => return Ok(Format::Jsonl),
        Place::Folder(_) => return Ok(Format::Csv),
        Place::File(path) => path,
    };
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    match extension.as_deref() {
        Some("txt") => Ok(Format::Table),
        Some("json") => Ok(Format::Json),
        Some("csv") => Ok(Format::Csv),
        Some("md" | "markdown") => Ok(Format::Md),
        Some("xlsx") => Ok(Format::Xlsx),
        Some("sqlite" | "sqlite3" | "db" | "db3") => Ok(Format::Sqlite),
        Some("parquet") => Ok(Format::Parquet),
        Some(packed @ ("gz" | "zst" | "bz2" | "xz" | "zip")) => Err(Failure::Usage(format!(
            "output is not compressed, so a name in '.{packed}' would mislead; write to standard output and pipe it on"
        ))),
        Some(other @ ("xls" | "ods" | "tsv" | "html" | "htm" | "xml")) => Err(Failure::Usage(format!(
            "'.{other}' is no format of ours; name another file, or choose with '--format'"
        ))),
        _ => Ok(Format::Jsonl),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(format: Option<Format>, out: &str) -> Option<(Format, bool)> {
        settle(format, Some(Path::new(out))).ok().map(|(format, place)| (format, matches!(place, Place::Folder(_))))
    }

    #[test]
    fn the_format_is_guessed_from_the_name() {
        assert_eq!(of(None, "a.CSV"), Some((Format::Csv, false)));
        assert_eq!(of(None, "a.b.json"), Some((Format::Json, false)));
        assert_eq!(of(None, "a.ndjson"), Some((Format::Jsonl, false)));
        assert_eq!(of(None, "noending"), Some((Format::Jsonl, false)));
        assert_eq!(of(Some(Format::Md), "a.csv"), Some((Format::Md, false)));
        assert_eq!(of(None, "new-folder/"), Some((Format::Csv, true)));
        assert_eq!(of(None, "src"), Some((Format::Csv, true)));
    }

    #[test]
    fn impossible_places_are_refused() {
        assert_eq!(of(Some(Format::Jsonl), "src"), None);
        assert_eq!(of(None, "a.csv.gz"), None);
        assert_eq!(of(None, "page.html"), None);
        assert_eq!(of(Some(Format::Sqlite), "-"), None);
    }
}
