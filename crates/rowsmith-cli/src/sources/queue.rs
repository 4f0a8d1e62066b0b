//! The pages of all inputs in one sequence: files as they are, archives and lists opened one at a time.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::inputs::{Input, has_page_name};
use crate::load;
use crate::panics;
use crate::problem::Problem;
use crate::skipped::Skipped;
#[cfg(feature = "fetch")]
use crate::sources::fetch::Fetcher;
#[cfg(feature = "fetch")]
use crate::sources::stream::unpack;
use crate::sources::stream::{Counted, Packing, Stream, peek, unpack_members};
use crate::sources::warc::Warc;
use crate::sources::{Content, Found, PageContext, PageSource, Pages, Task};

/// How inputs are read.
#[derive(Default)]
pub(crate) struct Settings {
    /// Bytes of a page that are read, after decompression.
    pub(crate) max_bytes: usize,
    /// The Parquet column with the pages; guessed if not given.
    #[cfg_attr(not(feature = "parquet"), allow(dead_code))]
    pub(crate) html_column: Option<String>,
    /// The Parquet column with their addresses; guessed if not given.
    #[cfg_attr(not(feature = "parquet"), allow(dead_code))]
    pub(crate) url_column: Option<String>,
    /// Fetches what is on the network.
    #[cfg(feature = "fetch")]
    pub(crate) fetcher: Option<Fetcher>,
    /// Renders every page.
    #[cfg(feature = "render")]
    pub(crate) rendering: Option<crate::sources::render::Rendering>,
    /// What is passed over.
    pub(crate) skipped: Skipped,
}

impl Settings {
    /// Fetches a page. What is a compressed file on the server is decompressed.
    #[cfg(feature = "fetch")]
    pub(crate) fn fetch(&self, url: &str, context: &mut PageContext) -> Result<load::Loaded, Problem> {
        let Some(fetcher) = &self.fetcher else { return Err(Problem::new("unreadable", "nothing is fetched here")) };
        let fetched = fetcher.page(url, self.max_bytes, context)?;
        if Packing::of(&fetched.bytes) == Packing::None {
            return Ok(fetched);
        }
        let unpacked = unpack(io::Cursor::new(fetched.bytes)).map_err(|error| Problem::unreadable(&error))?;
        let loaded = load::read(unpacked.0, unpacked.1, self.max_bytes)?;
        Ok(load::Loaded { damage: fetched.damage.or(loaded.damage), ..loaded })
    }

    /// Waits until an address may be asked, if its host lets us at all.
    #[cfg(feature = "render")]
    pub(crate) fn admit(&self, url: &str) -> Result<(), Problem> {
        self.fetcher.as_ref().map_or(Ok(()), |fetcher| fetcher.admit(url))
    }

    #[cfg(not(feature = "fetch"))]
    pub(crate) fn fetch(&self, _: &str, _: &mut PageContext) -> Result<load::Loaded, Problem> {
        let what = "this rowsmith was built without fetching; build it with the feature 'fetch'";
        Err(Problem::new("unreadable", what))
    }
}

/// Lists within lists, as sitemaps within sitemaps, to this depth.
const DEEPEST: usize = 4;

/// Bytes of an input that tell what it is.
const LOOK: u64 = 2048;

/// The sequence of pages.
pub(crate) struct Queue<'a> {
    inputs: Box<dyn Iterator<Item = Input> + Send>,
    settings: &'a Settings,
    /// Archives and lists being read, each within the one before.
    open: Vec<Opened>,
    /// Inputs begun.
    begun: u64,
}

struct Opened {
    pages: Box<dyn Pages>,
    name: String,
    /// Bytes read of the file and its size, if it is one.
    read: Option<(Arc<AtomicU64>, u64)>,
}

impl<'a> Queue<'a> {
    /// The pages of these inputs.
    pub(crate) fn new(inputs: Box<dyn Iterator<Item = Input> + Send>, settings: &'a Settings) -> Self {
        Queue { inputs, settings, open: Vec::new(), begun: 0 }
    }

    /// A page, or `None` and something else may be open now.
    fn open(&mut self, input: Input) -> Option<Task> {
        let source = PageSource::named(input.name());
        let failed = |problem| Some(Task::new(PageSource::named(input.name()), Content::Failed(problem)));
        let content = match &input {
            Input::Unreadable { why, .. } => Content::Failed(Problem::new("unreadable", why.clone())),
            Input::Stdin => match self.look(Box::new(io::stdin()), &source.name, None) {
                Ok(Some(content)) => content,
                Ok(None) => return None,
                Err(problem) => Content::Failed(problem),
            },
            Input::File(path) if path.file_name().is_some_and(has_page_name) => Content::File(path.clone()),
            Input::File(path) => match self.file(path, &source.name) {
                Ok(Some(content)) => content,
                Ok(None) => return None,
                Err(problem) => Content::Failed(problem),
            },
            Input::Url(url) => match self.list_at(url) {
                Some(Ok(pages)) => {
                    self.open.push(Opened { pages, name: source.name, read: None });
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
        let regular = metadata.is_file().then_some((path.as_path(), metadata.len()));
        if let Some((path, _)) = regular
            && is_parquet(&file)
        {
            self.open.push(Opened {
                pages: open_parquet(path, name, self.settings)?,
                name: name.to_owned(),
                read: None,
            });
            return Ok(None);
        }
        self.look(Box::new(file), name, regular)
    }

    /// Looks into a stream. An archive or list is opened; of anything else the content is returned, which for a
    /// regular file (`path` and size) stays in the file for the workers.
    fn look(
        &mut self,
        stream: Box<dyn io::Read + Send>,
        name: &str,
        regular: Option<(&Path, u64)>,
    ) -> Result<Option<Content>, Problem> {
        let unreadable = |error: io::Error| Problem::unreadable(&error);
        let (stream, count) = Counted::new(stream);
        let (stream, packing, recovery) = unpack_members(stream).map_err(unreadable)?;
        let (start, stream) = match peek(stream, LOOK) {
            Ok(looked) => looked,
            Err(error) => {
                let what = load::damage(&error, packing, false);
                return Err(Problem::new("damaged", format!("nothing can be decompressed: {what}")));
            }
        };
        let pages: Box<dyn Pages> = if start.starts_with(b"WARC/") {
            let (max_bytes, skipped) = (self.settings.max_bytes, self.settings.skipped.clone());
            Box::new(Warc::new((stream, packing, recovery), name.to_owned(), max_bytes, skipped))
        } else {
            match self.list_or_page(&start, stream, packing, name, regular)? {
                Looked::List(pages) => pages,
                Looked::Page(content) => return Ok(Some(content)),
            }
        };
        let read = regular.map(|(_, size)| (count, size));
        self.open.push(Opened { pages, name: name.to_owned(), read });
        Ok(None)
    }

    fn list_or_page(
        &self,
        start: &[u8],
        stream: Stream,
        packing: Packing,
        name: &str,
        regular: Option<(&Path, u64)>,
    ) -> Result<Looked, Problem> {
        #[cfg(feature = "fetch")]
        if crate::sources::lists::is_list(start) {
            let loaded = load::read(stream, packing, self.settings.max_bytes)?;
            return crate::sources::lists::read(&loaded.bytes, name, None).map(Looked::List);
        }
        #[cfg(not(feature = "fetch"))]
        let _ = (start, name);
        Ok(Looked::Page(match regular {
            Some((path, _)) => Content::File(path.to_owned()),
            None => Content::Bytes(load::read(stream, packing, self.settings.max_bytes)?),
        }))
    }

    /// The list that an address stands for, if it looks like that of one.
    #[cfg(feature = "fetch")]
    fn list_at(&self, url: &str) -> Option<Result<Box<dyn Pages>, Problem>> {
        use crate::sources::lists;
        if !lists::is_list_address(url) {
            return None;
        }
        let mut context = PageContext::default();
        let list = self.settings.fetch(url, &mut context).and_then(|loaded| {
            if !lists::is_list(&loaded.bytes[..loaded.bytes.len().min(LOOK as usize)]) {
                // a page after all; it is here already
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

    /// Inputs done when the page that was given last is.
    fn done(&self) -> f64 {
        let Some(first) = self.open.first() else { return self.begun as f64 };
        let of_file = || {
            let (count, size) = first.read.as_ref()?;
            Some((count.load(Ordering::Relaxed) as f64 / (*size).max(1) as f64).min(1.0))
        };
        self.begun as f64 - 1.0 + first.pages.fraction().or_else(of_file).unwrap_or(0.0)
    }
}

enum Looked {
    #[cfg_attr(not(feature = "fetch"), allow(dead_code))]
    List(Box<dyn Pages>),
    Page(Content),
}

impl Iterator for Queue<'_> {
    type Item = Task;

    fn next(&mut self) -> Option<Task> {
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
                    Ok(Some(Found::Input(input))) if depth < DEEPEST => input,
                    Ok(Some(Found::Input(input))) => {
                        let problem = Problem::new("list", format!("lists within lists deeper than {DEEPEST}"));
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

/// Whether a file begins as Parquet files do; it is read from its beginning afterwards.
fn is_parquet(mut file: &File) -> bool {
    use io::{Read, Seek};
    let mut start = Vec::new();
    let read = file.take(4).read_to_end(&mut start).is_ok();
    file.rewind().is_ok() && read && start == b"PAR1"
}

#[cfg(feature = "parquet")]
fn open_parquet(path: &Path, name: &str, settings: &Settings) -> Result<Box<dyn Pages>, Problem> {
    crate::sources::parquet::open(path, name, settings)
}

#[cfg(not(feature = "parquet"))]
fn open_parquet(_: &Path, _: &str, _: &Settings) -> Result<Box<dyn Pages>, Problem> {
    let what = "this rowsmith was built without Parquet; build it with the feature 'parquet'";
    Err(Problem::new("unreadable", what))
}

/// Leaves out the pages that an earlier run has done: each as often as it was done.
pub(crate) struct Remaining<I> {
    tasks: I,
    done: HashMap<u64, u32>,
}

impl<I: Iterator<Item = Task>> Remaining<I> {
    /// The tasks without those whose [`key`]s are among `done`, with how often.
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
            match self.done.get_mut(&key(&task.source)) {
                Some(times) if *times > 0 => *times -= 1,
                _ => return Some(task),
            }
        }
    }
}

/// What a page is known by from one run to the next: 64 bits of its name and where it stood (FNV-1a, which is the
/// same everywhere and always).
pub(crate) fn key(source: &PageSource) -> u64 {
    let position = source.origin.as_ref().map_or(0, |origin| origin.position);
    let archive = source.origin.as_ref().map_or("", |origin| origin.archive.as_str());
    let parts = [archive.as_bytes(), &position.to_le_bytes(), source.name.as_bytes()];
    let bytes = parts.iter().flat_map(|part| part.iter().chain(&[0xff]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_is_left_out_as_often() {
        let task = |name: &str| Task::new(PageSource::named(name.into()), Content::File(name.into()));
        let done = HashMap::from([(key(&task("a").source), 1), (key(&task("c").source), 1)]);
        let left = Remaining::new(["a", "b", "a", "c"].map(task).into_iter(), done);
        assert_eq!(left.map(|task| task.source.name).collect::<Vec<_>>(), ["b", "a"]);
    }

    #[test]
    fn keys_tell_pages_apart() {
        let within = |at| PageSource::within("a.warc", at, "http://x/".into(), PageContext::default());
        assert_ne!(key(&within(1)), key(&within(2)));
        assert_ne!(key(&within(1)), key(&PageSource::named("http://x/".into())));
        assert_eq!(key(&PageSource::named("a".into())), 0x4177_1f3d_70f0_52bb, "the same always");
    }
}
