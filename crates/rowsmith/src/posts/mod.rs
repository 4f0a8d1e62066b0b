//! Posts of threads, comments and reviews: MiBAT (Song et al., CIKM 2010), and what goes beyond it.

mod anchor_trees;
mod boundary;
mod candidates;
mod choose;
mod evidence;
mod measures;
mod mibat;
mod model;
mod pivot_boxes;
mod pivots;

pub use anchor_trees::{AnchorOptions, AnchorTrees};
pub use boundary::{Boundary, determine_boundary};
pub use candidates::post_candidates;
pub use choose::{CONFIDENCE_FEATURES, Chosen, choose_posts, measure_posts, posts_confidence_row};
pub use evidence::{POST_FEATURES, post_evidence};
pub use measures::{Measure, Pairs, similarity};
pub use mibat::{MibatOptions, is_dates_only, main_region, mibat};
pub use model::PostModel;
pub use pivot_boxes::pivot_boxes;
pub use pivots::{Pivot, Pivots};
