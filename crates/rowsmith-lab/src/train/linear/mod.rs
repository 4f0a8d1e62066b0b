//! The one trainer of linear functions: Adam on standardised features, against three losses: of lists
//! ([`train_ranker`]), of labels ([`train_logistic`]), and of labels by words (the vocabularies of the article's model).

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
    /// What the row counts.
    pub weight: f64,
}
