//! The trained choice of a title, as data: a ranker.

use crate::article::metadata::title::features::title_features;
use crate::learn::{BuiltIn, FeatureNames, LearntModel, ModelError, Parts, Ranker};

/// The model that chooses the title among candidates.
#[derive(Clone, PartialEq, Debug)]
pub struct TitleModel {
    /// Ranks all candidates.
    pub ranker: Ranker,
}

static BUILT_IN: BuiltIn<TitleModel> = BuiltIn::new(include_bytes!("../../../models/titles.model"));

impl TitleModel {
    /// The model included in the library.
    pub fn built_in() -> &'static TitleModel {
        BUILT_IN.get()
    }
}

impl LearntModel for TitleModel {
    const NAME: &'static str = "titles";

    fn features() -> FeatureNames {
        FeatureNames::of(title_features().iter().map(|f| f.0.as_str()))
    }

    fn from_parts(parts: &mut Parts) -> Result<Self, ModelError> {
        Ok(TitleModel { ranker: parts.take_ranker("title")? })
    }

    fn parts(&self) -> Parts {
        let mut parts = Parts::default();
        parts.push_ranker("title", &self.ranker);
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
