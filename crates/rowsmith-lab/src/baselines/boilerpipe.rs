//! Boilerpipe's ArticleExtractor (Kohlschütter et al., WSDM 2010), using the crate of that name, a port of the Go port
//! of the Java original.

/// The text of one page. The crate panics on some markup; such a page gets no text.
pub fn boilerpipe(html: &[u8]) -> String {
    let text = String::from_utf8_lossy(html).into_owned();
    std::panic::catch_unwind(move || boilerpipe::parse_document(&text).content().to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_paragraphs_are_kept_and_an_empty_page_has_no_text() {
        let paragraph = "The violins of Cremona are among the best that have ever been made, and nobody knows for \
                         certain why they sound as they do, though many have tried to find out and to copy them. ";
        let body = paragraph.repeat(3);
        let menu = "<a href=/a>Home</a> <a href=/b>News</a> <a href=/c>Sport</a>";
        let html = format!(
            "<html><head><title>Violins</title></head><body><div>{menu}</div><p>{body}</p><p>{body}</p><div>{menu}</div></body></html>"
        );
        let text = boilerpipe(html.as_bytes());
        assert!(text.contains("violins of Cremona"), "{text}");
        assert_eq!(boilerpipe(b"").trim(), "");
    }
}
