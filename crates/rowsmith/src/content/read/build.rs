//! From what is kept of a page to blocks.

use super::callout::callout;
use super::code::code_block;
use super::embed::embed;
use super::frame::{Frame, FrameKind, Row, side};
use super::image::{best_source, is_pixel, same_picture};
use super::line::Line;
use super::math::formula;
use super::names::{classes, folded, has_class};
use super::notes::View;
use super::raw_math::{Typesetter, shown_alone};
use super::table::table;
use super::{Form, MAX_NESTED, Reading};
use crate::content::kept::Kept;
use crate::content::tree::{
    Block, BlockKind, Callout, Cell, Definition, Image, Inline, InlineKind, Item, List, SpanKind,
};
use crate::dom::{AttrName, Document, NodeId, Tag, breaks};

/// What an open element did.
enum Opened {
    Nothing,
    Frame,
    Span,
}

/// An element whose end was not yet reached.
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
    /// Whether nothing but line breaks part the line from the paragraph before.
    after_breaks: bool,
    /// The paragraphs that are open.
    paragraphs: usize,
    /// The titles of callouts, which become lines of their own.
    titles: Vec<NodeId>,
    /// The code that was read last.
    last_code: Option<NodeId>,
    /// The picture that was read last, if nothing followed it.
    last_picture: Option<String>,
}

/// The blocks of what is kept below an element. Linear.
pub(super) fn build(reading: Reading<'_>, kept: &Kept, notes: View<'_>, top: NodeId) -> Vec<Block> {
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
        titles: Vec::new(),
        last_code: None,
        last_picture: None,
    };
    let mut open: Vec<Open> = Vec::new();
    let end = document.end(top);
    let mut at = top;
    while at < end {
        while let Some(last) = open.pop_if(|last| document.end(last.node) <= at) {
            builder.close(&last);
        }
        if kept.count(document, at) == 0 || notes.skips(at) {
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
    // rules part nothing at the ends
    while matches!(blocks.last(), Some(Block { kind: BlockKind::Rule, .. })) {
        blocks.pop();
    }
    if matches!(blocks.first(), Some(Block { kind: BlockKind::Rule, .. })) {
        blocks.remove(0);
    }
    blocks
}

impl<'a> Builder<'a> {
    fn kind(&self) -> &FrameKind {
        self.frames.last().map_or(&FrameKind::Root, |top| &top.kind)
    }

    fn in_line(&self) -> bool {
        self.kind().is_line()
    }

    fn push(&mut self, node: NodeId, kind: BlockKind) {
        if let Some(top) = self.frames.last_mut() {
            // rules part blocks: two of them, or one at the beginning, part nothing
            if kind == BlockKind::Rule && matches!(top.blocks.last(), Some(Block { kind: BlockKind::Rule, .. })) {
                return;
            }
            top.blocks.push(Block { node, kind });
        }
        if !matches!(self.frames.last().and_then(|top| top.blocks.last()), Some(Block { kind: BlockKind::Rule, .. })) {
            self.last_picture = None;
        }
    }

    /// Reads an element as a whole, if it is one that is; its subtree is done then.
    fn leaf(&mut self, id: NodeId, kept: &Kept) -> bool {
        let document = self.document;
        let tag = document.tag(id);
        if let Some(number) = self.notes.mark(id) {
            self.line.push(id, InlineKind::Mark(number));
            return true;
        }
        match tag {
            Tag::BR => {
                self.line_break(id);
                return true;
            }
            Tag::HR => {
                if !self.in_line() {
                    self.flush(id);
                    self.push(id, BlockKind::Rule);
                }
                return true;
            }
            Tag::INPUT => {
                let done = document.attr_named(id, "checked").is_some();
                let item = self.frames.last_mut().filter(|top| top.kind == FrameKind::Item && top.blocks.is_empty());
                if let Some(item) = item
                    && !self.line.has_content()
                {
                    item.done = Some(done);
                }
                return true;
            }
            Tag::IFRAME | Tag::VIDEO | Tag::AUDIO => {
                self.embedded(id);
                return true;
            }
            _ => {}
        }
        if let Some(formula) = formula(document, id) {
            self.formula(id, formula.tex, formula.display);
            return true;
        }
        match tag {
            Tag::IMG => {
                self.image(id);
                return true;
            }
            Tag::CODE | Tag::KBD | Tag::SAMP | Tag::TT | Tag::PRE if self.in_line() || tag != Tag::PRE => {
                if tag == Tag::CODE
                    && !self.in_line()
                    && let Some(code) = code_block(document, id)
                {
                    self.code(id, code.language, code.text);
                    return true;
                }
                return tag != Tag::SAMP && self.inline_code(id, kept);
            }
            _ => {}
        }
        if !self.in_line()
            && !document.is_text(id)
            && let Some(code) = code_block(document, id)
        {
            self.code(id, code.language, code.text);
            return true;
        }
        if matches!(tag, Tag::UL | Tag::OL) && self.reading.form == Form::Document && is_contents(document, id) {
            return true;
        }
        is_permalink(document, id) || (tag == Tag::BUTTON && is_copy_button(document, id))
    }

    fn code(&mut self, id: NodeId, language: Option<String>, text: String) {
        self.flush(id);
        if text.trim().is_empty() {
            return;
        }
        // what documentation generators cut into pieces of code and what they print
        let last_code = self.last_code.replace(id);
        if let Some(Block { kind: BlockKind::Code { language: last, text: before }, .. }) =
            self.frames.last_mut().and_then(|top| top.blocks.last_mut())
            && last_code.is_some_and(|before| goes_on(self.document, before, id))
        {
            before.push('\n');
            before.push_str(&text);
            if last.is_none() {
                *last = language;
            }
            return;
        }
        self.push(id, BlockKind::Code { language, text });
    }

    /// Code within a line, unless it holds blocks.
    fn inline_code(&mut self, id: NodeId, kept: &Kept) -> bool {
        let document = self.document;
        let holds_blocks = document.subtree(id).skip(1).any(|c| {
            let tag = document.tag(c);
            tag != Tag::TEXT && breaks(tag) || tag == Tag::IMG || self.notes.mark(c).is_some()
        });
        if holds_blocks && document.tag(id) != Tag::PRE {
            return false;
        }
        let mut parts: Vec<String> = vec![String::new()];
        for child in document.subtree(id).filter(|&c| kept.count(document, c) > 0) {
            match document.tag(child) {
                Tag::TEXT => {
                    if let Some(part) = parts.last_mut() {
                        part.push_str(document.raw_text(child));
                    }
                }
                Tag::BR => parts.push(String::new()),
                _ => {}
            }
        }
        let opens_blank = parts[0].starts_with(char::is_whitespace);
        let ends_blank = parts.last().is_some_and(|p| p.ends_with(char::is_whitespace));
        if opens_blank {
            self.line.space(id);
        }
        let mut first = true;
        for part in parts {
            let code: String = part.split_whitespace().collect::<Vec<_>>().join(" ").replace('\0', "");
            if !first {
                self.line_break(id);
            }
            first = false;
            if !code.is_empty() {
                self.line.push(id, InlineKind::Code(code));
            }
        }
        if ends_blank {
            self.line.space(id);
        }
        true
    }

    fn formula(&mut self, id: NodeId, tex: String, shown: bool) {
        if tex.is_empty() {
            return;
        }
        if shown && !self.in_line() {
            self.flush(id);
            self.push(id, BlockKind::Math(tex));
        } else {
            self.line.push(id, InlineKind::Math(tex));
        }
    }

    fn embedded(&mut self, id: NodeId) {
        if self.reading.form == Form::Text {
            return;
        }
        let Some(embed) = embed(self.document, id) else { return };
        let Some(address) = self.reading.addresses.image(&embed.address) else { return };
        if self.in_line() {
            return;
        }
        self.flush(id);
        if self.line.open(id, SpanKind::Link(address)) {
            self.line.text(id, &embed.text);
            self.line.close();
        }
        self.flush(id);
    }

    fn image(&mut self, id: NodeId) {
        let document = self.document;
        if is_pixel(document, id) {
            return;
        }
        let Some(address) = best_source(document, id).and_then(|s| self.reading.addresses.image(s)) else { return };
        let picture = same_picture(&address);
        if self.last_picture.as_ref() == Some(&picture) {
            return;
        }
        // brackets are left out: readers that are no renderers take them for the end
        let alt = document.attr(id, AttrName::ALT).unwrap_or_default().replace(['[', ']', '\0'], "");
        let alt = alt.split_whitespace().collect::<Vec<_>>().join(" ");
        self.line.push(id, InlineKind::Image(Image { alt, address }));
        self.line.space(id);
        self.last_picture = Some(picture);
    }

    fn text(&mut self, id: NodeId) {
        let text = self.document.raw_text(id);
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

    /// A block begins or ends.
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

    /// Ends the paragraph that grows.
    fn flush(&mut self, id: NodeId) {
        let inlines = self.line.take();
        if !inlines.is_empty() {
            let alone = shown_alone(&inlines);
            let inlines = self.typesetter.split(inlines);
            let mut parts = inlines.iter().filter(|i| !matches!(&i.kind, InlineKind::Text(t) if t.trim().is_empty()));
            if let (true, Some(Inline { kind: InlineKind::Math(tex), node }), None) =
                (alone, parts.next(), parts.next())
            {
                let (tex, node) = (tex.clone(), *node);
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
        // a note is what its item or cell says
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
        // a button within a sentence is a word of it
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

    /// The span that an element is.
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

    /// The frame that an element is.
    fn frame_of(&mut self, id: NodeId) -> Option<FrameKind> {
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

    fn callout(&mut self, id: NodeId) -> Option<FrameKind> {
        let found = callout(self.document, id)?;
        if self.frames.len() < MAX_NESTED && !self.in_line() {
            self.titles.extend(found.title);
        }
        Some(FrameKind::Callout(found.name))
    }

    /// The level of a heading of the first level: the page has one title, what else is called so stands below it.
    fn first_level(&self, id: NodeId) -> u8 {
        let words = |text: &str| {
            let lower = text.to_lowercase();
            lower.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect::<Vec<_>>().join(" ")
        };
        match self.reading.title {
            Some(title) if words(title) == words(&folded(self.document, id)) => 1,
            _ => 2,
        }
    }

    fn close_frame(&mut self, id: NodeId) {
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
                    // a list within a list, but in none of its items, belongs to the last one
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
                // a figure around a table or code, or without a caption, is what it holds
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

    fn extend(&mut self, blocks: Vec<Block>) {
        if let Some(top) = self.frames.last_mut() {
            top.blocks.extend(blocks);
        }
    }

    /// A heading, caption, summary, title or term ends.
    fn close_line(&mut self, id: NodeId) {
        let inlines = self.line.take();
        let inlines = self.typesetter.split(inlines);
        self.after_breaks = false;
        let Some(frame) = self.frames.pop() else { return };
        if inlines.is_empty() {
            return;
        }
        let Some(top) = self.frames.last_mut() else { return };
        match frame.kind {
            FrameKind::Heading(level) => self.push(id, BlockKind::Heading { level, inlines }),
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

/// Whether a list is a table of contents: nothing but links to places within the page, which lead nowhere in another form of it.
fn is_contents(document: &Document, id: NodeId) -> bool {
    let mut links = 0;
    let mut at = id;
    let end = document.end(id);
    while at < end {
        if document.is_text(at) {
            // a number before each
            let text = document.raw_text(at);
            if text.contains(|c: char| c.is_alphabetic()) {
                return false;
            }
        } else if document.tag(at) == Tag::A {
            if !document.attr(at, AttrName::HREF).is_some_and(|h| h.len() > 1 && h.starts_with('#')) {
                return false;
            }
            links += 1;
            at = document.end(at);
            continue;
        }
        at = NodeId(at.0 + 1);
    }
    links >= 3
}

/// Whether an element only leads to the heading that it stands in.
fn is_permalink(document: &Document, id: NodeId) -> bool {
    if document.tag(id) != Tag::A {
        return false;
    }
    let text = document.raw_text(id).trim();
    if text.chars().count() > 12 || document.subtree(id).any(|c| document.tag(c) == Tag::IMG) {
        return false;
    }
    let leads_here = document.attr(id, AttrName::HREF).is_some_and(|h| h.contains('#'));
    let called = || {
        classes(document, id).any(|class| {
            let class = class.to_ascii_lowercase();
            [
                "anchor",
                "headerlink",
                "permalink",
                "header-anchor",
                "heading-link",
                "hash-link",
                "heading-anchor",
                "anchorjs-link",
                "direct-link",
            ]
            .contains(&class.as_str())
        })
    };
    let in_heading = || {
        document
            .ancestors(id)
            .take(4)
            .any(|a| matches!(document.tag(a), Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 | Tag::DT))
            || document.parent(id).is_some_and(|p| {
                document.children(p).any(|c| matches!(document.tag(c), Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4))
            })
    };
    let sign = text
        .chars()
        .all(|c| matches!(c, '#' | '¶' | '§' | '🔗' | '∞' | '\u{f0c1}' | '\u{200b}' | '\u{feff}') || c.is_whitespace());
    leads_here
        && ((sign || called() && matches!(text.to_ascii_lowercase().as_str(), "link" | "permalink" | "anchor"))
            && (called() || in_heading()))
}

/// Whether a button copies code.
fn is_copy_button(document: &Document, id: NodeId) -> bool {
    let text = document.raw_text(id).trim();
    text.is_empty()
        || text.to_ascii_lowercase().starts_with("copy") && text.len() < 24
        || has_class(document, id, &["copy", "copy-button", "btn-copy"])
}

/// Whether a piece of code goes on with the one before: siblings, of which a documentation generator made one output of the
/// other.
fn goes_on(document: &Document, before: NodeId, id: NodeId) -> bool {
    let output = |id: NodeId| has_class(document, id, &["lean-output", "block"]);
    document.parent(before) == document.parent(id)
        && output(before)
        && output(id)
        && document.raw_text_between(document.end(before), id).trim().is_empty()
}

/// The box that a quotation is which begins with `[!NOTE]`.
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
