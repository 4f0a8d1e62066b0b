//! Where the output goes, and in which format.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use crate::args::{Format, Results};
use crate::common::failure::Failure;

/// Where the output goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// Standard output.
    Stdout {
        /// Whether it is a terminal.
        terminal: bool,
    },
    /// One file.
    File(PathBuf),
    /// A folder with one or more files per page.
    Folder(PathBuf),
}

impl Place {
    /// The place given by `--out`: a folder is one that exists, or a name that ends in a slash.
    fn of(out: Option<&Path>) -> Self {
        match out.filter(|path| path.as_os_str() != "-") {
            None => Place::Stdout { terminal: io::stdout().is_terminal() },
            Some(path) if path.is_dir() || path.to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR]) => {
                Place::Folder(path.to_owned())
            }
            Some(path) => Place::File(path.to_owned()),
        }
    }

    /// The path of the file or folder; `-` for standard output.
    pub(crate) fn path(&self) -> &Path {
        match self {
            Place::Stdout { .. } => Path::new("-"),
            Place::File(path) | Place::Folder(path) => path,
        }
    }

    /// Whether there is an output already, of an earlier run: a file that is not empty, or a folder with anything in it.
    pub(crate) fn holds_anything(&self) -> bool {
        match self {
            Place::Stdout { .. } => false,
            Place::File(path) => fs::metadata(path).is_ok_and(|there| there.is_file() && there.len() > 0),
            Place::Folder(path) => fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_some()),
        }
    }
}

/// A format, and a place that supports it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Destination {
    /// The format.
    pub(crate) format: Format,
    /// The place.
    pub(crate) place: Place,
}

/// Determines the format and the place from `--format` and `--out`.
///
/// # Errors
/// If a format cannot be written to the given place, or the extension of the file name is not that of a format.
pub(crate) fn settle(format: Option<Format>, out: Option<&Path>, results: Results) -> Result<Destination, Failure> {
    let place = Place::of(out);
    let format = match format {
        Some(format) => format,
        None => guess(&place, results)?,
    };
    let refused = not_built(format).or_else(|| not_here(format, &place, results));
    match refused {
        Some(what) => Err(Failure::Usage(what)),
        None => Ok(Destination { format, place }),
    }
}

/// The message if the program was built without a format.
pub(crate) fn not_built(format: Format) -> Option<String> {
    let (built, what, feature) = match format {
        Format::Xlsx => (cfg!(feature = "xlsx"), "workbooks", "xlsx"),
        Format::Sqlite => (cfg!(feature = "sqlite"), "databases", "sqlite"),
        Format::Parquet => (cfg!(feature = "parquet"), "Parquet", "parquet"),
        Format::Arrow => (cfg!(feature = "arrow"), "Arrow", "arrow"),
        Format::Table | Format::Jsonl | Format::Json | Format::Csv | Format::Md => return None,
        Format::Tsv | Format::Report | Format::Feed => return None,
        Format::Text | Format::MdText | Format::Html => return None,
    };
    let what = || {
        format!(
            "this rowsmith was built without {what}; build it with '--features {feature}', or everything with '--features full'"
        )
    };
    (!built).then(what)
}

/// The message if a format cannot be written to a place.
fn not_here(format: Format, place: &Place, results: Results) -> Option<String> {
    let not_for_stdout = |terminal: bool| match format {
        Format::Sqlite => Some("a database needs a file: add '--out FILE'"),
        Format::Parquet if terminal => Some("a Parquet file cannot be written to a terminal: add '--out FILE'"),
        Format::Arrow if terminal => Some("an Arrow file cannot be written to a terminal: add '--out FILE'"),
        Format::Xlsx if terminal => Some("a workbook cannot be written to a terminal: add '--out FILE'"),
        Format::Parquet | Format::Arrow | Format::Xlsx => None,
        Format::Table | Format::Jsonl | Format::Json | Format::Csv | Format::Md => None,
        Format::Tsv | Format::Report | Format::Feed => None,
        Format::Text | Format::MdText | Format::Html => None,
    };
    match place {
        Place::Stdout { terminal } => not_for_stdout(*terminal).map(str::to_owned),
        Place::File(_) => None,
        Place::Folder(_) if matches!(format, Format::Csv | Format::Text | Format::MdText | Format::Html) => None,
        Place::Folder(path) => {
            let which = match results {
                Results::Articles => "only '--format md', text and html write one file per page; name a file",
                Results::Tables => "only '--format csv' writes one file per table; name a file",
            };
            Some(format!("'{}' is a folder, and {which}", path.display()))
        }
    }
}

/// The format for a place.
fn guess(place: &Place, results: Results) -> Result<Format, Failure> {
    let path = match (place, results) {
        (Place::Stdout { terminal: true }, Results::Tables) => return Ok(Format::Table),
        (Place::Stdout { terminal: true }, Results::Articles) => return Ok(Format::Text),
        (Place::Stdout { terminal: false }, _) => return Ok(Format::Jsonl),
        (Place::Folder(_), Results::Tables) => return Ok(Format::Csv),
        (Place::Folder(_), Results::Articles) => return Ok(Format::MdText),
        (Place::File(path), _) => path,
    };
    // a device or pipe, or a name without an extension
    let Some(ending) = path.extension() else { return Ok(Format::Jsonl) };
    let ending = ending.to_string_lossy().to_ascii_lowercase();
    Format::by_ending(&ending, results).ok_or_else(|| Failure::Usage(unknown_ending(&ending, results)))
}

fn unknown_ending(ending: &str, results: Results) -> String {
    if matches!(ending, "gz" | "zst" | "bz2" | "xz" | "zip") {
        return format!(
            "output is not compressed, so a name in '.{ending}' would mislead; write to standard output and pipe it on"
        );
    }
    let known: Vec<String> = Format::all_endings(results).iter().map(|ending| format!(".{ending}")).collect();
    format!(
        "'.{ending}' is not the extension of a format; name a file in {}, or choose with '--format'",
        known.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(format: Option<Format>, out: &str) -> Result<(Format, bool), String> {
        match settle(format, Some(Path::new(out)), Results::Tables) {
            Ok(Destination { format, place }) => Ok((format, matches!(place, Place::Folder(_)))),
            Err(Failure::Usage(what)) => Err(what),
            Err(other) => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_format_is_guessed_from_the_name() {
        assert_eq!(of(None, "a.CSV"), Ok((Format::Csv, false)));
        assert_eq!(of(None, "a.b.json"), Ok((Format::Json, false)));
        assert_eq!(of(None, "a.ndjson"), Ok((Format::Jsonl, false)));
        assert_eq!(of(None, "noending"), Ok((Format::Jsonl, false)));
        assert_eq!(of(Some(Format::Md), "a.csv"), Ok((Format::Md, false)));
        assert_eq!(of(Some(Format::Jsonl), "a.out"), Ok((Format::Jsonl, false)));
        assert_eq!(of(None, "new-folder/"), Ok((Format::Csv, true)));
        assert_eq!(of(None, "src"), Ok((Format::Csv, true)));
        let article = |out| settle(None, Some(Path::new(out)), Results::Articles).unwrap().format;
        assert_eq!((article("a.md"), article("a.txt"), article("a.htm")), (Format::MdText, Format::Text, Format::Html));
        assert_eq!(article("notes/"), Format::MdText);
    }

    #[test]
    fn an_ending_that_says_no_format_is_refused_with_those_that_do() {
        for out in ["a.cvs", "a.xml", "a.xls", "a.jsonlines"] {
            let what = of(None, out).unwrap_err();
            assert!(what.contains(".csv") && what.contains(".jsonl") && what.contains(".sqlite"), "{what}");
        }
    }

    #[test]
    fn impossible_places_are_refused() {
        assert!(of(Some(Format::Jsonl), "src").is_err());
        assert!(of(None, "a.csv.gz").unwrap_err().contains("not compressed"));
        assert!(of(Some(Format::Sqlite), "-").is_err());
    }
}
