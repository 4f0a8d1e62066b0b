//! Blocks to Markdown.

use super::escape::longest_run;
use super::inline::{Place, inline};
use super::tree::{Block, Piece, Span};

/// The blocks as Markdown, those within an item of a list closer to each other. Blocks are nested to a bounded depth.
pub(super) fn blocks(blocks: &[Block], spans: &[Span], in_item: bool) -> String {
    let mut out = String::new();
    let mut last: Option<&Block> = None;
    for block in blocks {
        let text = self::block(block, spans);
        if text.is_empty() {
            continue;
        }
        let close = in_item
            && matches!(last, Some(Block::Paragraph { .. } | Block::List { .. }))
            // a list of another first number cannot follow at once
            && matches!(block, Block::List { start: None | Some(1), .. });
        if !out.is_empty() {
            out.push_str(if close { "\n" } else { "\n\n" });
        }
        out.push_str(&text);
        last = Some(block);
    }
    out
}

fn block(block: &Block, spans: &[Span]) -> String {
    match block {
        Block::Paragraph { pieces, .. } => inline(pieces, spans, Place::Paragraph),
        Block::Heading { level, pieces } => {
            let text = inline(pieces, spans, Place::Heading);
            if text.is_empty() { text } else { format!("{} {text}", "#".repeat(*level)) }
        }
        Block::Code(code) => {
            let fence = "`".repeat(3.max(longest_run(code) + 1));
            format!("{fence}\n{code}\n{fence}")
        }
        Block::Quote(inner) => {
            let inner = blocks(inner, spans, false);
            if inner.is_empty() { inner } else { prefixed(&inner, "> ", "> ") }
        }
        Block::List { start, items } => list(*start, items, spans),
        Block::Table(rows) => table(rows, spans),
    }
}

fn list(start: Option<usize>, items: &[Vec<Block>], spans: &[Span]) -> String {
    let mut out = String::new();
    for (at, item) in items.iter().enumerate() {
        let text = blocks(item, spans, true);
        if text.is_empty() {
            continue;
        }
        if !out.is_empty() {
            out.push('\n');
        }
        let marker = start.map_or_else(|| "- ".to_owned(), |start| format!("{}. ", start + at));
        out.push_str(&prefixed(&text, &marker, &" ".repeat(marker.len())));
    }
    out
}

/// A table of at least two rows and columns with a line in each cell; of any other, the cells one after the other.
fn table(rows: &[Vec<Vec<Block>>], spans: &[Span]) -> String {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let lines: Option<Vec<Vec<String>>> = match width < 2 || rows.len() < 2 {
        true => None,
        false => rows.iter().map(|row| row.iter().map(|cell| line(cell, spans)).collect()).collect(),
    };
    let Some(rows) = lines else {
        let cells: Vec<String> =
            rows.iter().flatten().map(|cell| blocks(cell, spans, false)).filter(|cell| !cell.is_empty()).collect();
        return cells.join("\n\n");
    };
    let mut out = String::new();
    for (at, row) in rows.iter().enumerate() {
        out.push_str(if at > 0 { "\n|" } else { "|" });
        for column in 0..width {
            out.push_str(&format!(" {} |", row.get(column).map_or("", String::as_str)));
        }
        if at == 0 {
            out.push_str(&format!("\n|{}", " --- |".repeat(width)));
        }
    }
    out
}

/// The blocks of a cell on one line, if they can stand there.
fn line(blocks: &[Block], spans: &[Span]) -> Option<String> {
    let mut pieces = Vec::new();
    gather(blocks, false, &mut pieces)?;
    Some(inline(&pieces, spans, Place::Cell))
}

fn gather(blocks: &[Block], in_item: bool, pieces: &mut Vec<Piece>) -> Option<()> {
    for (at, block) in blocks.iter().enumerate() {
        pieces.push(Piece::Space { code: None });
        match block {
            Block::Paragraph { pieces: own, after_breaks } if at == 0 || *after_breaks => pieces.extend_from_slice(own),
            Block::Heading { pieces: own, .. } if blocks.len() == 1 => pieces.extend_from_slice(own),
            Block::Quote(inner) if blocks.len() == 1 => gather(inner, false, pieces)?,
            Block::List { start, items } if blocks.len() == 1 || in_item => {
                for (at, item) in items.iter().enumerate() {
                    let text = start.map_or_else(|| "-".to_owned(), |start| format!("{}.", start + at));
                    pieces.extend([Piece::Space { code: None }, Piece::Text { text, code: None }]);
                    gather(item, true, pieces)?;
                }
            }
            _ => return None,
        }
    }
    Some(())
}

fn prefixed(content: &str, first: &str, rest: &str) -> String {
    let mut out = String::with_capacity(content.len() + content.len() / 8);
    for (at, line) in content.split('\n').enumerate() {
        if at > 0 {
            out.push('\n');
        }
        let prefix = if at == 0 { first } else { rest };
        out.push_str(if line.is_empty() { prefix.trim_end() } else { prefix });
        out.push_str(line);
    }
    out
}
