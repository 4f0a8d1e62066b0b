//! Comparing subtrees: structural classes, simple tree matching, and its mapping.

mod classes;
mod matching;
mod page_tree;
mod similarity;
#[cfg(test)]
pub(crate) mod test_trees;
mod types;

pub(crate) use classes::mix;
pub use classes::{content_classes, structural_classes};
pub(crate) use matching::Matcher;
pub use matching::{Mapping, estm_mapping, estm_score};
pub use page_tree::PageTree;
pub use similarity::{Matched, Similarities};
pub use types::{Tree, TreeChildren, TreeId};
