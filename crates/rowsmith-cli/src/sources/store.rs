//! Pages that are already available, by address: those of folders and archives.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use rowsmith::recognize::date::DateTime;
use url::Url;

use super::inputs::Inputs;
use super::load::Loaded;
use super::queue::Queue;
use super::settings::Settings;
use super::task::{Content, Task};
use crate::common::failure::Failure;
use crate::common::notices;
use crate::common::problem::Problem;
use crate::common::source::{PageContext, PageSource};

/// The address of a folder that is a site whose own address is unknown.
const NOWHERE: &str = "file:///";

/// The most redirects that are followed.
const REDIRECTS: usize = 10;

/// Pages by address. The pages of archives are in a temporary file, so that only their addresses are in memory.
pub(crate) struct Store {
    pages: HashMap<String, Stored>,
    /// Where the redirects in archives lead, by the keys of their addresses.
    redirects: HashMap<String, String>,
    /// The content of the pages of archives.
    file: File,
    folders: Vec<PathBuf>,
    base: Url,
}

enum Stored {
    File(PathBuf),
    Part {
        at: u64,
        length: u64,
        charset: Option<String>,
        fetched: Option<DateTime>,
        damage: Option<String>,
        note: Option<String>,
        /// Whether its end is missing.
        is_cut: bool,
    },
}

impl Stored {
    fn is_whole(&self) -> bool {
        !matches!(self, Stored::Part { is_cut: true, .. })
    }
}

impl Store {
    /// Indexes folders and archives. A folder is the site at `base`. If an archive has several versions of a page, the last
    /// counts. What cannot be read is reported, and left out.
    ///
    /// # Errors
    /// If an address is invalid, if there is no page at all, or if there is no space for them.
    pub(crate) fn open(from: &[PathBuf], base: Option<&str>, settings: &Settings) -> Result<Store, Failure> {
        let base =
            Url::parse(base.unwrap_or(NOWHERE)).map_err(|error| Failure::Usage(format!("--base-url: {error}")))?;
        let failure = |error: io::Error| Failure::output("temporary file", &error);
        let file = tempfile::tempfile().map_err(failure)?;
        let folders = from.iter().map(|path| path.canonicalize().unwrap_or_else(|_| path.clone())).collect();
        settings.skipped.note_redirects();
        let mut store = Store { pages: HashMap::new(), redirects: HashMap::new(), file, folders, base };
        let inputs = Inputs { arguments: from.to_owned(), lists: Vec::new() };
        for task in Queue::new(Box::new(inputs.iter()), settings) {
            let Task { source, content, .. } = task;
            if let Err(problem) = store.add(source.clone(), content, settings).map_err(failure)? {
                notices::error(&source.name, &problem.why);
            }
        }
        for (from, to) in settings.skipped.redirects() {
            let to = Url::parse(&from).and_then(|from| from.join(&to));
            store.redirects.extend(to.ok().map(|mut to| {
                to.set_fragment(None);
                (key(&from), to.into())
            }));
        }
        match store.pages.is_empty() {
            true => Err(Failure::Usage("--from: no page with an address".to_owned())),
            false => Ok(store),
        }
    }

    fn add(&mut self, source: PageSource, content: Content, settings: &Settings) -> io::Result<Result<(), Problem>> {
        if let Content::File(path) = &content {
            let key = self.address_of(path).map(|address| key(&address));
            self.pages.extend(key.map(|key| (key, Stored::File(path.clone()))));
            return Ok(Ok(()));
        }
        let mut context = source.context;
        let loaded = match content.load(&mut context, settings) {
            Ok(loaded) => loaded,
            Err(problem) => return Ok(Err(problem)),
        };
        let Loaded { bytes, damage, note, interrupted: is_cut } = loaded;
        let Some(address) = context.base_url else {
            return Ok(Err(Problem::new("address", "it has no address, so nothing leads to it")));
        };
        // half a page takes not the place of a whole one, though it is newer
        if is_cut && self.pages.get(&key(&address)).is_some_and(Stored::is_whole) {
            return Ok(Ok(()));
        }
        let at = self.file.seek(SeekFrom::End(0))?;
        self.file.write_all(&bytes)?;
        let PageContext { charset, fetched, .. } = context;
        let part = Stored::Part { at, length: bytes.len() as u64, charset, fetched, damage, note, is_cut };
        self.pages.insert(key(&address), part);
        Ok(Ok(()))
    }

    /// The address of a file in one of the folders.
    pub(crate) fn address_of(&self, path: &Path) -> Option<String> {
        let path = path.canonicalize().ok()?;
        let below = self.folders.iter().find_map(|folder| match folder.is_dir() {
            true => path.strip_prefix(folder).ok(),
            false => (path == *folder).then(|| Path::new(path.file_name().unwrap_or_default())),
        })?;
        let mut url = self.base.clone();
        // a crawler may have put the query into the name of the file
        let parts: Vec<String> = below.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        let (last, folders) = parts.split_last()?;
        let (name, query) = last.split_once('?').map_or((last.as_str(), None), |(name, query)| (name, Some(query)));
        // names that mirroring programs give to the index page of a folder
        let packed = name.trim_end_matches(".gz").trim_end_matches(".zst");
        let name = if matches!(packed, "index.html" | "index.htm") { "" } else { name };
        url.path_segments_mut().ok()?.pop_if_empty().extend(folders).push(name);
        url.set_query(query);
        Some(url.into())
    }

    /// Whether there is a page at an address, of an archive one that has its end.
    pub(crate) fn has_whole(&self, address: &str) -> bool {
        self.pages.get(&key(self.arrived(address))).is_some_and(Stored::is_whole)
    }

    /// Where redirects lead from an address.
    fn arrived<'a>(&'a self, address: &'a str) -> &'a str {
        let mut arrived = address;
        for _ in 0..REDIRECTS {
            let next = self.redirects.get(&key(arrived)).filter(|_| !self.pages.contains_key(&key(arrived)));
            let Some(next) = next else { break };
            arrived = next;
        }
        arrived
    }

    /// A page of an archive whose end is missing.
    pub(crate) fn cut(&self, address: &str) -> Option<Loaded> {
        match (self.has_whole(address), self.page(address).content) {
            (false, Content::Bytes(loaded)) => Some(loaded),
            _ => None,
        }
    }

    /// The page at an address, which may be reached by redirects.
    pub(crate) fn page(&self, address: &str) -> Task {
        let task = self.at(self.arrived(address));
        Task { source: PageSource { name: address.to_owned(), ..task.source }, ..task }
    }

    fn at(&self, address: &str) -> Task {
        let context = |charset: &Option<String>, fetched: Option<DateTime>| PageContext {
            base_url: Some(address.to_owned()),
            charset: charset.clone(),
            fetched,
            ..PageContext::default()
        };
        let (context, content) = match self.pages.get(&key(address)) {
            None => (
                PageContext::default(),
                Content::Failed(Problem::new("not-there", "it is not among the pages of --from")),
            ),
            Some(Stored::File(path)) => (context(&None, None), Content::File(path.clone())),
            Some(Stored::Part { at, length, charset, fetched, damage, note, is_cut }) => {
                match self.part(*at, *length) {
                    Ok(bytes) => (
                        context(charset, *fetched),
                        Content::Bytes(Loaded {
                            bytes,
                            damage: damage.clone(),
                            note: note.clone(),
                            interrupted: *is_cut,
                        }),
                    ),
                    Err(error) => (PageContext::default(), Content::Failed(Problem::unreadable(&error))),
                }
            }
        };
        Task::new(PageSource { name: address.to_owned(), context, origin: None }, content)
    }

    fn part(&self, at: u64, length: u64) -> io::Result<Vec<u8>> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(at))?;
        let mut bytes = Vec::new();
        file.take(length).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// The key of a page: its address without scheme, fragment, index file name and file extension.
fn key(address: &str) -> String {
    let Ok(url) = Url::parse(address) else { return address.to_owned() };
    let mut path = url.path().trim_end_matches(".gz").trim_end_matches(".zst");
    for ending in [".html", ".htm", ".xhtml", "index", "/"] {
        path = path.strip_suffix(ending).unwrap_or(path);
    }
    // after the query, if the whole was made into a file name
    let query = url.query().map(|query| format!("?{}", query.trim_end_matches(".html"))).unwrap_or_default();
    let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
    let host = url.host_str().unwrap_or_default().trim_start_matches("www.");
    format!("{host}{port}{path}{query}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::scratch::Folder;

    #[test]
    fn a_folder_is_a_site() {
        let folder = Folder::new("store");
        for name in ["index.html", "list/2/index.html", "list?page=3.html", "a b.htm"] {
            let path = folder.0.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, name).unwrap();
        }
        let settings = Settings { max_bytes: 1000, ..Settings::default() };
        for (base, at) in [(None, "file:///"), (Some("https://x.example/"), "https://www.x.example/")] {
            let store = Store::open(std::slice::from_ref(&folder.0), base, &settings).unwrap();
            for (address, file) in [
                ("", "index.html"),
                ("index.html", "index.html"),
                ("list/2/#top", "list/2/index.html"),
                ("list/2", "list/2/index.html"),
                ("list?page=3", "list?page=3.html"),
                ("a%20b.htm", "a b.htm"),
            ] {
                let Task { source, content, .. } = store.page(&format!("{at}{address}"));
                let mut context = source.context;
                let loaded =
                    content.load(&mut context, &settings).map(|loaded| String::from_utf8(loaded.bytes).unwrap());
                assert_eq!(loaded.as_deref(), Ok(file), "{at}{address}");
            }
            let address = |name: &str| store.address_of(&folder.0.join(name)).unwrap().replace("www.", "");
            let at_host = at.replace("www.", "");
            assert_eq!(address("index.html"), at_host);
            assert_eq!(address("list/2/index.html"), format!("{at_host}list/2/"));
            assert!(matches!(store.page(&format!("{at}list?page=4")).content, Content::Failed(_)));
            assert!(matches!(store.page("file:///etc/passwd").content, Content::Failed(_)));
        }
    }
}
