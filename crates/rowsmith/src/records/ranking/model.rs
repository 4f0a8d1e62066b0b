//! The trained choice of a page's main list, as data: three rankers.

use crate::learn::{BuiltIn, FeatureNames, LearntModel, ModelError, Parts, Ranker};
use crate::records::ranking::features::FEATURES;
use crate::records::ranking::relation_features::relation_names;

/// The model of the page's main list.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// Ranks all candidates by their own features.
    pub first: Ranker,
    /// Ranks the shortlist by own features, relations and the first score; added to the first score.
    pub second: Ranker,
    /// The confidence in the choice: the logit of the probability that the page has a list and that this is it.
    pub confidence: Ranker,
}

static BUILT_IN: BuiltIn<Model> = BuiltIn::new(include_bytes!("../../models/records.model"));

impl Model {
    /// The model included in the library.
    pub fn built_in() -> &'static Model {
        BUILT_IN.get()
    }
}

impl LearntModel for Model {
    const NAME: &'static str = "records";

    fn features() -> FeatureNames {
        let relations = relation_names();
        FeatureNames::of(FEATURES.iter().map(|f| f.0).chain(relations.iter().map(String::as_str)))
    }

    fn from_parts(parts: &mut Parts) -> Result<Self, ModelError> {
        let mut ranker = |name| parts.take_ranker(name);
        Ok(Model { first: ranker("first")?, second: ranker("second")?, confidence: ranker("confidence")? })
    }

    fn parts(&self) -> Parts {
        let mut parts = Parts::default();
        parts.push_ranker("first", &self.first);
        parts.push_ranker("second", &self.second);
        parts.push_ranker("confidence", &self.confidence);
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
