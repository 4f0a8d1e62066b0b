//! Escaping of text for HTML: the one place where the command does it.

/// Text as the content of an element.
pub(crate) fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// Text as the value of a quoted attribute.
pub(crate) fn escape_attribute(text: &str) -> String {
    escape_html(text).replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
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
