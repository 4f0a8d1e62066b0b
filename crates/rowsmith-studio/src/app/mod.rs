//! What the studio can do without a window: the project, its pages as they are viewed, and long-running tasks.

mod learning;
mod looked;
mod page_view;
mod state;
#[cfg(test)]
mod tests;
mod work;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use rowsmith::Limits;
use rowsmith::types::{Column, PartKind, RecordPlaces, RegionTable};
use tempfile::TempDir;

use crate::error::StudioError;
use crate::export::{Defuse, Own};
use crate::formats::{Formats, PageRows};
use crate::inputs::Inputs;
use crate::jobs::{Jobs, Task};
use crate::project::{
    ColumnChange, GivenList, Learner, LeftOut, NewPage, PointedField, Project, changed, check, edited,
};
use crate::recent::{recent, remember};
use crate::result::{PageResult, key, texts_of};
use crate::rows::Rows;
use learning::Learners;
use looked::LookedPages;

pub(crate) use learning::lines;
pub use work::LearntWrapper;

/// The studio without its window.
pub(crate) struct App {
    project: Mutex<Project>,
    /// The results for pages, by their numbers.
    results: Mutex<HashMap<u32, Arc<PageResult>>>,
    looked: LookedPages,
    learners: Learners,
    pub(crate) jobs: Jobs,
    inputs: Box<dyn Inputs>,
    pub(crate) formats: Box<dyn Formats>,
    defuse: Defuse,
    limits: Limits,
    /// The folders of files that were dropped and are to be opened.
    dropped: Mutex<Vec<TempDir>>,
    /// The number of projects that were open before this one, which windows say with what they ask.
    generation: AtomicU64,
    /// The file with the projects that were open last, if they are remembered.
    recent: OnceLock<PathBuf>,
    /// The project that was remembered last.
    remembered: Mutex<Option<PathBuf>>,
}

/// How a person points to a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Chosen {
    /// One of the lists of the page, by its number in the view.
    Region(usize),
    /// An element and those around it, innermost first; `turn` is an index into the lists around it, starting from the
    /// best one.
    At { elements: Vec<u32>, wider: i32 },
}

impl App {
    /// Opens the project in a folder.
    ///
    /// # Errors
    /// If the folder contains something else.
    pub(crate) fn open(
        folder: &Path,
        limits: Limits,
        inputs: Box<dyn Inputs>,
        formats: Box<dyn Formats>,
        defuse: Defuse,
    ) -> Result<App, StudioError> {
        let project = Project::open(folder)?;
        let learner = Learner::read(folder)?;
        let app = App {
            project: Mutex::new(project),
            results: Mutex::default(),
            looked: LookedPages::default(),
            learners: Learners::new(learner),
            jobs: Jobs::default(),
            inputs,
            formats,
            defuse,
            limits,
            dropped: Mutex::default(),
            generation: AtomicU64::new(0),
            recent: OnceLock::new(),
            remembered: Mutex::default(),
        };
        app.jobs.add(Task::Update);
        Ok(app)
    }

    pub(crate) fn project(&self) -> MutexGuard<'_, Project> {
        self.project.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn results(&self) -> MutexGuard<'_, HashMap<u32, Arc<PageResult>>> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The result for a page, if that is up to date.
    fn result(&self, id: u32) -> Option<Arc<PageResult>> {
        let project = self.project();
        let wanted = key(project.page(id).ok()?, &project);
        drop(project);
        self.results().get(&id).filter(|result| result.key == wanted).cloned()
    }

    /// Remembers projects in this file.
    pub(crate) fn remember_in(&self, file: PathBuf) {
        let _ = self.recent.set(file);
    }

    /// Remembers the project, once it has a page.
    fn remember(&self) {
        let (folder, is_empty) = {
            let project = self.project();
            (project.folder().to_owned(), project.file().pages.is_empty())
        };
        let Some(file) = self.recent.get().filter(|_| !is_empty) else { return };
        let mut last = self.remembered.lock().unwrap_or_else(PoisonError::into_inner);
        if last.as_ref() != Some(&folder) {
            remember(file, &folder);
            *last = Some(folder);
        }
    }

    /// The folders of other projects that were open, the last one first.
    pub(crate) fn recent_projects(&self) -> Vec<String> {
        let own = std::fs::canonicalize(self.project().folder()).ok();
        let all = self.recent.get().map(|file| recent(file)).unwrap_or_default();
        let others = all.into_iter().filter(|project| Some(&project.folder) != own.as_ref());
        others.map(|project| project.folder.display().to_string()).collect()
    }

    /// Which project is open: the number of those before it.
    pub(crate) fn generation(&self) -> u64 {
        self.generation.load(Ordering::SeqCst)
    }

    /// Goes to one of these projects, when its turn comes.
    pub(crate) fn switch(&self, folder: &str) -> Result<(), StudioError> {
        if !self.recent_projects().iter().any(|known| known == folder) {
            return Err(StudioError::request("this is no project that was open before"));
        }
        if !self.jobs.is_idle() {
            return Err(StudioError::request("something is being done; wait for it, or cancel it"));
        }
        self.jobs.add(Task::Switch(PathBuf::from(folder)));
        Ok(())
    }

    /// Opens what a person named, when its turn comes.
    pub(crate) fn open_input(&self, what: &str, render: bool) -> Result<(), StudioError> {
        let what = what.trim();
        if what.is_empty() {
            return Err(StudioError::request("say what to open: a file, a folder or an address"));
        }
        if render && !self.inputs.renders() {
            return Err(StudioError::request("this rowsmith was built without rendering"));
        }
        self.jobs.add(Task::Open { what: what.to_owned(), render });
        self.jobs.add(Task::Update);
        Ok(())
    }

    /// Opens a file that a person dropped and that has pages in it, when its turn comes.
    pub(crate) fn open_archive(&self, name: &str, bytes: &[u8]) -> Result<(), StudioError> {
        // the name tells what it is; it leads nowhere
        let name = Path::new(name).file_name().and_then(|name| name.to_str()).unwrap_or("archive");
        let failed = |why: std::io::Error| StudioError::request(format!("{name}: {why}"));
        let folder = tempfile::Builder::new().prefix("rowsmith-studio-").tempdir().map_err(failed)?;
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).map_err(failed)?;
        self.dropped.lock().unwrap_or_else(PoisonError::into_inner).push(folder);
        self.jobs.add(Task::Open { what: path.display().to_string(), render: false });
        self.jobs.add(Task::Update);
        Ok(())
    }

    /// The folder of a file that was dropped, until it has been opened.
    fn dropped_with(&self, what: &str) -> Option<TempDir> {
        let mut dropped = self.dropped.lock().unwrap_or_else(PoisonError::into_inner);
        let at = dropped.iter().position(|folder| Path::new(what).starts_with(folder.path()))?;
        Some(dropped.remove(at))
    }

    /// Adds a page whose bytes a person provided.
    pub(crate) fn add_page(&self, page: NewPage) -> Result<u32, StudioError> {
        self.parse_new(&page)?;
        let id = {
            let mut project = self.project();
            let id = project.add(page)?;
            project.flush()?;
            id
        };
        self.jobs.revise();
        self.jobs.add(Task::Update);
        Ok(id)
    }

    /// Sets the list of a page.
    pub(crate) fn choose(&self, id: u32, chosen: &Chosen) -> Result<(), StudioError> {
        let looked = self.looked_page(id)?;
        let records = match chosen {
            Chosen::Region(at) => {
                let region = looked.shown.found.regions.get(*at);
                let region = region.ok_or_else(|| StudioError::request("the page has no such list"))?;
                region.records.iter().map(|record| record.nodes.clone()).collect()
            }
            Chosen::At { elements, wider } => looked.list_at(elements, *wider)?,
        };
        self.give_list(id, GivenList { records, left_out: Vec::new() })
    }

    /// Excludes a record, given its first element.
    pub(crate) fn leave_out(&self, id: u32, element: u32) -> Result<(), StudioError> {
        let current = self.current(id)?;
        let at = current.places.records.iter().position(|record| record.elements.contains(&element));
        let at = at.ok_or_else(|| StudioError::request("the list has no such record"))?;
        let mut given = self.project().page(id)?.list.clone().unwrap_or_default();
        given.records = current.table.records.iter().map(|record| record.nodes.clone()).collect();
        let record = &current.table.records[at];
        let texts = texts_of(record);
        given.records.remove(at);
        if given.records.is_empty() {
            return Err(StudioError::request("this is the only record of the list"));
        }
        given.left_out.push(LeftOut { nodes: record.nodes.clone(), texts });
        self.give_list(id, given)
    }

    /// Brings back an excluded record, by its number among these.
    pub(crate) fn put_back(&self, id: u32, number: usize) -> Result<(), StudioError> {
        let mut given = self.project().page(id)?.list.clone().unwrap_or_default();
        if number >= given.left_out.len() {
            return Err(StudioError::request("no such record was left out"));
        }
        given.records.push(given.left_out.remove(number).nodes);
        self.give_list(id, given)
    }

    fn give_list(&self, id: u32, given: GivenList) -> Result<(), StudioError> {
        let mut paths: Vec<&Vec<String>> = given.records.iter().collect();
        paths.sort_unstable();
        paths.dedup();
        if paths.len() < given.records.len() || given.records.iter().any(Vec::is_empty) {
            return Err(StudioError::request(
                "the records of this list are bare texts in one element, which cannot be told apart by their elements",
            ));
        }
        // a list in the place of posts is one of posts
        let posts = self.result_now(id)?.part.filter(|part| *part == PartKind::Posts);
        self.change_page(id, |page| {
            page.list = Some(given);
            page.part = page.part.or(posts);
        })
    }

    /// Sets what a page holds, or leaves it to the search.
    pub(crate) fn set_part(&self, id: u32, part: Option<PartKind>) -> Result<(), StudioError> {
        if part == Some(PartKind::Objects) {
            return Err(StudioError::request("objects of a domain are found under Learning"));
        }
        let before = self.result_now(id)?.part;
        self.change_page(id, |page| {
            page.part = part;
            if part != before {
                // the fields of one part mean nothing to another
                page.fields.clear();
            }
            if part.is_none() && before == Some(PartKind::Posts) {
                page.list = None;
            }
        })
    }

    /// Points at the element of a field, given with those around it, innermost first; with none of them the page lacks the
    /// field.
    pub(crate) fn point(&self, id: u32, name: &str, elements: &[u32]) -> Result<(), StudioError> {
        let name = name.trim().to_owned();
        if name.is_empty() {
            return Err(StudioError::request("a field needs a name"));
        }
        let result = self.result_now(id)?;
        let part = result.part.unwrap_or(PartKind::List);
        // names that differ only in capitals are one column
        let is_it = |column: &&Column| column.name.to_lowercase() == name.to_lowercase();
        let known = result.tables.iter().flat_map(|table| &table.columns).find(is_it).map(|column| column.name.clone());
        let name = known.unwrap_or(name);
        let looked = self.looked_page(id)?;
        if !elements.is_empty() && matches!(part, PartKind::List | PartKind::Posts) {
            let current = self.current(id)?;
            let mains = looked.shown.found.regions.iter().zip(&looked.shown.places).filter(|(region, _)| region.main);
            let lists = mains.map(|(_, places)| places).filter(|_| part == PartKind::List);
            let is_in = |record: &RecordPlaces| record.elements.iter().any(|own| elements.contains(own));
            let mut records = lists.chain([&current.places]).flat_map(|places| &places.records);
            if !records.any(is_in) {
                return Err(StudioError::request("this is in none of the records; point at the field of any of them"));
            }
        }
        let node = elements.first().and_then(|element| looked.page().element_path(*element));
        if node.is_none() && !elements.is_empty() {
            return Err(StudioError::request("the page has no such element"));
        }
        self.change_page(id, |page| {
            page.part = Some(part);
            // what was said of a page is to be learnt
            page.learn = true;
            page.fields.retain(|field| field.name.to_lowercase() != name.to_lowercase());
            page.fields.push(PointedField { name, node });
        })
    }

    /// Forgets what was said of a field.
    pub(crate) fn forget_field(&self, id: u32, name: &str) -> Result<(), StudioError> {
        self.change_page(id, |page| page.fields.retain(|field| field.name.to_lowercase() != name.to_lowercase()))
    }

    /// Forgets the list that was set for a page.
    pub(crate) fn forget_list(&self, id: u32) -> Result<(), StudioError> {
        self.change_page(id, |page| page.list = None)
    }

    /// Sets whether the wrapper is learnt from a page.
    pub(crate) fn learn_from(&self, id: u32, learn: bool) -> Result<(), StudioError> {
        self.change_page(id, |page| page.learn = learn)
    }

    fn change_page(&self, id: u32, change: impl FnOnce(&mut crate::project::PageEntry)) -> Result<(), StudioError> {
        self.change(|file| {
            let page = file.pages.iter_mut().find(|page| page.id == id);
            change(page.ok_or_else(|| StudioError::request(format!("the project has no page {id}")))?);
            Ok(())
        })
    }

    fn change(
        &self,
        change: impl FnOnce(&mut crate::project::ProjectFile) -> Result<(), StudioError>,
    ) -> Result<(), StudioError> {
        self.project().change(change)?;
        self.jobs.revise();
        self.jobs.add(Task::Update);
        Ok(())
    }

    /// Removes a page from the project; its file is kept.
    pub(crate) fn remove(&self, id: u32) -> Result<(), StudioError> {
        self.project().page(id)?;
        self.change(|file| {
            file.pages.retain(|page| page.id != id);
            Ok(())
        })
    }

    /// Changes a column in the table of a page, and so in all tables.
    pub(crate) fn column(&self, id: u32, change: &ColumnChange) -> Result<(), StudioError> {
        let table = self.current(id)?.table;
        self.change(|file| {
            let edits = changed(&table, &file.columns, change)?;
            check(&edits)?;
            file.columns = edits;
            Ok(())
        })
    }

    /// Undoes the last correction.
    pub(crate) fn undo(&self) -> Result<(), StudioError> {
        self.project().undo()?;
        self.jobs.revise();
        self.jobs.add(Task::Update);
        Ok(())
    }

    /// Learns the wrapper, when its turn comes.
    pub(crate) fn learn(&self) -> Result<(), StudioError> {
        if !self.project().file().pages.iter().any(|page| page.learn) {
            return Err(StudioError::request("no page is marked to learn from"));
        }
        self.jobs.add(Task::Learn);
        self.jobs.add(Task::Update);
        Ok(())
    }

    /// Discards the wrapper: pages are searched again.
    pub(crate) fn forget_wrapper(&self) -> Result<(), StudioError> {
        self.project().set_wrapper(None)?;
        self.jobs.revise();
        self.jobs.add(Task::Update);
        Ok(())
    }

    /// The rows of all pages whose results are up to date, and the number of other pages.
    fn rows(&self) -> (Rows, usize) {
        let ids: Vec<u32> = self.project().file().pages.iter().map(|page| page.id).collect();
        let edits = self.project().file().columns.clone();
        let (mut rows, mut waiting) = (Rows::new(), 0);
        for id in ids {
            match self.result(id) {
                Some(result) => rows.add(id, &result.tables, &edits),
                None => waiting += 1,
            }
        }
        (rows.complete(), waiting)
    }

    /// The rows of one page, or of all, as a file in a format, given by its name.
    pub(crate) fn export(&self, page: Option<u32>, format: &str) -> Result<Vec<u8>, StudioError> {
        match Own::named(format) {
            Some(own) => self.export_own(page, own),
            None => self.formats.write(format, self.page_rows(page)?).map_err(StudioError::request),
        }
    }

    fn export_own(&self, page: Option<u32>, format: &Own) -> Result<Vec<u8>, StudioError> {
        let rows = match page {
            None => self.rows().0,
            Some(id) => {
                let mut rows = Rows::new();
                let current: RegionTable = self.current(id)?.table.clone();
                rows.add(id, &[current], &self.project().file().columns);
                rows.complete()
            }
        };
        Ok(format.write(&self.project(), &rows, self.defuse))
    }

    /// The tables of one page, or of all, with the changes that a person made to columns.
    fn page_rows(&self, page: Option<u32>) -> Result<Vec<PageRows>, StudioError> {
        let (entries, edits) = {
            let project = self.project();
            (project.file().pages.clone(), project.file().columns.clone())
        };
        let mut pages = Vec::new();
        for entry in entries.iter().filter(|entry| page.is_none_or(|id| entry.id == id)) {
            let tables = match page {
                Some(id) => vec![self.current(id)?.table],
                None => self.result(entry.id).map(|result| result.tables.clone()).unwrap_or_default(),
            };
            let tables = tables.into_iter().map(|table| edited(table, &edits)).collect();
            pages.push(PageRows { source: entry.source.clone(), tables });
        }
        Ok(pages)
    }
}
