//! Pages to work on, and how to get their bytes.

use std::path::PathBuf;

use rowsmith::dom::layout::Snapshot;

use super::http::Head;
use super::load::{Loaded, has_end, load};
use super::settings::Settings;
use super::settle::{no_data, settle};
use crate::common::problem::Problem;
use crate::common::source::{PageContext, PageSource, is_base};

/// A page to work on.
#[derive(Debug)]
pub(crate) struct Task {
    /// Identifies it.
    pub(crate) source: PageSource,
    /// Its bytes, or where they are.
    pub(crate) content: Content,
    /// How many inputs are done with it, as a fraction or a whole number, for the progress bar.
    pub(crate) done: f64,
}

impl Task {
    pub(crate) fn new(source: PageSource, content: Content) -> Self {
        Task { source, content, done: 0.0 }
    }

    /// A page on the network.
    pub(crate) fn at(address: String) -> Self {
        Task::new(PageSource::named(address.clone()), Content::Url(address))
    }

    /// The number of bytes that it takes in memory.
    pub(crate) fn weight(&self) -> usize {
        match &self.content {
            Content::Bytes(loaded) => loaded.bytes.len(),
            Content::Response { message, .. } => message.len(),
            Content::File(_) | Content::Body { .. } | Content::Url(_) | Content::Failed(_) => 0,
        }
    }
}

/// The bytes of a page, or where they are.
#[derive(Debug)]
pub(crate) enum Content {
    /// In memory.
    Bytes(Loaded),
    /// An HTTP message from an archive.
    Response {
        /// Its head.
        head: Head,
        /// The whole message, as it was sent.
        message: Vec<u8>,
        /// Where the body begins.
        at: usize,
        /// What is wrong with it.
        damage: Option<String>,
        /// Whether its end is missing, as the archive says or shows.
        is_cut: bool,
    },
    /// The body of a response, in a file.
    Body {
        /// The head that it was sent with.
        head: Head,
        /// Where it is.
        path: PathBuf,
    },
    /// In a file.
    File(PathBuf),
    /// On the network.
    Url(String),
    /// Not available.
    Failed(Problem),
}

impl Content {
    /// Gets the bytes; what is learnt on the way is recorded in the context.
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
            return match context.data {
                Some(_) => Ok(loaded),
                None => rendering.stored(loaded, file.as_deref(), context),
            };
        }
        self.read(context, settings)
    }

    fn read(self, context: &mut PageContext, settings: &Settings) -> Result<Loaded, Problem> {
        let loaded = settle(self.bytes(context, settings)?, settings.max_bytes, context)?;
        if let Some(data) = context.data.filter(|data| !settings.data.contains(data)) {
            return Err(no_data(data));
        }
        // a snapshot knows the address that it was taken from
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
            Content::Response { head, message, at, damage, is_cut } => {
                context.charset = head.charset().or(context.charset.take());
                let loaded = head.body(&message[at..], settings.max_bytes);
                let interrupted = loaded.interrupted || is_cut && !has_end(&loaded.bytes);
                Ok(Loaded { damage: damage.or(loaded.damage), interrupted, ..loaded })
            }
            Content::Body { head, path } => {
                context.charset = head.charset().or(context.charset.take());
                let loaded = load(&path, settings.max_bytes)?;
                let body = head.body(&loaded.bytes, settings.max_bytes);
                let interrupted = body.interrupted || loaded.interrupted && !has_end(&body.bytes);
                Ok(Loaded { damage: loaded.damage.or(body.damage), interrupted, ..body })
            }
            Content::File(path) => load(&path, settings.max_bytes),
            Content::Url(url) => settings.fetch(&url, context),
            Content::Failed(problem) => Err(problem),
        }
    }
}
