//! Files that one process holds at a time. The operating system lets go of them when that process ends, however it ends, so that
//! nothing has to be known about processes: not whether a number is still that of the same one, nor where it runs.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// A file that nobody else can hold while this value lives. It is removed with the value.
#[derive(Debug)]
pub(crate) struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Takes hold of a file, which is made if it is not there; `None` if another process has it. Where the file system has
    /// no locks, everybody gets it.
    ///
    /// # Errors
    /// If it cannot be made or opened.
    pub(crate) fn take(path: &Path) -> io::Result<Option<Self>> {
        loop {
            let Some(file) = open_alone(path)? else { return Ok(None) };
            match hold(&file) {
                Hold::Another => return Ok(None),
                // its last owner has removed it between the two calls
                Hold::Removed => {}
                Hold::Ours | Hold::Unknown => return Ok(Some(Lock { path: path.to_owned(), _file: file })),
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // while it is still held, so that nobody else's is removed
        let _ = fs::remove_file(&self.path);
    }
}

/// Who holds a file.
#[cfg_attr(not(unix), allow(dead_code))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hold {
    /// This process, from now on until the file is closed.
    Ours,
    /// Another one.
    Another,
    /// Nobody: the file has been removed since it was opened.
    Removed,
    /// It cannot be known, as on file systems without locks.
    Unknown,
}

/// Takes hold of an open file, without waiting.
#[cfg(unix)]
pub(crate) fn hold(file: &File) -> Hold {
    use std::os::unix::fs::MetadataExt;

    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;

    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) if file.metadata().is_ok_and(|there| there.nlink() == 0) => Hold::Removed,
        Ok(()) => Hold::Ours,
        Err(error) if error == Errno::WOULDBLOCK => Hold::Another,
        Err(_) => Hold::Unknown,
    }
}

/// Takes hold of an open file. Elsewhere that is done by opening it.
#[cfg(not(unix))]
pub(crate) fn hold(_: &File) -> Hold {
    if cfg!(windows) { Hold::Ours } else { Hold::Unknown }
}

/// Opens a file to hold it; `None` if another process has it.
#[cfg(not(windows))]
fn open_alone(path: &Path) -> io::Result<Option<File>> {
    OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map(Some)
}

/// Opens a file so that nobody else can; `None` if another process has it open.
#[cfg(windows)]
fn open_alone(path: &Path) -> io::Result<Option<File>> {
    match alone().create(true).truncate(false).open(path) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.raw_os_error() == Some(SHARING_VIOLATION) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The error for a file that others have open (ERROR_SHARING_VIOLATION).
#[cfg(windows)]
const SHARING_VIOLATION: i32 = 32;

/// How a file is opened that nobody else may read or write meanwhile; it may be removed (FILE_SHARE_DELETE).
#[cfg(windows)]
fn alone() -> OpenOptions {
    use std::os::windows::fs::OpenOptionsExt;
    let mut options = OpenOptions::new();
    options.read(true).write(true).share_mode(4);
    options
}

/// Removes a file that its process holds as long as it runs, if nobody holds it any more. It stays where that cannot be known, and so
/// does whatever is no regular file.
///
/// On file systems that several machines may share a lock may be one that only this machine sees: there it must not have been changed for
/// so long, either.
pub(crate) fn remove_if_left(path: &Path, unchanged: Duration) {
    if !fs::symlink_metadata(path).is_ok_and(|there| there.is_file()) {
        return;
    }
    #[cfg(not(windows))]
    let opened = OpenOptions::new().read(true).write(true).open(path);
    #[cfg(windows)]
    let opened = alone().open(path);
    let age = |file: &File| {
        let changed = file.metadata().and_then(|there| there.modified()).ok();
        changed.and_then(|changed| SystemTime::now().duration_since(changed).ok())
    };
    if let Ok(file) = opened
        && is_old_enough(is_shared(&file), age(&file), unchanged)
        && hold(&file) == Hold::Ours
    {
        let _ = fs::remove_file(path);
    }
}

/// Whether a file of this age may be one that was left. A clock that is behind tells no age.
fn is_old_enough(is_shared: bool, age: Option<Duration>, unchanged: Duration) -> bool {
    !is_shared || age.is_some_and(|age| age >= unchanged)
}

/// Whether other machines may use the file system of a file, too: NFS, SMB, CIFS, FUSE, 9P, Ceph, Lustre, GPFS, AFS.
#[cfg(target_os = "linux")]
fn is_shared(file: &File) -> bool {
    const SHARED: [u32; 10] = [
        0x6969,
        0x517b,
        0xff53_4d42,
        0xfe53_4d42,
        0x6573_5546,
        0x0102_1997,
        0x00c3_6400,
        0x0bd0_0bd0,
        0x4750_4653,
        0x5346_414f,
    ];
    rustix::fs::fstatfs(file).map_or(true, |system| SHARED.contains(&(system.f_type as u32)))
}

/// Elsewhere it is not known.
#[cfg(not(target_os = "linux"))]
fn is_shared(_: &File) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::scratch::Folder;

    /// The lock of a machine that shares the folder by a network may not be seen on this one.
    #[test]
    fn where_other_machines_may_write_what_was_changed_since_yesterday_is_left_alone() {
        let day = Duration::from_secs(24 * 60 * 60);
        assert!(is_old_enough(false, Some(Duration::ZERO), day) && is_old_enough(false, None, day));
        assert!(is_old_enough(true, Some(day), day));
        assert!(!is_old_enough(true, Some(day / 2), day) && !is_old_enough(true, None, day));
    }

    #[test]
    fn what_one_holds_nobody_else_gets_until_it_is_let_go() {
        let folder = Folder::new("lock");
        let path = folder.0.join("out.csv.lock");
        let lock = Lock::take(&path).unwrap().expect("nobody has it");
        // another opening of the file is another holder, in one process as in two
        if cfg!(any(unix, windows)) {
            assert!(Lock::take(&path).unwrap().is_none());
            remove_if_left(&path, Duration::ZERO);
            assert_eq!(folder.names(), ["out.csv.lock"]);
        }
        drop(lock);
        assert!(folder.names().is_empty());
        // a process that was killed leaves the file, which nobody holds
        fs::write(&path, "").unwrap();
        assert!(Lock::take(&path).unwrap().is_some());
        assert!(Lock::take(&folder.0.join("no/such/folder.lock")).is_err());
    }
}
