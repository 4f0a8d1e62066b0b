//! What to mark: regions, records and items, as nodes of the document.

use crate::dom::{Document, NodeId};
use crate::output::TableContext;
use crate::records::options::Ranked;
use crate::records::{align_within, column_drafts};
use crate::tree::Span;
use crate::types::{ColumnKind, RecordPlaces, RegionPlaces};

/// What to mark on a page.
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
    /// The sibling subtrees that it consists of.
    pub roots: Vec<Span>,
    /// Its items.
    pub items: Vec<ItemMark>,
}

/// An item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ItemMark {
    /// Its place: an element or a run of siblings.
    pub nodes: Span,
    /// The index of its column.
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
            // a text is within its link, around which the mark goes
            let order = |kind: ColumnKind| usize::from(kind == ColumnKind::Text);
            let mut found: Vec<(usize, ItemMark)> = drafts
                .iter()
                .enumerate()
                .filter_map(|(column, draft)| {
                    let (id, _) = draft.items[at].as_ref()?;
                    Some((order(draft.kind), ItemMark { nodes: page.spans[*id], column }))
                })
                .collect();
            found.sort_by_key(|(order, mark)| (mark.nodes.from, *order));
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

/// Where the records and items of lists are, as element numbers; a text is represented by its element. Lists have the
/// same columns as in their tables.
pub(crate) fn places_of(document: &Document, marks: &Marks) -> Vec<RegionPlaces> {
    let place = |nodes: &Span| elements(document, *nodes);
    let record = |region: &RegionMark, record: &RecordMark| {
        let mut cells = vec![Vec::new(); region.columns.len()];
        for item in &record.items {
            cells[item.column] = place(&item.nodes);
        }
        let mut elements: Vec<u32> = record.roots.iter().flat_map(place).collect();
        elements.dedup();
        RecordPlaces { elements, cells }
    };
    let region =
        |region: &RegionMark| RegionPlaces { records: region.records.iter().map(|of| record(region, of)).collect() };
    marks.regions.iter().map(region).collect()
}

/// The numbers of the sibling elements `from..to`, or that of the element around them if there is a text among them.
pub(crate) fn elements(document: &Document, Span { from, to }: Span) -> Vec<u32> {
    let mut found = Vec::new();
    let mut at = from;
    while at < to {
        let element = if document.is_text(at) { document.parent(at) } else { Some(at) };
        let blank = document.is_text(at) && document.raw_text(at).trim().is_empty();
        found.extend(element.filter(|_| !blank).map(|id| id.0));
        at = document.end(at);
    }
    found.sort_unstable();
    found.dedup();
    // of an element and another within it, the outer one
    match found.first() {
        Some(&outer) if found.iter().skip(1).all(|&id| NodeId(id) < document.end(NodeId(outer))) => vec![outer],
        _ => found,
    }
}
