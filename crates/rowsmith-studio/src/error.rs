//! Why something cannot be done.

use std::io;
use std::path::Path;

/// Why something cannot be done, in words for the person at the window.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StudioError {
    /// A file or folder cannot be read or written.
    #[error("{path}: {why}")]
    File {
        /// Which.
        path: String,
        /// The error message of the operating system.
        why: io::Error,
    },
    /// A file of the project has invalid content.
    #[error("{path}: {why}")]
    Damaged {
        /// Which.
        path: String,
        /// What is wrong with it.
        why: String,
    },
    /// The port cannot be listened on.
    #[error("cannot listen on 127.0.0.1:{port}: {why}")]
    Listen {
        /// The port that was asked for; 0 for any.
        port: u16,
        /// The error message of the operating system.
        why: String,
    },
    /// The project has no such page, list or record, or the request makes no sense.
    #[error("{0}")]
    Request(String),
}

impl StudioError {
    pub(crate) fn file(path: &Path, why: io::Error) -> StudioError {
        StudioError::File { path: path.display().to_string(), why }
    }

    pub(crate) fn damaged(path: &Path, why: impl ToString) -> StudioError {
        StudioError::Damaged { path: path.display().to_string(), why: why.to_string() }
    }

    pub(crate) fn request(why: impl Into<String>) -> StudioError {
        StudioError::Request(why.into())
    }
}
