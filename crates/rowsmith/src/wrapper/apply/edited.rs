//! What a person has changed in a wrapper: records and columns by selectors of their own, and removed columns.

use crate::article::metadata::author::names::name_in;
use crate::dom::{AttrName, Document, NodeId, Tag};
use crate::posts::PostNodes;
use crate::recognize::date::{DateContext, DayMonthOrder, find_date, find_date_in_attribute};
use crate::records::{Record, fragment};
use crate::selector::Selector;
use crate::tree::{PageTree, TreeId};
use crate::types::{Metadata, PartKind};
use crate::wrapper::format::{ColumnLocator, Part};
use crate::wrapper::learn::selectors::value_of;
use crate::wrapper::parts::article::tree_node;
use crate::wrapper::parts::columns::Taken;
use crate::wrapper::parts::item::page_area;
use crate::wrapper::parts::locate::{CompiledLocator, Located, located_at};
use crate::wrapper::parts::posts::put;
use crate::wrapper::prepared::Prepared;

/// The selectors of a part that a person has written, compiled.
#[derive(Default)]
pub(crate) struct Edited {
    records: Option<Selector>,
    /// Selectors with the indices of their columns.
    columns: Vec<(usize, Selector)>,
}

impl Edited {
    pub(crate) fn new(part: &Part) -> Edited {
        let parsed = |css: Option<&str>| css.and_then(|css| Selector::parse(css).ok());
        let columns = part.columns.iter().enumerate().filter(|(_, column)| !column.dropped);
        let css = |column: &ColumnLocator| {
            // the fields of an object are found by selectors alone, also those that were learnt
            let learnt = Some(column.selector.css.as_str()).filter(|_| part.kind == PartKind::Item);
            parsed(column.selector.edited.as_deref().or(learnt))
        };
        Edited {
            records: parsed(part.selectors.edited.as_deref()),
            columns: columns.filter_map(|(c, column)| Some((c, css(column)?))).collect(),
        }
    }

    /// The records selected by a person's selector, if there is one.
    pub(crate) fn located(&self, page: &Prepared<'_>, locator: &CompiledLocator) -> Option<Vec<Located>> {
        let selector = self.records.as_ref()?;
        let view = page.labels.page;
        let mut heads: Vec<TreeId> = Vec::new();
        for node in selector.on(page.labels.document).all() {
            // formatting elements have no node of their own, so they cannot be records
            let Some(id) = own_node(view, node) else { continue };
            if heads.last().is_none_or(|&last| !view.tree.contains(last, id)) {
                heads.push(id);
            }
        }
        Some(located_at(&page.labels, locator, heads))
    }

    /// Replaces what was found by what a person's selectors select.
    pub(crate) fn take_columns(&self, page: &Prepared<'_>, records: &[Record], part: &Part, taken: &mut Taken) {
        let (document, view) = (page.labels.document, page.labels.page);
        for (c, selector) in &self.columns {
            let (Some(column), Some(draft)) = (part.columns.get(*c), taken.drafts.get_mut(*c)) else { continue };
            let ready = selector.on(document);
            let mut items = Vec::with_capacity(records.len());
            for record in records {
                let scope = record.runs.first().map(|run| match part.kind {
                    // title and author may stand beside the text, and an object anywhere on its page
                    PartKind::Article | PartKind::Item => {
                        let page = page_area(document);
                        (page.from, page.to)
                    }
                    PartKind::List | PartKind::Objects | PartKind::Posts => {
                        let last = run.roots(&view.tree).last().unwrap_or(run.first);
                        (view.node(run.first), view.spans[last].to)
                    }
                });
                let node = scope.and_then(|(from, end)| ready.within(from, end, 1).first().copied());
                let item = node.map(|node| {
                    let text = value_of(document, node, column.kind, column.selector.html_attribute.as_deref());
                    (own_node(view, node).unwrap_or_else(|| tree_node(view, node)), text)
                });
                items.push(item.filter(|(_, text)| !text.is_empty()));
            }
            draft.items = items;
            if let Some(certainty) = taken.certainty.get_mut(*c) {
                *certainty = 1.0;
            }
        }
    }

    /// The same for title, author and date of an article, and without what was removed. A date is written as the others are, an
    /// author without the words around the name.
    pub(crate) fn put_metadata(&self, page: &Prepared<'_>, part: &Part, taken: &mut Taken, metadata: &mut Metadata) {
        let order = part.article.as_ref().and_then(|rules| rules.day_month_order);
        for (c, column) in part.columns.iter().enumerate() {
            let Some(draft) = taken.drafts.get_mut(c) else { continue };
            if column.dropped {
                draft.items.fill(None);
                metadata.set(&column.learnt_name, None);
                continue;
            }
            let Some((_, selector)) = self.columns.iter().find(|(edited, _)| *edited == c) else { continue };
            let item = draft.items.first_mut().and_then(Option::as_mut);
            let read = item.map(|(_, text)| {
                let read = match &*column.learnt_name {
                    "author" => Some(name_in(text).0.to_owned()),
                    "date" | "modified" => date_at(page.labels.document, selector, text, order),
                    _ => None,
                };
                *text = read.filter(|read| !read.is_empty()).unwrap_or_else(|| text.clone());
                text.clone()
            });
            metadata.set(&column.learnt_name, read);
        }
    }

    /// The same for the fields of posts, and without those that were removed.
    pub(crate) fn put_fields(
        &self,
        page: &Prepared<'_>,
        records: &[Record],
        part: &Part,
        taken: &Taken,
        posts: &mut [PostNodes],
    ) {
        for (c, _) in &self.columns {
            let (Some(column), Some(draft)) = (part.columns.get(*c), taken.drafts.get(*c)) else { continue };
            for ((post, record), item) in posts.iter_mut().zip(records).zip(&draft.items) {
                // what was found elsewhere is not the field
                clear(post, &column.learnt_name);
                let Some((id, text)) = item else { continue };
                put(page, post, record, &column.learnt_name, *id);
                if column.learnt_name == "author" {
                    // the selected element may be a part of the text around it
                    let around = fragment(page.labels.document, page.labels.page, *id);
                    post.author_name = around.find(text.as_str()).map(|at| at..at + text.len());
                }
            }
        }
        for column in part.columns.iter().filter(|column| column.dropped) {
            posts.iter_mut().for_each(|post| clear(post, &column.learnt_name));
        }
    }
}

/// Takes a field out of a post.
fn clear(post: &mut PostNodes, field: &str) {
    match field {
        "number" => post.number = None,
        "title" => post.title = None,
        "author" => (post.author, post.author_name) = (None, None),
        "author_url" => post.author_link = None,
        "date" => post.date = None,
        "url" => post.permalink = None,
        _ => {}
    }
}

/// How many elements around a date may be its `<time>`.
const TIME_AROUND: usize = 3;

/// The date at the element that is selected, as its markup states it or as its text does.
fn date_at(document: &Document, selector: &Selector, text: &str, order: Option<DayMonthOrder>) -> Option<String> {
    let context = DateContext { order, ..DateContext::default() };
    let area = page_area(document);
    let element = selector.on(document).within(area.from, area.to, 1).first().copied()?;
    let around = document.ancestors(element).skip(1).take(TIME_AROUND).filter(|&id| document.tag(id) == Tag::TIME);
    let within = (element.0..document.end(element).0).map(NodeId).filter(|&id| !document.is_text(id));
    let stated = within.chain(around).filter_map(|id| document.attr(id, AttrName::DATETIME)).next();
    let stated = stated.and_then(|value| find_date_in_attribute("datetime", value));
    let found = stated.or_else(|| find_date(text))?;
    Some(found.date.resolve(&context)?.to_iso())
}

/// The node of the comparison tree that begins with an element.
fn own_node(view: &PageTree, element: NodeId) -> Option<TreeId> {
    let behind = view.spans.partition_point(|span| span.from <= element);
    let at = TreeId::new(behind.checked_sub(1)?);
    (view.spans[at].from == element).then_some(at)
}
