//! The learnt choice of a page's posts as data: three rankers.

use crate::learn::{BuiltIn, FeatureNames, LearntModel, ModelError, Parts, Ranker};
use crate::posts::ranking::evidence::POST_FEATURES;
use crate::records::{FEATURES, relation_names};

/// The model that chooses the posts among candidate lists.
#[derive(Clone, PartialEq, Debug)]
pub struct PostModel {
    /// Ranks all candidates.
    pub first: Ranker,
    /// Ranks the likeliest by relations between them, too; added to the first score.
    pub second: Ranker,
    /// How sure the choice is: the logit of the probability that the page has posts and these are they.
    pub confidence: Ranker,
}

/// What the confidence is learnt from beside the features of the chosen list.
pub const CONFIDENCE_FEATURES: &[&str] = &["score", "ahead", "declared_list", "declared_product"];

static BUILT_IN: BuiltIn<PostModel> = BuiltIn::new(include_bytes!("../../models/posts.model"));

impl PostModel {
    /// The model that comes with the library.
    pub fn built_in() -> &'static PostModel {
        BUILT_IN.get()
    }
}

impl LearntModel for PostModel {
    const NAME: &'static str = "posts";

    fn features() -> FeatureNames {
        let relations = relation_names();
        let own = FEATURES.iter().chain(POST_FEATURES).map(|f| f.0);
        let related = relations.iter().map(String::as_str);
        FeatureNames::of(own.chain(related).chain(CONFIDENCE_FEATURES.iter().copied()))
    }

    fn from_parts(parts: &mut Parts) -> Result<Self, ModelError> {
        let mut ranker = |name| parts.take_ranker(name);
        Ok(PostModel { first: ranker("first")?, second: ranker("second")?, confidence: ranker("confidence")? })
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
