//! From the page to blocks of pieces.

use super::MAX_NESTED;
use super::tree::{Article, Block, Piece, Span, SpanKind};
use crate::article::blocks::breaks;
use crate::article::render::address::Addresses;
use crate::article::render::html::image_source;
use crate::article::render::walk::{Event, Kept, walk};
use crate::dom::{AttrName, Document, NodeId, Tag};

/// An element that holds blocks, or a heading or caption, which holds one line.
struct Frame {
    kind: FrameKind,
    blocks: Vec<Block>,
    /// Items so far, of a list.
    items: usize,
    /// Of a row.
    cells: Vec<Vec<Block>>,
    /// Of a table.
    rows: Vec<Vec<Vec<Block>>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FrameKind {
    Root,
    Heading(usize),
    Caption,
    Quote,
    List,
    Item,
    Table,
    Row,
    Cell,
}

impl FrameKind {
    fn of(tag: Tag) -> Option<FrameKind> {
        Some(match tag {
            Tag::H1 => FrameKind::Heading(1),
            Tag::H2 => FrameKind::Heading(2),
            Tag::H3 => FrameKind::Heading(3),
            Tag::H4 => FrameKind::Heading(4),
            Tag::H5 => FrameKind::Heading(5),
            Tag::H6 => FrameKind::Heading(6),
            Tag::FIGCAPTION | Tag::CAPTION => FrameKind::Caption,
            Tag::BLOCKQUOTE => FrameKind::Quote,
            Tag::UL | Tag::OL => FrameKind::List,
            Tag::LI => FrameKind::Item,
            Tag::TABLE => FrameKind::Table,
            Tag::TR => FrameKind::Row,
            Tag::TD | Tag::TH => FrameKind::Cell,
            _ => return None,
        })
    }

    fn is_line(self) -> bool {
        matches!(self, FrameKind::Heading(_) | FrameKind::Caption)
    }
}

impl Frame {
    fn new(kind: FrameKind) -> Frame {
        Frame { kind, blocks: Vec::new(), items: 0, cells: Vec::new(), rows: Vec::new() }
    }
}

/// What an open element did.
enum Opened {
    Nothing,
    Frame,
    /// A frame whose line is emphasised.
    CaptionFrame,
    Span,
    /// The outermost preformatted element.
    Preformatted,
    /// A further one.
    InPreformatted,
}

struct Builder {
    frames: Vec<Frame>,
    spans: Vec<Span>,
    /// Spans that are open, at most one of a kind.
    open: Vec<usize>,
    /// The paragraph that grows.
    pieces: Vec<Piece>,
    has_content: bool,
    after_breaks: bool,
    /// The number of the block that grows.
    block: usize,
    /// Of the preformatted element that is open.
    code: Option<String>,
}

/// The blocks of what is kept. Linear.
pub(super) fn article(document: &Document, kept: &Kept, addresses: Addresses<'_>) -> Article {
    let mut builder = Builder {
        frames: vec![Frame::new(FrameKind::Root)],
        spans: Vec::new(),
        open: Vec::new(),
        pieces: Vec::new(),
        has_content: false,
        after_breaks: false,
        block: 1,
        code: None,
    };
    let mut opened: Vec<Opened> = Vec::new();
    walk(document, kept, |event| match event {
        Event::Open(id) => {
            let done = builder.open_element(document, id, addresses);
            opened.push(done);
        }
        Event::Close(id) => builder.close_element(document, id, opened.pop().unwrap_or(Opened::Nothing)),
        Event::Text(id) => builder.text(document.raw_text(id)),
        Event::Break => builder.line_break(),
        Event::Image(id) => {
            if let Some(address) = image_source(document, id).and_then(|s| addresses.image(s)) {
                builder.image(document.attr(id, AttrName::ALT).unwrap_or_default(), address);
            }
        }
    });
    builder.flush();
    let blocks = builder.frames.into_iter().next().map(|root| root.blocks).unwrap_or_default();
    Article { blocks, spans: builder.spans }
}

impl Builder {
    fn kind(&self) -> FrameKind {
        self.frames.last().map_or(FrameKind::Root, |top| top.kind)
    }

    fn push_block(&mut self, block: Block) {
        if let Some(top) = self.frames.last_mut() {
            top.blocks.push(block);
        }
    }

    fn open_element(&mut self, document: &Document, id: NodeId, addresses: Addresses<'_>) -> Opened {
        let tag = document.tag(id);
        if self.code.is_some() {
            self.boundary(tag);
            return Opened::InPreformatted;
        }
        if let Some(kind) = span_of(document, id, addresses, self.kind()) {
            return if self.open_span(kind) { Opened::Span } else { Opened::Nothing };
        }
        if tag == Tag::PRE {
            self.flush();
            self.code = Some(String::new());
            return Opened::Preformatted;
        }
        match FrameKind::of(tag) {
            Some(kind) if self.frames.len() < MAX_NESTED && !self.kind().is_line() => {
                self.flush();
                self.frames.push(Frame::new(kind));
                if kind == FrameKind::Caption && self.open_span(SpanKind::Emphasis) {
                    Opened::CaptionFrame
                } else {
                    Opened::Frame
                }
            }
            _ => {
                self.boundary(tag);
                Opened::Nothing
            }
        }
    }

    fn close_element(&mut self, document: &Document, id: NodeId, opened: Opened) {
        let tag = document.tag(id);
        match opened {
            Opened::Nothing | Opened::InPreformatted => self.boundary(tag),
            Opened::Span => self.close_span(),
            Opened::Preformatted => self.close_code(),
            Opened::CaptionFrame => {
                self.close_span();
                self.close_frame(document, id);
            }
            Opened::Frame => self.close_frame(document, id),
        }
    }

    /// Begins a span, unless one of its kind is open.
    fn open_span(&mut self, kind: SpanKind) -> bool {
        let same = |at: &usize| std::mem::discriminant(&self.spans[*at].kind) == std::mem::discriminant(&kind);
        let in_code = self.open.iter().any(|&at| self.spans[at].kind == SpanKind::Code);
        if self.open.iter().any(same) || (in_code && !matches!(kind, SpanKind::Link(_))) {
            return false;
        }
        let at = self.spans.len();
        self.spans.push(Span { kind, blocks: 0, last_block: 0 });
        self.open.push(at);
        self.pieces.push(Piece::Open(at));
        true
    }

    fn close_span(&mut self) {
        if let Some(at) = self.open.pop() {
            self.pieces.push(Piece::Close(at));
        }
    }

    fn close_code(&mut self) {
        let code = self.code.take().unwrap_or_default().replace("\r\n", "\n").replace('\r', "\n");
        let code = code.trim_matches('\n').trim_end();
        if !code.is_empty() {
            self.content();
            self.push_block(Block::Code(code.to_owned()));
        }
        self.block += 1;
    }

    /// Content comes to the open spans.
    fn content(&mut self) {
        for &at in &self.open {
            let span = &mut self.spans[at];
            if span.last_block != self.block {
                span.last_block = self.block;
                span.blocks += 1;
            }
        }
    }

    /// A block begins or ends.
    fn boundary(&mut self, tag: Tag) {
        if !breaks(tag) {
            return;
        }
        if let Some(code) = &mut self.code {
            if !code.is_empty() && !code.ends_with('\n') {
                code.push('\n');
            }
        } else if self.kind().is_line() {
            self.space();
        } else {
            self.flush();
        }
    }

    /// Ends the paragraph that grows.
    fn flush(&mut self) {
        for &at in self.open.iter().rev() {
            self.pieces.push(Piece::Close(at));
        }
        let again = self.open.iter().map(|&at| Piece::Open(at)).collect();
        let pieces = std::mem::replace(&mut self.pieces, again);
        if self.has_content {
            let after_breaks = self.after_breaks;
            self.push_block(Block::Paragraph { pieces, after_breaks });
            self.block += 1;
        }
        (self.has_content, self.after_breaks) = (false, false);
    }

    fn code_span(&self) -> Option<usize> {
        self.open.iter().copied().find(|&at| self.spans[at].kind == SpanKind::Code)
    }

    fn space(&mut self) {
        let code = self.code_span();
        self.pieces.push(Piece::Space { code });
    }

    fn text(&mut self, text: &str) {
        if let Some(code) = &mut self.code {
            code.extend(text.chars().filter(|&c| c != '\0'));
            return;
        }
        let code = self.code_span();
        let mut rest = text;
        loop {
            let trimmed = rest.trim_start_matches(char::is_whitespace);
            if trimmed.len() < rest.len() {
                self.space();
            }
            if trimmed.is_empty() {
                return;
            }
            let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
            let word = trimmed[..end].replace('\0', "");
            rest = &trimmed[end..];
            if word.is_empty() {
                continue;
            }
            self.content();
            self.has_content = true;
            self.pieces.push(Piece::Text { text: word, code });
        }
    }

    fn line_break(&mut self) {
        if let Some(code) = &mut self.code {
            code.push('\n');
        } else if self.kind().is_line() {
            self.space();
        } else if self.has_content {
            let last =
                self.pieces.iter().rev().find(|p| matches!(p, Piece::Text { .. } | Piece::Image { .. } | Piece::Break));
            if last == Some(&Piece::Break) {
                self.flush();
                self.after_breaks = true;
            } else {
                self.pieces.push(Piece::Break);
            }
        }
    }

    fn image(&mut self, alt: &str, address: String) {
        if self.code.is_some() {
            return;
        }
        // brackets are left out: readers that are no renderers take them for the end
        let alt = alt.replace(['[', ']', '\0'], "").split_whitespace().collect::<Vec<_>>().join(" ");
        self.content();
        self.has_content = true;
        self.pieces.push(Piece::Image { alt, address });
        self.pieces.push(Piece::Space { code: None });
    }

    fn close_frame(&mut self, document: &Document, id: NodeId) {
        if self.kind().is_line() {
            self.close_line();
            return;
        }
        self.flush();
        let Some(frame) = self.frames.pop() else { return };
        let Some(top) = self.frames.last_mut() else { return };
        match frame.kind {
            FrameKind::Quote if !frame.blocks.is_empty() => top.blocks.push(Block::Quote(frame.blocks)),
            FrameKind::Item if !frame.blocks.is_empty() => {
                top.items += 1;
                let ordered = document.parent(id).is_some_and(|p| document.tag(p) == Tag::OL);
                match top.blocks.last_mut() {
                    Some(Block::List { start, items }) if start.is_some() == ordered => items.push(frame.blocks),
                    _ => {
                        let start = ordered.then_some(top.items);
                        top.blocks.push(Block::List { start, items: vec![frame.blocks] });
                    }
                }
            }
            FrameKind::Cell if top.kind == FrameKind::Row => top.cells.push(frame.blocks),
            FrameKind::Row if top.kind == FrameKind::Table => {
                top.blocks.extend(frame.blocks);
                if !frame.cells.is_empty() {
                    top.rows.push(frame.cells);
                }
            }
            FrameKind::Table => {
                top.blocks.extend(frame.blocks);
                if !frame.rows.is_empty() {
                    top.blocks.push(Block::Table(frame.rows));
                }
            }
            _ => {
                top.blocks.extend(frame.blocks);
                top.blocks.extend(frame.cells.into_iter().flatten());
            }
        }
    }

    /// A heading or caption ends.
    fn close_line(&mut self) {
        let kind = self.kind();
        self.flush();
        let Some(frame) = self.frames.pop() else { return };
        for block in frame.blocks {
            self.push_block(match (kind, block) {
                (FrameKind::Heading(level), Block::Paragraph { pieces, .. }) => Block::Heading { level, pieces },
                (_, block) => block,
            });
        }
    }
}

/// The span that an element is.
fn span_of(document: &Document, id: NodeId, addresses: Addresses<'_>, frame: FrameKind) -> Option<SpanKind> {
    match document.tag(id) {
        Tag::EM | Tag::I => Some(SpanKind::Emphasis),
        Tag::STRONG | Tag::B => Some(SpanKind::Strong),
        Tag::CODE | Tag::KBD => Some(SpanKind::Code),
        // within a line there are no blocks
        Tag::PRE if frame.is_line() => Some(SpanKind::Code),
        Tag::A => document.attr(id, AttrName::HREF).and_then(|h| addresses.link(h)).map(SpanKind::Link),
        _ => None,
    }
}
