//! Why a model file is refused.

/// Why a model file is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// The first line is not that of a model file, or of a version unknown to this library.
    #[error("the first line is not {0:?}")]
    NotAModel(&'static str),
    /// It is the model of another extractor.
    #[error("this is the model {found:?}, not {wanted:?}")]
    OtherModel {
        /// The name of the model that was asked for.
        wanted: &'static str,
        /// The name in the file.
        found: String,
    },
    /// The model was trained with other features than the extractor has.
    #[error("the model was made for other features ({found}, not {wanted}); train it again")]
    OtherFeatures {
        /// The number and hash of the extractor's features.
        wanted: String,
        /// The number and hash in the file.
        found: String,
    },
    /// The header lacks a line, or has a line that does not belong there.
    #[error("the header of the model is invalid at {0:?}")]
    Header(String),
    /// The file ends in the middle of a part.
    #[error("the model ends within its part {0:?}")]
    Cut(String),
    /// A part does not have valid content for its kind: a tree in which a walk would not end, or a value that is not a
    /// number.
    #[error("part {0:?} of the model is damaged")]
    Damaged(String),
    /// A part is missing.
    #[error("the model lacks its part {0:?}")]
    Missing(String),
    /// The file has a part that the model does not know.
    #[error("the model has no part called {0:?}")]
    Unknown(String),
}
