//! Notes placed next to their marks.

use super::words::{MAX_LABEL, label};
use super::{Finder, Found, MAX_MARKS, MAX_NOTE};
use crate::content::read::names::has_class_word;
use crate::dom::{AttrName, Document, NodeId, Tag};

impl<'a> Finder<'a> {
    /// Finds notes that are next to their marks, within the text.
    pub(super) fn beside(&mut self, marked: &[bool]) {
        let document = self.document;
        let mut done = NodeId(0);
        for id in document.nodes().filter(|&id| !document.is_text(id)) {
            if self.found.len() == MAX_MARKS {
                break;
            }
            if id < done || !matches!(document.tag(id), Tag::SPAN | Tag::SMALL | Tag::ASIDE) {
                continue;
            }
            if document.attr(id, AttrName::CLASS).is_none()
                || !has_class_word(
                    document,
                    id,
                    &["sidenote", "marginnote", "footnote", "inline-footnote", "fn-content"],
                )
            {
                continue;
            }
            let text = document.raw_text(id).trim();
            let parent = document.parent(id).unwrap_or(Document::ROOT);
            let inline =
                matches!(document.tag(parent), Tag::P | Tag::LI | Tag::SPAN | Tag::TD | Tag::DD | Tag::BLOCKQUOTE);
            if text.split_whitespace().take(3).count() < 3 || text.len() > MAX_NOTE || !inline {
                continue;
            }
            if self.found.iter().any(|f| document.contains(f.note, id) || document.contains(f.mark, id)) {
                continue;
            }
            let near = marked[id.index()..document.end(id).index()].iter().any(|&m| m)
                || document.subtree(parent).any(|c| marked[c.index()]);
            if !near {
                continue;
            }
            done = document.end(id);
            // the part of it that is the note, if it also contains its mark
            let part = document.subtree(id).skip(1).find(|&c| {
                !document.is_text(c)
                    && has_class_word(document, c, &["content", "text", "body", "inner", "popup", "tooltip"])
            });
            let before = self.mark_before(id);
            let mark = match (part, before) {
                (Some(_), _) | (None, None) => id,
                (None, Some(mark)) => mark,
            };
            let label = label(document.raw_text(mark)).unwrap_or_default();
            let note = part.unwrap_or(id);
            self.found.push(Found { mark, note, parts: vec![note], label });
            if mark != id && part.is_none() {
                self.notes.skipped.insert(id);
            }
        }
    }

    /// The label directly before a note that is next to its mark.
    pub(super) fn mark_before(&self, id: NodeId) -> Option<NodeId> {
        let document = self.document;
        let parent = document.parent(id)?;
        let before: Vec<NodeId> = document.children(parent).take_while(|&c| c < id).collect();
        let mark = before.into_iter().rev().find(|&c| {
            let blank = document.raw_text(c).trim().is_empty();
            !(document.is_text(c) && blank || document.tag(c) == Tag::INPUT)
        })?;
        let is_mark = matches!(document.tag(mark), Tag::LABEL | Tag::SUP | Tag::A | Tag::SPAN | Tag::BUTTON);
        (is_mark && document.raw_text(mark).trim().len() <= MAX_LABEL && document.end(mark) <= id).then_some(mark)
    }
}
