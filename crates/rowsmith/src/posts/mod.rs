//! Posts of threads, comments and reviews: MiBAT (Song et al., CIKM 2010), and what goes beyond it.

mod anchor_trees;
mod boundary;
mod measures;
mod mibat;
mod pivots;

pub use anchor_trees::{AnchorOptions, AnchorTrees, find_anchor_trees};
pub use boundary::{Boundary, determine_boundary};
pub use measures::{Measure, Pairs, similarity};
pub use mibat::{MibatOptions, is_dates_only, main_region, mibat};
pub use pivots::{Pivot, Pivots};
