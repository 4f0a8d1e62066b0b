//! The trained prediction of a page's kind, as data: one ranker per kind.

use crate::extract::evidence::KIND_FEATURES;
use crate::learn::{BuiltIn, FeatureNames, LearntModel, ModelError, Parts, Ranker};
use crate::types::kind::{Kind, KindProbabilities};

/// For each kind, in the order of [`Kind::ALL`], the logit of the probability that a page is of this kind rather than
/// another.
#[derive(Clone, PartialEq, Debug)]
pub struct KindModel {
    /// The rankers.
    pub kinds: [Ranker; 5],
}

static BUILT_IN: BuiltIn<KindModel> = BuiltIn::new(include_bytes!("../models/kinds.model"));

impl KindModel {
    /// The model included in the library.
    pub fn built_in() -> &'static KindModel {
        BUILT_IN.get()
    }

    /// The kind of a page with this [evidence](crate::extract::kind_evidence): the probabilities of the five rankers,
    /// normalised to sum to 1.
    pub fn probabilities(&self, row: &[f32]) -> KindProbabilities {
        let probability = |ranker: &Ranker| 1.0 / (1.0 + (-ranker.score(row)).exp());
        KindProbabilities::of_weights(self.kinds.each_ref().map(probability))
    }
}

impl LearntModel for KindModel {
    const NAME: &'static str = "kinds";

    fn features() -> FeatureNames {
        FeatureNames::of(KIND_FEATURES.iter().map(|f| f.0))
    }

    fn from_parts(parts: &mut Parts) -> Result<Self, ModelError> {
        let [list, thread, article, item, nothing] = Kind::ALL.map(|kind| parts.take_ranker(kind.name()));
        Ok(KindModel { kinds: [list?, thread?, article?, item?, nothing?] })
    }

    fn parts(&self) -> Parts {
        let mut parts = Parts::default();
        Kind::ALL.iter().zip(&self.kinds).for_each(|(kind, ranker)| parts.push_ranker(kind.name(), ranker));
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::Linear;

    #[test]
    fn the_built_in_model_fits_the_features() {
        assert_eq!(BUILT_IN.check(), Ok(()));
    }

    #[test]
    fn probabilities_are_one_together() {
        let biased = |bias: f64| Ranker { linear: Linear { bias, ..Linear::default() }, ..Ranker::default() };
        let model = KindModel { kinds: [biased(2.0), biased(-1.0), biased(0.0), biased(-2.0), biased(-9.0)] };
        let found = model.probabilities(&[]);
        assert_eq!(found.best().kind, Kind::List);
        assert!((found.list + found.thread + found.article + found.item + found.nothing - 1.0).abs() < 0.003);
    }
}
