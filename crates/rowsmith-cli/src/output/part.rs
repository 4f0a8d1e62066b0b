//! Output files that grow under a temporary name, so that a later run can continue them.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// `OUT.part`, which is renamed to `OUT` when it is complete.
#[derive(Debug)]
pub(crate) struct PartFile {
    file: BufWriter<File>,
    path: PathBuf,
    target: PathBuf,
    bytes: u64,
}

impl PartFile {
    /// Opens the part of an output and keeps its first `bytes` bytes; what follows is cut off. An interrupted run may
    /// have renamed the part to the output already; then it is renamed back.
    ///
    /// # Errors
    /// If it cannot be written, or is shorter than that.
    pub(crate) fn open(target: &Path, bytes: u64) -> io::Result<Self> {
        no_folder(target)?;
        let path = beside(target, ".part");
        if bytes > 0 && !path.exists() && target.exists() {
            fs::rename(target, &path)?;
        }
        Self::open_at(path, target, bytes)
    }

    /// Like [`PartFile::open`], for a file from which the output is made, while the output itself is not a part.
    pub(crate) fn of_file(target: &Path, bytes: u64) -> io::Result<Self> {
        no_folder(target)?;
        Self::of_folder(target, bytes)
    }

    /// The same for an output that is a folder.
    pub(crate) fn of_folder(folder: &Path, bytes: u64) -> io::Result<Self> {
        Self::open_at(beside(folder, ".part"), folder, bytes)
    }

    fn open_at(path: PathBuf, target: &Path, bytes: u64) -> io::Result<Self> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path)?;
        if file.metadata()?.len() < bytes {
            let what = "the partial output is shorter than its journal says; remove both";
            return Err(io::Error::other(what));
        }
        file.set_len(bytes)?;
        file.seek(SeekFrom::End(0))?;
        Ok(PartFile { file: BufWriter::with_capacity(1 << 16, file), path, target: target.to_owned(), bytes })
    }

    /// Flushes what was written to the disk, and returns its length.
    pub(crate) fn checkpoint(&mut self) -> io::Result<u64> {
        self.file.flush()?;
        self.file.get_ref().sync_data()?;
        Ok(self.bytes)
    }

    /// Renames it to the output.
    pub(crate) fn commit(mut self) -> io::Result<()> {
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        fs::rename(&self.path, &self.target)
    }

    /// Its path.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

/// The path of a file beside another: its name with an additional extension.
pub(crate) fn beside(out: &Path, ending: &str) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn no_folder(target: &Path) -> io::Result<()> {
    if target.is_dir() { Err(io::Error::other("it is a folder")) } else { Ok(()) }
}

impl Write for PartFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Read for PartFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.file.get_mut().read(buffer)
    }
}

impl Seek for PartFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::scratch::Folder;

    #[test]
    fn a_part_is_gone_on_with_where_the_journal_says() {
        let folder = Folder::new("part");
        let out = folder.0.join("out");
        let mut part = PartFile::open(&out, 0).unwrap();
        part.write_all(b"abcdef").unwrap();
        assert_eq!(part.checkpoint().unwrap(), 6);
        drop(part);
        assert!(PartFile::open(&out, 7).is_err());
        let mut part = PartFile::open(&out, 3).unwrap();
        part.write_all(b"X]").unwrap();
        part.commit().unwrap();
        assert_eq!((fs::read_to_string(&out).unwrap().as_str(), folder.names()), ("abcX]", vec!["out".to_owned()]));
        let mut part = PartFile::open(&out, 4).unwrap();
        assert_eq!(folder.names(), ["out.part"]);
        part.write_all(b"Y").unwrap();
        part.commit().unwrap();
        assert_eq!(fs::read_to_string(&out).unwrap(), "abcXY");
    }
}
