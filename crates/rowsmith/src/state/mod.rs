//! The lists that stand as data in a page's scripts and attributes, beside what it shows or in place of it.
//!
//! `forms` reads state, a family of forms a file; `lists` finds arrays and tables of like objects in it, `flatten` makes rows of
//! them, `values` and `roles` say what their fields are, `about` what the page says of itself, `choose` which list is the page's,
//! `table` writes it as a table; `join` finds the objects of records that are shown, by `keys`, and `complete` completes them.

pub(crate) mod about;
pub(crate) mod choose;
pub(crate) mod complete;
pub(crate) mod flatten;
pub(crate) mod forms;
pub(crate) mod join;
pub(crate) mod keys;
pub(crate) mod lists;
pub(crate) mod options;
pub(crate) mod paths;
pub(crate) mod piece;
pub(crate) mod roles;
pub(crate) mod table;
pub(crate) mod text;
pub(crate) mod values;
pub(crate) mod words;

pub use options::StateUse;

use crate::declared::Bounds;
use crate::dom::{Base, Document, ElementPaths};
use crate::state::about::About;
use crate::state::lists::Lists;
use crate::state::piece::Pieces;
use crate::state::table::Fields;
use crate::types::{RegionTable, Warning};

/// The state of a page.
#[derive(Debug)]
pub(crate) struct State<'p> {
    document: &'p Document,
    base: Option<&'p Base>,
    pieces: Pieces,
}

impl<'p> State<'p> {
    /// Reads it, within the bounds. Linear in the scripts and attributes of the page.
    pub(crate) fn read(document: &'p Document, base: Option<&'p Base>, bounds: &Bounds) -> State<'p> {
        State { document, base, pieces: forms::read(document, bounds) }
    }

    /// Whether a bound was passed, and something was left out.
    pub(crate) fn is_cut(&self) -> bool {
        self.pieces.cut
    }

    /// The list that the page is for, by its state alone: for pages that show none.
    pub(crate) fn list(&self, used: StateUse) -> Option<RegionTable> {
        if self.pieces.list.is_empty() || used == StateUse::Nothing {
            return None;
        }
        let lists = lists::find(&self.pieces);
        let about = About::of(self.document, &self.pieces, true);
        let judged = choose::judge(&lists, &self.pieces, &about);
        let chosen = choose::best(&lists.list, &judged);
        let fields = if used == StateUse::Everything { Fields::All } else { Fields::Telling };
        let table = table::table(&lists, &chosen, &about, self.base, fields)?;
        let node = self.pieces.list[lists.list[chosen.first()?.number].piece].node;
        Some(RegionTable { path: ElementPaths::new(self.document).path(node), ..table })
    }

    /// Completes tables of what the page shows by what its state says of the same records.
    pub(crate) fn complete(&self, tables: &mut [RegionTable], used: StateUse) -> Vec<Warning> {
        if self.pieces.list.is_empty() || used == StateUse::Nothing || tables.is_empty() {
            return Vec::new();
        }
        let lists: Lists<'_> = lists::find(&self.pieces);
        if lists.list.is_empty() {
            return Vec::new();
        }
        let about = About::of(self.document, &self.pieces, false);
        let everything = used == StateUse::Everything;
        let context = join::Joining { lists: &lists, about: &about, base: self.base, everything };
        tables.iter_mut().filter(|table| table.main).flat_map(|table| context.complete(table)).collect()
    }
}

#[cfg(test)]
mod tests;
