//! The studio's rows in the formats of the command.

use std::fs;

use rowsmith_studio::{FileFormat, Formats, PageRows};

use crate::args::Format;
use crate::common::failure::Failure;
use crate::output::open::open;
use crate::output::page::Page;
use crate::output::place::Place;
use crate::output::writers::Shape;

/// What is offered beside the studio's own CSV and JSON lines: name, ending of files, and what it is.
const OFFERED: &[(&str, Format, &str)] = &[
    ("xlsx", Format::Xlsx, "Excel workbook"),
    ("sqlite", Format::Sqlite, "SQLite database"),
    ("parquet", Format::Parquet, "Parquet"),
    ("arrow", Format::Arrow, "Arrow (Feather)"),
    ("html", Format::Report, "HTML report"),
    ("md", Format::Md, "Markdown tables"),
    ("tsv", Format::Tsv, "TSV"),
];

/// The formats that this command was built with.
pub(super) struct BuiltIn;

fn is_built(format: Format) -> bool {
    match format {
        Format::Xlsx => cfg!(feature = "xlsx"),
        Format::Sqlite => cfg!(feature = "sqlite"),
        Format::Parquet => cfg!(feature = "parquet"),
        Format::Arrow => cfg!(feature = "arrow"),
        _ => true,
    }
}

impl Formats for BuiltIn {
    fn all(&self) -> Vec<FileFormat> {
        let built = OFFERED.iter().filter(|(_, format, _)| is_built(*format));
        built.map(|(name, _, about)| FileFormat { name: (*name).to_owned(), about: (*about).to_owned() }).collect()
    }

    fn write(&self, name: &str, pages: Vec<PageRows>) -> Result<Vec<u8>, String> {
        let offered = OFFERED.iter().find(|(known, format, _)| *known == name && is_built(*format));
        let format = offered.ok_or_else(|| format!("there is no format {name:?}"))?.1;
        let folder = tempfile::tempdir().map_err(|why| why.to_string())?;
        let path = folder.path().join(format!("rows.{name}"));
        let sources = pages.len() > 1;
        let shape =
            Shape { width: 0, colour: false, long: false, sources, regions: false, noun: "record", typed: false };
        let mut sink = open(format, &Place::File(path.clone()), shape, None).map_err(told)?;
        for PageRows { source, tables } in pages {
            let (titles, shared, warnings) = (Vec::new(), Vec::new(), Vec::new());
            let page = Page { source, tables, titles, shared, warnings, line: String::new(), kind: None };
            sink.page(&page, None).map_err(told)?;
        }
        sink.finish().map_err(told)?;
        fs::read(&path).map_err(|why| why.to_string())
    }
}

/// A failure, for the page in the browser.
pub(super) fn told(failure: Failure) -> String {
    match failure {
        Failure::Usage(why) | Failure::Output { why, .. } => why,
        Failure::ReaderGone => "nobody reads".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::writers::samples;

    #[test]
    fn every_format_that_is_offered_is_written() {
        for FileFormat { name, .. } in BuiltIn.all() {
            let page = samples::shop();
            let pages =
                ["a.html", "b.html"].map(|source| PageRows { source: source.to_owned(), tables: vec![page.clone()] });
            let bytes = BuiltIn.write(&name, pages.into()).unwrap();
            assert!(!bytes.is_empty(), "{name}");
        }
        assert!(BuiltIn.write("exe", Vec::new()).is_err());
    }
}
