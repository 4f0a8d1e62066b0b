//! What the user is told on standard error: one line a notice.

use std::io::{self, Write};

use crate::text::harmless;

/// `rowsmith: PLACE: WHY`.
pub(crate) fn error(place: &str, why: &str) {
    line(&[place, why]);
}

/// `rowsmith: PLACE: warning: WHAT`.
pub(crate) fn warning(place: &str, what: &str) {
    line(&[place, "warning", what]);
}

fn line(parts: &[&str]) {
    let parts: Vec<_> = parts.iter().map(|part| harmless(part)).collect();
    // If standard error is closed there is nobody to tell that it is.
    let _ = writeln!(io::stderr().lock(), "rowsmith: {}", parts.join(": "));
}
