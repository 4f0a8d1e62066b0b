//! The files of the `sites` set.

use std::path::{Path, PathBuf};

use super::data::eval_root;

/// The files of a site's folder.
pub struct SiteFiles {
    pub name: String,
    pub pages: Vec<PathBuf>,
    pub others: Vec<PathBuf>,
    pub feed: PathBuf,
}

/// The content of a folder, ordered by name.
pub fn listed(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let listing = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<PathBuf> = listing.flatten().map(|entry| entry.path()).collect();
    files.sort();
    Ok(files)
}

/// The sites, ordered by name.
pub fn site_files() -> Result<Vec<SiteFiles>, String> {
    let root = eval_root()?.join("sites");
    let mut sites = Vec::new();
    for folder in listed(&root)?.into_iter().filter(|f| f.is_dir()) {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        sites.push(SiteFiles {
            name,
            pages: listed(&folder.join("pages"))?,
            others: listed(&folder.join("other"))?,
            feed: folder.join("feed.xml"),
        });
    }
    Ok(sites)
}
