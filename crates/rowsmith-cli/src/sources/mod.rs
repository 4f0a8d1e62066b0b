//! Where pages come from: one lazy sequence of [`Task`]s over all inputs, whatever they are.
//!
//! Each kind of archive is one file with one iterator that holds one page at a time. What takes long and needs no
//! order - reading files, fetching, undoing the codings of HTTP - is left to the workers: [`Content::load`].

#[cfg(feature = "fetch")]
pub(crate) mod fetch;
#[cfg(feature = "fetch")]
mod host;
pub(crate) mod http;
#[cfg(feature = "fetch")]
mod lists;
pub(crate) mod members;
#[cfg(feature = "parquet")]
mod parquet;
pub(crate) mod queue;
#[cfg(feature = "render")]
pub(crate) mod render;
pub(crate) mod stream;
mod warc;

use std::fmt;
use std::ops::Deref;
use std::path::PathBuf;

use rowsmith::dom::layout::Snapshot;
use serde::{Deserialize, Serialize};

use crate::inputs::Input;
use crate::load::{Loaded, load};
use crate::problem::Problem;
use crate::sources::http::Head;
use crate::sources::queue::Settings;

/// What is known about a page from where it was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct PageContext {
    /// Its address, if it is one that links can be resolved against.
    pub(crate) base_url: Option<String>,
    /// The charset of its HTTP header, or of the column it was in; one that there is.
    pub(crate) charset: Option<String>,
}

/// A page of an archive: where it stood.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Origin {
    /// The file that the page was in, as the user named it.
    pub(crate) archive: String,
    /// The number of the record or row in the file, from 1.
    pub(crate) position: u64,
}

/// Which page it is; can be used as its name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct PageSource {
    /// The name in results and messages: the input as the user named it, or the page's address.
    pub(crate) name: String,
    /// What is known about it.
    pub(crate) context: PageContext,
    /// Where it stood, if it was in an archive.
    pub(crate) origin: Option<Origin>,
}

impl PageSource {
    /// A page by itself.
    pub(crate) fn named(name: String) -> Self {
        PageSource { name, ..PageSource::default() }
    }

    /// A page of an archive.
    pub(crate) fn within(archive: &str, position: u64, name: String, mut context: PageContext) -> Self {
        context.base_url = context.base_url.filter(|url| is_base(url));
        PageSource { name, context, origin: Some(Origin { archive: archive.to_owned(), position }) }
    }
}

/// Whether links can be resolved against an address.
fn is_base(text: &str) -> bool {
    url::Url::parse(text).is_ok_and(|url| !url.cannot_be_a_base())
}

impl Deref for PageSource {
    type Target = str;

    fn deref(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for PageSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// A page to be worked on.
#[derive(Debug)]
pub(crate) struct Task {
    /// Which it is.
    pub(crate) source: PageSource,
    /// Its bytes, or where they are.
    pub(crate) content: Content,
    /// How many inputs are done with it, in part or whole, for the progress bar.
    pub(crate) done: f64,
}

impl Task {
    fn new(source: PageSource, content: Content) -> Self {
        Task { source, content, done: 0.0 }
    }

    /// Bytes that it holds in memory.
    pub(crate) fn weight(&self) -> usize {
        match &self.content {
            Content::Bytes(loaded) => loaded.bytes.len(),
            Content::Response { message, .. } => message.len(),
            Content::File(_) | Content::Url(_) | Content::Failed(_) => 0,
        }
    }
}

/// The bytes of a page, or where they are.
#[derive(Debug)]
pub(crate) enum Content {
    /// They are here.
    Bytes(Loaded),
    /// An HTTP message of an archive.
    Response {
        /// Its head.
        head: Head,
        /// All of it, as it was sent.
        message: Vec<u8>,
        /// Where the body begins.
        at: usize,
        /// What is wrong with it.
        damage: Option<String>,
    },
    /// In a file.
    File(PathBuf),
    /// On the network.
    Url(String),
    /// Nowhere.
    Failed(Problem),
}

impl Content {
    /// Gets the bytes; what is learnt on the way goes into the context.
    ///
    /// # Errors
    /// Why there are none.
    pub(crate) fn load(self, context: &mut PageContext, settings: &Settings) -> Result<Loaded, Problem> {
        #[cfg(feature = "render")]
        if let Some(rendering) = &settings.rendering {
            let file = match &self {
                Content::Url(url) => {
                    settings.admit(url)?;
                    return rendering.address(url, context);
                }
                Content::File(path) => Some(path.clone()),
                _ => None,
            };
            let loaded = self.read(context, settings)?;
            // what is packed cannot be opened where it lies
            let file = file.filter(|file| std::fs::metadata(file).is_ok_and(|f| f.len() == loaded.bytes.len() as u64));
            return rendering.stored(loaded, file.as_deref(), context);
        }
        self.read(context, settings)
    }

    fn read(self, context: &mut PageContext, settings: &Settings) -> Result<Loaded, Problem> {
        let loaded = self.bytes(context, settings)?;
        // a snapshot knows the address that it was taken of
        if context.base_url.is_none()
            && let Some(Ok(snapshot)) = Snapshot::read(&loaded.bytes)
        {
            context.base_url = snapshot.url.filter(|url| is_base(url));
        }
        Ok(loaded)
    }

    fn bytes(self, context: &mut PageContext, settings: &Settings) -> Result<Loaded, Problem> {
        match self {
            Content::Bytes(loaded) => Ok(loaded),
            Content::Response { head, message, at, damage } => {
                context.charset = head.charset().or(context.charset.take());
                let loaded = head.body(&message[at..], settings.max_bytes);
                Ok(Loaded { damage: damage.or(loaded.damage), ..loaded })
            }
            Content::File(path) => load(&path, settings.max_bytes),
            Content::Url(url) => settings.fetch(&url, context),
            Content::Failed(problem) => Err(problem),
        }
    }
}

/// The pages of one archive or list, in order. Only the page that is given next is held.
pub(crate) trait Pages: Send {
    /// The next page, or list of pages; `None` at the end.
    fn next(&mut self) -> Option<Found>;

    /// How much of it is done, from 0 to 1, if it knows better than whoever reads its file.
    fn fraction(&self) -> Option<f64> {
        None
    }
}

/// What a list or an archive gives.
pub(crate) enum Found {
    /// A page.
    Page(Task),
    /// A further input to open: a sitemap may name sitemaps.
    #[cfg_attr(not(feature = "fetch"), allow(dead_code))]
    Input(Input),
}
