//! Notes found by the numbers of their marks: in lists, and in blocks that begin with the numbers.

use rustc_hash::FxHashSet;

use super::words::{begins, first_text, heading_before, is_notes_heading, label};
use super::{Candidate, Finder, Found, MAX_MARKS, MAX_NOTE};
use crate::content::read::names::{folded, has_class_word};
use crate::dom::{NodeId, Tag};

/// A block that begins with a label.
struct Head {
    block: NodeId,
    label: String,
}

/// A list whose items are notes, identified by their numbers.
struct NumberedList {
    node: NodeId,
    start: usize,
    items: Vec<NodeId>,
}

impl<'a> Finder<'a> {
    /// Finds the notes of raised numbers by their numbers.
    pub(super) fn numbered(&mut self, candidates: &[Candidate]) {
        let document = self.document;
        let taken: FxHashSet<NodeId> = self.found.iter().map(|f| f.mark).collect();
        let in_notes = |id: NodeId, found: &[Found]| found.iter().any(|f| document.contains(f.note, id));
        let free: Vec<&Candidate> = candidates
            .iter()
            .filter(|c| c.is_marked && !taken.contains(&c.node) && !in_notes(c.node, &self.found))
            .collect();
        if free.is_empty() {
            return;
        }
        // blocks that begin with a label, in document order
        let heads = self.heads(free[0].node);
        let lists = self.lists();
        for candidate in free {
            let label = candidate.label.as_str();
            if heads.iter().any(|head| {
                document.contains(head.block, candidate.node)
                    && head.label == label
                    && begins(document, head.block, candidate.node)
            }) {
                continue;
            }
            let by_name = ["footnote-", "fn-", "fn", "fn:", "footnote", "note-", "endnote-", "fn_", "footnote_"]
                .iter()
                .find_map(|prefix| {
                    self.ids.get(format!("{prefix}{label}").as_str()).copied().filter(|&id| {
                        id > candidate.node && matches!(document.tag(id), Tag::LI | Tag::P | Tag::DIV | Tag::DD)
                    })
                });
            let by_list = || {
                let number: usize = label.parse().ok()?;
                let list = lists.iter().find(|list| {
                    list.node > candidate.node && number >= list.start && number < list.start + list.items.len()
                })?;
                list.items.get(number - list.start).copied()
            };
            let by_head =
                || heads.iter().find(|head| head.label == label && head.block > candidate.node).map(|head| head.block);
            let note = by_name.or_else(by_list).or_else(by_head);
            if let Some(note) =
                note.filter(|&n| document.raw_text(n).len() <= MAX_NOTE && !document.contains(n, candidate.node))
            {
                self.found.push(Found {
                    mark: candidate.node,
                    note,
                    parts: vec![note],
                    label: candidate.label.clone(),
                });
            }
        }
    }

    /// The blocks after the first mark that begin with a raised or strong number, or one in brackets, each number one
    /// more than the one before.
    fn heads(&self, first: NodeId) -> Vec<Head> {
        let document = self.document;
        let mut heads: Vec<Head> = Vec::new();
        for id in (first.0..document.len() as u32).map(NodeId) {
            if heads.len() == MAX_MARKS {
                break;
            }
            if !matches!(document.tag(id), Tag::P | Tag::LI | Tag::DIV | Tag::DD | Tag::SMALL) {
                continue;
            }
            let Some(text) = first_text(document, id) else { continue };
            if heads.last().is_some_and(|head| document.contains(head.block, text)) {
                continue;
            }
            let begins = document.raw_text(text).trim_start();
            let apart = document
                .ancestors(text)
                .take_while(|&a| a != id)
                .any(|a| matches!(document.tag(a), Tag::SUP | Tag::STRONG | Tag::B | Tag::A));
            let label = match label(begins) {
                Some(label) if apart => label,
                _ => match begins.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
                    Some((inner, rest)) if !rest.trim().is_empty() || apart => match self::label(inner) {
                        Some(label) => label,
                        None => continue,
                    },
                    _ => continue,
                },
            };
            if document.raw_text(id).trim().len() > label.len() + 3 {
                heads.push(Head { block: id, label });
            }
        }
        // consecutive numbers
        let numbers: Vec<Option<u32>> = heads.iter().map(|h| h.label.parse().ok()).collect();
        let start = numbers.iter().position(|n| *n == Some(1));
        match start {
            Some(start) => {
                let run = (start..numbers.len()).take_while(|&at| numbers[at] == Some((at - start + 1) as u32)).count();
                heads.truncate(start + run);
                heads.drain(..start);
                heads
            }
            // symbols
            None => {
                heads.retain(|h| !h.label.bytes().any(|b| b.is_ascii_alphanumeric()));
                heads
            }
        }
    }

    /// Numbered lists that are called notes, by their classes or the heading before them, or that are in the margin.
    fn lists(&self) -> Vec<NumberedList> {
        let document = self.document;
        let mut lists = Vec::new();
        for id in document.nodes().filter(|&id| document.tag(id) == Tag::OL) {
            let items: Vec<NodeId> = document.children(id).filter(|&c| document.tag(c) == Tag::LI).collect();
            let start = document.attr_named(id, "start").and_then(|s| s.trim().parse().ok()).unwrap_or(1);
            let called = document.ancestors(id).take(4).any(|a| {
                has_class_word(document, a, &["footnotes", "footnote", "endnotes", "endnote", "notes", "references"])
                    || (document.tag(a) == Tag::ASIDE && document.raw_text(a).trim() == document.raw_text(id).trim())
            });
            let headed = || heading_before(document, id).is_some_and(|h| is_notes_heading(&folded(document, h)));
            if !items.is_empty() && (called || headed()) {
                lists.push(NumberedList { node: id, start, items });
            }
        }
        lists
    }
}
