//! Splits a line into pieces: words, white space, marks.

use super::Writing;
use crate::content::options::{Images, Links, MarkdownFlavor, Notes};
use crate::content::tree::{Inline, InlineKind, SpanKind};

/// A piece of a line.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Piece {
    /// Text without white space.
    Text(String),
    /// White space between words.
    Space,
    /// A line break.
    Break,
    /// Code.
    Code(String),
    /// A formula.
    Math(String),
    /// An image.
    Image { alt: String, address: String },
    /// The mark of a note.
    Mark(usize),
    /// The beginning of the span with this number.
    Open(usize),
    /// The end of that span.
    Close(usize),
}

/// A line as pieces.
#[derive(Default)]
pub(super) struct Pieces {
    pub(super) list: Vec<Piece>,
    /// The spans that pieces refer to by their index here.
    pub(super) spans: Vec<SpanKind>,
}

impl Pieces {
    /// The pieces of a line. Spans are nested at most as deep as there are kinds of them.
    pub(super) fn of(inlines: &[Inline], writing: &Writing) -> Pieces {
        let mut pieces = Pieces::default();
        pieces.extend(inlines, writing);
        pieces
    }

    pub(super) fn extend(&mut self, inlines: &[Inline], writing: &Writing) {
        for inline in inlines {
            match &inline.kind {
                InlineKind::Text(text) => self.text(text),
                InlineKind::Break => self.list.push(Piece::Break),
                InlineKind::Code(code) => self.list.push(Piece::Code(code.clone())),
                InlineKind::Math(tex) => self.list.push(match writing.options.flavor {
                    MarkdownFlavor::Gfm => Piece::Math(tex.clone()),
                    MarkdownFlavor::CommonMark => Piece::Code(tex.clone()),
                }),
                InlineKind::Mark(number) => {
                    if writing.options.notes == Notes::Keep {
                        self.list.push(Piece::Mark(*number));
                    }
                }
                InlineKind::Image(image) => match writing.options.images {
                    Images::Inline => {
                        self.list.push(Piece::Image { alt: image.alt.clone(), address: image.address.clone() });
                    }
                    Images::Links => {
                        let in_link = self.list.iter().rev().find_map(|piece| match piece {
                            Piece::Open(at) if matches!(self.spans[*at], SpanKind::Link(_)) => Some(true),
                            Piece::Close(at) if matches!(self.spans[*at], SpanKind::Link(_)) => Some(false),
                            _ => None,
                        });
                        let alt = if image.alt.is_empty() { "image" } else { image.alt.as_str() };
                        if in_link == Some(true) || writing.options.links == Links::None {
                            self.text(alt);
                        } else {
                            let at = self.spans.len();
                            self.spans.push(SpanKind::Link(image.address.clone()));
                            self.list.push(Piece::Open(at));
                            self.text(alt);
                            self.list.push(Piece::Close(at));
                        }
                    }
                    Images::Alt => self.text(&image.alt),
                    Images::None => {}
                },
                InlineKind::Span(kind, inner) => {
                    let written = match kind {
                        SpanKind::Link(_) => writing.options.links != Links::None,
                        SpanKind::Struck => writing.options.flavor == MarkdownFlavor::Gfm,
                        _ => true,
                    };
                    if !written {
                        self.extend(inner, writing);
                        continue;
                    }
                    let at = self.spans.len();
                    self.spans.push(kind.clone());
                    self.list.push(Piece::Open(at));
                    self.extend(inner, writing);
                    self.list.push(Piece::Close(at));
                }
            }
        }
    }

    fn text(&mut self, text: &str) {
        let mut rest = text;
        loop {
            let trimmed = rest.trim_start_matches(char::is_whitespace);
            if trimmed.len() < rest.len() {
                self.list.push(Piece::Space);
            }
            if trimmed.is_empty() {
                return;
            }
            let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
            self.list.push(Piece::Text(trimmed[..end].to_owned()));
            rest = &trimmed[end..];
        }
    }
}
