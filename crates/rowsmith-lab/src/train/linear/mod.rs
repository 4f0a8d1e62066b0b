//! The one trainer of linear functions: Adam on standardised features, with three losses: for lists ([`train_ranker`]),
//! for labels ([`train_logistic`]), and for labels by words (the vocabularies of the article's model).

mod adam;
mod listwise;
mod logistic;
mod standard;

pub use adam::minimise;
pub use listwise::{softmax_and_posterior, targets, train_ranker};
pub use logistic::train_logistic;

/// A row of features with a label.
#[derive(Clone, Debug)]
pub struct Labelled {
    pub row: Vec<f32>,
    pub label: bool,
    /// The weight of the row.
    pub weight: f64,
}
