//! The cells of table rows by the headers above them. A path through a cell names its header, so that values stay in
//! their columns when a table gains, loses or moves others.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::dom::{NodeId, Tag};
use crate::records::Record;
use crate::tables::SourceTable;
use crate::tree::TreeId;
use crate::wrapper::labels::PageLabels;

/// What begins the step of a header in a path; no tag begins so.
const MARK: char = '=';
/// The most characters of a header in a path.
const MOST_CHARS: usize = 60;

/// The headers of the cells of a page's records.
#[derive(Default)]
pub(crate) struct CellHeaders {
    /// Per cell the step that names its header.
    steps: FxHashMap<TreeId, Rc<str>>,
}

/// A table, and the steps that name its headers, without those that several columns have.
struct HeadedTable {
    table: SourceTable,
    steps: FxHashMap<String, Rc<str>>,
}

impl HeadedTable {
    fn new(table: SourceTable) -> HeadedTable {
        let mut counts: FxHashMap<&String, usize> = FxHashMap::default();
        for header in &table.headers {
            *counts.entry(header).or_default() += 1;
        }
        let single = counts.into_iter().filter(|&(_, count)| count == 1);
        let steps = single.map(|(header, _)| (header.clone(), step(header).into())).collect();
        HeadedTable { table, steps }
    }
}

impl CellHeaders {
    /// Reads the tables whose rows are records. Cells below a header that several columns have are left out. Takes time
    /// linear in these tables.
    pub(crate) fn new(page: &PageLabels<'_>, records: &[Record]) -> CellHeaders {
        let (view, tree) = (page.page, &page.page.tree);
        let mut tables: FxHashMap<NodeId, Option<HeadedTable>> = FxHashMap::default();
        let mut steps = FxHashMap::default();
        for row in records.iter().flat_map(|record| record.roots(tree)).filter(|&root| view.tag(root) == Tag::TR) {
            let mut above = std::iter::successors(tree.parent(row), |&id| tree.parent(id));
            let Some(table) = above.find(|&id| view.tag(id) == Tag::TABLE).map(|table| view.node(table)) else {
                continue;
            };
            let read = || SourceTable::of(page.document, table).filter(|table| table.is_data).map(HeadedTable::new);
            let Some(headed) = tables.entry(table).or_insert_with(read) else { continue };
            for cell in tree.children(row).filter(|&id| matches!(view.tag(id), Tag::TD | Tag::TH)) {
                let header = headed.table.header_of(view.node(cell));
                if let Some(step) = header.and_then(|header| headed.steps.get(header)) {
                    steps.insert(cell, Rc::clone(step));
                }
            }
        }
        CellHeaders { steps }
    }

    /// The cell of a row that a node is in, and the step that names its header.
    pub(crate) fn around(&self, page: &PageLabels<'_>, row: TreeId, id: TreeId) -> Option<(TreeId, &str)> {
        if self.steps.is_empty() {
            return None;
        }
        let mut up = std::iter::successors(Some(id), |&id| page.page.tree.parent(id)).take_while(|&id| id > row);
        up.find_map(|id| self.steps.get(&id).map(|step| (id, &**step)))
    }
}

/// Whether a path names a header.
pub(crate) fn names_header(path: &str) -> bool {
    path.split('/').any(|step| step.starts_with(MARK))
}

/// The step that names a header, with what separates steps and names escaped.
fn step(header: &str) -> String {
    let mut out = String::from(MARK);
    for c in header.chars().take(MOST_CHARS).flat_map(char::to_lowercase) {
        match c {
            '/' | '.' | '#' | '@' | '%' => out.push_str(&format!("%{:02x}", c as u32)),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_become_steps_of_paths() {
        assert_eq!(step("Price / Unit (2024)"), "=price %2f unit (2024)");
        assert!(names_header("tr/td/=price/a") && !names_header("tr/td.price=/a"));
    }
}
