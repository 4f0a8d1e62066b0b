//! The building blocks of models: sums of regression trees, linear functions, rankers of candidates, word weights; and
//! the one file format in which all of them are stored.
//!
//! The model of an extractor names its parts ([`LearntModel`]). Reading, writing and checking that a file fits the
//! features are implemented here, once. Training is the task of the laboratory.

mod built_in;
mod error;
mod features;
mod file;
mod leaf_masks;
mod linear;
mod origin;
mod part;
mod ranker;
mod trees;
mod words;

pub(crate) use built_in::BuiltIn;
pub use error::ModelError;
pub use features::FeatureNames;
pub use file::{LearntModel, ModelFile};
pub use linear::Linear;
pub use origin::Origin;
pub use part::{Part, Parts};
pub use ranker::{JUDGED_BY_TREES, Ranker};
pub use trees::{TreeNode, Trees};
pub use words::WordWeights;
