//! Why a whole run ends, as opposed to one input that fails while the others continue.

use std::io;

/// The end of a run before its time.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command line asks for something impossible; exit code 2.
    Usage(String),
    /// A file that the command line names, other than a page, is not what it should be; exit code 2. How the command is used
    /// does not help then.
    File {
        /// The file.
        place: String,
        /// What is wrong with it.
        why: String,
    },
    /// The output cannot be written; exit code 1.
    Output {
        /// The file, folder or stream.
        place: String,
        /// What is wrong with it.
        why: String,
    },
    /// The reader of standard output has gone away (`rowsmith … | head`): there is nobody to write for, and this is not
    /// an error.
    ReaderGone,
}

impl Failure {
    /// A failure to write to `place`.
    pub(crate) fn output(place: &str, error: &io::Error) -> Self {
        Failure::Output { place: place.to_owned(), why: why(error) }
    }

    /// A failure to write to standard output, unless the reader has gone away.
    pub(crate) fn stdout(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ReaderGone,
            _ => Failure::output("standard output", error),
        }
    }
}

/// The message of an I/O error without the operating system's error number, which means nothing to users.
pub(crate) fn why(error: &io::Error) -> String {
    let text = error.to_string();
    match text.rfind(" (os error ") {
        Some(at) => text[..at].to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_the_error_is_left_out() {
        let error = std::fs::File::open("no/such/file").unwrap_err();
        assert!(error.to_string().contains("os error"), "{error}");
        assert!(!why(&error).contains("os error"));
    }

    #[test]
    fn a_reader_that_has_gone_is_no_error() {
        let gone = io::Error::from(io::ErrorKind::BrokenPipe);
        assert!(matches!(Failure::stdout(&gone), Failure::ReaderGone));
        assert!(matches!(Failure::output("a.csv", &gone), Failure::Output { .. }));
    }
}
