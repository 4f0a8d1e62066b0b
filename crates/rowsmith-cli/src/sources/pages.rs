//! What an archive or a list of pages gives, one after the other.

use std::collections::HashSet;
use std::io::Read;
use std::sync::Arc;

use super::inputs::Input;
use super::task::Task;

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
// one is held at a time
#[allow(clippy::large_enum_variant)]
pub(crate) enum Found {
    /// A page.
    Page(Task),
    /// A further input to open: a sitemap may name sitemaps.
    #[cfg_attr(not(feature = "fetch"), allow(dead_code))]
    Input(Input),
    /// An archive, or compressed page, within this one.
    Nested(Nested),
}

/// What was found in an archive and is to be opened itself.
pub(crate) struct Nested {
    /// Its name: that of the archive and its path there.
    pub(crate) name: String,
    /// Its bytes.
    pub(crate) stream: Box<dyn Read + Send>,
    /// The addresses of the pages that are wanted of it, if not all are.
    pub(crate) wanted: Option<Arc<HashSet<String>>>,
}
