//! What an archive or a list of pages gives, one after the other.

use std::collections::HashSet;
use std::io::Read;
use std::sync::Arc;

use super::inputs::Input;
use super::task::Task;

/// The pages of one archive or list, in order. Only the page that is given next is held in memory.
pub(crate) trait Pages: Send {
    /// The next page, or list of pages; `None` at the end.
    fn next(&mut self) -> Option<Found>;

    /// How much of it is done, from 0 to 1, if it knows better than the reader of its file.
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
    /// Another input to open: a sitemap may name further sitemaps.
    #[cfg_attr(not(feature = "fetch"), allow(dead_code))]
    Input(Input),
    /// An archive, or compressed page, within this one.
    Nested(Nested),
}

/// Something found in an archive that has to be opened itself.
pub(crate) struct Nested {
    /// Its name: that of the archive and its path there.
    pub(crate) name: String,
    /// Its bytes.
    pub(crate) stream: Box<dyn Read + Send>,
    /// The addresses of the pages that are wanted from it, if not all are.
    pub(crate) wanted: Option<Arc<HashSet<String>>>,
}
