//! Elements that contain blocks: which elements do, and what they become when their end is reached.

use super::Builder;
use crate::content::read::callout::callout;
use crate::content::read::frame::{FrameKind, Row, side};
use crate::content::read::opening::is_titled;
use crate::content::read::table::table;
use crate::content::read::{Form, MAX_NESTED};
use crate::content::tree::{Block, BlockKind, Callout, Cell, Definition, Inline, InlineKind, Item, List, SpanKind};
use crate::dom::{AttrName, NodeId, Tag};

impl Builder<'_> {
    /// The frame that an element opens.
    pub(super) fn frame_of(&mut self, id: NodeId) -> Option<FrameKind> {
        let document = self.document;
        let tag = document.tag(id);
        Some(match tag {
            Tag::H1 => FrameKind::Heading(self.first_level(id)),
            Tag::H2 => FrameKind::Heading(2),
            Tag::H3 => FrameKind::Heading(3),
            Tag::H4 => FrameKind::Heading(4),
            Tag::H5 => FrameKind::Heading(5),
            Tag::H6 => FrameKind::Heading(6),
            Tag::FIGCAPTION | Tag::CAPTION => match self.kind() {
                FrameKind::Figure | FrameKind::Table => FrameKind::Caption,
                _ => return None,
            },
            Tag::BLOCKQUOTE => match self.callout(id) {
                Some(callout) => callout,
                None => FrameKind::Quote,
            },
            Tag::UL => FrameKind::List(None),
            Tag::OL => {
                let start = document.attr_named(id, "start").and_then(|s| s.trim().parse().ok());
                FrameKind::List(Some(start.filter(|&s| s < 1_000_000_000).unwrap_or(1)))
            }
            Tag::LI => FrameKind::Item,
            Tag::DL => FrameKind::Definitions,
            Tag::DT if *self.kind() == FrameKind::Definitions => FrameKind::Term,
            Tag::DD if *self.kind() == FrameKind::Definitions => FrameKind::Description,
            Tag::TABLE => FrameKind::Table,
            Tag::TR if *self.kind() == FrameKind::Table => FrameKind::Row,
            Tag::TD | Tag::TH if *self.kind() == FrameKind::Row => FrameKind::Cell,
            Tag::FIGURE => FrameKind::Figure,
            Tag::DETAILS => match self.callout(id) {
                Some(callout) => callout,
                None => FrameKind::Details,
            },
            Tag::SUMMARY if *self.kind() == FrameKind::Details => FrameKind::Summary,
            _ if document.attr(id, AttrName::ROLE) == Some("heading") => {
                let level = document.attr_named(id, "aria-level").and_then(|l| l.trim().parse::<u8>().ok());
                FrameKind::Heading(level.unwrap_or(2).clamp(2, 6))
            }
            _ => return self.callout(id),
        })
    }

    pub(super) fn callout(&mut self, id: NodeId) -> Option<FrameKind> {
        let found = callout(self.document, id)?;
        if self.frames.len() < MAX_NESTED && !self.in_line() {
            self.titles.extend(found.title);
        }
        Some(FrameKind::Callout(found.name))
    }

    /// The level of a further first-level heading: a page has one title, and other first-level headings are below it.
    pub(super) fn first_level(&self, id: NodeId) -> u8 {
        match self.reading.title {
            Some(title) if is_titled(self.document, id, title) => 1,
            _ => 2,
        }
    }

    pub(super) fn close_frame(&mut self, id: NodeId) {
        if self.in_line() {
            self.close_line(id);
            return;
        }
        self.flush(id);
        let Some(frame) = self.frames.pop() else { return };
        let document = self.document;
        let node = frame.node;
        let empty = frame.blocks.is_empty();
        let above = self.kind().clone();
        match frame.kind {
            FrameKind::Quote if !empty => {
                let kind = match marked_callout(&frame.blocks) {
                    Some(callout) => BlockKind::Callout(callout),
                    None => BlockKind::Quote(frame.blocks),
                };
                self.push(node, kind);
            }
            FrameKind::Callout(name) if !empty || !frame.caption.is_empty() => {
                self.push(node, BlockKind::Callout(Callout { name, title: frame.caption, blocks: frame.blocks }));
            }
            FrameKind::Item if matches!(above, FrameKind::List(_)) => {
                if (!empty || frame.done.is_some())
                    && let Some(top) = self.frames.last_mut()
                {
                    top.items.push(Item { done: frame.done, blocks: frame.blocks });
                }
            }
            // items without a list
            FrameKind::Item if !empty => {
                let item = Item { done: frame.done, blocks: frame.blocks };
                match self.frames.last_mut().and_then(|top| top.blocks.last_mut()) {
                    Some(Block { kind: BlockKind::List(List { start: None, items }), .. }) => items.push(item),
                    _ => self.push(node, BlockKind::List(List { start: None, items: vec![item] })),
                }
            }
            FrameKind::List(start) => {
                let mut items = frame.items;
                if !empty {
                    // a list directly within a list, outside its items, belongs to the last item
                    match items.last_mut() {
                        Some(last) => last.blocks.extend(frame.blocks),
                        None => items.push(Item { done: None, blocks: frame.blocks }),
                    }
                }
                if !items.is_empty() {
                    self.push(node, BlockKind::List(List { start, items }));
                }
            }
            FrameKind::Description => {
                if let Some(top) = self.frames.last_mut() {
                    if top.definitions.is_empty() {
                        top.definitions.push(Definition::default());
                    }
                    if let Some(last) = top.definitions.last_mut().filter(|_| !empty) {
                        last.descriptions.push(frame.blocks);
                    }
                }
            }
            FrameKind::Definitions => {
                if !frame.definitions.is_empty() {
                    self.push(node, BlockKind::Definitions(frame.definitions));
                }
                self.extend(frame.blocks);
            }
            FrameKind::Cell if above == FrameKind::Row => {
                let span = |name| {
                    document.attr(id, name).and_then(|v| v.trim().parse::<u32>().ok()).unwrap_or(1).clamp(1, 1000)
                };
                let align = document.attr_named(id, "align").and_then(side).or_else(|| {
                    let style = document.attr(id, AttrName::STYLE)?;
                    style
                        .split(';')
                        .filter_map(|d| d.split_once(':'))
                        .find(|(p, _)| p.trim() == "text-align")
                        .and_then(|(_, v)| side(v))
                });
                let cell = Cell {
                    header: document.tag(id) == Tag::TH,
                    align,
                    columns: span(AttrName::COLSPAN),
                    rows: span(AttrName::ROWSPAN),
                    blocks: frame.blocks,
                };
                if let Some(top) = self.frames.last_mut() {
                    top.cells.push(cell);
                }
            }
            FrameKind::Row if above == FrameKind::Table => {
                let head = document.parent(id).is_some_and(|p| document.tag(p) == Tag::THEAD);
                if let Some(top) = self.frames.last_mut() {
                    top.blocks.extend(frame.blocks);
                    top.rows.push(Row { cells: frame.cells, head });
                }
            }
            FrameKind::Table => {
                self.extend(frame.blocks);
                let blocks = table(document, node, frame.rows, frame.caption);
                self.extend(blocks);
            }
            FrameKind::Figure if !empty => {
                // a figure around a table or code, or without a caption, is replaced by its content
                if frame.caption.is_empty() {
                    self.extend(frame.blocks);
                } else {
                    self.push(node, BlockKind::Figure { blocks: frame.blocks, caption: frame.caption });
                }
            }
            FrameKind::Figure => {
                if !frame.caption.is_empty() {
                    let kind = BlockKind::Paragraph { inlines: frame.caption, after_breaks: false, apart: true };
                    self.push(node, kind);
                }
            }
            FrameKind::Details => {
                if !empty || !frame.caption.is_empty() {
                    self.push(node, BlockKind::Details { summary: frame.caption, blocks: frame.blocks });
                }
            }
            _ => {
                self.extend(frame.blocks);
                self.extend(frame.cells.into_iter().flat_map(|cell| cell.blocks).collect());
            }
        }
    }

    pub(super) fn extend(&mut self, blocks: Vec<Block>) {
        if let Some(top) = self.frames.last_mut() {
            top.blocks.extend(blocks);
        }
    }

    /// Ends a heading, caption, summary, title or term.
    pub(super) fn close_line(&mut self, id: NodeId) {
        let inlines = self.line.take();
        let inlines = self.typesetter.split(inlines);
        self.after_breaks = false;
        let Some(frame) = self.frames.pop() else { return };
        if inlines.is_empty() {
            return;
        }
        let Some(top) = self.frames.last_mut() else { return };
        match frame.kind {
            // a document has its title once, though pages show it for wide screens and for narrow ones
            FrameKind::Heading(1) if self.titled && self.reading.form == Form::Document => {}
            FrameKind::Heading(level) => {
                self.titled |= level == 1;
                self.push(id, BlockKind::Heading { level, inlines: without_strong(inlines) });
            }
            FrameKind::Term => match top.definitions.last_mut() {
                Some(last) if last.descriptions.is_empty() => last.terms.push(inlines),
                _ => top.definitions.push(Definition { terms: vec![inlines], descriptions: Vec::new() }),
            },
            FrameKind::CalloutTitle => {
                let callout = self.frames.iter_mut().rev().find(|frame| matches!(frame.kind, FrameKind::Callout(_)));
                if let Some(callout) = callout {
                    callout.caption = inlines;
                }
            }
            _ if top.caption.is_empty() => top.caption = inlines,
            _ => {
                top.caption.push(Inline { node: id, kind: InlineKind::Text(" ".into()) });
                top.caption.extend(inlines);
            }
        }
    }
}

/// What a heading says, without a mark that all of it is strong: headings are.
fn without_strong(mut inlines: Vec<Inline>) -> Vec<Inline> {
    let is_blank = |inline: &Inline| matches!(&inline.kind, InlineKind::Text(text) if text.trim().is_empty());
    let mut shown = inlines.iter().enumerate().filter(|(_, inline)| !is_blank(inline));
    if let (Some((at, Inline { kind: InlineKind::Span(SpanKind::Strong, _), .. })), None) = (shown.next(), shown.next())
        && let InlineKind::Span(_, inner) = inlines.swap_remove(at).kind
    {
        return inner;
    }
    inlines
}

/// The callout that a quotation beginning with `[!NOTE]` is.
fn marked_callout(blocks: &[Block]) -> Option<Callout> {
    let BlockKind::Paragraph { inlines, after_breaks, apart } = &blocks.first()?.kind else { return None };
    let InlineKind::Text(text) = &inlines.first()?.kind else { return None };
    let (name, rest) = text.trim_start().strip_prefix("[!")?.split_once(']')?;
    if name.is_empty() || name.len() > 16 || !name.bytes().all(|b| b.is_ascii_alphabetic()) {
        return None;
    }
    let mut first = inlines.clone();
    first[0].kind = InlineKind::Text(rest.trim_start_matches(['-', '+']).trim_start().to_owned());
    let ends = first.iter().position(|inline| inline.kind == InlineKind::Break);
    let rest = ends.map_or(Vec::new(), |at| first.split_off(at));
    let title = if first.iter().all(|i| matches!(&i.kind, InlineKind::Text(t) if t.trim().is_empty())) {
        Vec::new()
    } else {
        first
    };
    let mut inner = Vec::with_capacity(blocks.len());
    if rest.len() > 1 {
        let kind = BlockKind::Paragraph { inlines: rest[1..].to_vec(), after_breaks: *after_breaks, apart: *apart };
        inner.push(Block { node: blocks[0].node, kind });
    }
    inner.extend_from_slice(&blocks[1..]);
    Some(Callout { name: name.to_ascii_lowercase(), title, blocks: inner })
}
