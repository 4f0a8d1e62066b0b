//! Which tables hold data, and which are only used for layout.

use super::frame::Row;
use crate::content::tree::{Block, BlockKind, Table};
use crate::dom::{AttrName, Document, NodeId};

/// The rows as a table, or, if they are only used for layout, the contents of their cells.
pub(super) fn table(
    document: &Document,
    node: NodeId,
    rows: Vec<Row>,
    caption: Vec<crate::content::tree::Inline>,
) -> Vec<Block> {
    if is_layout(document, node, &rows) {
        let mut blocks = Vec::new();
        if !caption.is_empty() {
            let kind = BlockKind::Paragraph { inlines: caption, after_breaks: false, apart: true };
            blocks.push(Block { node, kind });
        }
        blocks.extend(rows.into_iter().flat_map(|row| row.cells).flat_map(|cell| cell.blocks));
        return blocks;
    }
    let filled = |row: &Row| row.cells.iter().any(|cell| !cell.blocks.is_empty());
    let rows: Vec<Row> = rows.into_iter().filter(filled).collect();
    let in_head = rows.iter().take_while(|row| row.head || row.cells.iter().all(|cell| cell.header)).count();
    // a table of only headers has one header row
    let header = if in_head == rows.len() { in_head.min(1) } else { in_head };
    let table = Table { caption, rows: rows.into_iter().map(|row| row.cells).collect(), header };
    vec![Block { node, kind: BlockKind::Table(table) }]
}

fn is_layout(document: &Document, node: NodeId, rows: &[Row]) -> bool {
    let role = document.attr(node, AttrName::ROLE).map(str::trim);
    if matches!(role, Some("presentation" | "none")) {
        return true;
    }
    let filled = rows.iter().filter(|row| row.cells.iter().any(|cell| !cell.blocks.is_empty())).count();
    let widest =
        rows.iter().map(|row| row.cells.iter().filter(|cell| !cell.blocks.is_empty()).count()).max().unwrap_or(0);
    let headed = rows.iter().any(|row| row.head || row.cells.iter().any(|cell| cell.header));
    // a single column or row of texts
    if widest < 2 && !(headed && filled > 2) || filled < 2 && !headed {
        return true;
    }
    let heavy = rows.iter().flat_map(|row| &row.cells).filter(|cell| is_heavy(&cell.blocks)).count();
    let cells = rows.iter().flat_map(|row| &row.cells).filter(|cell| !cell.blocks.is_empty()).count();
    if headed { 3 * heavy > cells } else { heavy > 0 }
}

/// Whether blocks are more than what a table cell usually contains.
fn is_heavy(blocks: &[Block]) -> bool {
    let several = blocks.len() > 1;
    blocks.iter().enumerate().any(|(at, block)| match &block.kind {
        BlockKind::Paragraph { after_breaks, .. } => several && at > 0 && !after_breaks,
        BlockKind::List(list) => several || list.items.iter().any(|item| is_heavy(&item.blocks)),
        BlockKind::Heading { .. } => several,
        BlockKind::Math(_) => false,
        BlockKind::Quote(inner) => several || is_heavy(inner),
        BlockKind::Figure { .. } | BlockKind::Code { .. } => several,
        _ => true,
    })
}
