//! Training of the models, and of those of the folds, which provide for every page a model that has not seen its site.

pub mod all;
pub mod article;
mod boost;
pub mod columns;
mod files;
pub mod items;
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

/// The models in the order of training: each learns from the results of those before it.
pub const MODELS: [&str; 10] =
    ["records", "columns", "posts", "article", "titles", "authors", "dates", "items", "kinds", "pagination"];
