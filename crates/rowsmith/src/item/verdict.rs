//! Whether a page is about one object, and of which kind it is.

use crate::item::declared::Said;
use crate::item::evidence::item_evidence;
use crate::item::model::ItemModel;
use crate::item::prior::shows_recipe;
use crate::item::{Searched, Seen};
use crate::types::ItemKind;

/// The verdict on a page.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Verdict {
    /// The kind of the object, if there is one.
    pub(crate) kind: ItemKind,
    /// The probability that there is one.
    pub(crate) confidence: f64,
}

/// From this probability on a page is considered to be about an object (lab/ITEM.md has the figures).
const LEAST_CONFIDENCE: f64 = 0.5;

impl Verdict {
    /// Weighs what is declared and what is shown.
    pub(crate) fn on(found: &Searched, model: &ItemModel) -> Verdict {
        let confidence = model.probability(&item_evidence(found));
        Verdict { kind: kind(&found.said, &found.seen), confidence }
    }

    /// Whether the page is about an object.
    pub(crate) fn is_item(&self) -> bool {
        self.confidence >= LEAST_CONFIDENCE
    }
}

/// The kind as declared; else a page that shows ingredients and steps is a recipe, and any other a product.
fn kind(said: &Said, seen: &Seen) -> ItemKind {
    let own = if said.own > 0.0 { said.facts.kind } else { None };
    let is_recipe = shows_recipe(seen) && !said.shares_product();
    own.unwrap_or(if is_recipe { ItemKind::Recipe } else { ItemKind::Product })
}
