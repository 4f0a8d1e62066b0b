//! The trained model for links, as data.

use super::features::{PAGE_FEATURES, next_features};
use crate::learn::{BuiltIn, FeatureNames, LearntModel, ModelError, Part, Parts, Trees};

/// Recognises links to pages of a list, and among them the link to the next one.
#[derive(Clone, PartialEq, Debug)]
pub struct PaginationModel {
    /// The logit that a link leads to a page of the list.
    pub page: Trees,
    /// The logit that a link leads to the next page.
    pub next: Trees,
}

static BUILT_IN: BuiltIn<PaginationModel> = BuiltIn::new(include_bytes!("../models/pagination.model"));

impl PaginationModel {
    /// The model included in the library.
    pub fn built_in() -> &'static PaginationModel {
        BUILT_IN.get()
    }
}

/// The probabilities that trees assign to rows.
pub fn probabilities(trees: &Trees, rows: &[Vec<f32>]) -> Vec<f64> {
    let rows: Vec<&[f32]> = rows.iter().map(Vec::as_slice).collect();
    trees.sums(&rows).into_iter().map(|logit| 1.0 / (1.0 + (-logit).exp())).collect()
}

impl LearntModel for PaginationModel {
    const NAME: &'static str = "pagination";

    fn features() -> FeatureNames {
        FeatureNames::of(PAGE_FEATURES.iter().copied().chain(next_features()))
    }

    fn from_parts(parts: &mut Parts) -> Result<Self, ModelError> {
        Ok(PaginationModel { page: parts.take_trees("page")?, next: parts.take_trees("next")? })
    }

    fn parts(&self) -> Parts {
        let mut parts = Parts::default();
        parts.push("page", Part::Trees(self.page.clone()));
        parts.push("next", Part::Trees(self.next.clone()));
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
