//! What a member of an archive is: a page, a nested archive, or something to be skipped.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::io::{self, Read};
use std::sync::Arc;

use super::super::form::{Archive, Form, SIGNATURE};
use super::super::inputs::{asset_folder_page, has_page_name};
use super::super::load::Loaded;
use super::super::pages::{Found, Nested};
use super::super::skipped::Skipped;
use super::super::stream::Stream;
use super::super::task::{Content, Task};
use super::super::tell::{is_surely_html, tell};
use super::super::unpack::{Packing, unpack};
use super::{Budget, Seekable};
use crate::common::failure::why;
use crate::common::problem::Problem;
use crate::common::source::{PageContext, PageSource};

/// What all archives have in common: their name, their limits, and what they have given so far.
pub(super) struct Members {
    /// As the user named it.
    pub(super) archive: String,
    pub(super) max_bytes: usize,
    pub(super) skipped: Skipped,
    /// The number of members so far.
    pub(super) position: u64,
    pub(super) budget: Budget,
    /// The paths of pages without their extensions, for recognising the folders of files saved with them.
    pages: HashSet<String>,
    /// The addresses that the archive itself lists as its pages, if it does.
    pub(super) wanted: Option<Arc<HashSet<String>>>,
    /// Whether it has given anything.
    given: bool,
    /// What was skipped, for a message.
    passed: Vec<String>,
}

/// How many paths of pages are remembered: larger archives have no folders of saved files.
const REMEMBERED: usize = 100_000;

/// Where the bytes of a member come from.
pub(super) struct Source<'a> {
    /// Its content; may be left unread in part.
    pub(super) stream: &'a mut dyn Read,
    /// Another reader of the same bytes, if the archive has them as they are: what is nested is read from it.
    pub(super) stored: Option<Box<dyn Read + Send>>,
}

impl<'a> Source<'a> {
    /// Bytes that can be read once.
    pub(super) fn once(stream: &'a mut dyn Read) -> Self {
        Source { stream, stored: None }
    }
}

/// What to do with a member.
enum Fate {
    Page,
    Nested,
    Pass(String),
}

impl Members {
    pub(super) fn new(archive: String, max_bytes: usize, skipped: Skipped, budget: Budget) -> Self {
        let (pages, passed, wanted) = (HashSet::new(), Vec::new(), None);
        Members { archive, max_bytes, skipped, position: 0, budget, pages, wanted, given: false, passed }
    }

    /// Records the path of a page that comes now or later.
    pub(super) fn expect(&mut self, path: &str) {
        if has_page_name(OsStr::new(path)) && self.pages.len() < REMEMBERED {
            self.pages.insert(stem(path).to_owned());
        }
    }

    /// Counts a member whose pages are read elsewhere.
    pub(super) fn begin(&mut self) {
        self.position += 1;
        self.given = true;
    }

    /// What a member of this size gives; `None` if it is skipped.
    ///
    /// # Errors
    /// If the budget is spent; nothing more should be read from the archive.
    pub(super) fn member(&mut self, path: &str, size: u64, source: Source<'_>) -> io::Result<Option<Found>> {
        let Source { stream, stored } = source;
        self.position += 1;
        self.expect(path);
        let mut start = Vec::new();
        if let Err(error) = stream.take(SIGNATURE as u64).read_to_end(&mut start) {
            return Ok(Some(
                self.failed(path, Problem::new("damaged", format!("its data is damaged: {}", why(&error)))),
            ));
        }
        self.budget.spend(start.len() as u64)?;
        let fate = self.fate(path, &start);
        let whole = io::Cursor::new(start).chain(stream);
        match fate {
            Fate::Pass(kind) => {
                self.pass(kind);
                Ok(None)
            }
            Fate::Page => self.page(path, size, whole).map(Some),
            Fate::Nested => {
                let stream = match stored {
                    Some(stored) => {
                        self.budget.spend(size)?;
                        stored
                    }
                    None => {
                        let spooled = Seekable::spool(whole, &mut self.budget)?;
                        Box::new(spooled.section(0, spooled.size))
                    }
                };
                self.given = true;
                let wanted = self.wanted.clone();
                Ok(Some(Found::Nested(Nested { name: self.name(path), stream, wanted })))
            }
        }
    }

    /// Records something that is skipped.
    pub(super) fn pass(&mut self, kind: String) {
        self.skipped.add(&kind);
        if self.passed.len() < 4 && !self.passed.contains(&kind) {
            self.passed.push(kind);
        }
    }

    fn fate(&self, path: &str, start: &[u8]) -> Fate {
        let pass = |kind: &str| Fate::Pass(kind.to_owned());
        if path.split('/').any(|part| part == "__MACOSX" || part.starts_with("._")) {
            return pass("macOS metadata files in archives");
        }
        if asset_folder_page(path, |page| self.pages.contains(page)) {
            return pass("in asset folders of saved pages");
        }
        let is_named = has_page_name(OsStr::new(path));
        match tell(start) {
            Form::Archive(Archive::Parquet | Archive::Cdx) => pass("Parquet files and indexes in archives"),
            Form::Archive(_) => Fate::Nested,
            Form::Mail | Form::WebArchive => Fate::Page,
            Form::Packed(_) => match unpacked_start(start) {
                Some(inner) => match tell(&inner) {
                    Form::Archive(Archive::Parquet | Archive::Cdx) => pass("Parquet files and indexes in archives"),
                    Form::Archive(_) => Fate::Nested,
                    Form::Page if is_named || is_surely_html(&inner) => Fate::Nested,
                    form if is_named => pass(form.name()),
                    form => Fate::Pass(format!("{} in archives", form.name())),
                },
                None => pass("compressed data in archives"),
            },
            _ if is_named => Fate::Page,
            Form::Page if is_surely_html(start) => Fate::Page,
            Form::Page => pass("other text in archives"),
            Form::Empty => pass("empty files in archives"),
            form => Fate::Pass(format!("{} in archives", form.name())),
        }
    }

    fn page(&mut self, path: &str, size: u64, stream: impl Read) -> io::Result<Found> {
        let mut bytes = Vec::new();
        let outcome = stream.take(self.max_bytes.saturating_add(1) as u64).read_to_end(&mut bytes);
        self.budget.spend(bytes.len() as u64)?;
        let damage = match outcome {
            Err(error) if bytes.is_empty() => {
                let problem = Problem::new("damaged", format!("none of it can be read: {}", why(&error)));
                return Ok(self.failed(path, problem));
            }
            Err(error) => Some(format!("its data in the archive is damaged: {}", why(&error))),
            Ok(_) if (bytes.len() as u64) < size && bytes.len() <= self.max_bytes => {
                Some("the archive ends within the page".to_owned())
            }
            Ok(_) => None,
        };
        self.given = true;
        let loaded = Loaded { bytes, damage, ..Loaded::default() };
        Ok(Found::Page(Task::new(self.source(path), Content::Bytes(loaded))))
    }

    /// A damaged member.
    pub(super) fn failed(&mut self, path: &str, problem: Problem) -> Found {
        self.given = true;
        Found::Page(Task::new(self.source(path), Content::Failed(problem)))
    }

    /// The archive itself is damaged.
    pub(super) fn broken(&mut self, why: String) -> Found {
        self.given = true;
        let problem = Problem::new("damaged", why);
        Found::Page(Task::new(PageSource::named(self.archive.clone()), Content::Failed(problem)))
    }

    /// The message at the end if nothing was given.
    pub(super) fn end(&mut self) -> Option<Found> {
        if self.given {
            return None;
        }
        let what = match self.passed.as_slice() {
            [] => "the archive is empty".to_owned(),
            passed => {
                format!("there is no page in this archive, only {}", passed.join(", ").replace(" in archives", ""))
            }
        };
        self.given = true;
        let problem = Problem::new("empty", what);
        Some(Found::Page(Task::new(PageSource::named(self.archive.clone()), Content::Failed(problem))))
    }

    fn source(&self, path: &str) -> PageSource {
        PageSource::within(&self.archive, self.position, self.name(path), PageContext::default())
    }

    /// The name of a member in results.
    pub(super) fn name(&self, path: &str) -> String {
        format!("{}!/{}", self.archive, path.trim_start_matches("./").trim_start_matches('/'))
    }
}

/// A path without the extension of the file.
fn stem(path: &str) -> &str {
    let name = path.rfind('/').map_or(0, |at| at + 1);
    path[name..].rfind('.').map_or(path, |at| &path[..name + at])
}

/// The first bytes after decompression, as far as they can be decompressed from the first bytes that are available.
fn unpacked_start(start: &[u8]) -> Option<Vec<u8>> {
    let unpacked = unpack(io::Cursor::new(start.to_owned())).ok()?;
    let mut inner = Vec::new();
    let mut stream: Stream = unpacked.stream;
    // the input is truncated, so an error follows what comes out
    let _ = stream.by_ref().take(SIGNATURE as u64).read_to_end(&mut inner);
    (unpacked.packing != Packing::None && !inner.is_empty()).then_some(inner)
}
