//! Output files that exist completely or not at all.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::common::lock::{self, Hold};

/// A file that is written under another name in the same folder. [`AtomicFile::commit`] flushes it to the disk and
/// moves it into place in one step. If it is dropped earlier, it is removed, and an existing file in its place is kept.
///
/// The process holds the temporary file by a lock, by which [`remove_temporaries`] knows that it is still in use.
///
/// Anything that is not a regular file (`/dev/null`, a named pipe) cannot be replaced and is written directly.
#[derive(Debug)]
pub(crate) struct AtomicFile {
    file: BufWriter<File>,
    temporary: Option<Temporary>,
    target: PathBuf,
}

impl AtomicFile {
    /// Begins to write `path`.
    ///
    /// # Errors
    /// If the folder does not exist or is not writable, or `path` is a folder or a read-only file.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        // symbolic links are followed, so that the target is replaced and not the link
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let existing = fs::metadata(&target).ok();
        match &existing {
            Some(there) if there.is_dir() => return Err(io::Error::other("it is a folder")),
            Some(there) if there.permissions().readonly() => {
                return Err(io::Error::other("the file exists and is read-only"));
            }
            Some(there) if !there.is_file() => {
                let file = BufWriter::new(OpenOptions::new().write(true).open(&target)?);
                return Ok(AtomicFile { file, temporary: None, target });
            }
            _ => {}
        }
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let (temporary, file) = Temporary::create(folder)?;
        if let Some(there) = existing {
            fs::set_permissions(&temporary.path, there.permissions())?;
        }
        Ok(AtomicFile { file: BufWriter::new(file), temporary: Some(temporary), target })
    }

    /// The temporary path, for libraries that open files themselves; `None` if the file is written directly.
    #[cfg_attr(not(feature = "sqlite"), allow(dead_code))]
    pub(crate) fn temporary_path(&self) -> Option<&Path> {
        self.temporary.as_ref().map(|temporary| temporary.path.as_path())
    }

    /// Moves the file into place.
    ///
    /// # Errors
    /// If the disk is full or the folder has changed; the temporary file is removed.
    pub(crate) fn commit(mut self) -> io::Result<()> {
        self.file.flush()?;
        let Some(temporary) = self.temporary.take() else { return Ok(()) };
        self.file.get_ref().sync_all()?;
        fs::rename(&temporary.path, &self.target)?;
        temporary.forget();
        // The rename itself is only on the disk once the folder is; not every system supports that.
        if let Some(folder) = self.target.parent().and_then(|folder| File::open(folder).ok()) {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for AtomicFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// The existing temporary files, for an interrupt to remove.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

#[derive(Debug)]
struct Temporary {
    path: PathBuf,
}

impl Temporary {
    fn create(folder: &Path) -> io::Result<(Self, File)> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        loop {
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!(".rowsmith-{}-{number}.tmp", std::process::id()));
            let mut unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
            match OpenOptions::new().read(true).write(true).create_new(true).open(&path) {
                // another run took it for one that was left, and has removed it or is about to
                Ok(file) if matches!(lock::hold(&file), Hold::Another | Hold::Removed) => {}
                Ok(file) => {
                    unfinished.insert(path.clone());
                    return Ok((Temporary { path }, file));
                }
                // left behind by a killed process with the same number
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn forget(self) {
        UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.path);
        std::mem::forget(self);
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.path);
        let _ = fs::remove_file(&self.path);
    }
}

/// For how long a temporary file that nobody holds must not have been changed before it is taken for one that was left, on a file system
/// that other machines may use, too. A lock there may be one that only the machine of its process sees.
const LEFT: Duration = Duration::from_secs(24 * 60 * 60);

/// Removes the temporary files that killed runs have left in a folder; on file systems that other machines may use, too, a day after they
/// were last changed. Those of runs that go on are held by them, on this machine or in a container on it, and stay; so does everything
/// where that cannot be known.
pub(crate) fn remove_temporaries(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        if is_temporary(&entry.file_name().to_string_lossy()) {
            lock::remove_if_left(&entry.path(), LEFT);
        }
    }
}

/// Whether this is a name that [`Temporary::create`] gives.
fn is_temporary(name: &str) -> bool {
    let numbers = name.strip_prefix(".rowsmith-").and_then(|rest| rest.strip_suffix(".tmp")?.split_once('-'));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    numbers.is_some_and(|(process, number)| is_number(process) && is_number(number))
}

/// Removes the temporary files, for a run that exits without running destructors, and then calls `end` before any other
/// file can be created.
pub(crate) fn remove_unfinished(end: impl FnOnce()) {
    let unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
    for path in unfinished.iter() {
        let _ = fs::remove_file(path);
    }
    end();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::scratch::Folder;

    #[test]
    fn there_whole_or_not_at_all() {
        let folder = Folder::new("atomic");
        let path = folder.0.join("out.csv");
        fs::write(&path, "old").unwrap();

        let mut dropped = AtomicFile::create(&path).unwrap();
        dropped.write_all(b"half").unwrap();
        dropped.flush().unwrap();
        assert_eq!(folder.names().len(), 2);
        drop(dropped);
        assert_eq!((folder.names(), fs::read_to_string(&path).unwrap()), (vec!["out.csv".into()], "old".into()));

        let mut written = AtomicFile::create(&path).unwrap();
        written.write_all(b"new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        written.commit().unwrap();
        assert_eq!((folder.names(), fs::read_to_string(&path).unwrap()), (vec!["out.csv".into()], "new".into()));
    }

    #[test]
    fn what_cannot_be_written_is_said_at_once() {
        let folder = Folder::new("atomic-errors");
        assert!(AtomicFile::create(&folder.0).is_err());
        assert!(AtomicFile::create(&folder.0.join("no/such/folder.csv")).is_err());
        assert!(folder.names().is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn links_permissions_and_devices_are_respected() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = Folder::new("atomic-unix");
        let (file, link) = (folder.0.join("file"), folder.0.join("link"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&file, &link).unwrap();
        let mut written = AtomicFile::create(&link).unwrap();
        written.write_all(b"new").unwrap();
        written.commit().unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);

        let mut null = AtomicFile::create(Path::new("/dev/null")).unwrap();
        null.write_all(b"nothing").unwrap();
        null.commit().unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }

    /// Makes a file as old as one that was left.
    fn age(path: &Path) {
        let then = std::time::SystemTime::now() - LEFT - Duration::from_secs(1);
        File::options().write(true).open(path).unwrap().set_modified(then).unwrap();
    }

    #[test]
    fn what_a_killed_run_left_is_removed_and_what_a_running_one_has_is_not() {
        let folder = Folder::new("left");
        // whatever process has that number now
        let left = format!(".rowsmith-{}-0.tmp", std::process::id());
        for name in [&left, ".rowsmith-999999-0.tmp", ".rowsmith-notes.tmp", "rows.csv"] {
            fs::write(folder.0.join(name), "x").unwrap();
            age(&folder.0.join(name));
        }
        let running = AtomicFile::create(&folder.0.join("more.csv")).unwrap();
        let held = running.temporary.as_ref().unwrap().path.file_name().unwrap().to_string_lossy().into_owned();
        assert_ne!(held, left);
        // however long a run takes for a page
        age(&folder.0.join(&held));
        remove_temporaries(&folder.0);
        if cfg!(any(unix, windows)) {
            assert_eq!(folder.names(), [held.as_str(), ".rowsmith-notes.tmp", "rows.csv"]);
        }
        running.commit().unwrap();
        assert_eq!(folder.names(), [".rowsmith-notes.tmp", "more.csv", "rows.csv"]);
    }
}
