//! Plain text: a line a block, an empty line around paragraphs, cells parted by tabs.

use crate::article::blocks::breaks;
use crate::article::render::walk::{Event, Kept, walk};
use crate::dom::{Display, Document, Tag, TextWriter, display};

/// The kept text. Linear.
pub fn plain(document: &Document, kept: &Kept) -> String {
    let mut writer = TextWriter::default();
    let mut preformatted = 0;
    walk(document, kept, |event| match event {
        Event::Open(id) | Event::Close(id) => {
            let opens = matches!(event, Event::Open(_));
            let tag = document.tag(id);
            if tag == Tag::PRE {
                preformatted += if opens { 1 } else { -1 };
            }
            writer.boundary(kind(tag), opens);
        }
        Event::Text(id) => writer.write(document.raw_text(id), preformatted > 0),
        Event::Image(_) => writer.write(" ", false),
        Event::Break => writer.line_break(),
    });
    writer.finish()
}

/// As in browsers, but an empty line around everything that Markdown puts one around.
fn kind(tag: Tag) -> Display {
    match tag {
        Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 | Tag::UL | Tag::OL | Tag::DL => Display::Paragraph,
        Tag::TABLE | Tag::PRE | Tag::BLOCKQUOTE | Tag::FIGURE => Display::Paragraph,
        _ if display(tag) == Display::Inline && breaks(tag) => Display::Block,
        _ => display(tag),
    }
}
