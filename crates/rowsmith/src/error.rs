//! The one error type of the library.

/// Why a page gave no result.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The input has no bytes, or nothing but white space.
    #[error("the input is empty")]
    Empty,
    /// The input is of another format; the name is that of the format its first bytes are of.
    #[error("the input is no HTML but {0}")]
    NotHtml(&'static str),
    /// The name of a character encoding that the caller gave is unknown.
    #[error("unknown character encoding {0:?}; use a label of the WHATWG encoding standard, such as \"utf-8\"")]
    UnknownCharset(String),
    /// An address that the caller gave for the page cannot be used as a base of links.
    #[error("{0:?} is no absolute URL; a base looks like \"https://example.com/list\"")]
    BadBaseUrl(String),
    /// A domain schema that cannot be used.
    #[error("line {line}, column {column}: {what}")]
    BadSchema {
        /// The line, from 1.
        line: usize,
        /// The character in it, from 1.
        column: usize,
        /// What is wrong, and what was expected.
        what: String,
    },
    /// A file that was given as a feed is none that is known.
    #[error("the feed cannot be read ({0}); it has to be RSS, Atom or JSON Feed")]
    NotAFeed(String),
}
