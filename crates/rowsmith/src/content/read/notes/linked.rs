//! Notes that links lead to.

use rustc_hash::FxHashSet;

use super::words::{MAX_LABEL, NOTE_WORDS, is_heading, is_hidden_note, is_note_name};
use super::{Candidate, Finder, Found, MAX_NOTE};
use crate::content::read::names::has_class_word;
use crate::dom::{AttrName, Display, NodeId, Tag, display};

impl<'a> Finder<'a> {
    /// Finds the notes of marks that link to them.
    pub(super) fn linked(&mut self, candidates: &[Candidate]) {
        let document = self.document;
        let targets: FxHashSet<NodeId> =
            candidates.iter().filter_map(|c| self.ids.get(c.target.as_deref()?).copied()).collect();
        for candidate in candidates {
            let Some(name) = candidate.target.as_deref() else { continue };
            let Some(&target) = self.ids.get(name) else { continue };
            if target < document.end(candidate.node) && !is_hidden_note(document, target) {
                continue;
            }
            let Some(part) = self.part(target, &targets) else { continue };
            if document.contains(part, candidate.node) || document.raw_text(part).len() > MAX_NOTE {
                continue;
            }
            let called = is_note_name(name)
                || document.attr(part, AttrName::ROLE).is_some_and(|r| matches!(r, "doc-footnote" | "doc-endnote"))
                || document.ancestors(part).take(4).any(|a| {
                    has_class_word(document, a, NOTE_WORDS) || document.attr(a, AttrName::ID).is_some_and(is_note_name)
                });
            let back = || self.leads_back(part, candidate.node);
            let listed = document.tag(part) == Tag::LI && candidate.is_marked;
            if (candidate.is_marked && called) || listed || (candidate.is_marked || called) && back() {
                self.found.push(Found {
                    mark: candidate.node,
                    note: part,
                    parts: vec![part],
                    label: candidate.label.clone(),
                });
            }
        }
    }

    /// The element that contains a note, given the element with its identifier.
    pub(super) fn part(&self, target: NodeId, targets: &FxHashSet<NodeId>) -> Option<NodeId> {
        let document = self.document;
        let is_block = |id: NodeId| !matches!(display(document.tag(id)), Display::Inline);
        if is_heading(document.tag(target)) || document.tag(target) == Tag::BODY {
            return None;
        }
        let block = document.ancestors(target).find(|&a| is_block(a))?;
        let others =
            document.subtree(block).any(|c| c != target && targets.contains(&c) && !document.contains(target, c));
        let next = |id: NodeId| {
            let parent = document.parent(id)?;
            document.children(parent).find(|&c| c > id && !document.is_text(c))
        };
        match document.tag(block) {
            Tag::DT => return next(block).filter(|&n| document.tag(n) == Tag::DD),
            Tag::TD | Tag::TH if document.raw_text(block).trim().len() <= MAX_LABEL => {
                return next(block).filter(|&n| matches!(document.tag(n), Tag::TD | Tag::TH));
            }
            Tag::BODY | Tag::ARTICLE | Tag::MAIN | Tag::HTML => return None,
            _ => {}
        }
        if others || document.raw_text(block).trim().is_empty() {
            // an anchor among several notes stands for what follows it
            let from =
                if block == target { target } else { document.ancestors(target).take_while(|&a| a != block).last()? };
            return next(from).filter(|&n| is_block(n) && !is_heading(document.tag(n)));
        }
        (!is_heading(document.tag(block))).then_some(block)
    }

    /// Whether something within a note links back to its mark.
    pub(super) fn leads_back(&self, part: NodeId, mark: NodeId) -> bool {
        let document = self.document;
        let near = |id: NodeId| {
            document.contains(mark, id)
                || document.contains(id, mark) && document.raw_text(id).len() < MAX_NOTE
                || id < mark && mark.0 - document.end(id).0.min(mark.0) < 6
        };
        document.subtree(part).take(400).filter(|&c| document.tag(c) == Tag::A).any(|link| {
            let target = document.attr(link, AttrName::HREF).and_then(|h| h.rsplit_once('#'));
            target.and_then(|(_, name)| self.ids.get(name)).is_some_and(|&id| near(id))
        })
    }
}
