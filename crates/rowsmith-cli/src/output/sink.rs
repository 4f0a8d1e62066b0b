//! Sinks, which take the pages of a run when they are done.

use std::io;
use std::path::{Path, PathBuf};

use super::page::Page;
use crate::common::failure::Failure;
use crate::common::source::Origin;

/// Takes the pages of a run in order.
pub(crate) trait Sink {
    /// Takes the next page, with its place if it was in an archive.
    fn page(&mut self, page: &Page, origin: Option<&Origin>) -> Result<(), Failure>;

    /// For an output that can be resumed: flushes everything taken so far to the disk. Returns the number of bytes of
    /// the part that contain it, or of a database the number of the checkpoint.
    fn checkpoint(&mut self) -> Result<u64, Failure>;

    /// There are no more pages, at least for now; only at this point does an output file appear. A sink that is dropped
    /// earlier leaves nothing behind, unless it can be resumed. Returns the file that the output was made from, if
    /// there is one: resuming is not possible without it, so it is removed after the journal.
    fn finish(self: Box<Self>) -> Result<Option<PathBuf>, Failure>;
}

/// Takes nothing; replaces a sink that is finished.
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

/// Checks that the folder is there in which a file is written at the end of a run.
///
/// # Errors
/// If it is not.
pub(crate) fn check_folder(path: &Path) -> Result<(), Failure> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.exists() => {
            Err(file_failure(path, &io::Error::from(io::ErrorKind::NotFound)))
        }
        _ => Ok(()),
    }
}

/// A failure to write a file.
pub(crate) fn file_failure(path: &Path, error: &io::Error) -> Failure {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists());
    if let Some(folder) = folder.filter(|_| error.kind() == io::ErrorKind::NotFound) {
        let why = format!("the folder '{}' does not exist", folder.display());
        return Failure::Output { place: path.to_string_lossy().into_owned(), why };
    }
    Failure::output(&path.to_string_lossy(), error)
}
