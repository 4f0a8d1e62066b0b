//! The trained verdict whether a page is about one object, as data.

use crate::item::evidence::ITEM_FEATURES;
use crate::learn::{BuiltIn, FeatureNames, LearntModel, ModelError, Parts, Ranker};

/// The logit of the probability that a page is about one object.
#[derive(Clone, PartialEq, Debug)]
pub struct ItemModel {
    /// The linear part and the trees on top of it.
    pub item: Ranker,
}

static BUILT_IN: BuiltIn<ItemModel> = BuiltIn::new(include_bytes!("../models/items.model"));

impl ItemModel {
    /// The model included in the library.
    pub fn built_in() -> &'static ItemModel {
        BUILT_IN.get()
    }

    /// The probability that a page with these features is about one object.
    pub fn probability(&self, row: &[f32]) -> f64 {
        1.0 / (1.0 + (-self.item.score(row)).exp())
    }
}

impl LearntModel for ItemModel {
    const NAME: &'static str = "items";

    fn features() -> FeatureNames {
        FeatureNames::of(ITEM_FEATURES.iter().map(|f| f.0))
    }

    fn from_parts(parts: &mut Parts) -> Result<Self, ModelError> {
        Ok(ItemModel { item: parts.take_ranker("item")? })
    }

    fn parts(&self) -> Parts {
        let mut parts = Parts::default();
        parts.push_ranker("item", &self.item);
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_model_fits_the_features() {
        assert_eq!(BUILT_IN.check(), Ok(()));
    }
}
