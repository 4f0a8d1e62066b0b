//! The trained choice of an author, as data: a ranker.

use crate::article::metadata::author::candidates::Candidate;
use crate::article::metadata::author::features::author_features;
use crate::learn::{BuiltIn, FeatureNames, LearntModel, ModelError, Parts, Ranker};

/// The model that chooses the author among candidates.
#[derive(Clone, PartialEq, Debug)]
pub struct AuthorModel {
    /// Ranks all candidates.
    pub ranker: Ranker,
}

/// How far the option of no author has to be ahead of the best name. With this value, about as many authors are wrongly
/// named as by the earlier rules (82 of the 758 pages of `text` whose annotation has no author; 79 by rules). With 0
/// there are the fewest (55), but then .786 instead of .820 of the other pages are right.
const NOBODY_AHEAD: f64 = 1.6;

static BUILT_IN: BuiltIn<AuthorModel> = BuiltIn::new(include_bytes!("../../../models/authors.model"));

impl AuthorModel {
    /// The index of the likeliest among the candidates with these features.
    pub fn best(&self, candidates: &[Candidate], rows: &[Vec<f32>]) -> Option<usize> {
        let mut scores = self.ranker.scores(rows);
        for (score, candidate) in scores.iter_mut().zip(candidates) {
            *score -= if candidate.is_nobody { NOBODY_AHEAD } else { 0.0 };
        }
        (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b]).then(b.cmp(&a)))
    }

    /// The model included in the library.
    pub fn built_in() -> &'static AuthorModel {
        BUILT_IN.get()
    }
}

impl LearntModel for AuthorModel {
    const NAME: &'static str = "authors";

    fn features() -> FeatureNames {
        FeatureNames::of(author_features().iter().map(|f| f.0.as_str()))
    }

    fn from_parts(parts: &mut Parts) -> Result<Self, ModelError> {
        Ok(AuthorModel { ranker: parts.take_ranker("author")? })
    }

    fn parts(&self) -> Parts {
        let mut parts = Parts::default();
        parts.push_ranker("author", &self.ranker);
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
