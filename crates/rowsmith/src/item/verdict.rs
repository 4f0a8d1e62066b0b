//! Whether a page is about one object, and of which kind it is.

use crate::item::declared::DeclaredItem;
use crate::item::evidence::item_evidence;
use crate::item::model::ItemModel;
use crate::item::prior::{prior, shows_recipe};
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
pub const LEAST_CONFIDENCE: f64 = 0.5;

/// The confidence in a page that shows labels of one kind, of which there was none to learn from.
const BY_LABELS: f64 = 0.6;

/// A page with fewer letters and digits shows next to nothing.
const LEAST_SHOWN: usize = 100;

impl Verdict {
    /// Weighs what is declared and what is shown.
    pub(crate) fn on(found: &Searched, model: &ItemModel) -> Verdict {
        let kind = kind(&found.declared_item, &found.seen);
        let learnt = model.probability(&item_evidence(found));
        // of jobs and events there was none to learn from, and a page that shows next to nothing, since scripts would
        // have to run, says nothing against what it declares
        let is_taught = !matches!(kind, ItemKind::Job | ItemKind::Event) && found.shape.chars >= LEAST_SHOWN;
        if let Some(shown) = &found.by_labels {
            return Verdict { kind: shown.kind, confidence: learnt.max(BY_LABELS) };
        }
        let guessed = || 1.0 / (1.0 + (-prior(&found.declared_item, &found.seen)).exp());
        Verdict { kind, confidence: if is_taught { learnt } else { learnt.max(guessed()) } }
    }

    /// Whether the page is about an object.
    pub(crate) fn is_item(&self) -> bool {
        self.confidence >= LEAST_CONFIDENCE
    }
}

/// The kind as declared; else a page that shows ingredients and steps is a recipe, and any other a product.
fn kind(declared_item: &DeclaredItem, seen: &Seen) -> ItemKind {
    let own = if declared_item.own > 0.0 { declared_item.facts.kind } else { None };
    let is_recipe = shows_recipe(seen) && !declared_item.shares_product();
    own.unwrap_or(if is_recipe { ItemKind::Recipe } else { ItemKind::Product })
}
