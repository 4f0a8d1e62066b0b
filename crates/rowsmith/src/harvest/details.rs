//! The pages of single records: which link leads to them, and which of their contents are added to the row.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde::{Deserialize, Serialize};

use crate::harvest::address::{compared, followed};
use crate::harvest::table::Columns;
use crate::page::{ArticleOptions, ItemOptions, Page};
use crate::recognize::ValueType;
use crate::types::{Cell, Column, ColumnKind, RecordRow, RecordsPage, RegionTable, Role, article_table, item_table};

/// The prefix of the names of columns that come from the pages of records.
const PREFIX: &str = "detail_";
/// The share of records that must have the title's link; some teasers have none.
const LEAST_FILL: f64 = 0.8;

/// Where links may lead.
#[derive(Clone, Copy)]
pub(super) struct Bounds<'a> {
    pub(super) start: &'a str,
    pub(super) hosts: &'a [String],
}

/// The column whose links identify the records: the title's link, else the first column of links that all records have.
/// In either case the links have to differ. With bounds, all but a few of them must also be allowed by these.
pub(super) fn link_column(columns: &[Column], records: &[RecordRow], bounds: Option<Bounds<'_>>) -> Option<usize> {
    let fill = |at: usize| {
        let cells = records.iter().filter_map(|record| record.cells.get(at)?.as_ref());
        let may = |cell: &&Cell| bounds.is_none_or(|b| followed(cell.address(), b.start, b.hosts).is_ok());
        let links: Vec<String> = cells.filter(may).map(|cell| compared(cell.address())).collect();
        let different: BTreeSet<&String> = links.iter().collect();
        // nine of ten, since some pages show a record twice
        let differ = different.len() * 10 >= links.len() * 9;
        if differ { links.len() as f64 / records.len().max(1) as f64 } else { 0.0 }
    };
    let is_link = |at: &usize| columns[*at].kind == ColumnKind::Link;
    let of_title = |at: &usize| columns[*at].role == Some(Role::Url) || columns[*at].name == "url";
    let links = || (0..columns.len()).filter(is_link);
    let title = links().filter(of_title).find(|&at| fill(at) >= LEAST_FILL);
    title.or_else(|| links().find(|&at| fill(at) >= 1.0))
}

/// A page of rows that waits for the pages of its records.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Held {
    page: RecordsPage,
    /// The pages that are to be fetched, each with the rows that link to it.
    pending: VecDeque<Pending>,
    /// What was found for each row.
    found: BTreeMap<usize, Detail>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Pending {
    address: String,
    rows: Vec<usize>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Detail {
    address: String,
    content: Result<RegionTable, String>,
}

impl Held {
    /// Holds a page of rows; the links in the column at `link` lead to the pages of the records. Links that are not
    /// followed are counted.
    pub(super) fn new(page: RecordsPage, link: usize, bounds: Bounds<'_>) -> Held {
        let mut held = Held { page, pending: VecDeque::new(), found: BTreeMap::new() };
        let records = held.page.regions.first().map(|table| table.records.as_slice()).unwrap_or_default();
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        for (row, record) in records.iter().enumerate() {
            let Some(cell) = record.cells.get(link).and_then(Option::as_ref) else { continue };
            match followed(cell.address(), bounds.start, bounds.hosts) {
                Ok(address) => {
                    let at = *known.entry(address.clone()).or_insert(held.pending.len());
                    match held.pending.get_mut(at) {
                        Some(pending) => pending.rows.push(row),
                        None => held.pending.push_back(Pending { address, rows: vec![row] }),
                    }
                }
                Err(why) => {
                    let content = Err(format!("not followed: {why}"));
                    held.found.insert(row, Detail { address: cell.address().to_owned(), content });
                }
            }
        }
        held
    }

    /// The number of rows whose links are not followed.
    pub(super) fn refused(&self) -> usize {
        self.found.values().filter(|detail| detail.content.is_err()).count()
    }

    /// The page that is to be fetched next.
    pub(super) fn next(&self) -> Option<&str> {
        self.pending.front().map(|pending| pending.address.as_str())
    }

    /// Takes what was found on that page, or why there is nothing.
    pub(super) fn take(&mut self, content: Result<&Page, String>) -> Result<(), String> {
        let Some(Pending { address, rows }) = self.pending.pop_front() else { return Ok(()) };
        let address = content.as_ref().ok().and_then(|page| page.url()).map_or(address, str::to_owned);
        let content = content.and_then(|page| content_of(page).ok_or_else(|| "nothing found on the page".to_owned()));
        for row in rows {
            self.found.insert(row, Detail { address: address.clone(), content: content.clone() });
        }
        content.map(drop)
    }

    /// The rows, with what was found on the pages of their records in additional columns.
    pub(super) fn finish(self) -> RecordsPage {
        let Held { mut page, mut found, .. } = self;
        let Some(table) = page.regions.first_mut() else { return page };
        let column = |name: &str, kind, value| Column::new(format!("{PREFIX}{name}"), kind, value);
        let mut columns = Columns(vec![column("address", ColumnKind::Link, ValueType::Url)]);
        let mut behind: Vec<Vec<Option<Cell>>> = Vec::new();
        for row in 0..table.records.len() {
            let Some(Detail { address, content }) = found.remove(&row) else {
                behind.push(Vec::new());
                continue;
            };
            let mut cells = match content {
                Ok(mut content) => {
                    content.columns.iter_mut().for_each(|column| column.name.insert_str(0, PREFIX));
                    columns.align(content).into_iter().next().map(|row| row.cells).unwrap_or_default()
                }
                Err(why) => {
                    let error = vec![column("error", ColumnKind::Text, ValueType::Text)];
                    let row = RecordRow::new(Vec::new(), vec![Some(Cell::text(why))]);
                    columns
                        .align(RegionTable::new(error, vec![row]))
                        .into_iter()
                        .next()
                        .map(|row| row.cells)
                        .unwrap_or_default()
                }
            };
            cells.resize(cells.len().max(1), None);
            cells[0] = Some(Cell { text: address.clone(), url: Some(address) });
            behind.push(cells);
        }
        let width = columns.0.len();
        for (record, mut cells) in table.records.iter_mut().zip(behind) {
            cells.resize(width, None);
            record.cells.extend(cells);
        }
        table.columns.extend(columns.0);
        page
    }
}

/// The content of a record's page: the object that it is about, or else its article.
fn content_of(page: &Page) -> Option<RegionTable> {
    if let Some(item) = page.item(&ItemOptions::new()).item {
        return Some(item_table(&item));
    }
    let article = page.article(&ArticleOptions::new());
    (!article.text.is_empty()).then(|| article_table(&article))
}
