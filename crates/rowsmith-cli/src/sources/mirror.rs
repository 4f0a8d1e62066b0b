//! Mirrors of sites, as wget writes them: from the path of a file to its original address.

use std::path::{Component, Path, PathBuf};

use crate::common::source::is_base;

/// What a mirror is a copy of.
#[derive(Clone, Debug)]
pub(crate) struct Mirror {
    /// The address that paths of files are appended to.
    root: String,
    /// The folders that were named, to which the paths are relative.
    folders: Vec<PathBuf>,
}

impl Mirror {
    /// A mirror of an address, in the folders among some arguments. An address that is only a scheme ("https://") is
    /// for mirrors of several hosts, whose folders have the names of the hosts.
    pub(crate) fn new(root: &str, arguments: &[PathBuf]) -> Self {
        let folders = arguments.iter().filter(|path| path.is_dir()).cloned().collect();
        let root = if root.ends_with('/') { root.to_owned() } else { format!("{root}/") };
        Mirror { root, folders }
    }

    /// The address of a page in a file, or with this name in an archive; `None` if its path does not tell.
    pub(super) fn address_of(&self, file: Option<&Path>, name: &str) -> Option<String> {
        match (file, name.rsplit_once("!/")) {
            (Some(path), _) => self.of_file(path),
            (None, Some((_, path))) => self.address(path),
            (None, None) => None,
        }
    }

    fn of_file(&self, path: &Path) -> Option<String> {
        let inside = self.folders.iter().filter_map(|folder| path.strip_prefix(folder).ok());
        let inside = inside.min_by_key(|inside| inside.components().count());
        // for a file that was named itself: as it was named, if that leads downwards from here
        let named = || match path.is_absolute() || path.components().any(|part| part == Component::ParentDir) {
            true => path.file_name().map(PathBuf::from),
            false => Some(path.to_owned()),
        };
        let path = inside.map(Path::to_owned).or_else(named)?;
        let parts = path.components().filter_map(|part| match part {
            Component::Normal(part) => Some(part.to_string_lossy().into_owned()),
            _ => None,
        });
        self.address(&parts.collect::<Vec<_>>().join("/"))
    }

    /// The address for a path. The name of a folder's index page is removed, and so is an extension that was appended
    /// to a query.
    fn address(&self, path: &str) -> Option<String> {
        let path = [".gz", ".zst", ".bz2", ".xz"].iter().find_map(|packed| path.strip_suffix(packed)).unwrap_or(path);
        let (path, query) = path.split_once('?').map_or((path, None), |(path, query)| (path, Some(query)));
        let (folder, name) = path.rsplit_once('/').map_or(("", path), |(folder, name)| (folder, name));
        let mut name = encoded(index_less(name), false);
        if let Some(query) = query {
            name = format!("{name}?{}", encoded(query.strip_suffix(".html").unwrap_or(query), true));
        }
        let separator = if folder.is_empty() { "" } else { "/" };
        let address = format!("{}{}{separator}{name}", self.root, encoded(folder, true));
        is_base(&address).then_some(address)
    }
}

fn index_less(name: &str) -> &str {
    if matches!(name, "index.html" | "index.htm" | "index.xhtml") { "" } else { name }
}

/// A path or query in which characters with a special meaning in addresses are percent-encoded. Existing codes are left
/// as they are.
fn encoded(text: &str, keep_slash: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '#' | '"' | '<' | '>' | ' ' | '?' | '\\' => out.push_str(&format!("%{:02X}", u32::from(c))),
            '/' if !keep_slash => out.push_str("%2F"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_to_addresses() {
        let mirror = Mirror::new("https://x.example", &[]);
        for (path, address) in [
            ("index.html", "https://x.example/"),
            ("a/index.html.gz", "https://x.example/a/"),
            ("a/b c#1.html", "https://x.example/a/b%20c%231.html"),
            ("list.php?page=2&a=/b.html", "https://x.example/list.php?page=2&a=/b"),
            ("a/index.html?x=1", "https://x.example/a/?x=1"),
            ("caf%C3%A9.html", "https://x.example/caf%C3%A9.html"),
        ] {
            assert_eq!(mirror.of_file(Path::new(path)).as_deref(), Some(address));
        }
        assert_eq!(mirror.of_file(Path::new("/tmp/a/b.html")).as_deref(), Some("https://x.example/b.html"));
        let hosts = Mirror::new("https://", &[]);
        assert_eq!(hosts.address("x.example/a.html").as_deref(), Some("https://x.example/a.html"));
        assert_eq!(hosts.address("").as_deref(), None);
    }

    #[test]
    fn paths_begin_in_the_folder_that_was_named() {
        let folder = crate::common::scratch::Folder::new("mirror");
        std::fs::create_dir_all(folder.0.join("a")).unwrap();
        let mirror = Mirror::new("https://x.example/sub/", std::slice::from_ref(&folder.0));
        let address = mirror.of_file(&folder.0.join("a/b.html"));
        assert_eq!(address.as_deref(), Some("https://x.example/sub/a/b.html"));
    }
}
