//! Escaping of text for HTML, as the command writes it.

use rowsmith::dom::escape;

/// Text as the content of an element.
pub(crate) fn escape_html(text: &str) -> String {
    escaped(text, "&<")
}

/// Text as the value of a quoted attribute.
pub(crate) fn escape_attribute(text: &str) -> String {
    escaped(text, "&<>\"'")
}

fn escaped(text: &str, special: &str) -> String {
    let mut out = String::with_capacity(text.len());
    escape(text, special, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_becomes_markup() {
        assert_eq!(escape_attribute("\"><a b='&"), "&quot;&gt;&lt;a b=&#39;&amp;");
        assert_eq!(escape_html("a < b && \"c\" &lt;"), "a &lt; b &amp;&amp; \"c\" &amp;lt;");
    }
}
