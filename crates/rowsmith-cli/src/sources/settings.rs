//! How inputs are read, whatever they are.

#[cfg(feature = "fetch")]
use std::io;

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
    pub(crate) rendering: Option<super::render::Rendering>,
    /// Where the files are a mirror of.
    pub(crate) mirror: Option<Mirror>,
    /// What is read though it is no page.
    pub(crate) data: Vec<Data>,
    /// What is passed over.
    pub(crate) skipped: Skipped,
}

impl Settings {
    /// Whether pages are taken as they are, and could be rendered.
    pub(crate) fn is_unrendered(&self) -> bool {
        #[cfg(feature = "render")]
        return self.rendering.is_none();
        #[cfg(not(feature = "render"))]
        false
    }

    /// Fetches a page. What is a compressed file on the server is decompressed.
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
        Ok(load::Loaded { damage: fetched.damage.or(loaded.damage), ..loaded })
    }

    /// Waits until an address may be asked, if its host lets us at all.
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
