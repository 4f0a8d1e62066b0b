//! A file that several readers read at the same time, each at its own position: members of an archive.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::Budget;

/// How many bytes are copied at a time.
const COPIED: usize = 1 << 16;

/// A file with readers at several positions.
#[derive(Clone, Debug)]
pub(crate) struct Seekable {
    file: Arc<Mutex<File>>,
    /// Its size in bytes.
    pub(super) size: u64,
}

impl Seekable {
    /// Opens a file.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        Seekable::new(File::open(path)?)
    }

    fn new(file: File) -> io::Result<Self> {
        let size = file.metadata()?.len();
        Ok(Seekable { file: Arc::new(Mutex::new(file)), size })
    }

    /// Copies a stream into a file that is deleted with its last reader.
    ///
    /// # Errors
    /// If it cannot be read or written, or exceeds the budget.
    pub(crate) fn spool(mut stream: impl Read, budget: &mut Budget) -> io::Result<Self> {
        let mut file = tempfile::tempfile()?;
        let mut buffer = vec![0; COPIED];
        loop {
            let read = stream.read(&mut buffer)?;
            if read == 0 {
                return Seekable::new(file);
            }
            budget.spend(read as u64)?;
            file.write_all(&buffer[..read])?;
        }
    }

    /// The file itself, for a reader that finds its way in it.
    ///
    /// # Errors
    /// If the system has no further handle for it.
    #[cfg(feature = "parquet")]
    pub(crate) fn file(&self) -> io::Result<File> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner).try_clone()
    }

    /// A reader for a range of bytes.
    pub(super) fn section(&self, at: u64, length: u64) -> Section {
        Section { file: self.clone(), at, end: at.saturating_add(length).min(self.size), start: at }
    }
}

/// A reader of a part of a file.
#[derive(Clone, Debug)]
pub(super) struct Section {
    file: Seekable,
    start: u64,
    at: u64,
    end: u64,
}

impl Section {
    /// Where in the file it begins and ends.
    pub(super) fn range(&self) -> (u64, u64) {
        (self.start, self.end)
    }
}

impl Read for Section {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = usize::try_from(self.end.saturating_sub(self.at)).unwrap_or(usize::MAX).min(buffer.len());
        let mut file = self.file.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(self.at))?;
        let read = file.read(&mut buffer[..most])?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for Section {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let to = match to {
            SeekFrom::Start(at) => self.start.checked_add(at),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
            SeekFrom::End(by) => self.end.checked_add_signed(by),
        };
        self.at = to.filter(|to| *to >= self.start).ok_or_else(|| io::Error::other("a place before the beginning"))?;
        Ok(self.at - self.start)
    }
}
