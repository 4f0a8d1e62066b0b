//! Removes from notes what only served the web page: links back, labels and brackets.

use rustc_hash::FxHashSet;

use super::words::{self, heading_before, is_only_notes};
use super::{Finder, Found, MAX_NOTE, NoteOf, Notes};
use crate::content::kept::is_leaf;
use crate::content::read::names::{classes, folded, has_class_word};
use crate::dom::{AttrName, Display, NodeId, Tag, display};

impl<'a> Finder<'a> {
    pub(super) fn finish(mut self, marked: &mut [bool]) -> Notes {
        let document = self.document;
        // a note within a note, or a mark within its own note
        self.found.retain(|f| !document.contains(f.note, f.mark) || f.mark < f.note);
        self.found.sort_by_key(|f| (f.note, f.mark));
        let mut last: Option<NodeId> = None;
        let found = std::mem::take(&mut self.found);
        for found in &found {
            // a note within the previous one is part of it
            if last.is_some_and(|last| last != found.note && document.contains(last, found.note)) {
                continue;
            }
            if last != Some(found.note) {
                last = Some(found.note);
                self.notes.list.push(NoteOf { node: found.note, parts: found.parts.clone() });
                self.notes.skipped.insert(found.note);
                self.clean(found, marked);
            }
            self.notes.marks.insert(found.mark, self.notes.list.len());
        }
        self.brackets(&found);
        self.surroundings(&found);
        self.copies();
        self.notes
    }

    /// Marks the text of a note as content, without its label and the links back.
    pub(super) fn clean(&mut self, found: &Found, marked: &mut [bool]) {
        let document = self.document;
        for &part in &found.parts {
            let end = document.end(part);
            let mut at = part;
            while at < end {
                if document.is_text(at) || is_leaf(document, at) {
                    marked[at.index()] = true;
                } else if display(document.tag(at)) == Display::None || document.tag(at) == Tag::SVG {
                    at = document.end(at);
                    continue;
                } else if at != part && self.is_back(at, part) {
                    self.notes.skipped.insert(at);
                }
                at = NodeId(at.0 + 1);
            }
            self.label(part, &found.label);
        }
    }

    pub(super) fn is_back(&self, id: NodeId, part: NodeId) -> bool {
        let document = self.document;
        if has_class_word(document, id, &["backlink", "backref", "reversefootnote"])
            || classes(document, id).any(|c| {
                c.contains("backlink")
                    || c.contains("footnote-back")
                    || c.contains("footnote-to-top")
                    || c.contains("backref")
            })
            || document.attr(id, AttrName::ROLE) == Some("doc-backlink")
        {
            return document.raw_text(id).trim().len() < 40;
        }
        if document.tag(id) != Tag::A {
            return false;
        }
        let Some((_, name)) = document.attr(id, AttrName::HREF).and_then(|h| h.rsplit_once('#')) else { return false };
        let text = document.raw_text(id).trim();
        let arrow = !text.contains(char::is_alphanumeric)
            || text.eq_ignore_ascii_case("back")
            || text.eq_ignore_ascii_case("return");
        let back = self.ids.get(name).is_some_and(|&target| target < part);
        text.chars().count() <= 24 && (arrow || back && (words::label(text).is_some() || text.len() <= 2))
    }

    /// Removes the label at the beginning of a note.
    pub(super) fn label(&mut self, part: NodeId, label: &str) {
        let document = self.document;
        // "[1]" in an element of its own, whose brackets and number are elements again
        let begins = document.subtree(part).find(|&c| document.is_text(c) && !document.raw_text(c).trim().is_empty());
        let around = begins.into_iter().flat_map(|text| document.ancestors(text).skip(1)).take_while(|&a| a > part);
        let is_label = |a: &NodeId| words::label(document.raw_text(*a).trim()).is_some_and(|own| own == label);
        if let Some(whole) = around.filter(is_label).last() {
            self.notes.skipped.insert(whole);
            return;
        }
        let skipped = |id: NodeId| {
            document.ancestors(id).take_while(|&a| a >= part).any(|a| self.notes.skipped.contains(&a) && a != part)
        };
        let mut texts =
            document.subtree(part).filter(|&c| document.is_text(c) && !document.raw_text(c).trim().is_empty());
        let Some(first) = texts.find(|&t| !skipped(t)) else { return };
        let raw = document.raw_text(first);
        let text = raw.trim_start();
        if words::label(text).is_some_and(|own| own == label || own.parse::<u32>().is_ok()) {
            let apart = document.parent(first).is_some_and(|p| p != part);
            if apart || words::label(text).as_deref() == Some(label) {
                self.notes.labels.insert(first, raw.len());
            }
            return;
        }
        if label.is_empty() {
            return;
        }
        let forms = [
            format!("[{label}]"),
            format!("({label})"),
            format!("{label}."),
            format!("{label})"),
            format!("{label}:"),
            format!("^{label}"),
        ];
        if let Some(rest) = forms.iter().find_map(|form| text.strip_prefix(form.as_str())) {
            self.notes.labels.insert(first, raw.len() - rest.trim_start().len());
        }
    }

    /// Removes brackets and commas around several marks.
    pub(super) fn brackets(&mut self, found: &[Found]) {
        let document = self.document;
        let mut parents: Vec<NodeId> = found.iter().filter_map(|f| document.parent(f.mark)).collect();
        parents.sort_unstable();
        parents.dedup();
        for parent in parents.into_iter().filter(|&p| display(document.tag(p)) == Display::Inline) {
            let marks = |c: NodeId| self.notes.marks.contains_key(&c);
            let is_sign = |c: NodeId| {
                document.is_text(c)
                    && document
                        .raw_text(c)
                        .chars()
                        .all(|c| c.is_whitespace() || matches!(c, '[' | ']' | '(' | ')' | ',' | ';' | '–' | '-'))
            };
            if document.children(parent).all(|c| marks(c) || is_sign(c)) {
                for sign in document.children(parent).filter(|&c| is_sign(c)).collect::<Vec<_>>() {
                    let raw = document.raw_text(sign);
                    // marks are separate
                    self.notes.labels.insert(
                        sign,
                        if raw.trim() == "," || raw.trim() == ";" {
                            raw.find([',', ';']).map_or(0, |n| n + 1)
                        } else {
                            raw.len()
                        },
                    );
                }
            }
        }
    }

    /// Removes the heading above notes if they are all there is below it.
    pub(super) fn surroundings(&mut self, found: &[Found]) {
        let document = self.document;
        let notes: FxHashSet<NodeId> = found.iter().map(|f| f.note).collect();
        for &note in &notes {
            if let Some(heading) = heading_before(document, note)
                && is_only_notes(&folded(document, heading))
            {
                self.notes.skipped.insert(heading);
            }
        }
    }

    /// Removes copies at the end of notes that are next to their marks.
    pub(super) fn copies(&mut self) {
        let document = self.document;
        let inline = self.notes.list.iter().filter(|n| matches!(document.tag(n.node), Tag::SPAN | Tag::SMALL));
        let words = |id: NodeId| {
            let text = folded(document, id).to_lowercase();
            text.trim_start_matches(|c: char| c.is_ascii_digit() || c.is_whitespace() || c == '.')
                .trim_end_matches(|c: char| !c.is_alphanumeric())
                .to_owned()
        };
        let texts: FxHashSet<String> = inline.map(|n| words(n.node)).filter(|t| t.len() > 12).collect();
        if texts.is_empty() {
            return;
        }
        let mut again = Vec::new();
        for id in document.nodes().filter(|&id| matches!(document.tag(id), Tag::LI | Tag::DIV | Tag::P)) {
            if document.raw_text(id).len() <= MAX_NOTE
                && (has_class_word(document, id, &["footdef", "footnote", "footpara", "note", "sidenote"])
                    || document.tag(id) == Tag::LI)
                && texts.contains(&words(id))
            {
                again.push(id);
            }
        }
        for &id in &again {
            if let Some(heading) = heading_before(document, id)
                && is_only_notes(&folded(document, heading))
            {
                self.notes.skipped.insert(heading);
            }
            self.notes.skipped.insert(id);
        }
    }
}
