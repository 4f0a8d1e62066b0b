//! What is to be marked: regions, records and items, as nodes of the document.

use crate::dom::NodeId;
use crate::output::TableContext;
use crate::records::options::Ranked;
use crate::records::{align_within, column_drafts};
use crate::types::ColumnKind;

/// What is to be marked on a page.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Marks {
    /// The lists, best first.
    pub regions: Vec<RegionMark>,
}

/// A list.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RegionMark {
    /// Whether it is a main list of the page.
    pub main: bool,
    /// The probability of that, if known.
    pub confidence: Option<f64>,
    /// The names of its columns.
    pub columns: Vec<String>,
    /// Its records, in order.
    pub records: Vec<RecordMark>,
}

/// A record.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RecordMark {
    /// The sibling subtrees that it is made of: nodes `from..to`.
    pub roots: Vec<(NodeId, NodeId)>,
    /// Its items.
    pub items: Vec<ItemMark>,
}

/// An item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ItemMark {
    /// Where it stands: the nodes `from..to`, an element or a run of siblings.
    pub nodes: (NodeId, NodeId),
    /// The number of its column.
    pub column: usize,
}

/// Aligns the items of lists and marks them.
pub(crate) fn of_regions(context: &TableContext<'_>, regions: &[(&Ranked, bool)]) -> Marks {
    let page = context.page;
    let mark = |&(ranked, main): &(&Ranked, bool)| {
        let records = ranked.candidate.to_records();
        let aligned = align_within(context.document, page, &records, &context.align, &context.work);
        let drafts = column_drafts(context.document, page, &records, aligned, context.columns);
        let items = |at: usize| {
            // a text stands within its link, which is marked around it
            let order = |kind: ColumnKind| usize::from(kind == ColumnKind::Text);
            let mut found: Vec<(usize, ItemMark)> = drafts
                .iter()
                .enumerate()
                .filter_map(|(column, draft)| {
                    let (id, _) = draft.items[at].as_ref()?;
                    Some((order(draft.kind), ItemMark { nodes: page.spans[*id], column }))
                })
                .collect();
            found.sort_by_key(|(order, mark)| (mark.nodes.0, *order));
            found.into_iter().map(|(_, mark)| mark).collect()
        };
        let records = records.iter().enumerate().map(|(at, record)| RecordMark {
            roots: record.roots(&page.tree).map(|root| page.spans[root]).collect(),
            items: items(at),
        });
        RegionMark {
            main,
            confidence: ranked.confidence,
            records: records.collect(),
            columns: drafts.iter().map(|draft| draft.name.clone()).collect(),
        }
    };
    Marks { regions: regions.iter().map(mark).collect() }
}
