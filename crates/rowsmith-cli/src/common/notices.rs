//! Messages to the user on standard error, one per line.

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
    // If standard error is closed, nobody can be told about it.
    let _ = writeln!(io::stderr().lock(), "rowsmith: {}", parts.join(": "));
}
