//! Lists that a page holds as data in its scripts and attributes, in addition to what it shows or in place of it.
//!
//! `forms` reads the state, with one file per family of formats; `lists` finds arrays and tables of similar objects in
//! it, `flatten` turns them into rows, `values` and `roles` determine what their fields mean, `about` what the page
//! says about itself, `choose` which list is the page's, and `table` writes it as a table; `posts` finds threads, comments and reviews; `join` matches objects with
//! records that are shown, using `keys`, and `complete` completes those records.

pub(crate) mod about;
pub(crate) mod choose;
pub(crate) mod complete;
pub(crate) mod evidence;
pub(crate) mod flatten;
pub(crate) mod forms;
pub(crate) mod join;
pub(crate) mod keys;
pub(crate) mod lists;
pub(crate) mod options;
pub(crate) mod paths;
pub(crate) mod piece;
pub(crate) mod posts;
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
use crate::state::posts::StatePosts;
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
    /// Reads it, within the limits. Takes time linear in the scripts and attributes of the page.
    pub(crate) fn read(document: &'p Document, base: Option<&'p Base>, bounds: &Bounds) -> State<'p> {
        State { document, base, pieces: forms::read(document, bounds) }
    }

    /// Whether a limit was exceeded and something was left out.
    pub(crate) fn is_cut(&self) -> bool {
        self.pieces.cut
    }

    /// The list that the page is for, according to its state alone: for pages that show none.
    pub(crate) fn list(&self, used: StateUse) -> Option<RegionTable> {
        if self.pieces.list.is_empty() || used == StateUse::Nothing {
            return None;
        }
        let lists = lists::find(&self.pieces);
        let about = About::of(self.document, &self.pieces, self.base, true);
        let judged = choose::judge(&lists, &self.pieces, &about);
        let chosen = choose::best(&lists.list, &judged, &about);
        let fields = if used == StateUse::Everything { Fields::All } else { Fields::Telling };
        let table = table::table(&lists, &chosen, &about, self.base, fields)?;
        let node = self.pieces.list[lists.list[chosen.first()?.number].piece].node;
        Some(RegionTable { path: ElementPaths::new(self.document).path(node), ..table })
    }

    /// The posts that the page is for, or that belong to it, according to its state: for pages that show none.
    pub(crate) fn posts(&self, used: StateUse) -> Option<StatePosts<'_>> {
        if self.pieces.list.is_empty() || used == StateUse::Nothing { None } else { posts::posts(&self.pieces) }
    }

    /// Completes tables of what the page shows with what its state says about the same records.
    pub(crate) fn complete(&self, tables: &mut [RegionTable], used: StateUse) -> Vec<Warning> {
        if self.pieces.list.is_empty() || used == StateUse::Nothing || tables.is_empty() {
            return Vec::new();
        }
        let lists: Lists<'_> = lists::find(&self.pieces);
        if lists.list.is_empty() {
            return Vec::new();
        }
        let about = About::of(self.document, &self.pieces, self.base, false);
        let everything = used == StateUse::Everything;
        let context = join::Joining { lists: &lists, about: &about, base: self.base, everything };
        tables.iter_mut().filter(|table| table.main).flat_map(|table| context.complete(table)).collect()
    }
}

#[cfg(test)]
mod tests;
