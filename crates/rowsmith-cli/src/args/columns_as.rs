//! `--columns-as`: the columns of a table that was written before, or of a list of names.

use std::fs;
use std::path::Path;

use clap::Args;
use serde_json::Value;

use super::columns::{Pick, check_picks, parse_pick};
use crate::common::failure::why;

/// The columns that the tables of every run have.
#[derive(Args, Debug)]
pub(crate) struct StableColumns {
    /// Give the tables the columns named in a file, in its order
    ///
    /// For tables that must have the same columns from run to run. The file is a table that was written before (.csv,
    /// .tsv: its first line; .jsonl, .json: its first list), or any other text with a column a line, as with --columns:
    /// name, or new=old; empty lines and those that begin with # do not count. A column that a page lacks is empty, and
    /// a warning says so; a column that the file does not name is left out.
    #[arg(long, value_name = "FILE", value_parser = read, conflicts_with = "columns", help_heading = "Output")]
    columns_as: Option<NamedColumns>,
}

/// The columns that a file names.
#[derive(Clone, PartialEq, Eq, Debug)]
struct NamedColumns(Vec<Pick>);

impl StableColumns {
    /// The columns of the file, or else those of `--columns`.
    pub(crate) fn or<'a>(&'a self, picks: &'a [Pick]) -> &'a [Pick] {
        self.columns_as.as_ref().map_or(picks, |named| &named.0)
    }
}

/// Reads the file.
fn read(path: &str) -> Result<NamedColumns, String> {
    let text = fs::read_to_string(path).map_err(|error| why(&error))?;
    let ending = Path::new(path).extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    named(&text, ending.as_deref().unwrap_or_default()).map(NamedColumns)
}

/// The columns that a text names, given the extension of its file.
fn named(text: &str, ending: &str) -> Result<Vec<Pick>, String> {
    let text = text.trim_start_matches('\u{feff}');
    let picks = match ending {
        "csv" => of_header(text, b',')?,
        "tsv" => of_header(text, b'\t')?,
        "jsonl" | "ndjson" | "json" => of_list(text)?,
        _ => {
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
            lines.map(parse_pick).collect::<Result<_, _>>()?
        }
    };
    if picks.is_empty() {
        return Err("it names no column".to_owned());
    }
    check_picks(&picks).map_err(|_| "it names a column twice".to_owned())?;
    Ok(picks)
}

fn same(name: &str) -> Pick {
    Pick { name: name.to_owned(), from: name.to_owned() }
}

/// The columns of a table that was written as CSV or TSV, but for those that say where a row is from.
fn of_header(text: &str, delimiter: u8) -> Result<Vec<Pick>, String> {
    let mut reader = csv::ReaderBuilder::new().delimiter(delimiter).from_reader(text.as_bytes());
    let header = reader.headers().map_err(|error| error.to_string())?;
    let own = header.iter().take_while(|name| matches!(*name, "source" | "region")).count();
    Ok(header.iter().skip(own).map(same).collect())
}

/// The columns of the first list in JSON or JSON lines.
fn of_list(text: &str) -> Result<Vec<Pick>, String> {
    let first = serde_json::Deserializer::from_str(text).into_iter::<Value>().next();
    let value = first.transpose().map_err(|error| format!("it is no JSON: {error}"))?.unwrap_or_default();
    let page = value.get(0).unwrap_or(&value);
    let columns = page.pointer("/regions/0/columns").and_then(Value::as_array);
    let names = columns.into_iter().flatten().filter_map(|column| column.get("name")?.as_str());
    Ok(names.map(same).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str, ending: &str) -> Vec<String> {
        named(text, ending).unwrap().into_iter().map(|pick| format!("{}<{}", pick.name, pick.from)).collect()
    }

    #[test]
    fn columns_of_a_list_of_names_and_of_tables() {
        assert_eq!(names("# as in May\n\ntitle\n cost = price\n", "txt"), ["title<title", "cost<price"]);
        assert_eq!(names("\u{feff}source,region,title,\"a, b\"\nx,1,y,z\n", "csv"), ["title<title", "a, b<a, b"]);
        assert_eq!(names("title\tprice\n", "tsv"), ["title<title", "price<price"]);
        let line = r#"{"source":"a","regions":[{"columns":[{"name":"title"},{"name":"url"}]}]}"#;
        assert_eq!(names(line, "jsonl"), ["title<title", "url<url"]);
        assert_eq!(names(&format!("[{line}]"), "json"), ["title<title", "url<url"]);
    }

    #[test]
    fn files_that_name_no_columns_are_refused() {
        for (text, ending) in [("", "txt"), ("# none", "txt"), ("a,a", "csv"), ("{", "json"), ("[]", "json"), ("=", "")]
        {
            assert!(named(text, ending).is_err(), "{text}");
        }
    }
}
