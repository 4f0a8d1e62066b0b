//! The rows and cells of a table, by element, for other methods that find lists of rows.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::dom::{Document, NodeId};
use crate::tables::data_table::{confidence, ruled_out};
use crate::tables::grid::NONE;
use crate::tables::header::{find_header, levels};
use crate::tables::layout::Laid;
use crate::tables::model::models_in;
use crate::tables::record::vertical;
use crate::tables::rows::{RowKind, row_kinds};

/// A table by its elements.
#[derive(Debug)]
pub(crate) struct SourceTable {
    /// Whether it holds data, with one record per row.
    pub(crate) is_data: bool,
    /// What the table calls each of its columns, with the levels of headers joined; empty if it does not say.
    pub(crate) headers: Vec<String>,
    /// The rows that are not records: headers, titles of groups, texts below records, empty rows.
    others: FxHashSet<NodeId>,
    /// The first column of each cell.
    columns: FxHashMap<NodeId, u32>,
}

impl SourceTable {
    /// Reads the table at an element; `None` if it has no rows. Takes time linear in its size.
    pub(crate) fn of(document: &Document, table: NodeId) -> Option<SourceTable> {
        let models = models_in(document, table, false);
        let model = models.first().filter(|model| model.node == table && !model.rows.is_empty())?;
        let laid = Laid::new(document, model, false);
        let header = find_header(&laid);
        let by_markup = header.rows.iter().any(|&y| laid.rows[y].headers > 1 || laid.in_head(y));
        let kinds = row_kinds(&laid, &header);
        let is_record = header.rows.is_empty() && vertical(&laid).is_some();
        let is_data = !is_record
            && !ruled_out(document, model)
            && (!model.collapsed || by_markup)
            && confidence(&laid, &header, &kinds, by_markup || laid.grid.width == 1).is_some();
        // what only looks like headers is not used for names in a table without data
        let named = is_data || by_markup;
        let headers = (0..laid.grid.width)
            .map(|x| if named { levels(&laid, &header, x).join(" ") } else { String::new() })
            .collect();
        let row = |y: usize| model.rows[y].node;
        let above = header.titles.iter().chain(&header.rows).map(|&y| row(y));
        let below = kinds.iter().enumerate().filter(|(_, kind)| !matches!(kind, RowKind::Record(_)));
        let others = above.chain(below.map(|(at, _)| row(header.end + at))).collect();
        let mut columns = FxHashMap::default();
        for y in 0..laid.grid.height {
            for (x, &cell) in laid.grid.row(y).iter().enumerate().filter(|(_, cell)| **cell != NONE) {
                columns.entry(model.cells[cell as usize].node).or_insert(x as u32);
            }
        }
        Some(SourceTable { is_data, headers, others, columns })
    }

    /// Whether a row of the table is a record.
    pub(crate) fn is_record(&self, row: NodeId) -> bool {
        !self.others.contains(&row)
    }

    /// What the table calls the column in which a cell begins.
    pub(crate) fn header_of(&self, cell: NodeId) -> Option<&str> {
        let column = *self.columns.get(&cell)?;
        self.headers.get(column as usize).map(String::as_str).filter(|name| !name.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, Tag, parse};

    #[test]
    fn rows_and_cells_are_told_by_their_elements() {
        let html = "<table><tr><th rowspan=2>Year<th colspan=2>Votes<tr><th>For<th>Against\
            <tr><td>1901<td>3<td>4<tr><th colspan=3>Later<tr><td>1902<td>5<td>6<tr><td>1903<td>7<td>8</table>";
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let of = |tag| document.nodes().filter(|&id| document.tag(id) == tag).collect::<Vec<_>>();
        let table = SourceTable::of(&document, of(Tag::TABLE)[0]).unwrap();
        assert!(table.is_data);
        assert_eq!(table.headers, ["Year", "Votes For", "Votes Against"]);
        let records: Vec<bool> = of(Tag::TR).iter().map(|&row| table.is_record(row)).collect();
        assert_eq!(records, [false, false, true, false, true, true]);
        let names: Vec<&str> = of(Tag::TD)[..3].iter().filter_map(|&cell| table.header_of(cell)).collect();
        assert_eq!(names, ["Year", "Votes For", "Votes Against"]);
    }
}
