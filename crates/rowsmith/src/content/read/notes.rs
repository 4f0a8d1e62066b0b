//! Footnotes, side notes and references: which marks belong to which notes.
//!
//! A mark is told by what it is: a link with a short label to something that follows, a raised number, an element that names
//! another one. It counts if its note is found: where the link leads, under an identifier made of the number, in a list or in
//! paragraphs that begin with the numbers, or beside the mark itself.

use rustc_hash::{FxHashMap, FxHashSet};

use super::names::{classes, folded, has_class_word};
use crate::content::kept::is_leaf;
use crate::dom::{AttrName, Display, Document, NodeId, Tag, display};

/// A note.
#[derive(Debug)]
pub(super) struct NoteOf {
    pub(super) node: NodeId,
    /// The elements that say it.
    pub(super) parts: Vec<NodeId>,
}

/// The notes of a page.
#[derive(Debug, Default)]
pub(super) struct Notes {
    /// The notes in document order.
    pub(super) list: Vec<NoteOf>,
    /// The elements that are marks, with the number of their note.
    marks: FxHashMap<NodeId, usize>,
    /// Subtrees that are no part of the text: notes, links back, labels.
    skipped: FxHashSet<NodeId>,
    /// Bytes that texts begin with and that are labels.
    labels: FxHashMap<NodeId, usize>,
}

/// The notes as the text sees them, or one note that is read.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    notes: &'a Notes,
    open: Option<NodeId>,
}

impl Notes {
    /// As seen while the note in this element is read.
    pub(super) fn within(&self, open: NodeId) -> View<'_> {
        View { notes: self, open: Some(open) }
    }

    /// As the text sees them.
    pub(super) fn outside(&self) -> View<'_> {
        View { notes: self, open: None }
    }
}

impl View<'_> {
    /// The number of the note that an element is the mark of.
    pub(super) fn mark(&self, id: NodeId) -> Option<usize> {
        self.notes.marks.get(&id).copied()
    }

    /// Whether a subtree is no part of what is read.
    pub(super) fn skips(&self, id: NodeId) -> bool {
        self.open != Some(id) && self.notes.skipped.contains(&id)
    }

    /// How many bytes at the beginning of a text are a label.
    pub(super) fn label_length(&self, id: NodeId) -> usize {
        if self.notes.labels.is_empty() { 0 } else { self.notes.labels.get(&id).copied().unwrap_or(0) }
    }
}

/// The longest label of a mark.
const MAX_LABEL: usize = 8;
/// The longest text of a note, in bytes; what is longer is a part of the page.
const MAX_NOTE: usize = 8000;

/// The marks of a page that are looked at, and the blocks that may be notes: each may be compared with each.
const MAX_MARKS: usize = 3000;

/// What may be a mark.
struct Candidate {
    /// What stands for the note in the text: the outermost element that holds nothing else.
    node: NodeId,
    /// The identifier that it names.
    target: Option<String>,
    label: String,
    /// Whether it looks like a mark: raised, in brackets, called so.
    is_marked: bool,
}

/// Finds the notes of what is marked as content, and marks their texts as content, too. Linear in the size of the page.
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

/// A mark with the note that was found for it.
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
            // a link within may name more than the sup
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

    /// The identifier that an element says its note has.
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

    /// The outermost element that holds nothing but the label.
    fn outermost(&self, id: NodeId, label: &str) -> NodeId {
        let document = self.document;
        let mut node = id;
        for ancestor in document.ancestors(id).skip(1).take(4) {
            let inline = display(document.tag(ancestor)) == Display::Inline;
            if !inline || self::label(document.raw_text(ancestor)).as_deref() != Some(label) {
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
                    // a checkbox that opens a note may have its identifier
                    let entry = self.ids.entry(value).or_insert(id);
                    if document.tag(*entry) == Tag::INPUT {
                        *entry = id;
                    }
                }
            }
        }
    }

    /// Marks that name their notes.
    fn linked(&mut self, candidates: &[Candidate]) {
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

    /// The element that holds a note, by the element that has its identifier.
    fn part(&self, target: NodeId, targets: &FxHashSet<NodeId>) -> Option<NodeId> {
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
            // an anchor among several notes: what follows it
            let from =
                if block == target { target } else { document.ancestors(target).take_while(|&a| a != block).last()? };
            return next(from).filter(|&n| is_block(n) && !is_heading(document.tag(n)));
        }
        (!is_heading(document.tag(block))).then_some(block)
    }

    /// Whether something within a note leads to its mark.
    fn leads_back(&self, part: NodeId, mark: NodeId) -> bool {
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

    /// Raised numbers whose notes are told by their numbers.
    fn numbered(&mut self, candidates: &[Candidate]) {
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
        // blocks that begin with a label, in the order of the page
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

    /// Blocks behind the first mark that begin with a raised or strong number, or one in brackets, each one more than the one
    /// before.
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
        // numbers go on one by one
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

    /// Numbered lists that are called notes, by their classes or the heading before them, or stand in the margin.
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

    /// Notes that stand beside their marks, within the text.
    fn beside(&mut self, marked: &[bool]) {
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
            // the element of it that is the note, if it holds its mark, too
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

    /// The label right before a note that stands beside its mark.
    fn mark_before(&self, id: NodeId) -> Option<NodeId> {
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

    fn finish(mut self, marked: &mut [bool]) -> Notes {
        let document = self.document;
        // a note within a note, or a mark within its own
        self.found.retain(|f| !document.contains(f.note, f.mark) || f.mark < f.note);
        self.found.sort_by_key(|f| (f.note, f.mark));
        let mut last: Option<NodeId> = None;
        let found = std::mem::take(&mut self.found);
        for found in &found {
            // one within the last one is a part of it
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

    /// Marks the text of a note as content, and leaves out its label and the links back.
    fn clean(&mut self, found: &Found, marked: &mut [bool]) {
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

    fn is_back(&self, id: NodeId, part: NodeId) -> bool {
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
        text.chars().count() <= 24 && (arrow || back && (label(text).is_some() || text.len() <= 2))
    }

    /// Leaves out the label that a note begins with.
    fn label(&mut self, part: NodeId, label: &str) {
        let document = self.document;
        let skipped = |id: NodeId| {
            document.ancestors(id).take_while(|&a| a >= part).any(|a| self.notes.skipped.contains(&a) && a != part)
        };
        let mut texts =
            document.subtree(part).filter(|&c| document.is_text(c) && !document.raw_text(c).trim().is_empty());
        let Some(first) = texts.find(|&t| !skipped(t)) else { return };
        let raw = document.raw_text(first);
        let text = raw.trim_start();
        if self::label(text).is_some_and(|own| own == label || own.parse::<u32>().is_ok()) {
            let apart = document.parent(first).is_some_and(|p| p != part);
            if apart || self::label(text).as_deref() == Some(label) {
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

    /// Brackets and commas around several marks are no part of the text.
    fn brackets(&mut self, found: &[Found]) {
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
                    // marks stand apart
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

    /// The heading above notes that are all there is below it.
    fn surroundings(&mut self, found: &[Found]) {
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

    /// Notes that stand beside their marks may come again at the end.
    fn copies(&mut self) {
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

/// A block that begins with a label.
struct Head {
    block: NodeId,
    label: String,
}

/// A list whose items are notes by their numbers.
struct NumberedList {
    node: NodeId,
    start: usize,
    items: Vec<NodeId>,
}

/// Words of classes that call something a note.
const NOTE_WORDS: &[&str] = &[
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

/// Whether an identifier is that of a note.
fn is_note_name(name: &str) -> bool {
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

/// The label of a mark: a number, a letter or signs, perhaps in brackets.
fn label(text: &str) -> Option<String> {
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

fn inside(document: &Document, id: NodeId, tags: &[Tag]) -> bool {
    document.ancestors(id).skip(1).any(|a| tags.contains(&document.tag(a)))
}

fn is_heading(tag: Tag) -> bool {
    matches!(tag, Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6)
}

/// Whether an element is a note that is shown when its mark is pointed at.
fn is_hidden_note(document: &Document, id: NodeId) -> bool {
    has_class_word(document, id, &["tooltip", "popover", "popup"]) || document.attr_named(id, "popover").is_some()
}

/// Whether a block begins with an element.
fn begins(document: &Document, block: NodeId, id: NodeId) -> bool {
    document.raw_text_between(block, id).trim().is_empty()
}

fn first_text(document: &Document, id: NodeId) -> Option<NodeId> {
    document.subtree(id).take(24).find(|&c| document.is_text(c) && !document.raw_text(c).trim().is_empty())
}

/// The heading that stands right before an element, with no other text between.
fn heading_before(document: &Document, id: NodeId) -> Option<NodeId> {
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

fn is_notes_heading(text: &str) -> bool {
    let text = text.to_lowercase();
    let text = text.trim_matches(|c: char| !c.is_alphabetic());
    is_only_notes(text)
        || matches!(
            text,
            "references" | "sources" | "citations" | "references and notes" | "notes and references" | "bibliography"
        )
}

/// Whether a heading says that what follows is notes, and nothing else.
fn is_only_notes(text: &str) -> bool {
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
