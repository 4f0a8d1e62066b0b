//! How inputs of any kind are read.

#[cfg(feature = "fetch")]
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[cfg(feature = "fetch")]
use super::fetch::Fetcher;
use super::load;
use super::mirror::Mirror;
use super::skipped::Skipped;
#[cfg(feature = "fetch")]
use super::unpack::{Packing, Unpacked, unpack};
use crate::common::problem::Problem;
#[cfg_attr(not(feature = "fetch"), allow(unused_imports))]
use crate::common::source::{Data, PageContext};

/// How inputs are read.
#[derive(Default)]
pub(crate) struct Settings {
    /// How many bytes of a page are read, after decompression.
    pub(crate) max_bytes: usize,
    /// The Parquet column with the pages; guessed if not given.
    #[cfg_attr(not(feature = "parquet"), allow(dead_code))]
    pub(crate) html_column: Option<String>,
    /// The Parquet column with their addresses; guessed if not given.
    #[cfg_attr(not(feature = "parquet"), allow(dead_code))]
    pub(crate) url_column: Option<String>,
    /// Fetches addresses.
    #[cfg(feature = "fetch")]
    pub(crate) fetcher: Option<Fetcher>,
    /// Renders every page.
    #[cfg(feature = "render")]
    pub(crate) rendering: Option<super::render::Rendering>,
    /// What the files are a mirror of.
    pub(crate) mirror: Option<Mirror>,
    /// Which inputs are read although they are not pages.
    pub(crate) data: Vec<Data>,
    /// Counts what is skipped.
    pub(crate) skipped: Skipped,
    /// Set once nobody wants more pages: what is open is then not read to its end.
    pub(crate) stopped: Arc<AtomicBool>,
}

impl Settings {
    /// Whether pages are used as they are, although they could be rendered.
    pub(crate) fn is_unrendered(&self) -> bool {
        #[cfg(feature = "render")]
        return self.rendering.is_none();
        #[cfg(not(feature = "render"))]
        false
    }

    /// Fetches a page. If it is a compressed file on the server, it is decompressed.
    #[cfg(feature = "fetch")]
    pub(crate) fn fetch(&self, url: &str, context: &mut PageContext) -> Result<load::Loaded, Problem> {
        let Some(fetcher) = &self.fetcher else { return Err(Problem::new("unreadable", "nothing is fetched here")) };
        let fetched = fetcher.page(url, self.max_bytes, context)?;
        if Packing::of(&fetched.bytes) == Packing::None {
            return Ok(fetched);
        }
        let unpacked = unpack(io::Cursor::new(fetched.bytes)).map_err(|error| Problem::unreadable(&error))?;
        let Unpacked { stream, packing, .. } = unpacked;
        let loaded = load::read(stream, packing, self.max_bytes)?;
        let (damage, interrupted) = (fetched.damage.or(loaded.damage), loaded.interrupted);
        Ok(load::Loaded { damage, interrupted, ..loaded })
    }

    /// Waits until an address may be requested, if its host allows it at all.
    #[cfg(feature = "render")]
    pub(crate) fn admit(&self, url: &str) -> Result<(), Problem> {
        self.fetcher.as_ref().map_or(Ok(()), |fetcher| fetcher.admit(url))
    }

    #[cfg(not(feature = "fetch"))]
    pub(crate) fn fetch(&self, _: &str, _: &mut PageContext) -> Result<load::Loaded, Problem> {
        let what = "this rowsmith was built without fetching; build it with '--features fetch', or everything with '--features full'";
        Err(Problem::new("unreadable", what))
    }
}
