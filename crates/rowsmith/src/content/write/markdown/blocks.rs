//! Writes blocks as Markdown.

use super::Writing;
use super::escape::{display_math, longest_run};
use super::inline::{Place, inline};
use super::pieces::{Piece, Pieces};
use crate::content::options::MarkdownFlavor;
use crate::content::tree::{
    Align, Block, BlockKind, Callout, Cell, Definition, Inline, InlineKind, Item, List, Note, SpanKind, Table,
};

/// How many cells spans may add to those that a table has, so that they cost no more than the page.
const FREE_CELLS: usize = 4096;

fn line_of(inlines: &[Inline], place: Place, writing: &Writing) -> String {
    inline(&Pieces::of(inlines, writing), place, writing)
}

/// Writes the blocks as Markdown, more closely spaced within an item of a list. Blocks are nested to a bounded depth.
pub(super) fn blocks(blocks: &[Block], writing: &Writing, in_item: bool) -> String {
    let mut out = String::new();
    let mut last: Option<&BlockKind> = None;
    // whether the previous list used the other marker
    let mut turned = false;
    for block in blocks {
        turned = match (last, &block.kind) {
            (Some(BlockKind::List(before)), BlockKind::List(list))
                if before.start.is_some() == list.start.is_some() =>
            {
                !turned
            }
            _ => false,
        };
        let text = self::block(&block.kind, writing, turned);
        if text.is_empty() {
            continue;
        }
        let close = in_item
            && matches!(last, Some(BlockKind::Paragraph { .. } | BlockKind::List(_)))
            // a list with another first number cannot follow directly
            && matches!(block.kind, BlockKind::List(List { start: None | Some(1), .. }));
        if !out.is_empty() {
            out.push_str(if close { "\n" } else { "\n\n" });
        }
        out.push_str(&text);
        last = Some(&block.kind);
    }
    out
}

fn block(block: &BlockKind, writing: &Writing, turned: bool) -> String {
    match block {
        BlockKind::Paragraph { inlines, .. } => line_of(inlines, Place::Paragraph, writing),
        BlockKind::Heading { level, inlines } => {
            let text = line_of(inlines, Place::Heading, writing);
            if text.is_empty() { text } else { format!("{} {text}", "#".repeat(usize::from(*level))) }
        }
        BlockKind::Code { language, text } => fenced(language.as_deref().unwrap_or_default(), text),
        BlockKind::Math(tex) => match writing.options.flavor {
            MarkdownFlavor::Gfm => display_math(tex),
            MarkdownFlavor::CommonMark => fenced("math", tex),
        },
        BlockKind::Quote(inner) => quoted(&blocks(inner, writing, false)),
        BlockKind::Callout(callout) => self::callout(callout, writing),
        BlockKind::List(list) => self::list(list, writing, turned),
        BlockKind::Definitions(definitions) => self::definitions(definitions, writing),
        BlockKind::Table(table) => self::table(table, writing),
        BlockKind::Figure { blocks: shown, caption } => {
            let shown = blocks(shown, writing, false);
            let caption = line_of(caption, Place::Paragraph, writing);
            join(shown, caption)
        }
        BlockKind::Details { summary, blocks: inner } => join(strong(summary, writing), blocks(inner, writing, false)),
        BlockKind::Rule => "---".to_owned(),
    }
}

fn join(first: String, second: String) -> String {
    match (first.is_empty(), second.is_empty()) {
        (false, false) => format!("{first}\n\n{second}"),
        (true, _) => second,
        (_, true) => first,
    }
}

/// A line that stands out, as strong text if it is not already.
fn strong(inlines: &[Inline], writing: &Writing) -> String {
    let whole = matches!(inlines, [Inline { kind: InlineKind::Span(SpanKind::Strong, _), .. }]);
    let held = inlines.iter().any(|i| matches!(&i.kind, InlineKind::Span(SpanKind::Strong, _)));
    let Some(first) = inlines.first().filter(|_| !whole && !held) else {
        return line_of(inlines, Place::Paragraph, writing);
    };
    let span = Inline { node: first.node, kind: InlineKind::Span(SpanKind::Strong, inlines.to_vec()) };
    line_of(&[span], Place::Paragraph, writing)
}

fn fenced(language: &str, text: &str) -> String {
    let fence = "`".repeat(3.max(longest_run(text) + 1));
    let language: String = language.chars().filter(|c| c.is_ascii_alphanumeric() || "+#-_.".contains(*c)).collect();
    format!("{fence}{language}\n{text}\n{fence}")
}

fn quoted(inner: &str) -> String {
    if inner.is_empty() { String::new() } else { prefixed(inner, "> ", "> ") }
}

fn callout(callout: &Callout, writing: &Writing) -> String {
    let name: String = callout.name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    let inner = blocks(&callout.blocks, writing, false);
    let title = line_of(&callout.title, Place::Heading, writing);
    let head = match writing.options.flavor {
        MarkdownFlavor::Gfm if title.is_empty() => format!("[!{name}]"),
        MarkdownFlavor::Gfm => format!("[!{name}] {title}"),
        MarkdownFlavor::CommonMark if callout.title.is_empty() => {
            let mut letters = name.chars();
            let first = letters.next().map(|c| c.to_ascii_uppercase().to_string()).unwrap_or_default();
            format!("**{first}{}**\n", letters.as_str())
        }
        MarkdownFlavor::CommonMark => format!("{}\n", strong(&callout.title, writing)),
    };
    quoted(format!("{head}\n{inner}").trim_end())
}

fn list(list: &List, writing: &Writing, turned: bool) -> String {
    let mut out = String::new();
    let mut number = 0;
    for item in &list.items {
        let text = self::item(item, writing);
        if text.is_empty() {
            continue;
        }
        if !out.is_empty() {
            out.push('\n');
        }
        let marker = match (list.start, turned) {
            (None, false) => "- ".to_owned(),
            (None, true) => "* ".to_owned(),
            (Some(start), false) => format!("{}. ", u64::from(start) + number),
            (Some(start), true) => format!("{}) ", u64::from(start) + number),
        };
        number += 1;
        out.push_str(&prefixed(&text, &marker, &" ".repeat(marker.len())));
    }
    out
}

fn item(item: &Item, writing: &Writing) -> String {
    let text = blocks(&item.blocks, writing, true);
    match (item.done, writing.options.flavor) {
        (Some(done), MarkdownFlavor::Gfm) if !text.is_empty() => format!("[{}] {text}", if done { 'x' } else { ' ' }),
        _ => text,
    }
}

fn definitions(definitions: &[Definition], writing: &Writing) -> String {
    let mut parts = Vec::new();
    for definition in definitions {
        parts.extend(definition.terms.iter().map(|term| strong(term, writing)));
        parts.extend(definition.descriptions.iter().map(|description| blocks(description, writing, false)));
    }
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n")
}

/// A table whose cells fit on a line; a table with other cells is written as its cells, one after the other.
fn table(table: &Table, writing: &Writing) -> String {
    let caption = line_of(&table.caption, Place::Paragraph, writing);
    let rows = spread(table);
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let lines: Option<Vec<Vec<String>>> = match writing.options.flavor {
        MarkdownFlavor::CommonMark => None,
        MarkdownFlavor::Gfm => {
            rows.iter().map(|row| row.iter().map(|cell| cell_line(cell, writing)).collect()).collect()
        }
    };
    let Some(lines) = lines.filter(|_| width > 0) else {
        let cells = table.rows.iter().flatten().map(|cell| blocks(&cell.blocks, writing, false));
        let cells: Vec<String> = cells.filter(|cell| !cell.is_empty()).collect();
        return join(caption, cells.join("\n\n"));
    };
    let mut out = String::new();
    // a table without a header uses its first row as one; several header rows are stacked
    for (at, row) in lines.iter().enumerate() {
        out.push_str(if at > 0 { "\n|" } else { "|" });
        for column in 0..width {
            out.push_str(&format!(" {} |", row.get(column).map_or("", String::as_str)));
        }
        if at == 0 {
            out.push_str("\n|");
            for column in 0..width {
                out.push_str(match alignment(&rows, column) {
                    None => " --- |",
                    Some(Align::Left) => " :--- |",
                    Some(Align::Center) => " :---: |",
                    Some(Align::Right) => " ---: |",
                });
            }
        }
    }
    join(caption, out)
}

/// The rows of a table with a cell in every slot: those that span several columns or rows are repeated. The number of
/// slots that spans add is bounded.
fn spread(table: &Table) -> Vec<Vec<Option<&Cell>>> {
    let mut left = FREE_CELLS + 4 * table.rows.iter().map(Vec::len).sum::<usize>();
    // for each column, a cell from above and how many more rows it spans
    let mut above: Vec<Option<(&Cell, u32)>> = Vec::new();
    let mut rows = Vec::with_capacity(table.rows.len());
    for row in &table.rows {
        let mut slots: Vec<Option<&Cell>> = Vec::new();
        let mut spread = Vec::new();
        for cell in row {
            fill(&mut slots, &mut above);
            let columns = if (cell.columns as usize) <= left { cell.columns } else { 1 };
            let tall = if (cell.rows as usize * columns as usize) <= left { cell.rows } else { 1 };
            left = left.saturating_sub((columns as usize * tall as usize).saturating_sub(1));
            // a cell that is the whole row is a title of what follows, and is written once
            let whole = row.len() == 1 && columns > 1;
            for column in 0..columns {
                if tall > 1 {
                    spread.push((slots.len(), cell, tall - 1));
                }
                slots.push((column == 0 || !whole).then_some(cell));
            }
        }
        fill(&mut slots, &mut above);
        for (at, cell, rows) in spread {
            if above.len() <= at {
                above.resize(at + 1, None);
            }
            above[at] = Some((cell, rows));
        }
        rows.push(slots);
    }
    rows
}

/// Inserts the cells from above at the current position of a row.
fn fill<'a>(slots: &mut Vec<Option<&'a Cell>>, above: &mut [Option<(&'a Cell, u32)>]) {
    while let Some(Some((cell, rows))) = above.get(slots.len()).copied() {
        above[slots.len()] = (rows > 1).then_some((cell, rows - 1));
        slots.push(Some(cell));
    }
}

/// The alignment that the cells of a column below the header agree on.
fn alignment(rows: &[Vec<Option<&Cell>>], column: usize) -> Option<Align> {
    let mut cells =
        rows.iter().filter_map(|row| row.get(column).copied().flatten()).filter(|cell| !cell.blocks.is_empty());
    let first = cells.next()?.align;
    let second = cells.next().map(|cell| cell.align);
    let side = second.unwrap_or(first)?;
    cells.all(|cell| cell.align == Some(side)).then_some(side)
}

/// A cell on one line, if that is possible.
fn cell_line(cell: &Option<&Cell>, writing: &Writing) -> Option<String> {
    let Some(cell) = cell else { return Some(String::new()) };
    let mut pieces = Pieces::default();
    gather(&cell.blocks, writing, &mut pieces)?;
    Some(inline(&pieces, Place::Cell, writing))
}

fn gather(blocks: &[Block], writing: &Writing, pieces: &mut Pieces) -> Option<()> {
    for block in blocks {
        pieces.list.push(Piece::Space);
        match &block.kind {
            BlockKind::Paragraph { inlines, .. } | BlockKind::Heading { inlines, .. } => {
                pieces.extend(inlines, writing)
            }
            BlockKind::Quote(inner) => gather(inner, writing, pieces)?,
            BlockKind::Callout(callout) => {
                pieces.extend(&callout.title, writing);
                pieces.list.push(Piece::Space);
                gather(&callout.blocks, writing, pieces)?;
            }
            BlockKind::Math(tex) => pieces.list.push(Piece::Math(tex.clone())),
            BlockKind::Code { text, .. } => {
                pieces.list.push(Piece::Code(text.split_whitespace().collect::<Vec<_>>().join(" ")));
            }
            BlockKind::Figure { blocks, caption } => {
                gather(blocks, writing, pieces)?;
                pieces.list.push(Piece::Space);
                pieces.extend(caption, writing);
            }
            BlockKind::List(list) => {
                for (at, item) in list.items.iter().enumerate() {
                    let text = list.start.map_or_else(|| "-".to_owned(), |start| format!("{}.", start as usize + at));
                    pieces.list.extend([Piece::Space, Piece::Text(text)]);
                    gather(&item.blocks, writing, pieces)?;
                }
            }
            BlockKind::Definitions(definitions) => {
                for definition in definitions {
                    for term in &definition.terms {
                        pieces.list.push(Piece::Space);
                        pieces.extend(term, writing);
                    }
                    for description in &definition.descriptions {
                        gather(description, writing, pieces)?;
                    }
                }
            }
            BlockKind::Rule => {}
            BlockKind::Table(_) | BlockKind::Details { .. } => return None,
        }
    }
    Some(())
}

/// Writes the notes after the text.
pub(super) fn notes(notes: &[Note], writing: &Writing, out: &mut String) {
    for (at, note) in notes.iter().enumerate() {
        let text = blocks(&note.blocks, writing, false);
        if !out.is_empty() {
            out.push_str("\n\n");
        }
        let (marker, indent) = match writing.options.flavor {
            MarkdownFlavor::Gfm => (format!("[^{}]: ", at + 1), "    ".to_owned()),
            MarkdownFlavor::CommonMark => {
                let marker = format!("{}. ", at + 1);
                let indent = " ".repeat(marker.len());
                (marker, indent)
            }
        };
        out.push_str(&prefixed(&text, &marker, &indent));
    }
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
