//! The studio's rows in the formats of the command.

use std::fs;

use rowsmith_studio::{FileFormat, Formats, PageRows};

use crate::args::Format;
use crate::common::failure::Failure;
use crate::output::open::open;
use crate::output::page::Page;
use crate::output::place::{Place, not_built};
use crate::output::writers::Shape;

/// What is offered beside the studio's own CSV and JSON lines, and what it is.
const OFFERED: &[(Format, &str)] = &[
    (Format::Xlsx, "Excel workbook"),
    (Format::Sqlite, "SQLite database"),
    (Format::Parquet, "Parquet"),
    (Format::Arrow, "Arrow (Feather)"),
    (Format::Report, "HTML report"),
    (Format::Md, "Markdown tables"),
    (Format::Tsv, "TSV"),
];

/// The formats that this command was built with.
pub(super) struct BuiltIn;

fn offered() -> impl Iterator<Item = (Format, &'static str)> {
    OFFERED.iter().copied().filter(|(format, _)| not_built(*format).is_none())
}

impl Formats for BuiltIn {
    fn all(&self) -> Vec<FileFormat> {
        let format = |(format, about): (Format, &str)| FileFormat {
            name: format.ending().to_owned(),
            ending: format.ending().to_owned(),
            media_type: "application/octet-stream",
            about: about.to_owned(),
        };
        offered().map(format).collect()
    }

    fn write(&self, name: &str, pages: Vec<PageRows>) -> Result<Vec<u8>, String> {
        let format = offered().map(|(format, _)| format).find(|format| format.ending() == name);
        let format = format.ok_or_else(|| format!("there is no format {name:?}"))?;
        let folder = tempfile::tempdir().map_err(|why| why.to_string())?;
        let path = folder.path().join(format!("rows.{name}"));
        let sources = pages.len() > 1;
        let shape =
            Shape { width: 0, colour: false, long: false, sources, regions: false, noun: "record", typed: false };
        let mut sink = open(format, &Place::File(path.clone()), shape, None).map_err(message)?;
        for PageRows { source, tables } in pages {
            let (titles, shared, warnings) = (Vec::new(), Vec::new(), Vec::new());
            let page = Page { source, tables, titles, shared, warnings, line: String::new(), kind: None };
            sink.page(&page, None).map_err(message)?;
        }
        sink.finish().map_err(message)?;
        fs::read(&path).map_err(|why| why.to_string())
    }
}

/// A failure, for the page in the browser.
pub(super) fn message(failure: Failure) -> String {
    match failure {
        Failure::Usage(why) | Failure::File { why, .. } | Failure::Output { why, .. } => why,
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
