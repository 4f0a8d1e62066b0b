//! A line under construction: inlines, within the spans that are open.

use crate::content::tree::{Inline, InlineKind, SpanKind};
use crate::dom::NodeId;

/// A span whose end has not been reached yet.
struct OpenSpan {
    node: NodeId,
    kind: SpanKind,
    inlines: Vec<Inline>,
}

/// A line under construction.
pub(super) struct Line {
    inlines: Vec<Inline>,
    open: Vec<OpenSpan>,
    /// Whether it has anything other than white space.
    has_content: bool,
    /// Whether further white space would be redundant.
    blank: bool,
    /// Whether invisible characters are kept.
    keeps_unseen: bool,
}

impl Default for Line {
    fn default() -> Self {
        Line { inlines: Vec::new(), open: Vec::new(), has_content: false, blank: true, keeps_unseen: false }
    }
}

impl Line {
    /// An empty line.
    pub(super) fn new(keeps_unseen: bool) -> Line {
        Line { keeps_unseen, ..Line::default() }
    }

    pub(super) fn has_content(&self) -> bool {
        self.has_content
    }

    /// Where content is added: the innermost open span, or else the line.
    fn growing(&mut self) -> &mut Vec<Inline> {
        self.open.last_mut().map_or(&mut self.inlines, |span| &mut span.inlines)
    }

    /// Begins a span, unless one of its kind is open.
    pub(super) fn open(&mut self, node: NodeId, kind: SpanKind) -> bool {
        let same = |span: &OpenSpan| std::mem::discriminant(&span.kind) == std::mem::discriminant(&kind);
        if self.open.iter().any(same) {
            return false;
        }
        self.open.push(OpenSpan { node, kind, inlines: Vec::new() });
        true
    }

    /// Ends the innermost span.
    pub(super) fn close(&mut self) {
        if let Some(span) = self.open.pop() {
            self.close_span(span);
        }
    }

    fn close_span(&mut self, span: OpenSpan) {
        let empty = span.inlines.iter().all(|i| matches!(&i.kind, InlineKind::Text(text) if text.trim().is_empty()));
        if empty {
            let blank = span.inlines.is_empty();
            if !blank {
                self.raw(span.node, " ");
            }
        } else {
            let inline = Inline { node: span.node, kind: InlineKind::Span(span.kind, span.inlines) };
            self.growing().push(inline);
        }
    }

    fn raw(&mut self, node: NodeId, text: &str) {
        let growing = self.growing();
        match growing.last_mut() {
            Some(Inline { kind: InlineKind::Text(last), .. }) => last.push_str(text),
            _ => growing.push(Inline { node, kind: InlineKind::Text(text.to_owned()) }),
        }
    }

    /// Adds white space between words.
    pub(super) fn space(&mut self, node: NodeId) {
        if !self.blank {
            self.raw(node, " ");
            self.blank = true;
        }
    }

    /// Adds text with its white space collapsed. Characters that only say where a word may be broken are left out.
    pub(super) fn text(&mut self, node: NodeId, text: &str) {
        let mut rest = text;
        loop {
            let trimmed = rest.trim_start_matches(char::is_whitespace);
            if trimmed.len() < rest.len() {
                self.space(node);
            }
            if trimmed.is_empty() {
                return;
            }
            let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
            let word = &trimmed[..end];
            rest = &trimmed[end..];
            if word.contains(|c| c == '\0' || !self.keeps_unseen && is_unseen(c)) {
                let word: String =
                    word.chars().filter(|&c| c != '\0' && (self.keeps_unseen || !is_unseen(c))).collect();
                if word.is_empty() {
                    continue;
                }
                self.raw(node, &word);
            } else {
                self.raw(node, word);
            }
            self.has_content = true;
            self.blank = false;
        }
    }

    /// Adds something that is not text.
    pub(super) fn push(&mut self, node: NodeId, kind: InlineKind) {
        self.growing().push(Inline { node, kind });
        self.has_content = true;
        self.blank = false;
    }

    /// Breaks the line. Returns whether it was not already broken.
    pub(super) fn line_break(&mut self, node: NodeId) -> bool {
        if self.open.iter().all(|span| span.inlines.is_empty()) && ends_in_break(&self.inlines)
            || self.open.last().is_some_and(|span| ends_in_break(&span.inlines))
        {
            return false;
        }
        self.growing().push(Inline { node, kind: InlineKind::Break });
        self.blank = true;
        true
    }

    /// Takes the line. Spans that are open continue in the next one.
    pub(super) fn take(&mut self) -> Vec<Inline> {
        let again: Vec<(NodeId, SpanKind)> = self.open.iter().map(|span| (span.node, span.kind.clone())).collect();
        while !self.open.is_empty() {
            self.close();
        }
        let taken = std::mem::take(&mut self.inlines);
        let had_content = self.has_content;
        *self = Line::new(self.keeps_unseen);
        for (node, kind) in again {
            self.open.push(OpenSpan { node, kind, inlines: Vec::new() });
        }
        if had_content { taken } else { Vec::new() }
    }
}

fn ends_in_break(inlines: &[Inline]) -> bool {
    let last = inlines.iter().rev().find(|i| !matches!(&i.kind, InlineKind::Text(t) if t.trim().is_empty()));
    match last {
        Some(Inline { kind: InlineKind::Break, .. }) => true,
        Some(Inline { kind: InlineKind::Span(_, inner), .. }) => {
            matches!(inner.last(), Some(Inline { kind: InlineKind::Break, .. }))
        }
        _ => false,
    }
}

/// Invisible characters: NUL, soft hyphens, zero-width spaces, byte order marks.
fn is_unseen(c: char) -> bool {
    matches!(c, '\0' | '\u{ad}' | '\u{200b}' | '\u{feff}')
}
