//! The values that one source has for an object.

use std::collections::BTreeMap;

use crate::types::{Availability, Breadcrumb, ItemKind, ItemRating, Property, Variant};

/// The values that one source (embedded data, or what is shown) has for an object.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Facts {
    pub(crate) kind: Option<ItemKind>,
    pub(crate) name: Option<String>,
    pub(crate) url: Option<String>,
    pub(crate) price: Option<f64>,
    pub(crate) price_text: Option<String>,
    pub(crate) old_price: Option<f64>,
    pub(crate) price_high: Option<f64>,
    pub(crate) currency: Option<String>,
    pub(crate) availability: Option<Availability>,
    pub(crate) brand: Option<String>,
    pub(crate) sku: Option<String>,
    pub(crate) mpn: Option<String>,
    pub(crate) gtin: Option<String>,
    pub(crate) rating: Option<ItemRating>,
    pub(crate) reviews: Option<u64>,
    pub(crate) images: Vec<String>,
    pub(crate) description: Option<String>,
    pub(crate) breadcrumbs: Vec<Breadcrumb>,
    pub(crate) properties: Vec<Property>,
    pub(crate) variants: Vec<Variant>,
    pub(crate) author: Option<String>,
    pub(crate) ingredients: Vec<String>,
    pub(crate) steps: Vec<String>,
    pub(crate) total_time_minutes: Option<u64>,
    pub(crate) yields: Option<String>,
    pub(crate) organization: Option<String>,
    pub(crate) location: Option<String>,
    pub(crate) dates: BTreeMap<String, String>,
}

impl Facts {
    /// Adds missing values from another source about the same object.
    pub(crate) fn fill(&mut self, other: Facts) {
        fn some<T>(mine: &mut Option<T>, other: Option<T>) {
            if mine.is_none() {
                *mine = other;
            }
        }
        fn list<T>(mine: &mut Vec<T>, other: Vec<T>) {
            if mine.is_empty() {
                *mine = other;
            }
        }
        // price and currency belong together
        if self.price.is_none() {
            self.price = other.price;
            self.price_text = other.price_text;
            self.price_high = other.price_high;
            self.currency = other.currency.clone().or(self.currency.take());
        }
        some(&mut self.kind, other.kind);
        some(&mut self.name, other.name);
        some(&mut self.url, other.url);
        some(&mut self.old_price, other.old_price);
        some(&mut self.price_high, other.price_high);
        some(&mut self.currency, other.currency);
        some(&mut self.availability, other.availability);
        some(&mut self.brand, other.brand);
        some(&mut self.sku, other.sku);
        some(&mut self.mpn, other.mpn);
        some(&mut self.gtin, other.gtin);
        some(&mut self.rating, other.rating);
        some(&mut self.reviews, other.reviews);
        list(&mut self.images, other.images);
        some(&mut self.description, other.description);
        list(&mut self.breadcrumbs, other.breadcrumbs);
        list(&mut self.properties, other.properties);
        list(&mut self.variants, other.variants);
        some(&mut self.author, other.author);
        list(&mut self.ingredients, other.ingredients);
        list(&mut self.steps, other.steps);
        some(&mut self.total_time_minutes, other.total_time_minutes);
        some(&mut self.yields, other.yields);
        some(&mut self.organization, other.organization);
        some(&mut self.location, other.location);
        for (name, date) in other.dates {
            self.dates.entry(name).or_insert(date);
        }
    }
}
