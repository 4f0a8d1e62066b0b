//! What a person has changed in a wrapper: records and columns by selectors of their own, and removed columns.

use crate::dom::NodeId;
use crate::posts::PostNodes;
use crate::records::Record;
use crate::selector::Selector;
use crate::tree::{PageTree, TreeId};
use crate::wrapper::format::Part;
use crate::wrapper::learn::selectors::value_of;
use crate::wrapper::parts::article::tree_node;
use crate::wrapper::parts::columns::Taken;
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
        let parsed = |css: &Option<String>| css.as_deref().and_then(|css| Selector::parse(css).ok());
        let columns = part.columns.iter().enumerate().filter(|(_, column)| !column.dropped);
        Edited {
            records: parsed(&part.selectors.edited),
            columns: columns.filter_map(|(c, column)| Some((c, parsed(&column.selector.edited)?))).collect(),
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
                let scope = record.runs.first().map(|run| {
                    let last = run.roots(&view.tree).last().unwrap_or(run.first);
                    (view.node(run.first), view.spans[last].to)
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
                if let Some((id, _)) = item {
                    put(page, post, record, &column.name, *id);
                    if column.name == "author" {
                        post.author_name = None;
                    }
                }
            }
        }
        for column in part.columns.iter().filter(|column| column.dropped) {
            for post in posts.iter_mut() {
                match column.learnt_name.as_str() {
                    "number" => post.number = None,
                    "title" => post.title = None,
                    "author" => (post.author, post.author_name) = (None, None),
                    "author_url" => post.author_link = None,
                    "date" => post.date = None,
                    "url" => post.permalink = None,
                    _ => {}
                }
            }
        }
    }
}

/// The node of the comparison tree that begins with an element.
fn own_node(view: &PageTree, element: NodeId) -> Option<TreeId> {
    let behind = view.spans.partition_point(|span| span.from <= element);
    let at = TreeId::new(behind.checked_sub(1)?);
    (view.spans[at].from == element).then_some(at)
}
