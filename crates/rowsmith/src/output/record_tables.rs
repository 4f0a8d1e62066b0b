//! From record lists to tables: paths, texts and addresses.

use crate::dom::address::absolute;

use crate::Budget;
use crate::dom::{Base, Document, ElementPaths};
use crate::output::identifiers::add_identifiers;
use crate::records::columns::group_titles::columns_of_groups;
use crate::records::columns::{AlignedList, drafts_of_lists};
use crate::records::options::Ranked;
use crate::records::{AlignOptions, ColumnDraft, ColumnOptions, Record, align_within, column_drafts};
use crate::tree::{PageTree, TreeId};
use crate::types::rounding::to_thousandths;
use crate::types::{Cell, Column, ColumnKind, Evidence, RecordRow, RegionTable};

/// What all tables of a page share.
pub(crate) struct TableContext<'a> {
    pub(crate) document: &'a Document,
    pub(crate) page: &'a PageTree,
    pub(crate) paths: &'a ElementPaths<'a>,
    /// The base of links, if known.
    pub(crate) base: Option<&'a Base>,
    pub(crate) columns: &'a ColumnOptions,
    pub(crate) align: AlignOptions,
    /// The number of cells of alignment left of [`Limits::max_work`](crate::Limits).
    pub(crate) work: Budget,
    /// The number of bytes left of [`Limits::max_output`](crate::Limits).
    pub(crate) output: Budget,
}

/// A list, and whether it is a main list of the page.
pub(crate) type Shown<'a> = (&'a Ranked, bool);

/// The number of lists whose columns are judged together, and are in memory until they are.
const TOGETHER: usize = 16;

/// Aligns the items of lists and writes them as tables, until the output limit is reached.
pub(crate) fn region_tables(context: &TableContext<'_>, lists: &[Shown<'_>]) -> Vec<RegionTable> {
    let TableContext { document, page, .. } = *context;
    let mut tables = Vec::with_capacity(lists.len());
    for lists in lists.chunks(TOGETHER) {
        if context.output.is_exhausted() {
            break;
        }
        let records: Vec<Vec<Record>> = lists.iter().map(|(ranked, _)| ranked.candidate.to_records()).collect();
        let aligned = records.iter().map(|records| {
            let aligned = align_within(document, page, records, &context.align, &context.work);
            AlignedList { records, aligned }
        });
        let drafts = drafts_of_lists(document, page, aligned.collect(), context.columns);
        let within_limit = lists.iter().zip(&records).zip(drafts).take_while(|_| !context.output.is_exhausted());
        tables.extend(
            within_limit
                .map(|((&(ranked, main), records), drafts)| found_table(context, ranked, main, records, drafts)),
        );
    }
    tables
}

/// Aligns the items of a list and writes it as a table.
pub(crate) fn region_table(context: &TableContext<'_>, ranked: &Ranked, main: bool) -> RegionTable {
    let TableContext { document, page, .. } = *context;
    let records = &ranked.candidate.to_records();
    let aligned = align_within(document, page, records, &context.align, &context.work);
    let drafts = column_drafts(document, page, records, aligned, context.columns);
    found_table(context, ranked, main, records, drafts)
}

/// A list as a table, with what it was found by.
fn found_table(
    context: &TableContext<'_>,
    ranked: &Ranked,
    main: bool,
    records: &[Record],
    mut drafts: Vec<ColumnDraft>,
) -> RegionTable {
    if !context.columns.without_roles {
        drafts.extend(columns_of_groups(context.document, context.page, records, &drafts));
    }
    let mut table = drafts_table(context, records, drafts);
    if !context.columns.without_roles {
        add_identifiers(context.document, context.page, records, &mut table);
    }
    RegionTable {
        main,
        score: ranked.score,
        confidence: ranked.confidence,
        found_by: ranked.candidate.generator.name().into(),
        evidence: ranked.evidence.iter().map(|&(name, value)| Evidence { name: name.into(), value }).collect(),
        ..table
    }
}

/// Records and their columns as a table; the caller fills in what they were found by.
pub(crate) fn drafts_table(context: &TableContext<'_>, records: &[Record], drafts: Vec<ColumnDraft>) -> RegionTable {
    let page = context.page;
    let rows = records
        .iter()
        .enumerate()
        .map(|(i, record)| RecordRow {
            nodes: record_paths(context.paths, page, record),
            cells: drafts.iter().map(|draft| cell_of(draft, i, context.base)).collect(),
        })
        .take_while(|row| context.output.spend(bytes_of(row)))
        .collect();
    let columns = drafts.iter().map(column_of).collect();
    RegionTable { path: context.paths.path(page.node(container(page, records))), ..RegionTable::new(columns, rows) }
}

/// The cell of a column in one record.
pub(crate) fn cell_of(draft: &ColumnDraft, record: usize, base: Option<&Base>) -> Option<Cell> {
    let (_, text) = draft.items.get(record)?.as_ref()?;
    let url = if draft.kind == ColumnKind::Text { None } else { absolute(base, text) };
    Some(Cell { url, text: text.clone() })
}

/// A column without its items.
pub(crate) fn column_of(draft: &ColumnDraft) -> Column {
    let filled = draft.items.iter().flatten().count();
    Column {
        category: draft.category,
        role: draft.role.map(|r| r.role),
        role_confidence: draft.role.map(|r| to_thousandths(r.probability)),
        label: draft.label.clone(),
        fill: (!draft.items.is_empty()).then(|| to_thousandths(filled as f64 / draft.items.len() as f64)),
        ..Column::new(draft.name.clone(), draft.kind, draft.value_type)
    }
}

/// The approximate size of a row in a result.
fn bytes_of(row: &RecordRow) -> u64 {
    let paths: usize = row.nodes.iter().map(String::len).sum();
    let cells: usize = row.cells.iter().flatten().map(|c| c.text.len() + c.url.as_ref().map_or(0, String::len)).sum();
    (paths + cells + row.cells.len() + 1) as u64
}

/// The smallest element that contains all records.
pub(crate) fn container(page: &PageTree, records: &[Record]) -> TreeId {
    let runs = || records.iter().flat_map(|r| &r.runs);
    let first = runs().map(|r| r.first).min().unwrap_or(TreeId::ROOT);
    let last = runs().map(|r| r.end - 1).max().unwrap_or(TreeId::ROOT);
    let ancestor = page.tree.common_ancestor(first, last);
    if page.is_text(ancestor) { page.tree.parent(ancestor).unwrap_or(TreeId::ROOT) } else { ancestor }
}

/// The paths of a record's elements. Bare texts between them have no path; a record that is only text has that of the
/// element around it.
pub(crate) fn record_paths(paths: &ElementPaths<'_>, page: &PageTree, record: &Record) -> Vec<String> {
    let roots: Vec<TreeId> = record.roots(&page.tree).collect();
    let elements = roots.iter().filter(|&&root| !page.is_text(root));
    let found: Vec<String> = elements.map(|&root| paths.path(page.node(root))).collect();
    if !found.is_empty() {
        return found;
    }
    roots.first().map(|&root| paths.path(page.node(root))).into_iter().collect()
}
