//! Callout boxes: notes, tips, warnings.

use super::names::{classes, has_class_word};
use crate::dom::{Document, NodeId, Tag};

/// A callout box, as its element describes it.
pub(super) struct CalloutOf {
    /// Its kind.
    pub(super) name: String,
    /// The element that is its title.
    pub(super) title: Option<NodeId>,
}

/// The names that authors use for such boxes.
const NAMES: &[&str] = &[
    "note",
    "tip",
    "info",
    "warning",
    "caution",
    "danger",
    "important",
    "success",
    "question",
    "failure",
    "bug",
    "example",
    "quote",
    "abstract",
    "summary",
    "todo",
    "hint",
    "error",
    "attention",
    "seealso",
    "check",
    "faq",
    "help",
    "details",
    "secondary",
    "primary",
    "light",
    "dark",
    "tldr",
    "cite",
];

/// Of these, the names of how a box looks.
const LOOKS: &[&str] = &["details", "secondary", "primary", "light", "dark", "cite"];

/// Class names of such boxes in documentation generators, publishing tools and style sheets.
const BOXES: &[&str] = &[
    "admonition",
    "callout",
    "markdown-alert",
    "alert",
    "theme-admonition",
    "custom-block",
    "hint",
    "notice",
    "starlight-aside",
    "admonitionblock",
    "nextra-callout",
];

/// Whether an element is such a box.
pub(crate) fn is_callout(document: &Document, id: NodeId) -> bool {
    callout(document, id).is_some()
}

/// The box that an element is, if its classes call it a box and name the kind.
pub(super) fn callout(document: &Document, id: NodeId) -> Option<CalloutOf> {
    if !matches!(document.tag(id), Tag::DIV | Tag::ASIDE | Tag::SECTION | Tag::DETAILS | Tag::BLOCKQUOTE) {
        return None;
    }
    let boxed = classes(document, id).find(|class| BOXES.contains(class))?;
    let declared = document.attr_named(id, "data-callout").map(str::to_ascii_lowercase);
    let called = || {
        classes(document, id).filter_map(|class| {
            let class = class.to_ascii_lowercase();
            let name = BOXES.iter().find_map(|b| class.strip_prefix(b)).unwrap_or(&class);
            let name = name.trim_start_matches(['-', '_']);
            NAMES.contains(&name).then(|| name.to_owned())
        })
    };
    // what it is goes before how it looks
    let kind = || called().find(|name| !LOOKS.contains(&name.as_str()));
    let name = declared.or_else(kind).or_else(|| called().next());
    let title = title(document, id);
    // warnings about old browsers and message counters have neither name nor title
    let name = match name {
        Some(name) => name,
        None if boxed != "alert" && boxed != "hint" => "note".to_owned(),
        None => return None,
    };
    Some(CalloutOf { name, title })
}

/// The title of a box: the first of its elements with a text, if its classes call it a title.
fn title(document: &Document, id: NodeId) -> Option<NodeId> {
    let end = document.end(id);
    let mut at = NodeId(id.0 + 1);
    while at < end {
        if document.is_text(at) {
            if !document.raw_text(at).trim().is_empty() {
                return None;
            }
        } else if document.tag(at) == Tag::SVG {
            at = document.end(at);
            continue;
        } else if document.tag(at) == Tag::SUMMARY
            || (has_class_word(document, at, &["title", "heading", "header"])
                && !document.raw_text(at).trim().is_empty())
        {
            return Some(at);
        }
        at = NodeId(at.0 + 1);
    }
    None
}
