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
    #[error(
        "this wrapper has version {0}, but this Rowsmith reads version {VERSION}: learn it again from pages of the site (rowsmith learn PAGES --out FILE)"
    )]
    Version(u32),
    /// Something in it is wrong, or was changed to what can have no effect.
    #[error("line {line}, {place}: {what}")]
    At {
        /// The line, from 1.
        line: usize,
        /// The place in the file: `templates[0].parts[0].columns[2].css`.
        place: String,
        /// What is wrong.
        what: String,
    },
    /// It refers to what it does not have.
    #[error("this wrapper is damaged: {0}")]
    Damaged(&'static str),
}
