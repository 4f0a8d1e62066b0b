//! The HTML of a body, without scripts, styles and layout.

use std::borrow::Cow;

use crate::content::safe_address;
use crate::dom::{Document, NodeId, escape_anywhere, is_hidden, is_void};

/// Elements that are kept, with their meaningful attributes.
const KEPT: &[(&str, &[&str])] = &[
    ("a", &["href"]),
    ("b", &[]),
    ("blockquote", &["cite"]),
    ("br", &[]),
    ("code", &[]),
    ("del", &[]),
    ("em", &[]),
    ("h1", &[]),
    ("h2", &[]),
    ("h3", &[]),
    ("h4", &[]),
    ("h5", &[]),
    ("h6", &[]),
    ("hr", &[]),
    ("i", &[]),
    ("img", &["src", "alt"]),
    ("ins", &[]),
    ("li", &[]),
    ("ol", &[]),
    ("p", &[]),
    ("pre", &[]),
    ("q", &[]),
    ("s", &[]),
    ("strong", &[]),
    ("sub", &[]),
    ("sup", &[]),
    ("table", &[]),
    ("tbody", &[]),
    ("td", &["colspan", "rowspan"]),
    ("th", &["colspan", "rowspan"]),
    ("thead", &[]),
    ("tr", &[]),
    ("u", &[]),
    ("ul", &[]),
];
/// Elements that are left out with their content.
const DROPPED: &[&str] = &[
    "script", "style", "noscript", "form", "button", "input", "textarea", "select", "iframe", "svg", "object",
    "template",
];

/// Whether an element is left out of a body with its content, given its name.
pub(crate) fn is_dropped(name: &str) -> bool {
    DROPPED.contains(&name)
}

/// The HTML of the nodes from `from` up to, but not including, `end` (siblings with their subtrees): elements that carry
/// meaning, with addresses as they are in the page. Other elements are replaced by their content; scripts, styles, controls
/// and hidden parts are left out, as are the subtrees `cuts` (in document order). Addresses stay if they are relative, or
/// lead to a page or a person. Takes linear time.
pub fn clean_html(document: &Document, from: NodeId, end: NodeId, cuts: &[NodeId]) -> String {
    let mut out = String::new();
    let mut open: Vec<(NodeId, &str)> = Vec::new();
    let mut at = from;
    while at < end || !open.is_empty() {
        while let Some(&(close, name)) = open.last() {
            if at < close {
                break;
            }
            out.push_str("</");
            out.push_str(name);
            out.push('>');
            open.pop();
        }
        if at >= end {
            break;
        }
        if document.is_text(at) {
            if cuts.binary_search(&at).is_err() {
                escape_anywhere(document.raw_text(at), &mut out);
            }
            at = NodeId(at.0 + 1);
            continue;
        }
        let name = document.tag_name(document.tag(at));
        let is_cut = cuts.binary_search(&at).is_ok();
        if is_cut || at != from && (is_dropped(name) || is_hidden(document, at)) {
            at = document.end(at);
            continue;
        }
        if let Some(&(name, attrs)) = KEPT.iter().find(|k| k.0 == name) {
            out.push('<');
            out.push_str(name);
            for (attr, value) in document.attrs(at) {
                let attr = document.attr_name(attr);
                if let Some(value) = kept_value(attr, value).filter(|_| attrs.contains(&attr)) {
                    out.push(' ');
                    out.push_str(attr);
                    out.push_str("=\"");
                    escape_anywhere(&value, &mut out);
                    out.push('"');
                }
            }
            out.push('>');
            if !is_void(document.tag(at)) {
                open.push((document.end(at), name));
            }
        }
        at = NodeId(at.0 + 1);
    }
    out.trim().to_owned()
}

/// The value that an attribute keeps: an address only if it leads to a page or a person, or is that of a picture on the web.
fn kept_value<'a>(attr: &str, value: &'a str) -> Option<Cow<'a, str>> {
    match attr {
        "href" => safe_address(value, &["http", "https", "mailto", "tel"]),
        "src" | "cite" => safe_address(value, &["http", "https"]),
        _ => Some(value.trim().into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, Tag, parse};

    #[test]
    fn what_means_something_is_kept() {
        let html = "<div class=x><p style='a'>A &lt; <span>b</span><br><a href=/x onclick=y>c</a><a href=' java\nscript:z'>d</a></p>\
                    <script>e</script><button>f</button><i hidden>g</i><img src=/i.png alt='\"'></div>";
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let div = document.nodes().find(|&n| document.tag(n) == Tag::DIV).unwrap();
        let expected = "<p>A &lt; b<br><a href=\"/x\">c</a><a>d</a></p><img src=\"/i.png\" alt=\"&quot;\">";
        assert_eq!(clean_html(&document, div, document.end(div), &[]), expected);
    }

    #[test]
    fn addresses_lead_to_pages_and_people() {
        for address in [
            "file:///etc/passwd",
            "&#1;file:///a",
            "view-source:javascript:x",
            "blob&#13;:https://a/1",
            "x:y",
            "data:image/png;base64,x",
        ] {
            let document = parse(
                format!("<div>a<a href='{address}'>b</a><img src='{address}'></div>").as_bytes(),
                &ParseOptions::default(),
            );
            let document = document.unwrap();
            let div = document.nodes().find(|&n| document.tag(n) == Tag::DIV).unwrap();
            assert_eq!(clean_html(&document, div, document.end(div), &[]), "a<a>b</a><img>", "{address}");
        }
    }
}
