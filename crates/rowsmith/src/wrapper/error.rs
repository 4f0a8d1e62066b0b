//! Why a text is no wrapper.

use crate::wrapper::format::VERSION;
/// Why a text is no wrapper.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WrapperError {
    /// It is no JSON of a wrapper.
    #[error("this is no wrapper of Rowsmith: {0}")]
    NotAWrapper(String),
    /// It is of another version.
    #[error("this wrapper has version {0}, but this Rowsmith reads version {VERSION}; learn it anew")]
    Version(u32),
    /// It refers to what it does not have.
    #[error("this wrapper is damaged: {0}")]
    Damaged(&'static str),
}
