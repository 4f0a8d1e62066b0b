//! The columns of table cells, as determined by `colspan` and `rowspan`.

use crate::dom::{AttrName, Document, Tag};
use crate::tree::{PageTree, TreeId};

/// Columns beyond this number are not distinguished.
const MAX_COLUMNS: usize = 1000;

/// The cells of the rows below `parent`, each with the column in which it begins (from 0), in document order.
///
/// Takes time linear in the cells and in the columns that they span.
pub(crate) fn grid_columns(document: &Document, page: &PageTree, parent: TreeId) -> Vec<(TreeId, u32)> {
    let mut cells = Vec::new();
    // for each column, how many more rows a cell from above reaches into
    let mut taken: Vec<usize> = Vec::new();
    for row in page.tree.children(parent).filter(|&row| page.tag(row) == Tag::TR) {
        let mut spans = std::mem::take(&mut taken);
        let mut column = 0;
        for cell in page.tree.children(row).filter(|&c| matches!(page.tag(c), Tag::TD | Tag::TH)) {
            while spans.get(column).is_some_and(|&rows| rows > 0) {
                column += 1;
            }
            cells.push((cell, column as u32));
            let width = span(document, page, cell, AttrName::COLSPAN).unwrap_or(1).max(1);
            // a rowspan of 0 reaches to the end of the group
            let height = span(document, page, cell, AttrName::ROWSPAN).unwrap_or(1);
            let end = (column + width).min(MAX_COLUMNS);
            if height != 1 && column < end {
                spans.resize(spans.len().max(end), 0);
                spans[column..end].fill(if height == 0 { usize::MAX } else { height });
            }
            column = (column + width).min(MAX_COLUMNS);
        }
        for rows in &mut spans {
            *rows = rows.saturating_sub(usize::from(*rows != usize::MAX));
        }
        taken = spans;
    }
    cells
}

fn span(document: &Document, page: &PageTree, cell: TreeId, name: AttrName) -> Option<usize> {
    document.attr(page.node(cell), name).and_then(|v| v.trim().parse().ok()).filter(|&n: &usize| n <= MAX_COLUMNS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};

    #[test]
    fn spans_push_cells_aside() {
        let html = "<table><tr><td>a<td colspan=2 rowspan=2>b<td>c<tr><td>d<td>e<tr><td>f<td>g</table>";
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let body = page.tree.nodes().find(|&id| page.tag(id) == Tag::TBODY).unwrap();
        let columns: Vec<u32> = grid_columns(&document, &page, body).iter().map(|c| c.1).collect();
        assert_eq!(columns, [0, 1, 3, 0, 3, 0, 1]);
    }
}
