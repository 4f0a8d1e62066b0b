//! The training data of rankers.

use crate::eval::truth::Quality;

/// The candidates of a page: the features and the quality of each.
pub struct Sample {
    pub rows: Vec<Vec<f32>>,
    pub qualities: Vec<Quality>,
}
