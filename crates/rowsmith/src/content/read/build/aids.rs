//! Aids for readers of the web page that are useless elsewhere: tables of contents, permalinks, copy buttons.

use crate::content::read::names::{classes, has_class};
use crate::content::read::notes::is_heading;
use crate::dom::{AttrName, Document, NodeId, Tag};

/// Whether a list is a table of contents: it has only links to places within the page, which lead nowhere in other
/// formats.
pub(super) fn is_contents(document: &Document, id: NodeId) -> bool {
    let mut links = 0;
    let mut at = id;
    let end = document.end(id);
    while at < end {
        if document.is_text(at) {
            // a number before each
            let text = document.raw_text(at);
            if text.contains(|c: char| c.is_alphabetic()) {
                return false;
            }
        } else if document.tag(at) == Tag::A {
            if !document.attr(at, AttrName::HREF).is_some_and(|h| h.len() > 1 && h.starts_with('#')) {
                return false;
            }
            links += 1;
            at = document.end(at);
            continue;
        }
        at = NodeId(at.0 + 1);
    }
    links >= 3
}

/// Whether an element only links to the heading that it is in.
pub(super) fn is_permalink(document: &Document, id: NodeId) -> bool {
    if document.tag(id) != Tag::A {
        return false;
    }
    let text = document.raw_text(id).trim();
    if text.chars().count() > 12 || document.subtree(id).any(|c| document.tag(c) == Tag::IMG) {
        return false;
    }
    let leads_here = document.attr(id, AttrName::HREF).is_some_and(|h| h.contains('#'));
    let called = || {
        classes(document, id).any(|class| {
            let class = class.to_ascii_lowercase();
            [
                "anchor",
                "headerlink",
                "permalink",
                "header-anchor",
                "heading-link",
                "hash-link",
                "heading-anchor",
                "anchorjs-link",
                "direct-link",
            ]
            .contains(&class.as_str())
        })
    };
    let in_heading = || {
        document
            .ancestors(id)
            .take(4)
            .any(|a| matches!(document.tag(a), Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 | Tag::DT))
            || document.parent(id).is_some_and(|p| {
                document.children(p).any(|c| matches!(document.tag(c), Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4))
            })
    };
    let sign = text
        .chars()
        .all(|c| matches!(c, '#' | '¶' | '§' | '🔗' | '∞' | '\u{f0c1}' | '\u{200b}' | '\u{feff}') || c.is_whitespace());
    leads_here
        && ((sign || called() && matches!(text.to_ascii_lowercase().as_str(), "link" | "permalink" | "anchor"))
            && (called() || in_heading()))
}

/// Whether an element in a heading only offers to edit what is below it, as wikis do: "[edit]", "[Bearbeiten | Quelltext bearbeiten]".
pub(super) fn is_edit_link(document: &Document, id: NodeId) -> bool {
    let is_heading = |a: NodeId| is_heading(document.tag(a));
    let is_beside = |parent: NodeId| document.children(parent).any(is_heading);
    document.tag(id) == Tag::SPAN
        && (document.ancestors(id).skip(1).take(2).any(is_heading) || document.parent(id).is_some_and(is_beside))
        && document.raw_text(id).trim().starts_with('[')
        && document.subtree(id).any(|link| {
            let leads_to = document.attr(link, AttrName::HREF).unwrap_or_default();
            document.tag(link) == Tag::A
                && (["action=edit", "veaction="].iter().any(|part| leads_to.contains(part))
                    || leads_to.split(['/', '?', '#']).any(|part| part == "edit"))
        })
}

/// Whether a button copies code to the clipboard.
pub(super) fn is_copy_button(document: &Document, id: NodeId) -> bool {
    let text = document.raw_text(id).trim();
    text.is_empty()
        || text.to_ascii_lowercase().starts_with("copy") && text.len() < 24
        || has_class(document, id, &["copy", "copy-button", "btn-copy"])
}
