//! Training of the models, and of those of the folds: for every page a model that has not seen its site.

pub mod all;
pub mod article;
mod boost;
pub mod columns;
mod files;
pub mod kept;
pub mod kinds;
mod linear;
pub mod pagination;
pub mod posts;
mod rankers;
pub mod records;
pub mod sample;
pub mod scores;
mod taught;

pub use boost::Options as TreeOptions;
pub use files::TrainedFile;
pub use linear::train_ranker;
pub use taught::teaches;

/// The models in the order in which they are trained: each learns from what those before it say.
pub const MODELS: [&str; 8] = ["records", "columns", "posts", "article", "titles", "authors", "kinds", "pagination"];
