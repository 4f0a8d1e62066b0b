//! Builds blocks from the kept nodes of a page.

mod aids;
mod frames;
mod leaf;

use super::frame::{Frame, FrameKind};
use super::image::file_name;
use super::line::Line;
use super::names::has_class;
use super::notes::View;
use super::raw_math::{Typesetter, shown_alone, take_number};
use super::{Form, MAX_NESTED, Reading};
use crate::content::kept::Kept;
use crate::content::tree::{Block, BlockKind, Inline, InlineKind, SpanKind};
use crate::dom::{AttrName, Document, NodeId, Tag, breaks, is_hidden};

/// The effect that an element had when it was opened.
enum Opened {
    Nothing,
    Frame,
    Span,
}

/// An element whose end has not been reached yet.
struct Open {
    node: NodeId,
    opened: Opened,
}

struct Builder<'a> {
    reading: Reading<'a>,
    document: &'a Document,
    notes: View<'a>,
    typesetter: Typesetter<'a>,
    frames: Vec<Frame>,
    line: Line,
    /// Whether only line breaks separate the line from the previous paragraph.
    after_breaks: bool,
    /// The paragraphs that are open.
    paragraphs: usize,
    /// Whether the title of the page was read.
    titled: bool,
    /// The titles of callouts, which become lines of their own.
    titles: Vec<NodeId>,
    /// The last code that was read.
    last_code: Option<NodeId>,
    /// The last picture that was read, if nothing has followed it.
    last_picture: Option<Picture>,
}

/// What tells a picture from others.
#[derive(PartialEq, Eq)]
struct Picture {
    /// Its address without a size.
    address: String,
    alt: String,
}

impl Picture {
    /// Whether another is the same picture, maybe in another size.
    fn is_again(&self, other: &Picture) -> bool {
        let name = || file_name(&self.address).filter(|_| self.alt == other.alt);
        self.address == other.address || name().is_some_and(|name| file_name(&other.address) == Some(name))
    }
}

/// The blocks of the kept nodes from `top` up to, but not including, `end` (siblings with their subtrees). Takes linear
/// time.
pub(super) fn build(reading: Reading<'_>, kept: &Kept, notes: View<'_>, top: NodeId, end: NodeId) -> Vec<Block> {
    let document = reading.document;
    let mut builder = Builder {
        reading,
        document,
        notes,
        typesetter: Typesetter::new(document),
        frames: vec![Frame::new(FrameKind::Root, top)],
        line: Line::new(reading.form == Form::Text),
        after_breaks: false,
        paragraphs: 0,
        titled: false,
        titles: Vec::new(),
        last_code: None,
        last_picture: None,
    };
    let mut open: Vec<Open> = Vec::new();
    let mut at = top;
    while at < end {
        while let Some(last) = open.pop_if(|last| document.end(last.node) <= at) {
            builder.close(&last);
        }
        if kept.count(document, at) == 0 || notes.skips(at) || builder.is_unseen(at) {
            at = document.end(at);
            continue;
        }
        if document.is_text(at) {
            builder.text(at);
        } else if builder.leaf(at, kept) {
            at = document.end(at);
            continue;
        } else {
            let opened = builder.open(at);
            open.push(Open { node: at, opened });
        }
        at = NodeId(at.0 + 1);
    }
    while let Some(last) = open.pop() {
        builder.close(&last);
    }
    builder.flush(top);
    let mut blocks = builder.frames.into_iter().next().map(|root| root.blocks).unwrap_or_default();
    // rules at the ends separate nothing
    while matches!(blocks.last(), Some(Block { kind: BlockKind::Rule, .. })) {
        blocks.pop();
    }
    if matches!(blocks.first(), Some(Block { kind: BlockKind::Rule, .. })) {
        blocks.remove(0);
    }
    blocks
}

/// Whether a text only draws the box of a task, which its checkbox says already.
fn is_box(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && text.chars().all(|c| matches!(c, '▢' | '□' | '☐' | '☑' | '☒' | '✓' | '✔'))
}

impl<'a> Builder<'a> {
    fn kind(&self) -> &FrameKind {
        self.frames.last().map_or(&FrameKind::Root, |top| &top.kind)
    }

    fn in_line(&self) -> bool {
        self.kind().is_line()
    }

    /// Whether an element is a part of a cell that no reader sees, such as the key by which its column is sorted.
    /// Formulas have hidden parts that tell what they are.
    fn is_unseen(&self, id: NodeId) -> bool {
        let document = self.document;
        self.reading.form == Form::Document
            && *self.kind() == FrameKind::Cell
            && document.tag(id) == Tag::SPAN
            && (is_hidden(document, id) || has_class(document, id, &["sortkey"]))
            && !document.subtree(id).any(|part| document.tag_name(document.tag(part)) == "math")
    }

    fn push(&mut self, node: NodeId, kind: BlockKind) {
        if let Some(top) = self.frames.last_mut() {
            // a rule directly after another, or at the beginning, separates nothing
            if kind == BlockKind::Rule && matches!(top.blocks.last(), Some(Block { kind: BlockKind::Rule, .. })) {
                return;
            }
            top.blocks.push(Block { node, kind });
        }
        if !matches!(self.frames.last().and_then(|top| top.blocks.last()), Some(Block { kind: BlockKind::Rule, .. })) {
            self.last_picture = None;
        }
    }

    fn text(&mut self, id: NodeId) {
        let text = self.document.raw_text(id);
        if self.frames.last().is_some_and(|top| top.done.is_some()) && is_box(text) {
            return;
        }
        let text = text.get(self.notes.label_length(id)..).unwrap_or_default();
        if text.contains(|c: char| !c.is_whitespace()) {
            self.last_picture = None;
        }
        self.line.text(id, text);
    }

    fn line_break(&mut self, id: NodeId) {
        if self.in_line() {
            self.line.space(id);
        } else if self.line.has_content() && !self.line.line_break(id) {
            self.flush(id);
            self.after_breaks = true;
        }
    }

    /// Called where a block begins or ends.
    fn boundary(&mut self, id: NodeId) {
        if !breaks(self.document.tag(id)) {
            return;
        }
        if self.in_line() {
            self.line.space(id);
        } else {
            self.flush(id);
        }
    }

    /// Ends the current paragraph.
    fn flush(&mut self, id: NodeId) {
        let mut inlines = self.line.take();
        if !inlines.is_empty() {
            let number = if self.reading.form == Form::Document { take_number(&mut inlines) } else { None };
            let alone = shown_alone(&inlines);
            let inlines = self.typesetter.split(inlines);
            let mut parts = inlines.iter().filter(|i| !matches!(&i.kind, InlineKind::Text(t) if t.trim().is_empty()));
            if let (true, Some(Inline { kind: InlineKind::Math(tex), node }), None) =
                (alone, parts.next(), parts.next())
            {
                let number = number.filter(|_| !tex.contains("\\tag")).map(|number| format!(" \\tag{{{number}}}"));
                let (tex, node) = (format!("{tex}{}", number.unwrap_or_default()), *node);
                self.push(node, BlockKind::Math(tex));
                self.after_breaks = false;
                return;
            }
            let node = inlines.first().map_or(id, |inline| inline.node);
            let kind = BlockKind::Paragraph { inlines, after_breaks: self.after_breaks, apart: self.paragraphs > 0 };
            let picture = self.last_picture.take();
            self.push(node, kind);
            self.last_picture = picture;
        }
        self.after_breaks = false;
    }

    fn open(&mut self, id: NodeId) -> Opened {
        let document = self.document;
        let tag = document.tag(id);
        if self.titles.last() == Some(&id) && !self.in_line() && self.frames.len() < MAX_NESTED {
            self.titles.pop();
            self.flush(id);
            self.frames.push(Frame::new(FrameKind::CalloutTitle, id));
            return Opened::Frame;
        }
        if let Some(kind) = self.span_of(id) {
            return if self.line.open(id, kind) { Opened::Span } else { Opened::Nothing };
        }
        // a note consists of the content of its item or cell
        let top = self.frames.first().is_some_and(|root| root.node == id);
        if !top
            && let Some(kind) = self.frame_of(id)
            && self.frames.len() < MAX_NESTED
            && !self.in_line()
        {
            self.flush(id);
            self.frames.push(Frame::new(kind, id));
            return Opened::Frame;
        }
        // a button within a sentence is part of the sentence
        if tag == Tag::BUTTON && self.paragraphs > 0 {
            return Opened::Nothing;
        }
        self.boundary(id);
        if tag == Tag::P {
            self.paragraphs += 1;
        }
        Opened::Nothing
    }

    fn close(&mut self, last: &Open) {
        let id = last.node;
        match last.opened {
            Opened::Nothing => {
                if self.document.tag(id) == Tag::BUTTON && self.paragraphs > 0 {
                    return;
                }
                self.boundary(id);
                if self.document.tag(id) == Tag::P {
                    self.paragraphs = self.paragraphs.saturating_sub(1);
                }
            }
            Opened::Span => self.line.close(),
            Opened::Frame => self.close_frame(id),
        }
    }

    /// The span that an element opens.
    fn span_of(&self, id: NodeId) -> Option<SpanKind> {
        let document = self.document;
        match document.tag(id) {
            Tag::EM | Tag::I => Some(SpanKind::Emphasis),
            Tag::STRONG | Tag::B => Some(SpanKind::Strong),
            Tag::DEL | Tag::S | Tag::STRIKE => Some(SpanKind::Struck),
            Tag::SUB => Some(SpanKind::Below),
            Tag::SUP => Some(SpanKind::Above),
            Tag::A => {
                document.attr(id, AttrName::HREF).and_then(|h| self.reading.addresses.outward(h)).map(SpanKind::Link)
            }
            _ => None,
        }
    }
}
