//! The answers of a page.

use pyo3::prelude::*;
use rowsmith::types::{
    AppliedPage, ArticlePage, DataTable, ExtractPage, ItemPage, ObjectTable, ObjectsPage, PostsPage, RecordsPage,
    RegionTable, TablesPage, Warning, article_table, item_table, posts_table,
};

use crate::errors::page_error;
use crate::table::Table;

/// A result of the library.
pub(crate) enum Answer {
    Records(RecordsPage),
    Posts(PostsPage),
    Article(ArticlePage),
    // boxed, since it has more fields than the others
    Item(Box<ItemPage>),
    Tables(TablesPage),
    Objects(ObjectsPage),
    // boxed, since it has the parts of all others
    Extract(Box<ExtractPage>),
    Applied(Box<AppliedPage>),
}

impl Answer {
    /// The result line, as the command writes it.
    pub(crate) fn json(&self) -> serde_json::Result<String> {
        match self {
            Answer::Records(page) => serde_json::to_string(page),
            Answer::Posts(page) => serde_json::to_string(page),
            Answer::Article(page) => serde_json::to_string(page),
            Answer::Item(page) => serde_json::to_string(page),
            Answer::Tables(page) => serde_json::to_string(page),
            Answer::Objects(page) => serde_json::to_string(page),
            Answer::Extract(page) => serde_json::to_string(page),
            Answer::Applied(page) => serde_json::to_string(page),
        }
    }

    pub(crate) fn warnings(&self) -> &[Warning] {
        match self {
            Answer::Records(page) => &page.warnings,
            Answer::Posts(page) => &page.warnings,
            Answer::Article(page) => &page.warnings,
            Answer::Item(page) => &page.warnings,
            Answer::Tables(page) => &page.warnings,
            Answer::Objects(page) => &page.warnings,
            Answer::Extract(page) => &page.warnings,
            Answer::Applied(page) => &page.warnings,
        }
    }

    pub(crate) fn warnings_mut(&mut self) -> &mut Vec<Warning> {
        match self {
            Answer::Records(page) => &mut page.warnings,
            Answer::Posts(page) => &mut page.warnings,
            Answer::Article(page) => &mut page.warnings,
            Answer::Item(page) => &mut page.warnings,
            Answer::Tables(page) => &mut page.warnings,
            Answer::Objects(page) => &mut page.warnings,
            Answer::Extract(page) => &mut page.warnings,
            Answer::Applied(page) => &mut page.warnings,
        }
    }

    /// Its parts as tables, in the order of the line.
    fn tables(&self) -> Vec<RegionTable> {
        match self {
            Answer::Records(page) => page.regions.clone(),
            Answer::Posts(page) => posts_table(page).into_iter().collect(),
            Answer::Article(page) => vec![article_table(page)],
            Answer::Item(page) => page.item.iter().map(item_table).collect(),
            Answer::Tables(page) => page.tables.iter().map(DataTable::to_region).collect(),
            Answer::Objects(page) => page.areas.iter().map(ObjectTable::to_region).collect(),
            Answer::Extract(page) => {
                let areas = page.areas.iter().flatten().map(ObjectTable::to_region);
                page.regions.iter().cloned().chain(areas).chain(page.item_table()).chain(page.posts_table()).collect()
            }
            Answer::Applied(page) => page.tables.iter().map(|part| part.table.clone()).collect(),
        }
    }
}

/// A result: its line as the command writes it, and its tables.
#[pyclass(frozen, module = "rowsmith._native")]
pub(crate) struct Found {
    pub(crate) answer: Answer,
}

#[pymethods]
impl Found {
    /// The kind of result.
    #[getter]
    fn what(&self) -> &'static str {
        match self.answer {
            Answer::Records(_) => "records",
            Answer::Posts(_) => "posts",
            Answer::Article(_) => "article",
            Answer::Item(_) => "item",
            Answer::Tables(_) => "tables",
            Answer::Objects(_) => "objects",
            Answer::Extract(_) => "extract",
            Answer::Applied(_) => "apply",
        }
    }

    /// The result line, as the command writes it.
    fn json(&self) -> PyResult<String> {
        self.answer.json().map_err(page_error)
    }

    /// The parts as tables, in the order of the line.
    fn tables(&self) -> Vec<Table> {
        self.answer.tables().into_iter().map(Table::new).collect()
    }

    /// The article of a page as a table of one row, whatever else the result contains.
    fn article_table(&self) -> Option<Table> {
        match &self.answer {
            Answer::Extract(page) => Some(Table::new(page.article_table())),
            Answer::Article(page) => Some(Table::new(article_table(page))),
            _ => None,
        }
    }
}
