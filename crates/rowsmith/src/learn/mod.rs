//! What models are made of: sums of regression trees, linear functions, rankers of candidates, weights of words; and the
//! one file format that all of them are kept in.
//!
//! A model of an extractor names its parts ([`LearntModel`]); reading, writing and the check that a file fits the features are
//! here, once. How a model is trained is the laboratory's.

mod built_in;
mod error;
mod features;
mod file;
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
