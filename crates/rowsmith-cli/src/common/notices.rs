//! What the user is told on standard error: one line a notice.

use std::io::{self, Write};

use crate::common::text::harmless;

/// `rowsmith: PLACE: WHY`.
pub(crate) fn error(place: &str, why: &str) {
    parts(&[place, why]);
}

/// `rowsmith: PLACE: warning: WHAT`.
pub(crate) fn warning(place: &str, what: &str) {
    parts(&[place, "warning", what]);
}

/// `rowsmith: WHAT`.
pub(crate) fn line(what: &str) {
    parts(&[what]);
}

fn parts(parts: &[&str]) {
    let parts: Vec<_> = parts.iter().map(|part| harmless(part)).collect();
    // If standard error is closed there is nobody to tell that it is.
    let _ = writeln!(io::stderr().lock(), "rowsmith: {}", parts.join(": "));
}
