//! What rankers learn from.

use crate::eval::truth::Quality;

/// The candidates of a page: the features of each, and how good it is.
pub struct Sample {
    pub rows: Vec<Vec<f32>>,
    pub qualities: Vec<Quality>,
}
