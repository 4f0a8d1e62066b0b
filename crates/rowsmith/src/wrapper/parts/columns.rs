//! The columns of a template: learning where their items are in the prototype, and extracting them from further
//! records.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::Budget;
use crate::records::columns::labels::without_label;
use crate::records::{ColumnDraft, Record, RecordTree, item_text};
use crate::tree::TreeId;
use crate::types::ColumnKind;
use crate::types::PartKind;
use crate::wrapper::format::{ColumnLocator, ColumnSelector, ColumnStatistics, Part, PrototypeNode};
use crate::wrapper::labels::{PageLabels, PathHashes, path_hashes};
use crate::wrapper::parts::element_pattern::share;
use crate::wrapper::parts::headers::{CellHeaders, names_header};
use crate::wrapper::parts::post_fields::is_field;
use crate::wrapper::parts::prototype::CompiledPrototype;

/// At least this share of the nodes at a place must be items of a column for further ones to be.
const LEAST_SHARE: f32 = 0.2;
/// How much a node counts whose path or place is unknown, compared with one for which both are known.
const HALF_KNOWN: f32 = 0.75;

/// How much an item counts at a path with fewer nodes than any record had.
const SHORT: f32 = 0.5;

/// The records that columns are learnt from.
pub(crate) struct Rows<'r> {
    pub(crate) records: &'r [Record],
    /// Each record as a tree, and the features that are compared.
    pub(crate) trees: &'r [RecordTree],
}

/// Learns where the items of some columns are: in the prototype, whose nodes are marked, and by path. `first` is the
/// index of the first of these columns in its part.
pub(crate) fn learn_columns(
    page: &PageLabels<'_>,
    rows: &Rows<'_>,
    drafts: &[ColumnDraft],
    first: usize,
    prototype: &mut [PrototypeNode],
    work: &Budget,
) -> Vec<ColumnLocator> {
    let mapped = CompiledPrototype::new(prototype, page).map(page, rows.trees, work);
    // the columns of which each node is an item
    let mut items: FxHashMap<TreeId, Vec<usize>> = FxHashMap::default();
    for (c, draft) in drafts.iter().enumerate() {
        for (id, _) in draft.items.iter().flatten() {
            items.entry(*id).or_default().push(c);
        }
    }
    let mut places: Vec<(u32, BTreeMap<u32, u32>)> = vec![(0, BTreeMap::new()); prototype.len()];
    let mut paths: BTreeMap<String, (u32, BTreeMap<usize, u32>)> = BTreeMap::new();
    let mut fewest: BTreeMap<String, u32> = BTreeMap::new();
    let headers = CellHeaders::new(page, rows.records);
    for ((record, tree), mapped) in rows.records.iter().zip(rows.trees).zip(&mapped) {
        let of = |id: TreeId| items.get(&id).map_or(&[][..], Vec::as_slice);
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for (source, at) in tree.sources.iter().zip(mapped) {
            let Some(id) = *source else { continue };
            if let Some(at) = *at {
                places[at as usize].0 += 1;
                for &c in of(id) {
                    *places[at as usize].1.entry((first + c) as u32).or_default() += 1;
                }
            }
            let text = item_path(page, &headers, record, id);
            *counts.entry(text.clone()).or_default() += 1;
            let path = paths.entry(text).or_default();
            path.0 += 1;
            for &c in of(id) {
                *path.1.entry(c).or_default() += 1;
            }
        }
        for (path, count) in counts {
            let least = fewest.entry(path).or_insert(count);
            *least = count.min(*least);
        }
    }
    for (node, (all, counts)) in prototype.iter_mut().zip(places) {
        node.columns = counts.into_iter().map(|(c, n)| (c, share(n, all as usize))).collect();
    }
    drafts
        .iter()
        .enumerate()
        .map(|(c, draft)| ColumnLocator {
            name: draft.name.clone(),
            learnt_name: draft.name.clone(),
            kind: draft.kind,
            category: draft.category,
            value_type: draft.value_type,
            role: draft.role,
            label: draft.label.clone(),
            selector: ColumnSelector::default(),
            example: None,
            seen: Vec::new(),
            dropped: false,
            paths: paths
                .iter()
                .filter_map(|(path, (all, counts))| Some((path.clone(), share(*counts.get(&c)?, *all as usize))))
                .collect(),
            fewest: paths
                .iter()
                .filter(|(_, (_, counts))| counts.contains_key(&c))
                .filter_map(|(path, _)| Some((path.clone(), fewest.get(path).copied().filter(|&n| n > 1)?)))
                .collect(),
            attribute: None,
            statistics: ColumnStatistics::default(),
        })
        .collect()
}

/// The root of the record's run that contains a node.
pub(crate) fn root_of(page: &PageLabels<'_>, record: &Record, id: TreeId) -> TreeId {
    record.roots(&page.page.tree).find(|&root| page.page.tree.contains(root, id)).unwrap_or(id)
}

/// The path of a node from its root in the record, which is the first step. In a cell of a table it names the header.
fn item_path(page: &PageLabels<'_>, headers: &CellHeaders, record: &Record, id: TreeId) -> String {
    let root = root_of(page, record, id);
    let above = page.page.tree.parent(root).unwrap_or(root);
    match headers.around(page, root, id) {
        Some((cell, step)) if cell == id => format!("{}/{step}", page.path_text(above, id)),
        Some((cell, step)) => format!("{}/{step}/{}", page.path_text(above, cell), page.path_text(cell, id)),
        None => page.path_text(above, id),
    }
}

/// The hashes of that path, and whether it names a header.
fn item_path_hashes(page: &PageLabels<'_>, headers: &CellHeaders, record: &Record, id: TreeId) -> (PathHashes, bool) {
    let root = root_of(page, record, id);
    let above = page.page.tree.parent(root).unwrap_or(root);
    match headers.around(page, root, id) {
        Some((cell, step)) => (page.path_with(above, cell, step, id), true),
        None => (page.path(above, id), false),
    }
}

/// The items of a template's columns.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Taken {
    pub(crate) drafts: Vec<ColumnDraft>,
    /// For each column, the average certainty of its items; 0 for empty columns.
    pub(crate) certainty: Vec<f32>,
}

/// Extracts the items of a template's columns from records of a further page; for posts, those of the further columns.
pub(crate) fn take_items(page: &PageLabels<'_>, rows: &Rows<'_>, part: &Part, work: &Budget) -> Taken {
    let Part { columns, prototype, .. } = part;
    let aligned = || columns.iter().enumerate().filter(|(_, c)| part.kind != PartKind::Posts || !is_field(&c.name));
    let mut full: FxHashMap<u64, Vec<(usize, f32)>> = FxHashMap::default();
    let mut tags: FxHashMap<u64, Vec<(usize, f32)>> = FxHashMap::default();
    for (c, column) in aligned() {
        for (path, &share) in &column.paths {
            let hashes = path_hashes(path);
            full.entry(hashes.full).or_default().push((c, share));
            let of_tags = tags.entry(hashes.tags).or_default();
            match of_tags.iter_mut().find(|t| t.0 == c) {
                Some(known) => known.1 = known.1.max(share),
                None => of_tags.push((c, share)),
            }
        }
    }
    // wrappers learnt from other lists, or before paths named headers
    let by_header = aligned().any(|(_, column)| column.paths.keys().any(|path| names_header(path)));
    let headers = if by_header { CellHeaders::new(page, rows.records) } else { CellHeaders::default() };
    let fewest: FxHashMap<u64, u32> =
        aligned().flat_map(|(_, c)| &c.fewest).map(|(path, n)| (path_hashes(path).full, *n)).collect();
    let mut counts: FxHashMap<u64, u32> = FxHashMap::default();
    let mut drafts: Vec<ColumnDraft> = columns
        .iter()
        .map(|column| ColumnDraft {
            name: column.name.clone(),
            label: column.label.clone(),
            role: column.role,
            kind: column.kind,
            category: column.category,
            value_type: column.value_type,
            items: Vec::with_capacity(rows.records.len()),
        })
        .collect();
    let mapped = CompiledPrototype::new(prototype, page).map(page, rows.trees, work);
    let mut scored: Vec<(f32, TreeId, usize)> = Vec::new();
    let mut sums = vec![(0.0f32, 0u32); columns.len()];
    let mut taken: FxHashSet<(TreeId, ColumnKind)> = FxHashSet::default();
    for ((record, RecordTree { sources, .. }), mapped) in rows.records.iter().zip(rows.trees).zip(&mapped) {
        scored.clear();
        taken.clear();
        counts.clear();
        for (source, at) in sources.iter().zip(mapped) {
            let Some(id) = *source else { continue };
            let (path, headed) = item_path_hashes(page, &headers, record, id);
            if fewest.contains_key(&path.full) {
                *counts.entry(path.full).or_default() += 1;
            }
            let by_path =
                full.get(&path.full).map(|of| (of, 1.0)).or_else(|| tags.get(&path.tags).map(|of| (of, HALF_KNOWN)));
            let by_place = at.map(|at| &prototype[at as usize].columns);
            let mut of_columns: BTreeMap<usize, f32> = BTreeMap::new();
            match (by_place, by_path) {
                // a cell's header says what it is, wherever it is now; below a header that is new it is nothing known
                (place, Some((path, known))) if headed => of_columns.extend(path.iter().map(|&(c, of_path)| {
                    let of_place = place.and_then(|place| place.get(&(c as u32))).copied().unwrap_or(of_path);
                    (c, (of_place * of_path).sqrt() * known)
                })),
                (_, None) if headed => {}
                // both must agree: if a column was removed from the page, its neighbour takes its place
                (Some(place), Some((path, known))) => of_columns.extend(path.iter().filter_map(|&(c, of_path)| {
                    let of_place = place.get(&(c as u32))?;
                    Some((c, (of_place * of_path).sqrt() * known))
                })),
                (Some(place), None) => {
                    of_columns.extend(place.iter().map(|(&c, share)| (c as usize, HALF_KNOWN * share)));
                }
                (None, Some((path, known))) => {
                    of_columns.extend(path.iter().map(|&(c, share)| (c, HALF_KNOWN * share * known)));
                }
                (None, None) => {}
            }
            scored.extend(of_columns.into_iter().filter(|s| s.1 >= LEAST_SHARE).map(|(c, s)| (s, id, c)));
        }
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
        let mut row: Vec<Option<(TreeId, String)>> = vec![None; columns.len()];
        for &(score, id, c) in &scored {
            let Some(column) = columns.get(c) else { continue };
            if row[c].is_some() || taken.contains(&(id, column.kind)) {
                continue;
            }
            let mut text = item_text(page.document, page.page, column.kind, id);
            if let Some(value) = column.label.as_ref().and_then(|label| without_label(&text, label)) {
                text = value.to_owned();
            }
            if !text.is_empty() {
                taken.insert((id, column.kind));
                row[c] = Some((id, text));
                // fewer than ever at this path: what remains there belongs to something else
                let path = item_path_hashes(page, &headers, record, id).0.full;
                let short = fewest.get(&path).is_some_and(|least| counts.get(&path).is_none_or(|n| n < least));
                let sure = if short { SHORT * score } else { score };
                sums[c] = (sums[c].0 + sure, sums[c].1 + 1);
            }
        }
        for (draft, item) in drafts.iter_mut().zip(row) {
            draft.items.push(item);
        }
    }
    let certainty = sums.into_iter().map(|(sum, n)| sum / n.max(1) as f32).collect();
    Taken { drafts, certainty }
}
