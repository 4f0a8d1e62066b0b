//! CommonMark with pipe tables.

use crate::article::blocks::breaks;
use crate::article::render::address::Addresses;
use crate::article::render::html::image_source;
use crate::article::render::walk::{Event, Kept, walk};
use crate::dom::{AttrName, Document, NodeId, Tag};

/// How deep lists, quotes and the like are nested in the output; deeper ones are flattened.
const MAX_NESTED: usize = 24;

/// An element whose content is gathered before it is written.
struct Frame {
    tag: Tag,
    /// The link's address.
    address: Option<String>,
    out: String,
    /// Items so far, of a list.
    items: usize,
    /// Of a table.
    rows: Vec<Vec<String>>,
    /// Line ends owed before what comes.
    breaks: usize,
    /// A space owed.
    space: bool,
}

impl Frame {
    fn new(tag: Tag, address: Option<String>) -> Frame {
        Frame { tag, address, out: String::new(), items: 0, rows: Vec::new(), breaks: 0, space: false }
    }

    fn settle(&mut self) {
        if self.out.is_empty() {
            // nothing stands before the first character
        } else if self.breaks > 0 {
            self.out.truncate(self.out.trim_end_matches(' ').len());
            self.out.extend(std::iter::repeat_n('\n', self.breaks.min(2)));
        } else if self.space && !self.out.ends_with('\n') {
            self.out.push(' ');
        }
        (self.breaks, self.space) = (0, false);
    }

    fn block(&mut self, text: &str) {
        if text.trim().is_empty() {
            return;
        }
        self.breaks = 2;
        self.settle();
        self.out.push_str(text);
        self.breaks = 2;
    }
}

/// The kept blocks as Markdown. Linear, but for the nesting of lists and quotes, which is bounded.
pub fn markdown(document: &Document, kept: &Kept, addresses: Addresses<'_>) -> String {
    let mut frames = vec![Frame::new(Tag::BODY, None)];
    // per open element, whether it has a frame
    let mut framed: Vec<bool> = Vec::new();
    let mut preformatted = 0usize;
    walk(document, kept, |event| match event {
        Event::Open(id) => {
            let tag = document.tag(id);
            let inside_pre = preformatted > 0;
            if tag == Tag::PRE {
                preformatted += 1;
            }
            let frame = frames.len() < MAX_NESTED && has_frame(tag) && !inside_pre;
            framed.push(frame);
            if frame {
                let address = match tag {
                    Tag::A => document.attr(id, AttrName::HREF).and_then(|h| addresses.link(h)),
                    _ => None,
                };
                frames.push(Frame::new(tag, address));
            } else if let Some(top) = frames.last_mut() {
                boundary(top, tag, inside_pre);
            }
        }
        Event::Close(id) => {
            let tag = document.tag(id);
            if tag == Tag::PRE {
                preformatted = preformatted.saturating_sub(1);
            }
            if framed.pop().unwrap_or(false)
                && let Some(frame) = frames.pop()
                && let Some(top) = frames.last_mut()
            {
                close(document, id, frame, top);
            } else if let Some(top) = frames.last_mut() {
                boundary(top, tag, preformatted > 0);
            }
        }
        Event::Text(id) => {
            if let Some(top) = frames.last_mut() {
                let code = preformatted > 0 || top.tag == Tag::CODE || top.tag == Tag::KBD;
                text(top, document.raw_text(id), preformatted > 0, code);
            }
        }
        Event::Break => {
            if let Some(top) = frames.last_mut() {
                if preformatted > 0 {
                    top.out.push('\n');
                } else if !top.out.is_empty() && top.breaks == 0 {
                    top.out.push_str("  \n");
                    top.space = false;
                }
            }
        }
        Event::Image(id) => {
            if let Some(source) = image_source(document, id).and_then(|s| addresses.image(s))
                && let Some(top) = frames.last_mut()
                && preformatted == 0
            {
                top.settle();
                let alt = document.attr(id, AttrName::ALT).unwrap_or_default();
                let alt = alt.split_whitespace().collect::<Vec<_>>().join(" ");
                top.out.push_str(&format!("![{}]({})", alt.replace(['[', ']'], ""), target(&source)));
                top.space = true;
            }
        }
    });
    let mut out = frames.swap_remove(0).out;
    out.truncate(out.trim_end().len());
    out
}

fn has_frame(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::A
            | Tag::EM
            | Tag::I
            | Tag::STRONG
            | Tag::B
            | Tag::CODE
            | Tag::KBD
            | Tag::H1
            | Tag::H2
            | Tag::H3
            | Tag::H4
            | Tag::H5
            | Tag::H6
            | Tag::UL
            | Tag::OL
            | Tag::LI
            | Tag::BLOCKQUOTE
            | Tag::PRE
            | Tag::TABLE
            | Tag::TR
            | Tag::TD
            | Tag::TH
            | Tag::FIGCAPTION
            | Tag::CAPTION
    )
}

fn boundary(top: &mut Frame, tag: Tag, preformatted: bool) {
    if preformatted {
        if breaks(tag) && !top.out.is_empty() && !top.out.ends_with('\n') {
            top.out.push('\n');
        }
    } else if breaks(tag) {
        top.breaks = 2;
    }
}

fn text(top: &mut Frame, text: &str, preformatted: bool, code: bool) {
    if preformatted {
        top.out.push_str(text);
        return;
    }
    let mut rest = text;
    loop {
        let trimmed = rest.trim_start_matches(char::is_whitespace);
        top.space |= trimmed.len() < rest.len();
        if trimmed.is_empty() {
            return;
        }
        let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
        top.settle();
        let starts_line = top.out.is_empty() || top.out.ends_with('\n');
        let word = &trimmed[..end];
        if code {
            top.out.push_str(word)
        } else {
            escape(word, starts_line, &mut top.out)
        }
        rest = &trimmed[end..];
    }
}

/// Escapes what Markdown would read as markup.
fn escape(word: &str, starts_line: bool, out: &mut String) {
    let number = word.trim_end_matches(['.', ')']);
    if starts_line && number.len() + 1 == word.len() && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())
    {
        out.push_str(number);
        out.push('\\');
        out.push_str(&word[number.len()..]);
        return;
    }
    for (at, c) in word.char_indices() {
        let special = match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '|' => true,
            '#' => starts_line && at == 0 && word.bytes().all(|b| b == b'#'),
            '-' | '+' | '=' | '>' | '~' => starts_line && at == 0 && (word.len() == 1 || c == '>' || c == '~'),
            _ => false,
        };
        // an underscore within a word is none of Markdown's
        let inside = |s: &str, last: bool| {
            let c = if last { s.chars().next_back() } else { s.chars().next() };
            c.is_some_and(char::is_alphanumeric)
        };
        if special && !(c == '_' && inside(&word[..at], true) && inside(&word[at + 1..], false)) {
            out.push('\\');
        }
        out.push(c);
    }
}

fn close(document: &Document, id: NodeId, frame: Frame, top: &mut Frame) {
    let content = frame.out.trim_end();
    let level = |n: usize| format!("{} {}", "#".repeat(n), content.replace("  \n", " ").replace('\n', " "));
    match frame.tag {
        Tag::H1 => top.block(&level(1)),
        Tag::H2 => top.block(&level(2)),
        Tag::H3 => top.block(&level(3)),
        Tag::H4 => top.block(&level(4)),
        Tag::H5 => top.block(&level(5)),
        Tag::H6 => top.block(&level(6)),
        Tag::PRE => {
            let content = frame.out.trim_matches('\n').trim_end();
            let longest = content.split(|c| c != '`').map(str::len).max().unwrap_or(0);
            let fence = "`".repeat(3.max(longest + 1));
            top.block(&format!("{fence}\n{content}\n{fence}"));
        }
        Tag::BLOCKQUOTE => top.block(&prefixed(content, "> ", "> ")),
        Tag::FIGCAPTION | Tag::CAPTION => {
            let line = content.split_whitespace().collect::<Vec<_>>().join(" ");
            if !line.is_empty() {
                top.block(&format!("*{}*", line.trim_matches('*')));
            }
        }
        Tag::UL | Tag::OL => {
            if matches!(top.tag, Tag::LI) {
                top.breaks = 1;
                top.settle();
                top.out.push_str(content);
                top.breaks = 1;
            } else {
                top.block(content);
            }
        }
        Tag::LI => {
            if content.is_empty() {
                return;
            }
            top.items += 1;
            let ordered = document.parent(id).is_some_and(|p| document.tag(p) == Tag::OL);
            let marker = if ordered { format!("{}. ", top.items) } else { "- ".to_owned() };
            let indent = " ".repeat(marker.len());
            top.breaks = 1;
            top.space = false;
            top.settle();
            top.out.push_str(&prefixed(content, &marker, &indent));
            top.breaks = 1;
        }
        Tag::TD | Tag::TH if top.tag == Tag::TR => {
            top.rows.resize_with(1, Vec::new);
            if let Some(row) = top.rows.first_mut() {
                row.push(frame.out.trim().to_owned());
            }
        }
        Tag::TR if top.tag == Tag::TABLE => top.rows.extend(frame.rows),
        Tag::TABLE => {
            if !content.is_empty() {
                top.block(content);
            }
            table(&frame.rows, top);
        }
        Tag::TD | Tag::TH | Tag::TR => {
            top.block(content);
            for row in &frame.rows {
                top.block(&row.join(" "));
            }
        }
        _ => inline(&frame, top),
    }
}

/// Links, emphasis and code: the marks stand tight around the content.
fn inline(frame: &Frame, top: &mut Frame) {
    let content = frame.out.trim();
    if content.is_empty() {
        top.space |= frame.space;
        return;
    }
    if content.contains("\n\n") {
        // a link around blocks
        top.block(content);
        return;
    }
    let (open, close) = match frame.tag {
        Tag::EM | Tag::I => ("*".to_owned(), "*".to_owned()),
        Tag::STRONG | Tag::B => ("**".to_owned(), "**".to_owned()),
        Tag::CODE | Tag::KBD => {
            let longest = content.split(|c| c != '`').map(str::len).max().unwrap_or(0);
            let ticks = "`".repeat(longest + 1);
            let pad = if longest > 0 { " " } else { "" };
            (format!("{ticks}{pad}"), format!("{pad}{ticks}"))
        }
        _ => match &frame.address {
            Some(address) => ("[".to_owned(), format!("]({})", target(address))),
            None => (String::new(), String::new()),
        },
    };
    top.space |= frame.out.starts_with(' ');
    top.settle();
    top.out.push_str(&open);
    top.out.push_str(content);
    top.out.push_str(&close);
    top.space = frame.space;
    top.breaks = top.breaks.max(frame.breaks);
}

fn table(rows: &[Vec<String>], top: &mut Frame) {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let is_layout = width < 2 || rows.len() < 2 || rows.iter().flatten().any(|cell| cell.contains("\n\n"));
    if is_layout {
        for cell in rows.iter().flatten() {
            top.block(cell);
        }
        return;
    }
    let mut out = String::new();
    for (at, row) in rows.iter().enumerate() {
        out.push('|');
        for column in 0..width {
            let cell = row.get(column).map_or("", String::as_str);
            out.push_str(&format!(" {} |", cell.replace("  \n", " ").replace('\n', " ")));
        }
        out.push('\n');
        if at == 0 {
            out.push_str(&format!("|{}\n", " --- |".repeat(width)));
        }
    }
    top.block(out.trim_end());
}

fn prefixed(content: &str, first: &str, rest: &str) -> String {
    let mut out = String::with_capacity(content.len() + content.len() / 8);
    for (at, line) in content.lines().enumerate() {
        if at > 0 {
            out.push('\n');
        }
        let prefix = if at == 0 { first } else { rest };
        out.push_str(if line.is_empty() { prefix.trim_end() } else { prefix });
        out.push_str(line);
    }
    out
}

/// An address within parentheses.
fn target(address: &str) -> String {
    address.replace(' ', "%20").replace('(', "%28").replace(')', "%29").replace('<', "%3C").replace('>', "%3E")
}
