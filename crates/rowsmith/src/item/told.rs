//! Whether a page is about one object.

use crate::item::Seen;
use crate::item::declared::Said;
use crate::types::ItemKind;

/// The verdict.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Told {
    pub(crate) is_item: bool,
    pub(crate) kind: ItemKind,
    pub(crate) confidence: f64,
}

/// The least number of ingredients in a recipe.
const LEAST_INGREDIENTS: usize = 3;

/// The least number of properties that count as a table of them.
const LEAST_PROPERTIES: usize = 5;

/// From this confidence on a page is considered to be about an object. It is the lowest of the values tried at which
/// hardly any list or thread gets one (lab/ITEM.md has the figures).
const LEAST_CONFIDENCE: f64 = 0.57;

/// Weighs what is declared and what is shown.
pub(crate) fn told(said: &Said, seen: &Seen) -> Told {
    let own = if said.own > 0.0 { said.facts.kind } else { None };
    let og = said.og_type.as_deref().unwrap_or_default();
    let og_product = matches!(og, "product" | "og:product" | "product.item" | "product:item" | "product:product");
    let priced = seen.prices.price.as_ref().map_or(0.0, |price| price.score);
    let declared_price = said.facts.price.is_some();
    let recipe = &seen.recipe;
    let shown_recipe =
        recipe.ingredients.len() >= LEAST_INGREDIENTS && (!recipe.steps.is_empty() || recipe.is_measured());
    let named = seen.headline.as_ref().map_or(0.0, |headline| headline.agreement);
    let kind = own.unwrap_or(match () {
        () if shown_recipe && !og_product => ItemKind::Recipe,
        () => ItemKind::Product,
    });
    let mut score = -2.0;
    match own {
        Some(ItemKind::Recipe) => {
            score += 1.2 * said.own.min(4.0);
            score += if said.facts.ingredients.len() >= LEAST_INGREDIENTS || shown_recipe { 1.0 } else { -1.0 };
        }
        Some(ItemKind::Product | ItemKind::Vehicle | ItemKind::RealEstate) => {
            score += 0.8 * said.own.min(4.0);
            score += if declared_price { 1.0 } else { -0.5 };
            score += if og_product { 1.0 } else { 0.0 };
            score += if seen.stock.buy { 1.0 } else { 0.0 };
            score += if priced > 1.5 { 0.7 } else { 0.0 };
            score -= if said.declares_other && !og_product { 1.5 } else { 0.0 };
        }
        Some(ItemKind::Job | ItemKind::Event | ItemKind::Book | ItemKind::App | ItemKind::Game | ItemKind::Course) => {
            score += 0.9 * said.own.min(4.0);
            score -= if said.declares_other { 1.5 } else { 0.0 };
        }
        None => {
            score += if og_product { 1.9 } else { 0.0 };
            score += if og_product && declared_price { 1.3 } else { 0.0 };
            score += if seen.stock.buy { 1.4 } else { 0.0 };
            score += if seen.stock.said.is_some() { 0.5 } else { 0.0 };
            score += (priced - 1.0).clamp(0.0, 2.5);
            score += if shown_recipe { 3.3 } else { 0.0 };
            // labelled codes and properties are typical of product pages
            score += if seen.sku.is_some() || seen.gtin.is_some() || seen.mpn.is_some() { 1.0 } else { 0.0 };
            score += if seen.properties.len() >= LEAST_PROPERTIES { 0.4 } else { 0.0 };
            score += if named > 0.5 { 0.3 } else { -0.7 };
            score -= if said.declares_other { 1.0 } else { 0.0 };
        }
    }
    // many objects and none of them certain: a list
    score -= if said.others > 5 && said.own < 2.5 { 1.0 } else { 0.0 };
    let confidence = 1.0 / (1.0 + (-1.6 * score).exp());
    Told { is_item: confidence >= LEAST_CONFIDENCE, kind, confidence }
}
