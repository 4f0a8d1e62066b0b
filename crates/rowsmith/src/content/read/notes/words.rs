//! The names of notes, and what their labels look like.

use crate::content::read::names::has_class_word;
use crate::dom::{Document, NodeId, Tag};

/// The longest label of a mark.
pub(super) const MAX_LABEL: usize = 8;

/// Words in classes that denote notes.
pub(super) const NOTE_WORDS: &[&str] = &[
    "footnote",
    "footnotes",
    "fn",
    "fnref",
    "footref",
    "noteref",
    "endnote",
    "endnotes",
    "sidenote",
    "reference",
    "references",
    "cite",
    "citation",
    "easy",
    "bibitem",
    "biblist",
    "bibliography",
    "ftn",
    "ftnref",
    "fna",
    "refs",
];

/// Whether an identifier is named like that of a note.
pub(super) fn is_note_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    [
        "fn",
        "footnote",
        "note",
        "endnote",
        "cite",
        "ref",
        "bib",
        "sdfootnote",
        "_ftn",
        "_edn",
        "easy-footnote",
        "ftn",
        "_note",
    ]
    .iter()
    .any(|prefix| name.starts_with(prefix))
        || name.contains("footnote")
        || name.contains("note") && name.ends_with(|c: char| c.is_ascii_digit())
        || name.contains("bib.bib")
}

/// The label of a mark: a number, a letter or signs, possibly in brackets.
pub(super) fn label(text: &str) -> Option<String> {
    let text = text.trim().trim_end_matches('.');
    let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let bare = bare.trim_start_matches(['[', '(', '^']).trim_end_matches([']', ')', ':']);
    if bare.is_empty() || bare.len() > MAX_LABEL {
        return None;
    }
    let digits = bare.len() <= 3 && bare.bytes().all(|b| b.is_ascii_digit());
    let letter = bare.len() == 1 && bare.bytes().all(|b| b.is_ascii_alphabetic());
    let roman = bare.len() <= 5 && bare.bytes().all(|b| matches!(b, b'i' | b'v' | b'x'));
    let named = bare.len() <= 8
        && bare
            .strip_prefix("note")
            .or_else(|| bare.strip_prefix("nb"))
            .or_else(|| bare.strip_prefix("fn"))
            .is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    let signs =
        bare.chars().count() <= 3 && bare.chars().all(|c| matches!(c, '*' | '†' | '‡' | '§' | '¶' | '#' | '⁂' | '∗'));
    let signs = signs && bare != "#" && bare != "¶" && bare != "§";
    (digits || letter || roman || named || signs).then(|| bare.to_owned())
}

pub(super) fn inside(document: &Document, id: NodeId, tags: &[Tag]) -> bool {
    document.ancestors(id).skip(1).any(|a| tags.contains(&document.tag(a)))
}

pub(in crate::content::read) fn is_heading(tag: Tag) -> bool {
    matches!(tag, Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6)
}

/// Whether an element is a note that is shown when the pointer is over its mark.
pub(super) fn is_hidden_note(document: &Document, id: NodeId) -> bool {
    has_class_word(document, id, &["tooltip", "popover", "popup"]) || document.attr_named(id, "popover").is_some()
}

/// Whether a block begins with an element.
pub(super) fn begins(document: &Document, block: NodeId, id: NodeId) -> bool {
    document.raw_text_between(block, id).trim().is_empty()
}

pub(super) fn first_text(document: &Document, id: NodeId) -> Option<NodeId> {
    document.subtree(id).take(24).find(|&c| document.is_text(c) && !document.raw_text(c).trim().is_empty())
}

/// The heading directly before an element, with no other text between.
pub(super) fn heading_before(document: &Document, id: NodeId) -> Option<NodeId> {
    let mut at = id.0;
    for _ in 0..24 {
        at = at.checked_sub(1)?;
        let node = NodeId(at);
        if document.is_text(node) {
            if document.raw_text(node).trim().is_empty() {
                continue;
            }
            return document.ancestors(node).take(5).find(|&a| is_heading(document.tag(a)));
        }
    }
    None
}

pub(super) fn is_notes_heading(text: &str) -> bool {
    let text = text.to_lowercase();
    let text = text.trim_matches(|c: char| !c.is_alphabetic());
    is_only_notes(text)
        || matches!(
            text,
            "references" | "sources" | "citations" | "references and notes" | "notes and references" | "bibliography"
        )
}

/// Whether a heading announces only notes.
pub(super) fn is_only_notes(text: &str) -> bool {
    let text = text.to_lowercase();
    let text = text.trim_matches(|c: char| !c.is_alphabetic());
    matches!(
        text,
        "footnotes"
            | "footnote"
            | "notes"
            | "endnotes"
            | "end notes"
            | "sidenotes"
            | "anmerkungen"
            | "fußnoten"
            | "notas"
            | "notes de bas de page"
            | "note"
            | "voetnoten"
            | "przypisy"
            | "注释"
            | "脚注"
            | "脚註"
    )
}
