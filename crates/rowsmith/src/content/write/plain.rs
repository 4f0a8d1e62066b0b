//! Plain text: one line per block, an empty line around paragraphs, cells separated by tabs.

use crate::content::tree::{Block, BlockKind, Content, Inline, InlineKind};
use crate::dom::{Display, TextWriter};

/// Writes the content as text. Takes linear time.
pub fn plain(content: &Content) -> String {
    let mut writer = TextWriter::default();
    blocks(&content.blocks, &mut writer);
    for (at, note) in content.notes.iter().enumerate() {
        writer.boundary(Display::Paragraph, true);
        writer.write(&format!("[{}] ", at + 1), false);
        match note.blocks.split_first() {
            Some((Block { kind: BlockKind::Paragraph { inlines, .. }, .. }, rest)) => {
                self::inlines(inlines, &mut writer);
                blocks(rest, &mut writer);
            }
            _ => blocks(&note.blocks, &mut writer),
        }
        writer.boundary(Display::Paragraph, false);
    }
    writer.finish()
}

fn blocks(blocks: &[Block], writer: &mut TextWriter) {
    for block in blocks {
        self::block(block, writer);
    }
}

fn line(kind: Display, inlines: &[Inline], writer: &mut TextWriter) {
    writer.boundary(kind, true);
    self::inlines(inlines, writer);
    writer.boundary(kind, false);
}

fn block(block: &Block, writer: &mut TextWriter) {
    match &block.kind {
        BlockKind::Paragraph { inlines, apart, .. } => {
            line(if *apart { Display::Paragraph } else { Display::Block }, inlines, writer);
        }
        BlockKind::Heading { inlines, .. } => line(Display::Paragraph, inlines, writer),
        BlockKind::Code { text, .. } | BlockKind::Math(text) => {
            writer.boundary(Display::Paragraph, true);
            writer.write(text, true);
            writer.boundary(Display::Paragraph, false);
        }
        BlockKind::Quote(inner) => apart(inner, writer),
        BlockKind::Callout(callout) => {
            writer.boundary(Display::Paragraph, true);
            line(Display::Block, &callout.title, writer);
            apart(&callout.blocks, writer);
        }
        BlockKind::List(list) => {
            writer.boundary(Display::Paragraph, true);
            for item in &list.items {
                writer.boundary(Display::Block, true);
                blocks(&item.blocks, writer);
                writer.boundary(Display::Block, false);
            }
            writer.boundary(Display::Paragraph, false);
        }
        BlockKind::Definitions(definitions) => {
            writer.boundary(Display::Paragraph, true);
            for definition in definitions {
                for term in &definition.terms {
                    line(Display::Block, term, writer);
                }
                for description in &definition.descriptions {
                    writer.boundary(Display::Block, true);
                    blocks(description, writer);
                    writer.boundary(Display::Block, false);
                }
            }
            writer.boundary(Display::Paragraph, false);
        }
        BlockKind::Table(table) => {
            writer.boundary(Display::Paragraph, true);
            line(Display::Block, &table.caption, writer);
            for row in &table.rows {
                writer.boundary(Display::Block, true);
                for cell in row {
                    cell_blocks(&cell.blocks, writer);
                    writer.boundary(Display::Cell, false);
                }
                writer.boundary(Display::Block, false);
            }
            writer.boundary(Display::Paragraph, false);
        }
        BlockKind::Figure { blocks: shown, caption } => {
            writer.boundary(Display::Paragraph, true);
            blocks(shown, writer);
            line(Display::Block, caption, writer);
            writer.boundary(Display::Paragraph, false);
        }
        BlockKind::Details { summary, blocks: inner } => {
            line(Display::Block, summary, writer);
            blocks(inner, writer);
        }
        BlockKind::Rule => writer.boundary(Display::Block, true),
    }
}

/// Writes the blocks of a cell; if there is only one line it goes on that of the row.
fn cell_blocks(inner: &[Block], writer: &mut TextWriter) {
    match inner {
        [Block { kind: BlockKind::Paragraph { inlines, apart: false, .. }, .. }] => self::inlines(inlines, writer),
        several => blocks(several, writer),
    }
}

fn apart(inner: &[Block], writer: &mut TextWriter) {
    writer.boundary(Display::Paragraph, true);
    blocks(inner, writer);
    writer.boundary(Display::Paragraph, false);
}

fn inlines(inlines: &[Inline], writer: &mut TextWriter) {
    for inline in inlines {
        match &inline.kind {
            InlineKind::Text(text) => writer.write(text, false),
            InlineKind::Code(text) | InlineKind::Math(text) => writer.write(text, false),
            InlineKind::Break => writer.line_break(),
            InlineKind::Image(_) => writer.write(" ", false),
            InlineKind::Mark(number) => writer.write(&format!("[{number}]"), false),
            InlineKind::Span(_, inner) => self::inlines(inner, writer),
        }
    }
}
