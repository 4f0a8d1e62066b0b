//! Why an input or page gave no result: a word to count by and a sentence to read.

use std::borrow::Cow;
use std::fmt;
use std::io;

use crate::common::failure::why;
use crate::common::panics::OF_OTHERS;

/// Why a page gave no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Problem {
    /// One of a few words, the same for all failures of a kind: `unreadable`, `timeout`, `http-404`.
    pub(crate) reason: Cow<'static, str>,
    /// What is wrong, for the user.
    pub(crate) why: String,
}

impl Problem {
    /// A problem of a certain kind.
    pub(crate) fn new(reason: impl Into<Cow<'static, str>>, why: impl Into<String>) -> Self {
        Problem { reason: reason.into(), why: why.into() }
    }

    /// Something could not be opened or read.
    pub(crate) fn unreadable(error: &io::Error) -> Self {
        Problem::new("unreadable", why(error))
    }

    /// An error message from an extractor, or about a panic that was caught.
    pub(crate) fn of_page(why: String) -> Self {
        let reason = match why.as_str() {
            text if text.starts_with("the input is empty") => "empty",
            text if text.starts_with("the input is not HTML") => "not-html",
            text if text.starts_with("internal error") => "internal-error",
            text if text.starts_with(OF_OTHERS) => "damaged",
            _ => "extraction",
        };
        Problem::new(reason, why)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}
