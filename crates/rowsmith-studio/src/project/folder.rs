//! Reading and writing the folder of a project.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rowsmith::wrapper::Wrapper;
use rowsmith::{Limits, Page};

use super::file::{PageEntry, ProjectFile, VERSION};
use crate::error::StudioError;

/// How many pages are added before the file is updated.
const UNWRITTEN: usize = 50;

/// How many steps can be undone.
const STEPS: usize = 100;

/// A page to be saved.
#[derive(Clone, Debug, Default)]
pub struct NewPage {
    /// Its name: an address, a path, the name of a file.
    pub source: String,
    /// Its address, if known.
    pub url: Option<String>,
    /// The charset of its HTTP header, if known.
    pub charset: Option<String>,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// The pages that a wrapper is learnt from.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct PagesToLearn {
    /// Those that could be read.
    pub pages: Vec<Page>,
    /// Why others could not.
    pub failed: Vec<StudioError>,
}

/// A project in its folder. Changes are written immediately.
#[derive(Debug)]
pub struct Project {
    folder: PathBuf,
    file: ProjectFile,
    wrapper: Option<Wrapper>,
    /// The version of the wrapper.
    version: Option<String>,
    before: Vec<ProjectFile>,
    /// The number of pages that the file does not have yet.
    unwritten: usize,
}

impl Project {
    /// Opens the project in a folder. A folder that is empty or does not exist is a new project, and is created when
    /// something is saved.
    ///
    /// # Errors
    /// If one of its files cannot be read, or has invalid content.
    pub fn open(folder: &Path) -> Result<Project, StudioError> {
        let path = folder.join("studio.json");
        let file = match read_if_there(&path)? {
            Some(bytes) => read_file(&bytes).map_err(|why| StudioError::damaged(&path, why))?,
            None => ProjectFile::default(),
        };
        let path = folder.join("wrapper.json");
        let wrapper = match read_if_there(&path)? {
            Some(bytes) => {
                let wrapper = Wrapper::from_json(&String::from_utf8_lossy(&bytes));
                Some(wrapper.map_err(|why| StudioError::damaged(&path, why))?)
            }
            None => None,
        };
        let version = wrapper.as_ref().map(Wrapper::version);
        Ok(Project { folder: folder.to_owned(), file, wrapper, version, before: Vec::new(), unwritten: 0 })
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What a person specified.
    pub fn file(&self) -> &ProjectFile {
        &self.file
    }

    /// What was learnt.
    pub fn wrapper(&self) -> Option<&Wrapper> {
        self.wrapper.as_ref()
    }

    /// The version of the wrapper, if there is one.
    pub fn version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    /// The page with this number.
    ///
    /// # Errors
    /// If there is none.
    pub fn page(&self, id: u32) -> Result<&PageEntry, StudioError> {
        let page = self.file.pages.iter().find(|page| page.id == id);
        page.ok_or_else(|| StudioError::request(format!("the project has no page {id}")))
    }

    /// The bytes of a page.
    ///
    /// # Errors
    /// If there is no such page, or its file cannot be read.
    pub fn bytes(&self, id: u32) -> Result<Vec<u8>, StudioError> {
        let path = self.folder.join(self.page(id)?.file());
        fs::read(&path).map_err(|why| StudioError::file(&path, why))
    }

    /// The pages that a wrapper is learnt from: those that are marked, at most `sample` of them, evenly spaced, as in the command; all
    /// of which a person said anything.
    pub fn entries_to_learn(&self, sample: usize) -> Vec<PageEntry> {
        let marked: Vec<&PageEntry> = self.file.pages.iter().filter(|page| page.learn).collect();
        let all = marked.len();
        let is_one = |at: usize| all <= sample || (at + 1) * sample / all > at * sample / all;
        let chosen = marked.into_iter().enumerate().filter(|(at, page)| is_one(*at) || page.is_corrected());
        chosen.map(|(_, page)| page.clone()).collect()
    }

    /// The same pages with what a person said of them, and those that could not be read or parsed.
    pub fn pages_to_learn(&self, sample: usize, limits: Limits) -> PagesToLearn {
        let mut found = PagesToLearn::default();
        for entry in self.entries_to_learn(sample) {
            let bytes = self.bytes(entry.id);
            let unparsable = |why: rowsmith::Error| StudioError::request(format!("{}: {why}", entry.source));
            match bytes.and_then(|bytes| Page::parse(&bytes, &entry.options(limits)).map_err(unparsable)) {
                Ok(page) => found.pages.push(page),
                Err(why) => found.failed.push(why),
            }
        }
        found
    }

    /// Whether a folder is a project.
    pub fn is_one(folder: &Path) -> bool {
        folder.join("studio.json").is_file()
    }

    /// Whether the project has a page with the same name and the same bytes.
    pub fn has(&self, page: &NewPage) -> bool {
        let same = |entry: &&PageEntry| entry.source == page.source;
        let mut same = self.file.pages.iter().filter(same);
        same.any(|entry| fs::read(self.folder.join(entry.file())).is_ok_and(|bytes| bytes == page.bytes))
    }

    /// Saves a page, and returns its number. Once there is a wrapper, further pages are not learnt from unless that is
    /// set. When many pages are added, the file is updated only from time to time; [`Project::flush`] updates it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, page: NewPage) -> Result<u32, StudioError> {
        let NewPage { source, url, charset, bytes } = page;
        let id = self.file.next_page;
        let learn = self.wrapper.is_none();
        let entry = PageEntry { id, source, url, charset, learn, part: None, list: None, fields: Vec::new() };
        let path = self.folder.join(entry.file());
        let pages = self.folder.join("pages");
        fs::create_dir_all(&pages).map_err(|why| StudioError::file(&pages, why))?;
        write(&path, &bytes)?;
        // undoing a correction does not remove pages
        for file in self.before.iter_mut().chain([&mut self.file]) {
            file.next_page = id + 1;
            file.pages.push(entry.clone());
        }
        self.unwritten += 1;
        if self.unwritten >= UNWRITTEN {
            self.flush()?;
        }
        Ok(id)
    }

    /// Writes what the file does not have yet.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn flush(&mut self) -> Result<(), StudioError> {
        if self.unwritten > 0 { self.keep(self.file.clone()) } else { Ok(()) }
    }

    /// Makes a change that can be undone.
    ///
    /// # Errors
    /// The error of the change itself, or if the file cannot be written; then nothing is changed.
    pub fn change(
        &mut self,
        change: impl FnOnce(&mut ProjectFile) -> Result<(), StudioError>,
    ) -> Result<(), StudioError> {
        let mut file = self.file.clone();
        change(&mut file)?;
        if file == self.file {
            return Ok(());
        }
        let before = self.file.clone();
        self.keep(file)?;
        self.before.push(before);
        if self.before.len() > STEPS {
            self.before.remove(0);
        }
        Ok(())
    }

    /// How many changes can be undone.
    pub fn steps(&self) -> usize {
        self.before.len()
    }

    /// Undoes the last change.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn undo(&mut self) -> Result<(), StudioError> {
        if let Some(before) = self.before.last().cloned() {
            self.keep(before)?;
            self.before.pop();
        }
        Ok(())
    }

    /// Saves the wrapper, or discards it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn set_wrapper(&mut self, wrapper: Option<Wrapper>) -> Result<(), StudioError> {
        let path = self.folder.join("wrapper.json");
        match &wrapper {
            Some(wrapper) => {
                let json = wrapper.to_json().map_err(|why| StudioError::damaged(&path, why))?;
                write(&path, json.as_bytes())?;
            }
            None => match fs::remove_file(&path) {
                Err(why) if why.kind() != io::ErrorKind::NotFound => return Err(StudioError::file(&path, why)),
                _ => {}
            },
        }
        self.version = wrapper.as_ref().map(Wrapper::version);
        self.wrapper = wrapper;
        Ok(())
    }

    fn keep(&mut self, file: ProjectFile) -> Result<(), StudioError> {
        fs::create_dir_all(&self.folder).map_err(|why| StudioError::file(&self.folder, why))?;
        let path = self.folder.join("studio.json");
        let mut json = serde_json::to_string_pretty(&file).map_err(|why| StudioError::damaged(&path, why))?;
        json.push('\n');
        write(&path, json.as_bytes())?;
        self.file = file;
        self.unwritten = 0;
        Ok(())
    }
}

fn read_file(bytes: &[u8]) -> Result<ProjectFile, String> {
    let file: ProjectFile = serde_json::from_slice(bytes).map_err(|why| format!("this is not a project: {why}"))?;
    match file.rowsmith_studio {
        VERSION => Ok(file),
        other => Err(format!("this project has version {other}, but this Rowsmith reads version {VERSION}")),
    }
}

pub(super) fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>, StudioError> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(why) => Err(StudioError::file(path, why)),
    }
}

/// Writes a file, completely or not at all.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), StudioError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let written = tempfile::Builder::new().prefix(".studio-").tempfile_in(folder).and_then(|mut file| {
        file.write_all(bytes)?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    });
    written.map_err(|why| StudioError::file(path, why))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::GivenList;

    #[test]
    fn what_is_kept_is_read_again_and_changes_are_undone() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("shop");
        let mut project = Project::open(&place).unwrap();
        assert!(!place.exists(), "nothing is kept yet");
        let page = NewPage { source: "a.html".into(), bytes: b"<p>a".to_vec(), ..NewPage::default() };
        let id = project.add(page.clone()).unwrap();
        let given = GivenList { records: vec![vec!["/html[1]".into()]], left_out: Vec::new() };
        let tell = |file: &mut ProjectFile| {
            file.pages[0].list = Some(given.clone());
            Ok(())
        };
        project.change(tell).unwrap();
        assert!(project.has(&page));
        let second = project.add(page).unwrap();
        project.flush().unwrap();
        let again = Project::open(&place).unwrap();
        assert_eq!(again.file(), project.file());
        assert_eq!(again.bytes(id).unwrap(), b"<p>a");
        assert_eq!(again.page(id).unwrap().list, Some(given));
        project.undo().unwrap();
        assert_eq!((project.page(id).unwrap().list.clone(), project.steps()), (None, 0));
        assert!(project.page(second).is_ok(), "a page that was opened since is still there");
        assert_eq!(Project::open(&place).unwrap().file(), project.file());
    }

    #[test]
    fn what_is_no_project_is_told() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("studio.json"), "{}").unwrap();
        assert!(Project::open(folder.path()).unwrap_err().to_string().contains("this is not a project"));
        fs::write(folder.path().join("studio.json"), r#"{"rowsmith_studio":9,"pages":[],"next_page":1}"#).unwrap();
        assert!(Project::open(folder.path()).unwrap_err().to_string().contains("version 9"));
    }
}
