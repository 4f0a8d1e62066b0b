//! Escaping of text for HTML: the one place where it is done.

/// Writes text with some characters as references: those of `&`, `<`, `>`, `"`, `'` and the no-break space that are in
/// `special`, since they would be markup, or be lost, where the text stands. NUL is left out if it is one of them.
///
/// ```
/// let written = |special| {
///     let mut out = String::new();
///     rowsmith::dom::escape("\"Salt\" & <pepper>", special, &mut out);
///     out
/// };
/// assert_eq!(written("&<"), "\"Salt\" &amp; &lt;pepper>");
/// assert_eq!(written("&<>\""), "&quot;Salt&quot; &amp; &lt;pepper&gt;");
/// ```
pub fn escape(text: &str, special: &str, out: &mut String) {
    for c in text.chars() {
        let reference = match c {
            '&' => "&amp;",
            '<' => "&lt;",
            '>' => "&gt;",
            '"' => "&quot;",
            '\'' => "&#39;",
            '\u{a0}' => "&nbsp;",
            '\0' => "",
            _ => {
                out.push(c);
                continue;
            }
        };
        match special.contains(c) {
            true => out.push_str(reference),
            false => out.push(c),
        }
    }
}

/// Writes text escaped so that it is valid both as content and within a quoted attribute.
pub(crate) fn escape_anywhere(text: &str, out: &mut String) {
    escape(text, "&<>\"\0", out);
}
