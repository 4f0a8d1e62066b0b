//! Outputs that are made once all pages are done; until then the pages are stored in a spool.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::atomic::remove_temporaries;
use super::page::Page;
use super::part::PartFile;
use super::place::Place;
use super::sink::{Sink, file_failure};
use super::spool::{Spool, SpooledPage};
use super::target::Target;
use crate::common::failure::Failure;
use crate::common::source::Origin;

/// Writes one file with all pages.
pub(super) type WriteAll = Box<dyn FnOnce(&mut (dyn Write + Send), &mut Spool) -> io::Result<()>>;

/// A format that is written once all pages are done; until then they are stored in a spool.
struct Spooled {
    spool: Spool,
    place: Place,
    /// Opened at the start, unless the spool itself is in its place.
    target: Option<Target>,
    write: WriteAll,
}

/// Opens an output that is written at the end.
pub(super) fn spooled(place: &Place, resume: Option<u64>, write: WriteAll) -> Result<Box<dyn Sink>, Failure> {
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

/// Opens the output that takes all pages at the end.
pub(super) type OpenAnew = Box<dyn FnOnce(&Place) -> Result<Box<dyn Sink>, Failure>>;

/// An output of several files or made in memory; when resumed, it is made anew from all pages at the end.
struct Replayed {
    spool: Spool,
    place: Place,
    open: OpenAnew,
}

/// Stores pages for an output of several files, or made in memory; `bytes` of them exist already.
pub(super) fn replayed(place: &Place, bytes: u64, open: OpenAnew) -> Result<Box<dyn Sink>, Failure> {
    let path = match place {
        // the part of a folder is beside it
        Place::Folder(folder) => folder.components().collect(),
        place => place.path().to_owned(),
    };
    let part = match place {
        Place::Folder(_) => PartFile::of_folder(&path, bytes),
        Place::Stdout { .. } | Place::File(_) => PartFile::of_file(&path, bytes),
    };
    let part = part.map_err(|error| file_failure(&path, &error))?;
    Ok(Box::new(Replayed { spool: Spool::within(part), place: place.clone(), open }))
}

impl Sink for Replayed {
    fn page(&mut self, page: &Page, origin: Option<&Origin>) -> Result<(), Failure> {
        self.spool.add(page, origin).map_err(|error| spool_failure(&self.place, &error))
    }

    fn checkpoint(&mut self) -> Result<u64, Failure> {
        self.spool.checkpoint().map_err(|error| spool_failure(&self.place, &error))
    }

    fn finish(self: Box<Self>) -> Result<Option<PathBuf>, Failure> {
        let Replayed { mut spool, place, open } = *self;
        let failure = |error: io::Error| spool_failure(&place, &error);
        if let Place::Folder(folder) = &place {
            remove_temporaries(folder);
        }
        let mut sink = open(&place)?;
        spool.checkpoint().map_err(failure)?;
        for spooled in spool.read_origins().map_err(failure)? {
            let SpooledPage { page, origin } = spooled.map_err(failure)?;
            sink.page(&page, origin.as_ref())?;
        }
        sink.finish()?;
        Ok(spool.path().map(Path::to_owned))
    }
}
