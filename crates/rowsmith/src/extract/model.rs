//! The learnt choice of what a page is, as data: a ranker a kind in a versioned text file.

use std::sync::OnceLock;

use crate::extract::evidence::KIND_FEATURES;
use crate::records::{Ranker, names_hash, parse_rankers, rankers_to_text};
use crate::types::kind::{Kind, KindProbabilities};

/// For each kind, in the order of [`Kind::ALL`], the logit of the probability that a page is of it rather than of
/// another.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct KindModel {
    /// The rankers.
    pub kinds: [Ranker; 4],
}

/// First line of the file; the number changes with its meaning.
const HEADER: &str = "rowsmith kinds model 1";

impl KindModel {
    /// The model that comes with the library.
    pub fn built_in() -> &'static KindModel {
        static MODEL: OnceLock<KindModel> = OnceLock::new();
        MODEL.get_or_init(|| KindModel::parse(include_str!("../models/kinds.txt")).unwrap_or_default())
    }

    /// What a page with this [evidence](crate::extract::kind_evidence) is: the probabilities of the four rankers, made to be 1
    /// together.
    pub fn probabilities(&self, row: &[f32]) -> KindProbabilities {
        let probability = |ranker: &Ranker| 1.0 / (1.0 + (-ranker.score(row)).exp());
        KindProbabilities::of_weights([0, 1, 2, 3].map(|at| probability(&self.kinds[at])))
    }

    /// Reads a model file.
    ///
    /// # Errors
    /// The line that is wrong, and why; also if the file was made for other features.
    pub fn parse(text: &str) -> Result<KindModel, String> {
        let rankers = parse_rankers(text, HEADER, &features_hash(), &Kind::ALL.map(Kind::name))?;
        let mut rankers = rankers.into_iter();
        Ok(KindModel { kinds: [(); 4].map(|()| rankers.next().unwrap_or_default()) })
    }

    /// Writes a model file; `notes` become comments at its top.
    pub fn to_text(&self, notes: &str) -> String {
        rankers_to_text(HEADER, notes, &features_hash(), Kind::ALL.map(Kind::name).into_iter().zip(&self.kinds))
    }
}

fn features_hash() -> String {
    names_hash(KIND_FEATURES.iter().map(|f| f.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_model_is_readable_and_written_as_it_was_read() {
        let model = KindModel::parse(include_str!("../models/kinds.txt")).unwrap();
        assert_eq!(KindModel::parse(&model.to_text("again")), Ok(model));
        assert!(KindModel::parse("rowsmith kinds model 0").is_err());
    }

    #[test]
    fn probabilities_are_one_together() {
        let biased = |bias: f64| Ranker { bias, ..Ranker::default() };
        let model = KindModel { kinds: [biased(2.0), biased(-1.0), biased(0.0), biased(-9.0)] };
        let found = model.probabilities(&[]);
        assert_eq!(found.best().kind, Kind::List);
        assert!((found.list + found.thread + found.article + found.nothing - 1.0).abs() < 0.003);
    }
}
