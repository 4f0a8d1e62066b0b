//! The one error type of the library.

/// Why a page gave no result.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The input has no bytes, or only white space.
    #[error("the input is empty")]
    Empty,
    /// The input is in another format, recognised by its first bytes; this is the name of that format.
    #[error("the input is not HTML but {0}")]
    NotHtml(&'static str),
    /// The caller gave an unknown character encoding.
    #[error("unknown character encoding {0:?}; use a label of the WHATWG encoding standard, such as \"utf-8\"")]
    UnknownCharset(String),
    /// The caller gave an address for the page that cannot serve as the base of its links.
    #[error("{0:?} is not an absolute URL; a base looks like \"https://example.com/list\"")]
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
    /// A file given as a feed is in no known feed format.
    #[error("the feed cannot be read ({0}); it has to be RSS, Atom or JSON Feed")]
    NotAFeed(String),
}
