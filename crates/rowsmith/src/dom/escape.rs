//! Escaping of text for HTML.

/// Writes text escaped so that it is valid both as content and within a quoted attribute.
pub(crate) fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\0' => {}
            c => out.push(c),
        }
    }
}
