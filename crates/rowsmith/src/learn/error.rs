//! Why a model file is refused.

/// Why a model file is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// The first line is not that of a model file, or of a version that this library does not know.
    #[error("the first line is not {0:?}")]
    NotAModel(&'static str),
    /// The model is another extractor's.
    #[error("this is a model of {found:?}, not of {wanted:?}")]
    OtherModel {
        /// The name that was asked for.
        wanted: &'static str,
        /// The name in the file.
        found: String,
    },
    /// The model was made for other features than the extractor has.
    #[error("the model was made for other features ({found}, not {wanted}); train it again")]
    OtherFeatures {
        /// Number and hash of the extractor's features.
        wanted: String,
        /// What the file says.
        found: String,
    },
    /// The header lacks a line, or one of its lines is none of a header.
    #[error("the header of the model is wrong at {0:?}")]
    Header(String),
    /// The file ends in the middle of a part.
    #[error("the model is cut in its part {0:?}")]
    Cut(String),
    /// A part does not hold what its kind has to: a tree whose walk would not end, a number that is none.
    #[error("part {0:?} of the model is damaged")]
    Damaged(String),
    /// A part is not there.
    #[error("the model lacks its part {0:?}")]
    Missing(String),
    /// The file has a part that the model does not know.
    #[error("the model has no part called {0:?}")]
    Unknown(String),
}
