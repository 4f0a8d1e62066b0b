//! Why a text cannot be read as a wrapper.

use crate::wrapper::format::VERSION;
/// Why a text cannot be read as a wrapper.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WrapperError {
    /// It is not the JSON of a wrapper.
    #[error("this is not a wrapper of Rowsmith: {0}")]
    NotAWrapper(String),
    /// It has another version.
    #[error(
        "this wrapper has version {0}, but this Rowsmith reads version {VERSION}: learn it again from pages of the site (rowsmith learn PAGES --out FILE)"
    )]
    Version(u32),
    /// Something in it is invalid, or was changed in a way that can have no effect.
    #[error("line {line}, {place}: {what}")]
    At {
        /// The line, from 1.
        line: usize,
        /// The place in the file: `templates[0].parts[0].columns[2].css`.
        place: String,
        /// What is wrong.
        what: String,
    },
    /// It refers to something that it does not contain.
    #[error("this wrapper is damaged: {0}")]
    Damaged(&'static str),
}
