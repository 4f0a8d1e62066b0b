//! A first guess whether a page is about an object, by weights set by hand. The learnt verdict starts from it: it says
//! what goes with what (a declared product counts if it has a price, a shown price if there is a button to buy), for
//! which the pages that teach are too few.

use crate::item::Seen;
use crate::item::declared::DeclaredItem;
use crate::types::ItemKind;

/// The least number of ingredients in a recipe.
const LEAST_INGREDIENTS: usize = 3;

/// The least number of properties that count as a table of them.
const LEAST_PROPERTIES: usize = 5;

/// Whether the page shows a recipe.
pub(crate) fn shows_recipe(seen: &Seen) -> bool {
    let recipe = &seen.recipe;
    recipe.ingredients.len() >= LEAST_INGREDIENTS && (!recipe.steps.is_empty() || recipe.is_measured())
}

/// The guess, as a logit.
pub(crate) fn prior(declared_item: &DeclaredItem, seen: &Seen) -> f64 {
    let own = if declared_item.own > 0.0 { declared_item.facts.kind } else { None };
    let shared = declared_item.shares_product();
    let priced = seen.prices.price.as_ref().map_or(0.0, |price| price.score);
    let declared_price = declared_item.facts.price.is_some();
    let mut score = -2.0;
    match own {
        Some(ItemKind::Recipe) => {
            score += 1.2 * declared_item.own.min(4.0);
            let has_lines = declared_item.facts.ingredients.len() >= LEAST_INGREDIENTS || shows_recipe(seen);
            score += if has_lines { 1.0 } else { -1.0 };
        }
        Some(ItemKind::Product | ItemKind::Vehicle | ItemKind::RealEstate) => {
            score += 0.8 * declared_item.own.min(4.0);
            score += if declared_price { 1.0 } else { -0.5 };
            score += if shared { 1.0 } else { 0.0 };
            score += if seen.stock.buy { 1.0 } else { 0.0 };
            score += if priced > 1.5 { 0.7 } else { 0.0 };
            score -= if declared_item.declares_other && !shared { 1.5 } else { 0.0 };
        }
        Some(ItemKind::Job | ItemKind::Event | ItemKind::Book | ItemKind::App | ItemKind::Game | ItemKind::Course) => {
            score += 0.9 * declared_item.own.min(4.0);
            score -= if declared_item.declares_other { 1.5 } else { 0.0 };
        }
        None => {
            score += if shared { 1.9 } else { 0.0 };
            score += if shared && declared_price { 1.3 } else { 0.0 };
            score += if seen.stock.buy { 1.4 } else { 0.0 };
            score += if seen.stock.stated.is_some() { 0.5 } else { 0.0 };
            score += (priced - 1.0).clamp(0.0, 2.5);
            score += if shows_recipe(seen) { 3.3 } else { 0.0 };
            // labelled codes and properties are typical of product pages
            score += if seen.sku.is_some() || seen.gtin.is_some() || seen.mpn.is_some() { 1.0 } else { 0.0 };
            score += if seen.properties.len() >= LEAST_PROPERTIES { 0.4 } else { 0.0 };
            let named = seen.headline.as_ref().map_or(0.0, |headline| headline.agreement);
            score += if named > 0.5 { 0.3 } else { -0.7 };
            score -= if declared_item.declares_other { 1.0 } else { 0.0 };
        }
    }
    // many objects and none of them certain: a list
    score -= if declared_item.others > 5 && declared_item.own < 2.5 { 1.0 } else { 0.0 };
    1.6 * score
}
