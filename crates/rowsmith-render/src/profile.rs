//! The folders of browsers' profiles. Each is removed with its browser; those left behind by killed processes are
//! removed by the next one.

use std::fs;
use std::io;
use std::path::Path;

use tempfile::TempDir;

/// The prefix of the folders' names.
const PREFIX: &str = "rowsmith-browser-";
/// The file in a folder that identifies its owner.
const OWNER: &str = "owner";
/// How many folders are looked at when a browser starts.
const MOST: usize = 1000;

/// Creates a profile in a folder for temporary files, and removes the unused ones there.
///
/// # Errors
/// If the folder is not writable. Profiles that cannot be removed are left.
pub(crate) fn create(among: &Path) -> io::Result<TempDir> {
    let profile = tempfile::Builder::new().prefix(PREFIX).tempdir_in(among)?;
    fs::write(profile.path().join(OWNER), format!("{} {}", std::process::id(), numbering()))?;
    remove_stale(among, profile.path());
    Ok(profile)
}

/// Removes the profiles of processes that no longer exist. Those whose owner cannot be determined are left alone, and
/// so are those of other users.
fn remove_stale(among: &Path, ours: &Path) {
    let Ok(entries) = fs::read_dir(among) else { return };
    let named = entries.flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with(PREFIX));
    for path in named.map(|entry| entry.path()).filter(|path| path != ours).take(MOST) {
        if is_ours(&path, ours) && owner(&path).is_some_and(|process| !is_alive(process)) {
            let _ = fs::remove_dir_all(&path);
        }
    }
}

/// The process that owns a profile, if its number refers to a process on this machine.
fn owner(profile: &Path) -> Option<u32> {
    let file = profile.join(OWNER);
    fs::symlink_metadata(&file).ok().filter(|found| found.is_file() && found.len() < 200)?;
    let text = fs::read_to_string(file).ok()?;
    let (process, theirs) = text.split_once(' ')?;
    process.parse().ok().filter(|_| theirs == numbering())
}

/// The namespace in which process numbers are unique: containers may share the folder but not the numbers.
fn numbering() -> String {
    fs::read_link("/proc/self/ns/pid").map_or(String::new(), |link| link.to_string_lossy().into_owned())
}

#[cfg(unix)]
fn is_ours(path: &Path, ours: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let of = |path: &Path| fs::symlink_metadata(path).ok();
    of(path).zip(of(ours)).is_some_and(|(theirs, ours)| theirs.is_dir() && theirs.uid() == ours.uid())
}

#[cfg(not(unix))]
fn is_ours(_: &Path, _: &Path) -> bool {
    false
}

/// Whether there is a process with this number; yes if that cannot be determined.
fn is_alive(process: u32) -> bool {
    if Path::new("/proc/self").exists() {
        return Path::new("/proc").join(process.to_string()).exists();
    }
    let asked = std::process::Command::new("kill").args(["-0", &process.to_string()]).output();
    asked.map_or(true, |answer| answer.status.success())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn profiles_of_dead_processes_are_removed_at_the_next_start() {
        let among = tempfile::tempdir().unwrap();
        let mut dead = std::process::Command::new("true").spawn().unwrap();
        dead.wait().unwrap();
        let left = |name: &str, owner: Option<String>| {
            let path = among.path().join(name);
            fs::create_dir(&path).unwrap();
            owner.into_iter().for_each(|text| fs::write(path.join(OWNER), text).unwrap());
            path
        };
        let stale = left("rowsmith-browser-1", Some(format!("{} {}", dead.id(), numbering())));
        let used = left("rowsmith-browser-2", Some(format!("{} {}", std::process::id(), numbering())));
        let elsewhere = left("rowsmith-browser-3", Some(format!("{} pid:[1]", dead.id())));
        let unknown = left("rowsmith-browser-4", None);
        let other = left("something-else", Some(format!("{} {}", dead.id(), numbering())));
        let profile = create(among.path()).unwrap();
        assert!(!stale.exists());
        assert!([&used, &elsewhere, &unknown, &other].iter().all(|path| path.exists()) && profile.path().exists());
    }
}
