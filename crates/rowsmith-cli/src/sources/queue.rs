//! The pages of all inputs in one sequence: files as they are, archives and lists opened one at a time.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::form::{Archive, Form, SIGNATURE};
use super::inputs::{Input, has_page_name};
use super::load;
use super::open::{self, Opening};
use super::pages::{Found, Nested, Pages};
use super::scrapy;
use super::settings::Settings;
use super::stream::{Counted, Peeked, peek};
use super::task::{Content, Task};
use super::tell::tell;
use super::unpack::{Unpacked, unpack};
use crate::common::panics;
use crate::common::problem::Problem;
#[cfg_attr(not(feature = "fetch"), allow(unused_imports))]
use crate::common::source::{Data, PageSource};

/// The deepest nesting of lists, such as sitemaps in sitemaps.
const DEEPEST: usize = 4;

/// The deepest nesting of archives: one in another.
const DEEPEST_ARCHIVE: usize = 2;

/// The sequence of pages.
pub(crate) struct Queue<'a> {
    inputs: Box<dyn Iterator<Item = Input> + Send>,
    settings: &'a Settings,
    /// The archives and lists that are open, each within the previous one.
    open: Vec<Opened>,
    /// The number of inputs begun.
    begun: u64,
    /// A page that comes before those of the inputs.
    first: Option<Task>,
}

struct Opened {
    pages: Box<dyn Pages>,
    name: String,
    /// How much of its file has been read, if it has one.
    read: Option<FileProgress>,
    /// Whether it is an archive with members of any kind.
    is_container: bool,
}

/// How much of a file has been read.
struct FileProgress {
    /// The number of bytes so far.
    read: Arc<AtomicU64>,
    /// The total number of bytes.
    size: u64,
}

/// A file that the workers can open again.
#[derive(Clone, Copy)]
struct RegularFile<'a> {
    path: &'a Path,
    size: u64,
}

impl<'a> Queue<'a> {
    /// The pages of these inputs.
    pub(crate) fn new(inputs: Box<dyn Iterator<Item = Input> + Send>, settings: &'a Settings) -> Self {
        Queue { inputs, settings, open: Vec::new(), begun: 0, first: None }
    }

    /// The pages of one stream, which is a page, an archive or a list.
    pub(crate) fn of_stream(name: String, stream: Box<dyn io::Read + Send>, settings: &'a Settings) -> Self {
        let mut queue = Queue::new(Box::new(std::iter::empty()), settings);
        queue.first = queue.nested(Nested { name, stream, wanted: None });
        queue
    }

    /// A page; or `None`, in which case an archive or list may have been opened.
    fn open(&mut self, input: Input) -> Option<Task> {
        let source = PageSource::named(input.name());
        let failed = |problem| Some(Task::new(PageSource::named(input.name()), Content::Failed(problem)));
        let content = match &input {
            Input::Unreadable { why, .. } => Content::Failed(Problem::new("unreadable", why.clone())),
            Input::Stdin => match self.recognise(Box::new(io::stdin()), &source.name, None, None) {
                Ok(Some(content)) => content,
                Ok(None) => return None,
                Err(problem) => Content::Failed(problem),
            },
            Input::File(path) if scrapy::is_body(path) => return scrapy::page(path, &self.settings.skipped),
            Input::File(path) if path.file_name().is_some_and(has_page_name) && !is_archive(path) => {
                Content::File(path.clone())
            }
            Input::File(path) => match self.file(path, &source.name) {
                Ok(Some(content)) => content,
                Ok(None) => return None,
                Err(problem) => Content::Failed(problem),
            },
            Input::Url(url) => match self.list_at(url) {
                Some(Ok(pages)) => {
                    self.open.push(Opened { pages, name: source.name, read: None, is_container: false });
                    return None;
                }
                Some(Err(problem)) => return failed(problem),
                None => Content::Url(url.clone()),
            },
        };
        Some(Task::new(source, content))
    }

    fn file(&mut self, path: &PathBuf, name: &str) -> Result<Option<Content>, Problem> {
        let file = File::open(path).map_err(|error| Problem::unreadable(&error))?;
        let metadata = file.metadata().map_err(|error| Problem::unreadable(&error))?;
        let regular = metadata.is_file().then_some(RegularFile { path, size: metadata.len() });
        self.recognise(Box::new(file), name, regular, None)
    }

    /// Recognises a stream by its first bytes. An archive or list is opened; for anything else the content is returned,
    /// except that the content of a regular file is left for the workers.
    fn recognise(
        &mut self,
        stream: Box<dyn io::Read + Send>,
        name: &str,
        regular: Option<RegularFile<'_>>,
        wanted: Option<Arc<HashSet<String>>>,
    ) -> Result<Option<Content>, Problem> {
        let unreadable = |error: io::Error| Problem::unreadable(&error);
        let stream = Counted::new(stream, Arc::clone(&self.settings.stopped));
        let count = stream.count();
        let Unpacked { stream, packing, recovery } = unpack(stream).map_err(unreadable)?;
        let Peeked { start, stream } = match peek(stream, SIGNATURE as u64) {
            Ok(peeked) => peeked,
            Err(error) => {
                let what = load::damage(&error, packing, false);
                return Err(Problem::new("damaged", format!("nothing can be decompressed: {what}")));
            }
        };
        let form = tell(&start);
        let is_container = matches!(form, Form::Archive(Archive::Zip | Archive::Tar | Archive::SevenZip));
        if is_container && self.open.iter().filter(|opened| opened.is_container).count() >= DEEPEST_ARCHIVE {
            let what = "an archive in an archive in an archive; unpack the outermost one, and name its contents";
            return Err(Problem::new("nesting", what));
        }
        let path = regular.map(|file| file.path);
        let pages = match form {
            Form::Archive(archive) => {
                let unpacked = Unpacked { stream, packing, recovery };
                open::archive(archive, Opening { name, path, unpacked, count: count.clone(), wanted }, self.settings)?
            }
            #[cfg(feature = "fetch")]
            Form::List if !self.settings.data.contains(&Data::List) => {
                let loaded = load::read(stream, packing, self.settings.max_bytes)?;
                super::lists::read(&loaded.bytes, name, None)?
            }
            _ => {
                return Ok(Some(match path {
                    Some(path) => Content::File(path.to_owned()),
                    None => Content::Bytes(load::read(stream, packing, self.settings.max_bytes)?),
                }));
            }
        };
        let read = regular.map(|file| FileProgress { read: count, size: file.size });
        self.open.push(Opened { pages, name: name.to_owned(), read, is_container });
        Ok(None)
    }

    /// Opens something found in an archive.
    fn nested(&mut self, nested: Nested) -> Option<Task> {
        let Nested { name, stream, wanted } = nested;
        let content = match panics::catch(|| Ok(self.recognise(stream, &name, None, wanted))) {
            Ok(Ok(Some(content))) => content,
            Ok(Ok(None)) => return None,
            Ok(Err(problem)) => Content::Failed(problem),
            Err(why) => Content::Failed(Problem::of_page(why)),
        };
        Some(Task::new(PageSource::named(name), content))
    }

    /// Opens the list at an address, if it looks like that of one.
    #[cfg(feature = "fetch")]
    fn list_at(&self, url: &str) -> Option<Result<Box<dyn Pages>, Problem>> {
        use super::lists;
        use crate::common::source::PageContext;
        if !lists::is_list_address(url) || self.settings.data.contains(&Data::List) {
            return None;
        }
        let mut context = PageContext::default();
        let list = self.settings.fetch(url, &mut context).and_then(|loaded| {
            if !lists::is_list(&loaded.bytes[..loaded.bytes.len().min(SIGNATURE)]) {
                // it is a page after all, and has been loaded already
                return Ok(lists::one_page(url, context, loaded));
            }
            lists::read(&loaded.bytes, url, context.base_url.as_deref())
        });
        Some(list)
    }

    #[cfg(not(feature = "fetch"))]
    fn list_at(&self, _: &str) -> Option<Result<Box<dyn Pages>, Problem>> {
        None
    }

    /// The number of inputs that are done when the last page that was given is.
    fn done(&self) -> f64 {
        let Some(first) = self.open.first() else { return self.begun as f64 };
        let of_file = || {
            let file = first.read.as_ref()?;
            Some((file.read.load(Ordering::Relaxed) as f64 / file.size.max(1) as f64).min(1.0))
        };
        self.begun as f64 - 1.0 + first.pages.fraction().or_else(of_file).unwrap_or(0.0)
    }
}

impl Iterator for Queue<'_> {
    type Item = Task;

    fn next(&mut self) -> Option<Task> {
        let mut task = self.first.take().or_else(|| self.next_task())?;
        let context = &mut task.source.context;
        if let Some(mirror) = self.settings.mirror.as_ref().filter(|_| context.base_url.is_none()) {
            let file = if let Content::File(path) = &task.content { Some(path.as_path()) } else { None };
            context.saved_from = mirror.address_of(file, &task.source.name);
        }
        Some(task)
    }
}

impl Queue<'_> {
    fn next_task(&mut self) -> Option<Task> {
        loop {
            let depth = self.open.len();
            let input = match self.open.last_mut() {
                None => {
                    let input = self.inputs.next()?;
                    self.begun += 1;
                    input
                }
                Some(opened) => match panics::catch(|| Ok(opened.pages.next())) {
                    Ok(Some(Found::Page(mut task))) => {
                        task.done = self.done();
                        return Some(task);
                    }
                    Ok(Some(Found::Nested(nested))) => match self.nested(nested) {
                        Some(mut task) => {
                            task.done = self.done();
                            return Some(task);
                        }
                        None => continue,
                    },
                    Ok(Some(Found::Input(input))) if depth < DEEPEST => input,
                    Ok(Some(Found::Input(input))) => {
                        let problem = Problem::new("list", format!("lists are nested more than {DEEPEST} deep"));
                        return Some(Task::new(PageSource::named(input.name()), Content::Failed(problem)));
                    }
                    Ok(None) => {
                        self.open.pop();
                        continue;
                    }
                    Err(why) => {
                        let name = opened.name.clone();
                        self.open.pop();
                        return Some(Task::new(PageSource::named(name), Content::Failed(Problem::of_page(why))));
                    }
                },
            };
            let name = input.name();
            let opened = panics::catch(|| Ok(self.open(input)));
            let task = opened
                .unwrap_or_else(|why| Some(Task::new(PageSource::named(name), Content::Failed(Problem::of_page(why)))));
            if let Some(mut task) = task {
                task.done = self.done();
                return Some(task);
            }
        }
    }
}

/// Whether a file with the name of a page is an archive of pages, judging by its first bytes. Errors are left to
/// whoever reads the page.
fn is_archive(path: &Path) -> bool {
    use io::Read;
    let is_regular = std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
    let mut start = Vec::new();
    is_regular
        && File::open(path).and_then(|file| file.take(SIGNATURE as u64).read_to_end(&mut start)).is_ok()
        && matches!(tell(&start), Form::Archive(_))
}

/// Leaves out the pages that an earlier run has done, each as often as it was done.
pub(crate) struct Remaining<I> {
    tasks: I,
    done: HashMap<u64, u32>,
}

impl<I: Iterator<Item = Task>> Remaining<I> {
    /// The tasks without those whose [`PageSource::key`]s are in `done`, which has how often each was done.
    pub(crate) fn new(tasks: I, done: HashMap<u64, u32>) -> Self {
        Remaining { tasks, done }
    }
}

impl<I: Iterator<Item = Task>> Iterator for Remaining<I> {
    type Item = Task;

    fn next(&mut self) -> Option<Task> {
        loop {
            let task = self.tasks.next()?;
            if self.done.is_empty() {
                return Some(task);
            }
            match self.done.get_mut(&task.source.key()) {
                Some(times) if *times > 0 => *times -= 1,
                _ => return Some(task),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_is_left_out_as_often() {
        let task = |name: &str| Task::new(PageSource::named(name.into()), Content::File(name.into()));
        let done = HashMap::from([(task("a").source.key(), 1), (task("c").source.key(), 1)]);
        let left = Remaining::new(["a", "b", "a", "c"].map(task).into_iter(), done);
        assert_eq!(left.map(|task| task.source.name).collect::<Vec<_>>(), ["b", "a"]);
    }
}
