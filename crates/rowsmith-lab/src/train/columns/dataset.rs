//! Tables of annotated lists, with the features of their columns and what the annotation calls them.

use std::sync::Arc;

use rayon::prelude::*;
use rowsmith::dom::{ParseOptions, parse};
use rowsmith::records::{AlignOptions, ColumnDraft, ColumnOptions, align, column_features, labelled_columns};
use rowsmith::tree::PageTree;

use crate::eval::data::{GoldPage, GoldRecord};
use crate::eval::items::gold_lists;

/// The table of an annotated list.
pub struct TableData<'g> {
    pub page: &'g GoldPage,
    pub tree: Arc<PageTree>,
    /// The columns before they are named.
    pub columns: Vec<ColumnDraft>,
    /// The features of each column.
    pub rows: Vec<Vec<f32>>,
    /// The annotation of each record.
    pub gold: Vec<&'g GoldRecord>,
}

/// The tables of all main lists of pages, aligned as users get them, whose records are given.
pub fn tables(pages: &[GoldPage]) -> Vec<TableData<'_>> {
    pages.par_iter().flat_map(tables_of).collect()
}

fn tables_of(page: &GoldPage) -> Vec<TableData<'_>> {
    let Ok(document) = parse(&page.html, &ParseOptions::default()) else { return Vec::new() };
    let tree = Arc::new(PageTree::new(&document));
    gold_lists(&document, &tree, &page.gold)
        .into_iter()
        .map(|list| {
            let aligned = align(&document, &tree, &list.records, &AlignOptions::default());
            let columns = labelled_columns(&document, &tree, &list.records, aligned, &ColumnOptions::default());
            let rows = column_features(&document, &tree, &list.records, &columns);
            TableData { page, tree: Arc::clone(&tree), columns, rows, gold: list.gold }
        })
        .collect()
}
