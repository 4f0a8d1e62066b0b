//! Comparing subtrees: structural classes, simple tree matching and its mapping, restricted top-down mapping.

mod classes;
mod matching;
mod page_tree;
pub mod rtdm;
mod similarity;
#[cfg(test)]
pub(crate) mod test_trees;
mod types;

pub(crate) use classes::mix;
pub use classes::{ClassTable, content_classes, structural_classes};
pub(crate) use matching::estm_mapping_within;
pub use matching::{Mapping, estm_mapping, estm_score};
pub use page_tree::PageTree;
pub use similarity::{Matched, Similarities};
pub use types::{Tree, TreeChildren, TreeId};
