//! Repairs of markup before parsing, for cases in which the HTML standard itself would lose pages.

use std::borrow::Cow;

use memchr::memchr;

/// Closes elements that would otherwise swallow the rest of a page as text:
///
/// - `<iframe>`s left open inside `<noscript>`. Browsers read the content of `<noscript>` as plain text, so nobody
///   notices that tag managers ship `<noscript><iframe …/></noscript>`. Here scripting is off, so that records in
///   `<noscript>` are kept, and then the open `<iframe>` never ends.
/// - `<textarea …/>` and `<iframe …/>`. HTML has no such short form, but programs that store pages as XML write it.
///
/// Any other text is returned unchanged. Takes time linear in the length of the text.
///
/// ```
/// use rowsmith::dom::repaired;
///
/// let page = "<noscript><iframe src=x></noscript><p>Oak";
/// assert_eq!(repaired(page), "<noscript><iframe src=x></iframe></noscript><p>Oak");
/// assert_eq!(repaired("<textarea name=q /><p>Elm"), "<textarea name=q /></textarea><p>Elm");
/// ```
pub fn repaired(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let mut repaired = String::new();
    let mut copied = 0;
    let mut insert = |at: usize, what: &str| {
        repaired.push_str(&text[copied..at]);
        repaired.push_str(what);
        copied = at;
    };
    let mut at = 0;
    while let Some(offset) = bytes.get(at..).and_then(|rest| memchr(b'<', rest)) {
        at += offset;
        let rest = &bytes[at..];
        if begins(rest, b"<noscript") {
            let Some(end) = find_tag(bytes, at, b"</noscript") else { break };
            let mut inner = at;
            while let Some(open) = find_tag(&bytes[..end], inner, b"<iframe") {
                match find_tag(&bytes[..end], open, b"</iframe") {
                    Some(close) => inner = close,
                    None => {
                        insert(end, "</iframe>");
                        break;
                    }
                }
            }
            at = end;
        } else if begins(rest, b"<textarea") {
            if let Some(length) = short_form(rest) {
                insert(at + length, "</textarea>");
            }
        } else if begins(rest, b"<iframe")
            && let Some(length) = short_form(rest)
        {
            insert(at + length, "</iframe>");
        }
        at += 1;
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    repaired.push_str(&text[copied..]);
    Cow::Owned(repaired)
}

/// Longer tags are not looked at.
const LONGEST_TAG: usize = 8192;

/// The length of the tag at the beginning of `rest`, if it ends in `/>`.
fn short_form(rest: &[u8]) -> Option<usize> {
    let mut quote = None;
    for (at, &byte) in rest.iter().enumerate().take(LONGEST_TAG).skip(1) {
        match (quote, byte) {
            (Some(open), _) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'>') => return (rest[at - 1] == b'/').then_some(at + 1),
            (None, b'<') => return None,
            _ => {}
        }
    }
    None
}

fn begins(rest: &[u8], tag: &[u8]) -> bool {
    rest.len() >= tag.len() && rest[..tag.len()].eq_ignore_ascii_case(tag)
}

/// The first place at or after `from` where `tag` (lower case, with its `<`) begins, ignoring case.
fn find_tag(bytes: &[u8], from: usize, tag: &[u8]) -> Option<usize> {
    let mut at = from;
    while let Some(offset) = memchr(b'<', bytes.get(at..)?) {
        at += offset;
        if begins(&bytes[at..], tag) {
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
            repaired("a<NoScript><iframe src=x /></noscript>b<noscript><iframe></iframe></noscript>c"),
            "a<NoScript><iframe src=x /></iframe></noscript>b<noscript><iframe></iframe></noscript>c"
        );
    }

    #[test]
    fn short_forms_are_closed() {
        assert_eq!(
            repaired("<p><TextArea title='>' rows=6/>b<iframe src=\"/a>b\" />c"),
            "<p><TextArea title='>' rows=6/></textarea>b<iframe src=\"/a>b\" /></iframe>c"
        );
        let page = repaired("<div><textarea/></div><p>seen");
        let document = crate::dom::parse(page.as_bytes(), &Default::default()).unwrap();
        assert_eq!(crate::dom::text(&document, crate::dom::Document::ROOT), "seen");
    }

    #[test]
    fn other_text_is_borrowed() {
        for text in [
            "",
            "<textarea>a/></textarea>",
            "<textarea <br/>",
            "<iframe \"/>",
            "<noscript>",
            "<noscript><img></noscript><iframe>",
            "<iframe><noscript></noscript>",
            "<<<",
        ] {
            assert!(matches!(repaired(text), Cow::Borrowed(t) if t == text));
        }
    }
}
