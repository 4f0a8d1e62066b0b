//! Clean HTML: few elements with hardly any attributes, and safe addresses.

use crate::content::tree::{Align, Block, BlockKind, Cell, Content, Inline, InlineKind, SpanKind, Table};
use crate::dom::escape_anywhere;

/// Writes the content as HTML. Takes linear time.
pub fn html(content: &Content) -> String {
    let mut out = String::new();
    blocks(&content.blocks, &mut out);
    if !content.notes.is_empty() {
        out.push_str("<section role=\"doc-endnotes\"><ol>\n");
        for (at, note) in content.notes.iter().enumerate() {
            out.push_str(&format!("<li id=\"note-{}\">", at + 1));
            match note.blocks.as_slice() {
                [Block { kind: BlockKind::Paragraph { inlines, .. }, .. }] => self::inlines(inlines, &mut out),
                several => blocks(several, &mut out),
            }
            out.push_str("</li>\n");
        }
        out.push_str("</ol></section>");
    }
    out.truncate(out.trim_end().len());
    out
}

fn blocks(blocks: &[Block], out: &mut String) {
    for block in blocks {
        self::block(block, out);
    }
}

fn block(block: &Block, out: &mut String) {
    match &block.kind {
        BlockKind::Paragraph { inlines, .. } => element("p", inlines, out),
        BlockKind::Heading { level, inlines } => element(heading(*level), inlines, out),
        BlockKind::Code { language, text } => {
            out.push_str("<pre><code");
            if let Some(language) = language {
                out.push_str(" class=\"language-");
                escape_anywhere(language, out);
                out.push('"');
            }
            out.push('>');
            escape_anywhere(text, out);
            out.push_str("</code></pre>\n");
        }
        BlockKind::Math(tex) => {
            out.push_str("<p>");
            math(tex, true, out);
            out.push_str("</p>\n");
        }
        BlockKind::Quote(inner) => within("blockquote", inner, out),
        BlockKind::Callout(callout) => {
            out.push_str("<blockquote class=\"callout-");
            escape_anywhere(&callout.name, out);
            out.push_str("\">\n");
            if !callout.title.is_empty() {
                out.push_str("<p><strong>");
                inlines(&callout.title, out);
                out.push_str("</strong></p>\n");
            }
            blocks(&callout.blocks, out);
            out.push_str("</blockquote>\n");
        }
        BlockKind::List(list) => {
            match list.start {
                None => out.push_str("<ul>\n"),
                Some(1) => out.push_str("<ol>\n"),
                Some(start) => out.push_str(&format!("<ol start=\"{start}\">\n")),
            }
            for item in &list.items {
                out.push_str("<li>");
                match item.done {
                    Some(true) => out.push_str("<input type=\"checkbox\" disabled checked> "),
                    Some(false) => out.push_str("<input type=\"checkbox\" disabled> "),
                    None => {}
                }
                close_blocks(&item.blocks, out);
                out.push_str("</li>\n");
            }
            out.push_str(if list.start.is_some() { "</ol>\n" } else { "</ul>\n" });
        }
        BlockKind::Definitions(definitions) => {
            out.push_str("<dl>\n");
            for definition in definitions {
                for term in &definition.terms {
                    element("dt", term, out);
                }
                for description in &definition.descriptions {
                    out.push_str("<dd>");
                    close_blocks(description, out);
                    out.push_str("</dd>\n");
                }
            }
            out.push_str("</dl>\n");
        }
        BlockKind::Table(table) => self::table(table, out),
        BlockKind::Figure { blocks: shown, caption } => {
            out.push_str("<figure>\n");
            blocks(shown, out);
            element("figcaption", caption, out);
            out.push_str("</figure>\n");
        }
        BlockKind::Details { summary, blocks: inner } => {
            out.push_str("<details>");
            if !summary.is_empty() {
                element("summary", summary, out);
            }
            blocks(inner, out);
            out.push_str("</details>\n");
        }
        BlockKind::Rule => out.push_str("<hr>\n"),
    }
}

fn heading(level: u8) -> &'static str {
    ["h1", "h2", "h3", "h4", "h5", "h6"][usize::from(level.clamp(1, 6)) - 1]
}

fn element(name: &str, inlines: &[Inline], out: &mut String) {
    out.push_str(&format!("<{name}>"));
    self::inlines(inlines, out);
    out.truncate(out.trim_end_matches(' ').len());
    out.push_str(&format!("</{name}>\n"));
}

fn within(name: &str, inner: &[Block], out: &mut String) {
    out.push_str(&format!("<{name}>\n"));
    blocks(inner, out);
    out.push_str(&format!("</{name}>\n"));
}

/// Writes the blocks of an item, cell or description; a single line needs no paragraph.
fn close_blocks(inner: &[Block], out: &mut String) {
    match inner {
        [Block { kind: BlockKind::Paragraph { inlines, .. }, .. }, rest @ ..]
            if rest.iter().all(|b| matches!(b.kind, BlockKind::List(_))) =>
        {
            self::inlines(inlines, out);
            out.truncate(out.trim_end_matches(' ').len());
            if !rest.is_empty() {
                out.push('\n');
            }
            blocks(rest, out);
        }
        several => blocks(several, out),
    }
    out.truncate(out.trim_end().len());
}

fn table(table: &Table, out: &mut String) {
    out.push_str("<table>\n");
    if !table.caption.is_empty() {
        element("caption", &table.caption, out);
    }
    for (at, row) in table.rows.iter().enumerate() {
        if at == 0 && table.header > 0 {
            out.push_str("<thead>\n");
        }
        if at == table.header {
            out.push_str("<tbody>\n");
        }
        out.push_str("<tr>");
        for cell in row {
            self::cell(cell, out);
        }
        out.push_str("</tr>\n");
        if at + 1 == table.header {
            out.push_str("</thead>\n");
        }
    }
    out.push_str(if table.rows.len() > table.header { "</tbody>\n</table>\n" } else { "</table>\n" });
}

fn cell(cell: &Cell, out: &mut String) {
    let name = if cell.header { "th" } else { "td" };
    out.push_str(&format!("<{name}"));
    if cell.columns > 1 {
        out.push_str(&format!(" colspan=\"{}\"", cell.columns));
    }
    if cell.rows > 1 {
        out.push_str(&format!(" rowspan=\"{}\"", cell.rows));
    }
    match cell.align {
        Some(Align::Left) | None => {}
        Some(Align::Center) => out.push_str(" align=\"center\""),
        Some(Align::Right) => out.push_str(" align=\"right\""),
    }
    out.push('>');
    close_blocks(&cell.blocks, out);
    out.push_str(&format!("</{name}>"));
}

fn math(tex: &str, shown: bool, out: &mut String) {
    out.push_str(if shown { "<code class=\"math-display\">" } else { "<code class=\"math\">" });
    escape_anywhere(tex, out);
    out.push_str("</code>");
}

fn inlines(inlines: &[Inline], out: &mut String) {
    for inline in inlines {
        match &inline.kind {
            InlineKind::Text(text) => escape_anywhere(text, out),
            InlineKind::Break => {
                out.truncate(out.trim_end_matches(' ').len());
                out.push_str("<br>");
            }
            InlineKind::Code(code) => {
                out.push_str("<code>");
                escape_anywhere(code, out);
                out.push_str("</code>");
            }
            InlineKind::Math(tex) => math(tex, false, out),
            InlineKind::Image(image) => {
                out.push_str("<img src=\"");
                escape_anywhere(&image.address, out);
                out.push_str("\" alt=\"");
                escape_anywhere(&image.alt, out);
                out.push_str("\">");
            }
            InlineKind::Mark(number) => {
                out.push_str(&format!("<sup><a href=\"#note-{number}\">{number}</a></sup>"));
            }
            InlineKind::Span(kind, inner) => {
                let name = match kind {
                    SpanKind::Emphasis => "em",
                    SpanKind::Strong => "strong",
                    SpanKind::Struck => "del",
                    SpanKind::Below => "sub",
                    SpanKind::Above => "sup",
                    SpanKind::Link(address) => {
                        out.push_str("<a href=\"");
                        escape_anywhere(address, out);
                        out.push_str("\">");
                        self::inlines(inner, out);
                        out.push_str("</a>");
                        continue;
                    }
                };
                out.push_str(&format!("<{name}>"));
                self::inlines(inner, out);
                out.push_str(&format!("</{name}>"));
            }
        }
    }
}
