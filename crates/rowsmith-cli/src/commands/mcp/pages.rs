//! The pages of a call: fetched with private networks protected, read from the folders that the user allowed, or passed
//! in the call.

use std::fs;
use std::path::{Path, PathBuf};

use rowsmith::{Limits, Page, PageOptions};

use super::arguments::PageArguments;
use crate::args::McpArgs;
use crate::common::failure::{Failure, why};
use crate::common::source::{PageContext, PageSource};
use crate::sources::fetch::Fetcher;
use crate::sources::inputs::{Input, Inputs};
use crate::sources::load::Loaded;
use crate::sources::queue::Queue;
use crate::sources::settings::Settings;
use crate::sources::{Content, Task};

/// The most pages that a call may name; folders and archives count as the pages in them.
pub(super) const MOST_PAGES: usize = 50;

/// Pages of a call.
pub(super) struct Several {
    /// At most [`MOST_PAGES`]; for those that are not available, the reason.
    pub(super) pages: Vec<Result<Page, String>>,
    /// Whether there are further ones.
    pub(super) left_out: bool,
}

/// Gets pages.
pub(super) struct Reader {
    /// The folders that may be read, with symbolic links resolved.
    folders: Vec<PathBuf>,
    pub(super) settings: Settings,
    offline: bool,
    limits: Limits,
}

impl Reader {
    /// # Errors
    /// If a folder does not exist.
    pub(super) fn new(args: &McpArgs) -> Result<Reader, Failure> {
        let folder = |path: &PathBuf| match path.canonicalize() {
            Ok(folder) if folder.is_dir() => Ok(folder),
            Ok(_) => Err(Failure::Usage(format!("'{}' is not a folder", path.display()))),
            Err(error) => Err(Failure::Usage(format!("'{}': {}", path.display(), why(&error)))),
        };
        let folders = args.folders.iter().map(folder).collect::<Result<_, _>>()?;
        let fetcher = (!args.offline).then(|| Fetcher::open(&args.fetch)).transpose()?;
        let settings = Settings { max_bytes: args.limits.max_bytes, fetcher, ..Settings::default() };
        Ok(Reader { folders, settings, offline: args.offline, limits: args.limits.limits() })
    }

    /// The one page that is named.
    ///
    /// # Errors
    /// Why the page is not available, for the agent.
    pub(super) fn page(&self, of: &PageArguments) -> Result<Page, String> {
        let mut pages = self.tasks(of)?;
        let task = pages.next().ok_or("there is no page")?;
        if pages.next().is_some() {
            return Err("this names several pages; name one, or use 'learn', 'apply' or 'harvest'".to_owned());
        }
        self.parse(task, of.base_url.as_deref())
    }

    /// The pages that are named, up to [`MOST_PAGES`].
    ///
    /// # Errors
    /// What is wrong with the arguments.
    pub(super) fn pages(&self, of: &[PageArguments]) -> Result<Several, String> {
        if of.is_empty() || of.len() > MOST_PAGES {
            return Err(format!("'pages' takes 1 to {MOST_PAGES} pages"));
        }
        let mut pages = Vec::new();
        let mut left_out = false;
        for arguments in of {
            let mut tasks = self.tasks(arguments)?;
            while pages.len() < MOST_PAGES
                && let Some(task) = tasks.next()
            {
                let name = task.source.name.clone();
                let page = self.parse(task, arguments.base_url.as_deref());
                pages.push(page.map_err(|error| format!("{name}: {error}")));
            }
            // one more is enough to know: an archive may have millions
            left_out |= pages.len() == MOST_PAGES && tasks.next().is_some();
        }
        Ok(Several { pages, left_out })
    }

    /// Loads and parses a page for a harvest.
    pub(super) fn parse(&self, task: Task, base_url: Option<&str>) -> Result<Page, String> {
        let Task { mut source, content, .. } = task;
        let Loaded { bytes, .. } = content.load(&mut source.context, &self.settings).map_err(|problem| problem.why)?;
        let PageContext { base_url: own, saved_from, charset, fetched, .. } = source.context;
        let mut options = PageOptions::new().source(source.name).limits(self.limits);
        options.url = own.or(base_url.map(str::to_owned)).or(saved_from);
        (options.charset, options.fetched) = (charset, fetched);
        Page::parse(&bytes, &options).map_err(|error| error.to_string())
    }

    /// A file or folder that may be read.
    ///
    /// # Errors
    /// If it is outside of the folders or does not exist; the message is the same, so that nobody learns what else
    /// exists.
    pub(super) fn allowed(&self, path: &str) -> Result<PathBuf, String> {
        let Some(first) = self.folders.first() else {
            return Err("this server reads no files: it was started without a folder".to_owned());
        };
        let found = first.join(path).canonicalize().ok();
        let inside = found.filter(|found| self.is_inside(found));
        inside.ok_or_else(|| format!("'{path}' does not exist, or is not in a folder of this server"))
    }

    fn is_inside(&self, path: &Path) -> bool {
        self.folders.iter().any(|folder| path.starts_with(folder))
    }

    fn tasks<'a>(&'a self, of: &PageArguments) -> Result<Box<dyn Iterator<Item = Task> + 'a>, String> {
        let one = |task| Ok(Box::new(std::iter::once(task)) as Box<dyn Iterator<Item = Task>>);
        match (&of.address, &of.path, &of.html) {
            (Some(address), None, None) => one(Task::at(self.address(address)?)),
            (None, None, Some(html)) => {
                let loaded = Loaded { bytes: html.clone().into_bytes(), ..Loaded::default() };
                let mut source = PageSource::named("html".to_owned());
                source.context.charset = Some("utf-8".to_owned());
                one(Task::new(source, Content::Bytes(loaded)))
            }
            (None, Some(path), None) => Ok(Box::new(self.files(self.allowed(path)?))),
            _ => Err("name a page by exactly one of 'address', 'path' and 'html'".to_owned()),
        }
    }

    /// An address that may be fetched.
    ///
    /// # Errors
    /// If it is not an address, or nothing is fetched.
    pub(super) fn address(&self, address: &str) -> Result<String, String> {
        let scheme = address.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
        match scheme.as_deref() {
            Some("http" | "https") if self.offline => Err("this server fetches nothing (--offline)".to_owned()),
            Some("http" | "https") => Ok(address.to_owned()),
            _ => Err(format!("'{address}' is not an http or https address; use 'path' for files")),
        }
    }

    /// The pages in a file, folder or archive. Links that lead out of the folders are skipped.
    fn files(&self, path: PathBuf) -> impl Iterator<Item = Task> {
        let folders = self.folders.clone();
        let inside = move |input: &Input| match input {
            Input::File(path) => path.canonicalize().is_ok_and(|path| folders.iter().any(|of| path.starts_with(of))),
            Input::Unreadable { .. } => true,
            Input::Stdin | Input::Url(_) => false,
        };
        let inputs = Inputs { arguments: vec![path], lists: Vec::new() };
        Queue::new(Box::new(inputs.iter().filter(inside)), &self.settings)
    }

    /// A text file in one of the folders.
    ///
    /// # Errors
    /// If it is not allowed, cannot be read, or is longer than a page may be.
    pub(super) fn text(&self, path: &str) -> Result<String, String> {
        let found = self.allowed(path)?;
        let length = fs::metadata(&found).map_err(|error| why(&error))?.len();
        if length > self.settings.max_bytes as u64 {
            return Err(format!("'{path}' is longer than {} bytes", self.settings.max_bytes));
        }
        fs::read_to_string(&found).map_err(|error| format!("'{path}': {}", why(&error)))
    }
}
