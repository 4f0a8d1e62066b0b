//! The trained choice of the blocks of a text, as data: trees, and the word weights that some of the features use.

use std::sync::OnceLock;

use crate::article::features::feature_names;
use crate::article::features::wording::Vocabulary;
use crate::learn::{BuiltIn, FeatureNames, LearntModel, ModelError, Part, Parts, Trees};

/// The model that chooses blocks.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// The word weights that some of the features use.
    pub vocabulary: Vocabulary,
    /// The logit of the probability that a block is part of the text.
    trees: Trees,
}

/// The name of the trees in the file.
const TREES: &str = "text";

static BUILT_IN: BuiltIn<Model> = BuiltIn::new(include_bytes!("../models/article.model"));

impl Model {
    /// The model included in the library.
    pub fn built_in() -> &'static Model {
        BUILT_IN.get()
    }

    /// A model with these words and trees.
    ///
    /// # Errors
    /// If a tree uses a feature that does not exist.
    pub fn new(vocabulary: Vocabulary, trees: Trees) -> Result<Model, ModelError> {
        if trees.width() > feature_count() {
            return Err(ModelError::Damaged(TREES.to_owned()));
        }
        Ok(Model { vocabulary, trees })
    }

    /// The number of trees.
    pub fn trees(&self) -> usize {
        self.trees.len()
    }

    /// Computes the probabilities that blocks are part of the text from their features: `rows` has those of one block
    /// after the other. The result goes to `out`.
    pub fn probabilities(&self, rows: &[f32], out: &mut Vec<f32>) {
        let logits = self.trees.settling_sums(rows, feature_count(), SETTLED);
        out.extend(logits.iter().map(|logit| (1.0 / (1.0 + (-logit).exp())) as f32));
    }
}

/// A logit that further trees need not make more certain: a probability of 0.011 or 0.989.
const SETTLED: f64 = 4.5;

/// The number of features in a row.
pub fn feature_count() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new();
    *COUNT.get_or_init(|| feature_names().len())
}

impl LearntModel for Model {
    const NAME: &'static str = "article";

    fn features() -> FeatureNames {
        FeatureNames::of(feature_names().iter().map(String::as_str))
    }

    fn from_parts(parts: &mut Parts) -> Result<Self, ModelError> {
        let vocabulary = Vocabulary::from_parts(parts)?;
        Model::new(vocabulary, parts.take_trees(TREES)?)
    }

    fn parts(&self) -> Parts {
        let mut parts = Parts::default();
        self.vocabulary.add_to(&mut parts);
        parts.push(TREES, Part::Trees(self.trees.clone()));
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::{Origin, TreeNode};

    fn split(feature: u16) -> Vec<TreeNode> {
        vec![TreeNode { feature, left: 1, threshold: 0.5 }, TreeNode::leaf(-3.0), TreeNode::leaf(3.0)]
    }

    #[test]
    fn a_model_is_read_as_it_was_written() {
        let mut vocabulary = Vocabulary::default();
        vocabulary.own.insert(5, -0.5);
        let model = Model::new(vocabulary, Trees::new([split(1)]).unwrap()).unwrap();
        assert_eq!(Model::from_bytes(&model.to_bytes(&Origin::default())), Ok(model));
    }

    #[test]
    fn probabilities_follow_the_rows() {
        let model = Model::new(Vocabulary::default(), Trees::new([split(1)]).unwrap()).unwrap();
        // more rows than are passed through a tree together
        let mut rows = vec![0.5; feature_count() * 9];
        rows[feature_count() * 8 + 1] = 0.6;
        let mut out = Vec::new();
        model.probabilities(&rows, &mut out);
        assert!(out.len() == 9 && out[..8].iter().all(|&p| p < 0.1) && out[8] > 0.9);
    }

    #[test]
    fn trees_of_features_that_do_not_exist_are_refused() {
        let trees = |feature: usize| Trees::new([split(feature as u16)]).unwrap();
        assert!(Model::new(Vocabulary::default(), trees(feature_count() - 1)).is_ok());
        assert!(Model::new(Vocabulary::default(), trees(feature_count())).is_err());
    }

    #[test]
    fn the_built_in_model_fits_the_features() {
        assert_eq!(BUILT_IN.check(), Ok(()));
    }
}
