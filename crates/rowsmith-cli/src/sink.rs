//! Where pages go when they are done: from a format and a place to something that takes pages.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::atomic::AtomicFile;
use crate::failure::Failure;
use crate::format::{Format, Place};
use crate::names::{Names, file_name, page_names};
use crate::page::Page;
use crate::writers::csv::{self, CsvLong, CsvWide};
use crate::writers::document::Documents;
use crate::writers::json::Json;
use crate::writers::jsonl::JsonLines;
use crate::writers::markdown::Markdown;
use crate::writers::table::Table;
use crate::writers::{Shape, TextWriter};

/// Takes the pages of a run in order.
pub(crate) trait Sink {
    /// One page more.
    fn page(&mut self, page: &Page) -> Result<(), Failure>;
    /// No page more; only now an output file appears. A sink dropped before leaves nothing behind.
    fn finish(self: Box<Self>) -> Result<(), Failure>;
}

/// Opens the output. Does so before any page is read: a run of an hour should not end in "no such folder".
pub(crate) fn open(format: Format, place: &Place, shape: Shape) -> Result<Box<dyn Sink>, Failure> {
    let writer: Box<dyn TextWriter> = match format {
        Format::Table => Box::new(Table::new(shape)),
        Format::Jsonl => Box::new(JsonLines),
        Format::Json => Box::new(Json::default()),
        Format::Md => Box::new(Markdown::new(shape)),
        Format::Text | Format::Html => Box::new(Documents::new("\n")),
        Format::MdText => Box::new(Documents::new("\n---\n\n")),
        Format::Csv => match place {
            Place::Folder(folder) => return Ok(Box::new(CsvFolder::open(folder)?)),
            _ if shape.long => Box::new(CsvLong::default()),
            _ => Box::new(CsvWide::new(shape)),
        },
        Format::Xlsx => return open_workbook(place, shape),
        Format::Sqlite => return open_database(place),
    };
    let target = Target::open(place)?;
    Ok(Box::new(Text { target, writer }))
}

/// Standard output, or a file to be.
pub(crate) enum Target {
    Stdout(BufWriter<io::Stdout>),
    File(AtomicFile, PathBuf),
}

impl Target {
    pub(crate) fn open(place: &Place) -> Result<Self, Failure> {
        match place {
            Place::Stdout { .. } => Ok(Target::Stdout(BufWriter::with_capacity(1 << 16, io::stdout()))),
            Place::File(path) | Place::Folder(path) => {
                let file = AtomicFile::create(path).map_err(|error| file_failure(path, &error))?;
                Ok(Target::File(file, path.clone()))
            }
        }
    }

    pub(crate) fn failure(&self, error: &io::Error) -> Failure {
        match self {
            Target::Stdout(_) => Failure::stdout(error),
            Target::File(_, path) => file_failure(path, error),
        }
    }

    /// Writes with what `write` does; on standard output the reader gets it now.
    fn write(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        let written = match self {
            Target::Stdout(out) => write(out).and_then(|()| out.flush()),
            Target::File(out, _) => write(out),
        };
        written.map_err(|error| self.failure(&error))
    }

    pub(crate) fn commit(self) -> Result<(), Failure> {
        match self {
            Target::Stdout(mut out) => out.flush().map_err(|error| Failure::stdout(&error)),
            Target::File(file, path) => file.commit().map_err(|error| file_failure(&path, &error)),
        }
    }
}

fn file_failure(path: &Path, error: &io::Error) -> Failure {
    Failure::output(&path.to_string_lossy(), error)
}

/// A text format, into one stream.
struct Text {
    target: Target,
    writer: Box<dyn TextWriter>,
}

impl Sink for Text {
    fn page(&mut self, page: &Page) -> Result<(), Failure> {
        self.target.write(|out| self.writer.page(out, page))
    }

    fn finish(mut self: Box<Self>) -> Result<(), Failure> {
        self.target.write(|out| self.writer.finish(out))?;
        self.target.commit()
    }
}

/// A folder of CSV files, a file a table: `list.csv`, and `list-2.csv` for the second table of the page.
struct CsvFolder {
    folder: PathBuf,
    names: Names,
}

impl CsvFolder {
    fn open(folder: &Path) -> Result<Self, Failure> {
        fs::create_dir_all(folder).map_err(|error| file_failure(folder, &error))?;
        Ok(CsvFolder { folder: folder.to_owned(), names: Names::default() })
    }
}

impl Sink for CsvFolder {
    fn page(&mut self, page: &Page) -> Result<(), Failure> {
        let number = |name: &str, number: usize| format!("{name}~{number}");
        for (at, table) in page.tables.iter().enumerate() {
            let suffix = if at == 0 { String::new() } else { format!("-{}", at + 1) };
            let wanted = page_names(&page.source, |name| format!("{}{suffix}", file_name(name)));
            let path = self.folder.join(self.names.take(&wanted, number) + ".csv");
            let mut target = Target::open(&Place::File(path))?;
            target.write(|out| csv::table(out, table))?;
            target.commit()?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), Failure> {
        Ok(())
    }
}

#[cfg(feature = "xlsx")]
fn open_workbook(place: &Place, shape: Shape) -> Result<Box<dyn Sink>, Failure> {
    use crate::writers::xlsx::Workbook;

    struct Xlsx {
        target: Target,
        book: Workbook,
    }

    impl Sink for Xlsx {
        fn page(&mut self, page: &Page) -> Result<(), Failure> {
            self.book.page(page).map_err(|error| self.target.failure(&error))
        }

        fn finish(mut self: Box<Self>) -> Result<(), Failure> {
            let bytes = self.book.finish().map_err(|error| self.target.failure(&error))?;
            self.target.write(|out| out.write_all(&bytes))?;
            self.target.commit()
        }
    }

    Ok(Box::new(Xlsx { target: Target::open(place)?, book: Workbook::new(shape.long) }))
}

#[cfg(feature = "sqlite")]
fn open_database(place: &Place) -> Result<Box<dyn Sink>, Failure> {
    use crate::writers::sqlite::Database;

    /// Declared in this order so that the database is closed before its file is removed.
    struct Sqlite {
        database: Database,
        target: Target,
    }

    impl Sink for Sqlite {
        fn page(&mut self, page: &Page) -> Result<(), Failure> {
            self.database.page(page).map_err(|error| self.target.failure(&error))
        }

        fn finish(self: Box<Self>) -> Result<(), Failure> {
            self.database.finish().map_err(|error| self.target.failure(&error))?;
            self.target.commit()
        }
    }

    let target = Target::open(place)?;
    let path = match &target {
        Target::File(file, _) => file.temporary_path(),
        Target::Stdout(_) => None,
    };
    let path = path.ok_or_else(|| Failure::Usage("a database needs a regular file".to_owned()))?;
    let database = Database::create(path).map_err(|error| target.failure(&error))?;
    Ok(Box::new(Sqlite { database, target }))
}

#[cfg(not(feature = "xlsx"))]
fn open_workbook(_: &Place, _: Shape) -> Result<Box<dyn Sink>, Failure> {
    Err(Failure::Usage("this rowsmith was built without workbooks".to_owned()))
}

#[cfg(not(feature = "sqlite"))]
fn open_database(_: &Place) -> Result<Box<dyn Sink>, Failure> {
    Err(Failure::Usage("this rowsmith was built without databases".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::atomic::tests::Folder;
    use crate::writers::samples;

    const SHAPE: Shape = Shape { width: 80, colour: false, long: false, sources: true, regions: false, noun: "record" };

    #[test]
    fn a_folder_has_a_file_a_table() {
        let folder = Folder::new("csv-folder");
        let out = folder.0.join("new/rows");
        let mut sink = open(Format::Csv, &Place::Folder(out.clone()), SHAPE).unwrap();
        let table = |text: &str| samples::region(&["a"], &[&[text]]);
        sink.page(&samples::page_of("x/list.html", vec![table("1"), table("2")], vec![])).unwrap();
        sink.page(&samples::page_of("y/list.html.gz", vec![table("3")], vec![])).unwrap();
        sink.page(&samples::page_of("list-2.html", vec![table("4")], vec![])).unwrap();
        sink.page(&samples::page_of("none.html", vec![], vec![])).unwrap();
        sink.finish().unwrap();
        let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
        assert_eq!(
            ["list.csv", "list-2.csv", "y-list.csv", "list-2~2.csv"].map(read),
            ["1", "2", "3", "4"].map(|t| format!("a\n{t}\n"))
        );
        assert_eq!(fs::read_dir(&out).unwrap().count(), 4);
    }

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
            let mut sink = open(format, &Place::File(folder.0.join(name)), SHAPE).unwrap();
            sink.page(&samples::page("shop.html")).unwrap();
            assert_eq!(folder.names().len(), 1, "{name}");
            drop(sink);
            assert!(folder.names().is_empty(), "{name}: {:?}", folder.names());
        }
    }
}
