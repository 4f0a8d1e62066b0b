//! Comparing subtrees: structural classes, simple tree matching and its mapping, restricted top-down mapping, edit
//! distance.

pub(crate) mod classes;
pub(crate) mod id;
pub(crate) mod matching;
pub(crate) mod nested;
pub(crate) mod page_tree;
pub(crate) mod run;
pub(crate) mod similarity;
#[cfg(test)]
pub(crate) mod test_trees;
pub(crate) mod types;
pub(crate) mod zhang_shasha;

pub(crate) use classes::mix;
pub use classes::{ClassTable, content_classes, structural_classes};
pub use id::TreeId;
pub(crate) use matching::Matcher;
pub use matching::{Mapping, estm_mapping, estm_score};
pub use nested::nested_by_boxes;
pub use page_tree::{PageTree, Span};
pub use run::Run;
pub(crate) use similarity::Comparisons;
pub use similarity::{Matched, Similarities};
pub use types::{Tree, TreeChildren};
pub use zhang_shasha::EditDistances;
