//! Words in the classes and other attributes of an element.

use crate::dom::{AttrName, Document, NodeId};

/// The class names of an element.
pub(crate) fn classes(document: &Document, id: NodeId) -> impl Iterator<Item = &str> {
    document.attr(id, AttrName::CLASS).unwrap_or_default().split_ascii_whitespace()
}

/// Whether an element has one of these class names.
pub(crate) fn has_class(document: &Document, id: NodeId, names: &[&str]) -> bool {
    classes(document, id).any(|class| names.contains(&class))
}

/// Whether the classes of an element contain one of these words (in lower case); words are separated by `-`, `_` or
/// capitals.
pub(crate) fn has_class_word(document: &Document, id: NodeId, words: &[&str]) -> bool {
    classes(document, id).any(|class| {
        let mut start = 0;
        let bytes = class.as_bytes();
        for at in 1..=bytes.len() {
            let parts = at == bytes.len()
                || !bytes[at].is_ascii_alphanumeric()
                || (bytes[at].is_ascii_uppercase() && bytes[at - 1].is_ascii_lowercase());
            if parts {
                let word = class.get(start..at).unwrap_or_default();
                let word = word.trim_start_matches(|c: char| !c.is_alphanumeric());
                if words.iter().any(|w| word.eq_ignore_ascii_case(w)) {
                    return true;
                }
                start = at;
            }
        }
        false
    })
}

/// The text of a subtree, with white space collapsed.
pub(crate) fn folded(document: &Document, id: NodeId) -> String {
    document.raw_text(id).split_whitespace().collect::<Vec<_>>().join(" ")
}
