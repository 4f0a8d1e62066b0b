//! Footnotes, side notes and references: which marks belong to which notes.
//!
//! A mark is recognised by its form: a link with a short label to something that follows, a raised number, an element
//! that names another one. It counts only if its note is found: where the link leads, under an identifier derived from
//! the number, in a list or in paragraphs that begin with the numbers, or next to the mark itself.

mod beside;
mod linked;
mod numbered;
mod tidy;
mod words;

use rustc_hash::{FxHashMap, FxHashSet};

pub(super) use self::words::is_heading;
use self::words::{NOTE_WORDS, inside, label};
use super::names::has_class_word;
use crate::dom::{AttrName, Display, Document, NodeId, Tag, display};

/// A note.
#[derive(Debug)]
pub(super) struct NoteOf {
    pub(super) node: NodeId,
    /// The elements that hold its content.
    pub(super) parts: Vec<NodeId>,
}

/// The notes of a page.
#[derive(Debug, Default)]
pub(super) struct Notes {
    /// The notes in document order.
    pub(super) list: Vec<NoteOf>,
    /// The elements that are marks, with the number of their note.
    marks: FxHashMap<NodeId, usize>,
    /// Subtrees that are not part of the text: notes, links back, labels.
    skipped: FxHashSet<NodeId>,
    /// For texts that begin with a label, the length of the label in bytes.
    labels: FxHashMap<NodeId, usize>,
}

/// The notes as seen from the text, or from one note that is being read.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    notes: &'a Notes,
    open: Option<NodeId>,
}

impl Notes {
    /// As seen while reading the note in this element.
    pub(super) fn within(&self, open: NodeId) -> View<'_> {
        View { notes: self, open: Some(open) }
    }

    /// As seen from the text.
    pub(super) fn outside(&self) -> View<'_> {
        View { notes: self, open: None }
    }
}

impl View<'_> {
    /// The number of the note that an element is the mark of.
    pub(super) fn mark(&self, id: NodeId) -> Option<usize> {
        self.notes.marks.get(&id).copied()
    }

    /// Whether a subtree is not part of what is being read.
    pub(super) fn skips(&self, id: NodeId) -> bool {
        self.open != Some(id) && self.notes.skipped.contains(&id)
    }

    /// The length in bytes of the label at the beginning of a text.
    pub(super) fn label_length(&self, id: NodeId) -> usize {
        if self.notes.labels.is_empty() { 0 } else { self.notes.labels.get(&id).copied().unwrap_or(0) }
    }
}

/// The longest note, in bytes; anything longer is a part of the page.
const MAX_NOTE: usize = 8000;

/// The most marks of a page that are looked at, and the most blocks that may be notes: each may be compared with each.
const MAX_MARKS: usize = 3000;

/// What may be a mark.
struct Candidate {
    /// The element that represents the mark in the text: the outermost one that contains nothing else.
    node: NodeId,
    /// The identifier that it refers to.
    target: Option<String>,
    label: String,
    /// Whether it looks like a mark: raised, in brackets, or named as one.
    is_marked: bool,
}

/// Finds the notes of what is marked as content, and marks their texts as content, too. Takes time linear in the size
/// of the page.
pub(super) fn find(document: &Document, marked: &mut [bool]) -> Notes {
    let mut finder = Finder { document, ids: FxHashMap::default(), found: Vec::new(), notes: Notes::default() };
    finder.beside(marked);
    let mut candidates = finder.candidates(marked);
    let beside = &finder.found;
    candidates
        .retain(|c| !beside.iter().any(|f| document.contains(f.note, c.node) || document.contains(f.mark, c.node)));
    if !candidates.is_empty() || !finder.found.is_empty() {
        finder.index();
        finder.linked(&candidates);
        finder.numbered(&candidates);
    }
    finder.finish(marked)
}

/// A mark and the note that was found for it.
struct Found {
    mark: NodeId,
    note: NodeId,
    parts: Vec<NodeId>,
    label: String,
}

struct Finder<'a> {
    document: &'a Document,
    ids: FxHashMap<&'a str, NodeId>,
    found: Vec<Found>,
    notes: Notes,
}

impl<'a> Finder<'a> {
    fn candidates(&self, marked: &[bool]) -> Vec<Candidate> {
        let document = self.document;
        let mut found: Vec<Candidate> = Vec::new();
        let mut done = NodeId(0);
        for id in document.nodes().filter(|&id| !document.is_text(id)) {
            if found.len() == MAX_MARKS {
                break;
            }
            if id < done {
                continue;
            }
            let tag = document.tag(id);
            if !matches!(tag, Tag::A | Tag::SUP | Tag::SPAN | Tag::LABEL | Tag::BUTTON | Tag::SMALL) {
                continue;
            }
            let length = document.raw_text(id).len();
            if length > 40 || length == 0 {
                continue;
            }
            let target = self.target(id);
            if target.is_none() && tag != Tag::SUP {
                continue;
            }
            let Some(label) = label(document.raw_text(id)) else { continue };
            let kept = document.subtree(id).any(|c| marked[c.index()]);
            if !kept || inside(document, id, &[Tag::NAV, Tag::PRE, Tag::CODE]) {
                continue;
            }
            // a link within it may refer to more than the <sup>
            let target = target.or_else(|| document.subtree(id).skip(1).find_map(|c| self.target(c)));
            let node = self.outermost(id, &label);
            done = document.end(node);
            let raised = document.tag(node) == Tag::SUP
                || document.ancestors(id).take(3).any(|a| document.tag(a) == Tag::SUP)
                || document.subtree(node).any(|c| document.tag(c) == Tag::SUP);
            let called = document.ancestors(id).take(3).chain(document.subtree(node)).any(|a| {
                has_class_word(document, a, NOTE_WORDS)
                    || document.attr(a, AttrName::ROLE) == Some("doc-noteref")
                    || document.tag(a) == Tag::CITE
            });
            let bracketed = document.raw_text(node).trim().starts_with(['[', '(']);
            found.push(Candidate { node, target, label, is_marked: raised || called || bracketed });
        }
        found
    }

    /// The identifier that an element declares for its note.
    fn target(&self, id: NodeId) -> Option<String> {
        let document = self.document;
        if document.tag(id) == Tag::A {
            let (_, fragment) = document.attr(id, AttrName::HREF)?.rsplit_once('#')?;
            if !fragment.is_empty() {
                return Some(fragment.to_owned());
            }
        }
        [
            "data-definition",
            "aria-describedby",
            "data-target",
            "data-footnote",
            "data-fn",
            "popovertarget",
            "aria-controls",
            "for",
            "data-note-id",
        ]
        .iter()
        .find_map(|name| document.attr_named(id, name))
        .map(|value| value.trim().trim_start_matches('#').to_owned())
        .filter(|value| !value.is_empty())
    }

    /// The outermost element that contains only the label.
    fn outermost(&self, id: NodeId, label: &str) -> NodeId {
        let document = self.document;
        let mut node = id;
        for ancestor in document.ancestors(id).skip(1).take(4) {
            let inline = display(document.tag(ancestor)) == Display::Inline;
            if !inline || words::label(document.raw_text(ancestor)).as_deref() != Some(label) {
                break;
            }
            node = ancestor;
        }
        node
    }

    fn index(&mut self) {
        let document = self.document;
        for id in document.nodes().filter(|&id| !document.is_text(id)) {
            for (name, value) in document.attrs(id) {
                if name == AttrName::ID || (name == AttrName::NAME && document.tag(id) == Tag::A) {
                    // a checkbox that reveals a note may have the note's identifier
                    let entry = self.ids.entry(value).or_insert(id);
                    if document.tag(*entry) == Tag::INPUT {
                        *entry = id;
                    }
                }
            }
        }
    }
}
