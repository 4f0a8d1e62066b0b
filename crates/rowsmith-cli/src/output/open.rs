//! From a format and a place to a sink for pages.

use std::path::PathBuf;

use super::csv_folder::CsvFolder;
#[cfg(feature = "sqlite")]
use super::database::open_database;
use super::deferred::{OpenAnew, WriteAll, replayed, spooled};
use super::document_folder::DocumentFolder;
use super::page::Page;
use super::place::Place;
use super::sink::Sink;
use super::target::Target;
use super::typed_rows::TypedRows;
#[cfg(feature = "xlsx")]
use super::workbook::open_workbook;
use super::writers::csv::{self, CsvLong, Separator};
use super::writers::document::Documents;
use super::writers::feed::Feed;
use super::writers::json::Json;
use super::writers::jsonl::JsonLines;
use super::writers::markdown::Markdown;
use super::writers::report::Report;
use super::writers::table::Table;
use super::writers::{Shape, TextWriter};
use crate::args::Format;
use crate::common::failure::Failure;
use crate::common::source::Origin;

/// Opens the output. This happens before any page is read: a run of an hour should not end with "no such folder".
///
/// `resume` is for an output that can be resumed, and gives the number of valid bytes in its part file; 0 for a new
/// one.
pub(crate) fn open(format: Format, place: &Place, shape: Shape, resume: Option<u64>) -> Result<Box<dyn Sink>, Failure> {
    if let (Place::Folder(_), Format::Text | Format::MdText | Format::Html) = (place, format) {
        let ending = format.ending();
        let open = move |place: &Place| -> Result<Box<dyn Sink>, Failure> {
            Ok(Box::new(DocumentFolder::open(place.path(), ending)?))
        };
        return replayable(place, resume, Box::new(open));
    }
    if shape.typed {
        let texts = open(format, place, Shape { typed: false, ..shape }, resume)?;
        return Ok(Box::new(TypedRows::to(texts)));
    }
    let mut writer: Box<dyn TextWriter> = match format {
        Format::Table => Box::new(Table::new(shape)),
        Format::Jsonl => Box::new(JsonLines),
        Format::Json => Box::new(Json::default()),
        Format::Md => Box::new(Markdown::new(shape)),
        Format::Text | Format::Html => Box::new(Documents::new("\n")),
        Format::MdText => Box::new(Documents::new("\n---\n\n")),
        Format::Feed if matches!(place, Place::File(_)) => Box::new(Feed::over(place.path())),
        Format::Feed => Box::new(Feed::default()),
        Format::Report => Box::new(Report::new(shape)),
        Format::Csv if shape.long => Box::new(CsvLong::new(Separator::Comma)),
        Format::Tsv if shape.long => Box::new(CsvLong::new(Separator::Tab)),
        Format::Csv if !matches!(place, Place::Folder(_)) => {
            return spooled(place, resume, Box::new(move |out, spool| csv::wide(out, spool, shape, Separator::Comma)));
        }
        Format::Tsv => {
            return spooled(place, resume, Box::new(move |out, spool| csv::wide(out, spool, shape, Separator::Tab)));
        }
        Format::Parquet => return spooled(place, resume, parquet(shape)),
        Format::Arrow => return spooled(place, resume, arrow(shape)),
        Format::Sqlite => return open_database(place, resume),
        Format::Csv => {
            return replayable(place, resume, Box::new(|place| Ok(Box::new(CsvFolder::open(place.path())?))));
        }
        Format::Xlsx => return replayable(place, resume, Box::new(move |place| open_workbook(place, shape))),
    };
    if resume.is_some_and(|bytes| bytes > 0) {
        writer.go_on();
    }
    let target = Target::open(place, resume)?;
    // a table cleans its texts itself, and may be coloured
    let target = if format == Format::Table { target.with_colours() } else { target };
    Ok(Box::new(Text { target, writer }))
}

/// Opens an output that consists of several files or is made in memory: now, or, if it can be resumed, once all pages
/// are done.
fn replayable(place: &Place, resume: Option<u64>, open: OpenAnew) -> Result<Box<dyn Sink>, Failure> {
    match resume {
        Some(bytes) => replayed(place, bytes, open),
        None => open(place),
    }
}

/// A text format, into one stream.
struct Text {
    target: Target,
    writer: Box<dyn TextWriter>,
}

impl Sink for Text {
    fn page(&mut self, page: &Page, _: Option<&Origin>) -> Result<(), Failure> {
        self.target.write(|out| self.writer.page(out, page))
    }

    fn checkpoint(&mut self) -> Result<u64, Failure> {
        self.target.checkpoint()
    }

    /// The part becomes the output even if the run is not complete; cut back to the checkpoint, it becomes the part
    /// again.
    fn finish(mut self: Box<Self>) -> Result<Option<PathBuf>, Failure> {
        self.target.write(|out| self.writer.finish(out))?;
        self.target.commit()?;
        Ok(None)
    }
}

#[cfg(feature = "parquet")]
fn parquet(shape: Shape) -> WriteAll {
    use super::writers::parquet;
    match shape.long {
        true => Box::new(parquet::long),
        false => Box::new(parquet::wide),
    }
}

#[cfg(not(feature = "parquet"))]
fn parquet(_: Shape) -> WriteAll {
    Box::new(|_, _| Err(std::io::Error::other("this rowsmith was built without Parquet")))
}

#[cfg(feature = "arrow")]
fn arrow(shape: Shape) -> WriteAll {
    use super::writers::arrow;
    match shape.long {
        true => Box::new(arrow::long),
        false => Box::new(arrow::wide),
    }
}

#[cfg(not(feature = "arrow"))]
fn arrow(_: Shape) -> WriteAll {
    Box::new(|_, _| Err(std::io::Error::other("this rowsmith was built without Arrow")))
}

#[cfg(not(feature = "xlsx"))]
fn open_workbook(_: &Place, _: Shape) -> Result<Box<dyn Sink>, Failure> {
    Err(Failure::Usage("this rowsmith was built without workbooks".to_owned()))
}

#[cfg(not(feature = "sqlite"))]
fn open_database(_: &Place, _: Option<u64>) -> Result<Box<dyn Sink>, Failure> {
    Err(Failure::Usage("this rowsmith was built without databases".to_owned()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::common::scratch::Folder;
    use crate::output::writers::samples;

    const SHAPE: Shape =
        Shape { width: 80, colour: false, long: false, typed: false, sources: true, regions: false, noun: "record" };

    #[test]
    fn a_sink_that_is_not_finished_leaves_nothing() {
        let folder = Folder::new("unfinished");
        for (format, name) in [
            (Format::Csv, "out.csv"),
            (Format::Table, "out.txt"),
            #[cfg(feature = "xlsx")]
            (Format::Xlsx, "out.xlsx"),
            #[cfg(feature = "sqlite")]
            (Format::Sqlite, "out.sqlite"),
        ] {
            let mut sink = open(format, &Place::File(folder.0.join(name)), SHAPE, None).unwrap();
            sink.page(&samples::page("shop.html"), None).unwrap();
            assert_eq!(folder.names().len(), 1, "{name}");
            drop(sink);
            assert!(folder.names().is_empty(), "{name}: {:?}", folder.names());
        }
    }

    /// A run killed between writing its output and its journal is resumed if the part exists; without it, resuming
    /// fails.
    #[test]
    fn what_an_output_was_made_of_is_there_until_the_journal_is_gone() {
        let folder = Folder::new("made-of");
        let outputs = [
            (Format::Csv, Place::File(folder.0.join("out.csv"))),
            (Format::Csv, Place::Folder(folder.0.join("rows"))),
            #[cfg(feature = "xlsx")]
            (Format::Xlsx, Place::File(folder.0.join("out.xlsx"))),
        ];
        for (format, place) in outputs {
            let mut sink = open(format, &place, SHAPE, Some(0)).unwrap();
            sink.page(&samples::page("shop.html"), None).unwrap();
            let bytes = sink.checkpoint().unwrap();
            let made_of = sink.finish().unwrap().unwrap();
            assert!(bytes > 0 && fs::metadata(&made_of).unwrap().len() == bytes && place.path().exists());
            open(format, &place, SHAPE, Some(bytes)).unwrap().finish().unwrap();
            assert!(place.path().exists());
        }
    }
}
