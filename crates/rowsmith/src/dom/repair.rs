//! One repair of markup before parsing, where the HTML standard itself loses pages.

use std::borrow::Cow;

use memchr::memchr;

/// Closes `<iframe>`s that are left open inside `<noscript>`.
///
/// Browsers read the content of `<noscript>` as plain text, so nobody notices that tag managers ship
/// `<noscript><iframe …/></noscript>`; parsed with scripting off, as we do to keep records in `<noscript>`, the
/// open `<iframe>` would swallow the rest of the page. Linear in the length of the text.
pub fn close_iframes_in_noscript(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let mut repaired = String::new();
    let mut copied = 0;
    let mut at = 0;
    while let Some(start) = find_tag(bytes, at, b"<noscript") {
        let Some(end) = find_tag(bytes, start, b"</noscript") else { break };
        let mut inner = start;
        while let Some(open) = find_tag(&bytes[..end], inner, b"<iframe") {
            match find_tag(&bytes[..end], open, b"</iframe") {
                Some(close) => inner = close,
                None => {
                    repaired.push_str(&text[copied..end]);
                    repaired.push_str("</iframe>");
                    copied = end;
                    break;
                }
            }
        }
        at = end;
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    repaired.push_str(&text[copied..]);
    Cow::Owned(repaired)
}

/// The first place at or behind `from` where `tag` (lower case, with its `<`) begins, in any case of letters.
fn find_tag(bytes: &[u8], from: usize, tag: &[u8]) -> Option<usize> {
    let mut at = from;
    while let Some(offset) = memchr(b'<', bytes.get(at..)?) {
        at += offset;
        let rest = &bytes[at..];
        if rest.len() >= tag.len() && rest[..tag.len()].eq_ignore_ascii_case(tag) {
            return Some(at);
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_iframe_is_closed() {
        assert_eq!(
            close_iframes_in_noscript("a<NoScript><iframe src=x /></noscript>b<noscript><iframe></iframe></noscript>c"),
            "a<NoScript><iframe src=x /></iframe></noscript>b<noscript><iframe></iframe></noscript>c"
        );
    }

    #[test]
    fn other_text_is_borrowed() {
        for text in ["", "<noscript>", "<noscript><img></noscript><iframe>", "<iframe><noscript></noscript>", "<<<"] {
            assert!(matches!(close_iframes_in_noscript(text), Cow::Borrowed(t) if t == text));
        }
    }
}
