//! The object that the pages of a template are about: one record a page, the page itself, whose columns are found by
//! selectors. They come from what a person pointed at, and otherwise from the fields that the page shows of its object.

use crate::dom::{Document, Tag, base_of};
use crate::item;
use crate::places::{ShownTexts, Sought};
use crate::records::{ColumnDraft, Record};
use crate::site::sample::{FieldNode, SitePage};
use crate::tree::Span;
use crate::types::{Cell, Column, PartKind, item_table};
use crate::wrapper::format::{ColumnLocator, Part, Selectors, Statistics, is_same_name};
use crate::wrapper::parts::article::tree_node;
use crate::wrapper::parts::locate::{Located, PageExample, learn_locator};
use crate::wrapper::prepared::Prepared;

/// Columns of an object that are not on the page but say something of it.
const DERIVED: [&str; 3] = ["type", "currency", "url"];

/// Where a page shows the fields of its object, except those that a person spoke of.
pub(crate) fn shown_fields(page: &SitePage) -> Vec<FieldNode> {
    let document = &*page.document;
    let search = item::Options::default();
    let found = item::search(document, page.address.as_ref(), &search);
    let verdict = found.verdict(&search);
    let base = base_of(document, page.address.as_ref());
    let table = item_table(&found.item(&verdict, base.as_ref()));
    let Some(row) = table.records.first() else { return Vec::new() };
    let texts = ShownTexts::new(document, page_area(document), base.as_ref());
    let is_said = |name: &str| page.given.fields.iter().any(|field| is_same_name(field.name.trim(), name));
    let fields = table.columns.iter().zip(&row.cells).filter(|(column, _)| !DERIVED.contains(&&*column.name));
    let field = |(column, cell): (&Column, &Option<Cell>)| {
        let cell = cell.as_ref().filter(|_| !is_said(&column.name))?;
        let sought = Sought { text: &cell.text, kind: column.kind, value_type: column.value_type };
        Some(FieldNode { name: column.name.clone(), element: Some(texts.find(sought)?), is_guess: true })
    };
    fields.filter_map(field).collect()
}

/// A part without columns yet.
pub(crate) fn learn_item(pages: &[&Prepared<'_>]) -> Part {
    let records: Vec<Vec<Record>> = pages.iter().map(|page| vec![page_record(page)]).collect();
    let examples: Vec<PageExample<'_, '_>> =
        pages.iter().zip(&records).map(|(page, records)| PageExample { labels: &page.labels, records }).collect();
    Part {
        kind: PartKind::Item,
        selectors: Selectors::default(),
        records: learn_locator(&examples),
        columns: Vec::new(),
        prototype: Vec::new(),
        article: None,
        objects: None,
        statistics: Statistics::default(),
    }
}

/// What a page shows, in which its fields are searched: its body.
pub(crate) fn page_area(document: &Document) -> Span {
    let body = document.children(Document::ROOT).find(|&id| document.tag(id) == Tag::BODY);
    let from = body.unwrap_or(Document::ROOT);
    Span { from, to: document.end(from) }
}

/// The page as a record.
fn page_record(page: &Prepared<'_>) -> Record {
    let view = page.labels.page;
    Record::subtree(&view.tree, tree_node(view, page_area(page.labels.document).from))
}

/// The page as the record that was located.
pub(crate) fn locate_page(page: &Prepared<'_>) -> Located {
    Located { record: page_record(page), fit: 1.0 }
}

/// Columns without items, to be filled by their selectors.
pub(crate) fn empty_drafts(columns: &[ColumnLocator]) -> Vec<ColumnDraft> {
    columns.iter().map(|column| column.with_items(Vec::new())).collect()
}
