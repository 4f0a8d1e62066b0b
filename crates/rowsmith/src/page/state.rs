//! The tables of a page, completed by its state.

use crate::declared::Bounds;
use crate::page::Page;
use crate::state::{State, StateUse};
use crate::types::{RegionTable, Warning};
use crate::warnings::may_be_filled;

/// What the state of a page contributed.
#[derive(Debug, Default)]
pub(super) struct FromState {
    /// Whether the list of the page is the one in its state.
    pub(super) is_list: bool,
    warnings: Vec<Warning>,
}

impl FromState {
    /// Adds what happened to the warnings of the page.
    pub(super) fn warn_in(self, warnings: &mut Vec<Warning>) {
        if self.is_list {
            warnings.retain(|warning| !matches!(warning, Warning::NoListFound | Warning::ClientRendered));
        }
        warnings.extend(self.warnings);
    }
}

impl Page {
    /// Completes tables from the state of the page. For a page that is a shell, the table is built from the state.
    pub(super) fn with_state(&self, regions: &mut Vec<RegionTable>, used: StateUse) -> FromState {
        let shows = regions.iter().any(|region| region.main);
        if used == StateUse::Nothing || !shows && !may_be_filled(&self.document, self.tree()) {
            return FromState::default();
        }
        let state = State::read(&self.document, self.base(), &Bounds::default());
        let mut from_state = FromState::default();
        if shows {
            from_state.warnings = state.complete(regions, used);
        } else if let Some(list) = state.list(used) {
            regions.insert(0, list);
            from_state.is_list = true;
        }
        if state.is_cut() {
            from_state.warnings.push(Warning::EmbeddedDataCut);
        }
        from_state
    }
}
