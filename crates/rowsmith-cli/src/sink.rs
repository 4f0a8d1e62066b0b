//! Where pages go when they are done: from a format and a place to something that takes pages.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::atomic::{AtomicFile, remove_temporaries};
use crate::csv_folder::CsvFolder;
use crate::failure::Failure;
use crate::format::{Format, Place};
use crate::page::Page;
use crate::part::PartFile;
use crate::sources::Origin;
use crate::spool::Spool;
use crate::writers::csv::{self, CsvLong};
use crate::writers::document::Documents;
use crate::writers::json::Json;
use crate::writers::jsonl::JsonLines;
use crate::writers::markdown::Markdown;
use crate::writers::table::Table;
use crate::writers::{Shape, TextWriter};

/// Takes the pages of a run in order.
pub(crate) trait Sink {
    /// One page more, and where it stood if it was in an archive.
    fn page(&mut self, page: &Page, origin: Option<&Origin>) -> Result<(), Failure>;

    /// Of an output that can be resumed: puts on the disk what was taken so far. Returns how many bytes of the part
    /// hold it.
    fn checkpoint(&mut self) -> Result<u64, Failure>;

    /// No page more, at least for now; only now an output file appears. A sink dropped before leaves nothing behind,
    /// unless it can be resumed. Returns the file that the output was made of, if there is one: without it nothing is
    /// resumed, so it goes after the journal.
    fn finish(self: Box<Self>) -> Result<Option<PathBuf>, Failure>;
}

/// Takes nothing; stands where a sink was that is finished.
pub(crate) struct Nowhere;

impl Sink for Nowhere {
    fn page(&mut self, _: &Page, _: Option<&Origin>) -> Result<(), Failure> {
        Ok(())
    }

    fn checkpoint(&mut self) -> Result<u64, Failure> {
        Ok(0)
    }

    fn finish(self: Box<Self>) -> Result<Option<PathBuf>, Failure> {
        Ok(None)
    }
}

/// Opens the output. Does so before any page is read: a run of an hour should not end in "no such folder".
///
/// `resume` is for an output that can be resumed, and how many bytes of its part are good; 0 for a new one.
pub(crate) fn open(format: Format, place: &Place, shape: Shape, resume: Option<u64>) -> Result<Box<dyn Sink>, Failure> {
    let mut writer: Box<dyn TextWriter> = match format {
        Format::Table => Box::new(Table::new(shape)),
        Format::Jsonl => Box::new(JsonLines),
        Format::Json => Box::new(Json::default()),
        Format::Md => Box::new(Markdown::new(shape)),
        Format::Text | Format::Html => Box::new(Documents::new("\n")),
        Format::MdText => Box::new(Documents::new("\n---\n\n")),
        Format::Csv if shape.long => Box::new(CsvLong::default()),
        Format::Csv if !matches!(place, Place::Folder(_)) => {
            return spooled(place, resume, Box::new(move |out, spool| csv::wide(out, spool, shape)));
        }
        Format::Parquet => return spooled(place, resume, parquet(shape)),
        Format::Sqlite => return open_database(place, resume.is_some()),
        Format::Csv | Format::Xlsx if resume.is_some() => return replayed(format, place, shape, resume),
        Format::Csv => return Ok(Box::new(CsvFolder::open(place.path())?)),
        Format::Xlsx => return open_workbook(place, shape),
    };
    if resume.is_some_and(|bytes| bytes > 0) {
        writer.go_on();
    }
    let target = Target::open(place, resume)?;
    Ok(Box::new(Text { target, writer }))
}

/// Standard output, or a file to be.
pub(crate) enum Target {
    Stdout(BufWriter<io::Stdout>),
    File(AtomicFile, PathBuf),
    Part(PartFile, PathBuf),
}

impl Target {
    pub(crate) fn open(place: &Place, resume: Option<u64>) -> Result<Self, Failure> {
        match place {
            Place::Stdout { .. } => Ok(Target::Stdout(BufWriter::with_capacity(1 << 16, io::stdout()))),
            Place::File(path) | Place::Folder(path) => match resume {
                Some(bytes) => {
                    let part = PartFile::open(path, bytes).map_err(|error| file_failure(path, &error))?;
                    Ok(Target::Part(part, path.clone()))
                }
                None => {
                    let file = AtomicFile::create(path).map_err(|error| file_failure(path, &error))?;
                    Ok(Target::File(file, path.clone()))
                }
            },
        }
    }

    pub(crate) fn failure(&self, error: &io::Error) -> Failure {
        match self {
            Target::Stdout(_) => Failure::stdout(error),
            Target::File(_, path) | Target::Part(_, path) => file_failure(path, error),
        }
    }

    /// Writes with what `write` does; on standard output the reader gets it now.
    pub(crate) fn write(
        &mut self,
        write: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let written = match self {
            Target::Stdout(out) => write(out).and_then(|()| out.flush()),
            Target::File(out, _) => write(out),
            Target::Part(out, _) => write(out),
        };
        written.map_err(|error| self.failure(&error))
    }

    /// As [`Sink::checkpoint`].
    fn checkpoint(&mut self) -> Result<u64, Failure> {
        let done = match self {
            Target::Stdout(_) | Target::File(..) => Ok(0),
            Target::Part(part, _) => part.checkpoint(),
        };
        done.map_err(|error| self.failure(&error))
    }

    pub(crate) fn commit(self) -> Result<(), Failure> {
        match self {
            Target::Stdout(mut out) => out.flush().map_err(|error| Failure::stdout(&error)),
            Target::File(file, path) => file.commit().map_err(|error| file_failure(&path, &error)),
            Target::Part(file, path) => file.commit().map_err(|error| file_failure(&path, &error)),
        }
    }
}

pub(crate) fn file_failure(path: &Path, error: &io::Error) -> Failure {
    Failure::output(&path.to_string_lossy(), error)
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

    /// The part becomes the output even if the run is not complete: cut at the checkpoint, it is the part again.
    fn finish(mut self: Box<Self>) -> Result<Option<PathBuf>, Failure> {
        self.target.write(|out| self.writer.finish(out))?;
        self.target.commit()?;
        Ok(None)
    }
}

/// Writes one file of all pages.
type WriteAll = Box<dyn FnOnce(&mut (dyn Write + Send), &mut Spool) -> io::Result<()>>;

/// A format that is written when all pages are there, which wait in a spool.
struct Spooled {
    spool: Spool,
    place: Place,
    /// Opened from the start, unless the spool itself is in its place.
    target: Option<Target>,
    write: WriteAll,
}

fn spooled(place: &Place, resume: Option<u64>, write: WriteAll) -> Result<Box<dyn Sink>, Failure> {
    let (spool, target) = match resume {
        Some(bytes) => {
            let part = PartFile::of_file(place.path(), bytes).map_err(|error| file_failure(place.path(), &error))?;
            (Spool::within(part), None)
        }
        None => (Spool::default(), Some(Target::open(place, None)?)),
    };
    Ok(Box::new(Spooled { spool, place: place.clone(), target, write }))
}

impl Sink for Spooled {
    fn page(&mut self, page: &Page, origin: Option<&Origin>) -> Result<(), Failure> {
        self.spool.add(page, origin).map_err(|error| spool_failure(&self.place, &error))
    }

    fn checkpoint(&mut self) -> Result<u64, Failure> {
        self.spool.checkpoint().map_err(|error| spool_failure(&self.place, &error))
    }

    fn finish(mut self: Box<Self>) -> Result<Option<PathBuf>, Failure> {
        let mut target = match self.target.take() {
            Some(target) => target,
            None => Target::open(&self.place, None)?,
        };
        let write = self.write;
        self.spool.checkpoint().map_err(|error| spool_failure(&self.place, &error))?;
        target.write(|out| write(out, &mut self.spool))?;
        target.commit()?;
        Ok(self.spool.path().map(Path::to_owned))
    }
}

fn spool_failure(place: &Place, error: &io::Error) -> Failure {
    match place {
        Place::Stdout { .. } => Failure::output("temporary file", error),
        Place::File(path) | Place::Folder(path) => file_failure(path, error),
    }
}

/// An output of several files or made in memory, which to be resumed is made anew of all pages in the end.
struct Replayed {
    spool: Spool,
    format: Format,
    place: Place,
    shape: Shape,
}

fn replayed(format: Format, place: &Place, shape: Shape, resume: Option<u64>) -> Result<Box<dyn Sink>, Failure> {
    let path = match place {
        // the part of a folder lies beside it
        Place::Folder(folder) => folder.components().collect(),
        place => place.path().to_owned(),
    };
    let part = match place {
        Place::Folder(_) => PartFile::of_folder(&path, resume.unwrap_or(0)),
        _ => PartFile::of_file(&path, resume.unwrap_or(0)),
    };
    let part = part.map_err(|error| file_failure(&path, &error))?;
    Ok(Box::new(Replayed { spool: Spool::within(part), format, place: place.clone(), shape }))
}

impl Sink for Replayed {
    fn page(&mut self, page: &Page, origin: Option<&Origin>) -> Result<(), Failure> {
        self.spool.add(page, origin).map_err(|error| spool_failure(&self.place, &error))
    }

    fn checkpoint(&mut self) -> Result<u64, Failure> {
        self.spool.checkpoint().map_err(|error| spool_failure(&self.place, &error))
    }

    fn finish(mut self: Box<Self>) -> Result<Option<PathBuf>, Failure> {
        let failure = |error: io::Error| spool_failure(&self.place, &error);
        if let Place::Folder(folder) = &self.place {
            remove_temporaries(folder);
        }
        let mut sink = open(self.format, &self.place, self.shape, None)?;
        self.spool.checkpoint().map_err(failure)?;
        for kept in self.spool.read_origins().map_err(failure)? {
            let (page, origin) = kept.map_err(failure)?;
            sink.page(&page, origin.as_ref())?;
        }
        sink.finish()?;
        Ok(self.spool.path().map(Path::to_owned))
    }
}

#[cfg(feature = "parquet")]
fn parquet(shape: Shape) -> WriteAll {
    use crate::writers::parquet;
    match shape.long {
        true => Box::new(parquet::long),
        false => Box::new(parquet::wide),
    }
}

#[cfg(not(feature = "parquet"))]
fn parquet(_: Shape) -> WriteAll {
    Box::new(|_, _| Err(io::Error::other("this rowsmith was built without Parquet")))
}

#[cfg(feature = "xlsx")]
fn open_workbook(place: &Place, shape: Shape) -> Result<Box<dyn Sink>, Failure> {
    use crate::writers::xlsx::Workbook;

    struct Xlsx {
        target: Target,
        book: Workbook,
    }

    impl Sink for Xlsx {
        fn page(&mut self, page: &Page, origin: Option<&Origin>) -> Result<(), Failure> {
            self.book.page(page, origin).map_err(|error| self.target.failure(&error))
        }

        fn checkpoint(&mut self) -> Result<u64, Failure> {
            Ok(0)
        }

        fn finish(mut self: Box<Self>) -> Result<Option<PathBuf>, Failure> {
            let bytes = self.book.finish().map_err(|error| self.target.failure(&error))?;
            self.target.write(|out| out.write_all(&bytes))?;
            self.target.commit()?;
            Ok(None)
        }
    }

    Ok(Box::new(Xlsx { target: Target::open(place, None)?, book: Workbook::new(shape.long) }))
}

/// A new database is a file as any other; to one that is there, the pages are added, in one transaction or, if it is
/// to be resumed, in one a checkpoint.
#[cfg(feature = "sqlite")]
fn open_database(place: &Place, resume: bool) -> Result<Box<dyn Sink>, Failure> {
    use crate::writers::sqlite::Database;

    /// Declared in this order so that the database is closed before its file is removed.
    struct Sqlite {
        database: Database,
        target: Option<Target>,
        path: PathBuf,
    }

    impl Sink for Sqlite {
        fn page(&mut self, page: &Page, origin: Option<&Origin>) -> Result<(), Failure> {
            self.database.page(page, origin).map_err(|error| file_failure(&self.path, &error))
        }

        fn checkpoint(&mut self) -> Result<u64, Failure> {
            self.database.checkpoint().map(|()| 0).map_err(|error| file_failure(&self.path, &error))
        }

        fn finish(self: Box<Self>) -> Result<Option<PathBuf>, Failure> {
            self.database.finish().map_err(|error| file_failure(&self.path, &error))?;
            self.target.map_or(Ok(()), Target::commit)?;
            Ok(None)
        }
    }

    let path = place.path().to_owned();
    let failure = |error: io::Error| file_failure(&path, &error);
    if resume || fs::metadata(&path).is_ok_and(|there| there.is_file() && there.len() > 0) {
        let database = Database::add_to(&path).map_err(failure)?;
        return Ok(Box::new(Sqlite { database, target: None, path }));
    }
    let target = Target::open(place, None)?;
    let temporary = match &target {
        Target::File(file, _) => file.temporary_path(),
        Target::Stdout(_) | Target::Part(..) => None,
    };
    let temporary = temporary.ok_or_else(|| Failure::Usage("a database needs a regular file".to_owned()))?;
    let database = Database::create(temporary).map_err(failure)?;
    Ok(Box::new(Sqlite { database, target: Some(target), path }))
}

#[cfg(not(feature = "xlsx"))]
fn open_workbook(_: &Place, _: Shape) -> Result<Box<dyn Sink>, Failure> {
    Err(Failure::Usage("this rowsmith was built without workbooks".to_owned()))
}

#[cfg(not(feature = "sqlite"))]
fn open_database(_: &Place, _: bool) -> Result<Box<dyn Sink>, Failure> {
    Err(Failure::Usage("this rowsmith was built without databases".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::atomic::tests::Folder;
    use crate::writers::samples;

    const SHAPE: Shape = Shape { width: 80, colour: false, long: false, sources: true, regions: false, noun: "record" };

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

    /// A run killed between its output and its journal is resumed with the part, and failed without it.
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
