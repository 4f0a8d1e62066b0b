//! What takes the pages of a run when they are done.

use std::io;
use std::path::{Path, PathBuf};

use super::page::Page;
use crate::common::failure::Failure;
use crate::common::source::Origin;

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

/// A failure to write a file.
pub(crate) fn file_failure(path: &Path, error: &io::Error) -> Failure {
    Failure::output(&path.to_string_lossy(), error)
}
