//! The projects that were open last, in a small file of the person's own.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::project::write;

/// How many projects are kept.
const KEPT: usize = 12;

/// A project that was open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct RecentProject {
    /// Its folder.
    pub(crate) folder: PathBuf,
}

/// The projects in the file, the last one first, without those that are no longer there. A file that is missing or damaged has
/// none.
pub(crate) fn recent(file: &Path) -> Vec<RecentProject> {
    let bytes = fs::read(file).unwrap_or_default();
    let all: Vec<RecentProject> = serde_json::from_slice(&bytes).unwrap_or_default();
    all.into_iter().filter(|project| project.folder.join("studio.json").is_file()).collect()
}

/// Puts a project before all others. That it cannot be written is no failure of the studio.
pub(crate) fn remember(file: &Path, folder: &Path) {
    let Ok(folder) = fs::canonicalize(folder) else { return };
    let mut all = recent(file);
    all.retain(|project| project.folder != folder);
    all.insert(0, RecentProject { folder });
    all.truncate(KEPT);
    if let (Some(parent), Ok(json)) = (file.parent(), serde_json::to_vec_pretty(&all)) {
        let _ = fs::create_dir_all(parent).map(|()| write(file, &json));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn projects_are_remembered_while_they_are_there() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("state").join("recent.json");
        assert!(recent(&file).is_empty());
        let folders: Vec<PathBuf> = (0..KEPT + 2).map(|n| place.path().join(format!("p{n}"))).collect();
        for folder in &folders {
            fs::create_dir_all(folder).unwrap();
            fs::write(folder.join("studio.json"), "{}").unwrap();
            remember(&file, folder);
        }
        remember(&file, &folders[5]);
        let names = |of: Vec<RecentProject>| -> Vec<String> {
            of.iter().map(|project| project.folder.file_name().unwrap().to_string_lossy().into_owned()).collect()
        };
        let now = names(recent(&file));
        assert_eq!((now.len(), now[0].as_str(), now[1].as_str()), (KEPT, "p5", "p13"));
        fs::remove_file(folders[13].join("studio.json")).unwrap();
        assert_eq!(names(recent(&file))[1], "p12");
        fs::write(&file, "nonsense").unwrap();
        assert!(recent(&file).is_empty());
    }
}
