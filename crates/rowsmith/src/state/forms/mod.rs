//! Reading the state of a page, with one file per family of formats. Nothing is run.

pub(crate) mod astro;
pub(crate) mod attributes;
pub(crate) mod flight;
pub(crate) mod functions;
pub(crate) mod indexed;
pub(crate) mod scripts;
pub(crate) mod strings;

use crate::declared::Bounds;
use crate::declared::bounds::Allowance;
use crate::dom::Document;
use crate::state::piece::Pieces;

/// Reads all state of a page, within the limits. Takes time linear in the scripts and attributes of the page; if there
/// is no state, only the beginning of each is looked at.
pub(crate) fn read(document: &Document, bounds: &Bounds) -> Pieces {
    let allowance = Allowance::new(bounds);
    let mut list = Vec::new();
    scripts::read(document, &allowance, &mut list);
    attributes::read(document, &allowance, &mut list);
    for piece in &mut list {
        strings::open_within(&mut piece.data, &allowance);
    }
    Pieces { list, cut: allowance.is_cut() }
}
