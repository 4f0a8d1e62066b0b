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
use crate::wrapper::parts::titles::take_titles;

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

/// The nodes at a place of all records.
#[derive(Clone, Default)]
struct NodesThere {
    nodes: u32,
    /// How many of them are items, by column.
    items: BTreeMap<usize, u32>,
}

impl NodesThere {
    /// Counts a node that is an item of these columns.
    fn count(&mut self, columns: &[usize]) {
        self.nodes += 1;
        for &column in columns {
            *self.items.entry(column).or_default() += 1;
        }
    }
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
    let mut places: Vec<NodesThere> = vec![NodesThere::default(); prototype.len()];
    let mut paths: BTreeMap<String, NodesThere> = BTreeMap::new();
    let mut fewest: BTreeMap<String, u32> = BTreeMap::new();
    let headers = CellHeaders::new(page, rows.records);
    for ((record, tree), mapped) in rows.records.iter().zip(rows.trees).zip(&mapped) {
        let of = |id: TreeId| items.get(&id).map_or(&[][..], Vec::as_slice);
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for (source, at) in tree.sources.iter().zip(mapped) {
            let Some(id) = *source else { continue };
            if let Some(at) = *at {
                places[at as usize].count(of(id));
            }
            let text = item_path(page, &headers, record, id);
            *counts.entry(text.clone()).or_default() += 1;
            paths.entry(text).or_default().count(of(id));
        }
        for (path, count) in counts {
            let least = fewest.entry(path).or_insert(count);
            *least = count.min(*least);
        }
    }
    for (node, there) in prototype.iter_mut().zip(places) {
        let share_of = |(c, n): (usize, u32)| ((first + c) as u32, share(n, there.nodes as usize));
        node.columns = there.items.into_iter().map(share_of).collect();
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
            place: 0.0,
            dropped: false,
            above: Vec::new(),
            paths: paths
                .iter()
                .filter_map(|(path, there)| Some((path.clone(), share(*there.items.get(&c)?, there.nodes as usize))))
                .collect(),
            fewest: paths
                .iter()
                .filter(|(_, there)| there.items.contains_key(&c))
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

/// The path of a node from its root in the record, as hashes.
struct ItemPath {
    hashes: PathHashes,
    /// Whether it names a header.
    headed: bool,
}

/// Like [`item_path`], as hashes.
fn item_path_hashes(page: &PageLabels<'_>, headers: &CellHeaders, record: &Record, id: TreeId) -> ItemPath {
    let root = root_of(page, record, id);
    let above = page.page.tree.parent(root).unwrap_or(root);
    match headers.around(page, root, id) {
        Some((cell, step)) => ItemPath { hashes: page.path_with(above, cell, step, id), headed: true },
        None => ItemPath { hashes: page.path(above, id), headed: false },
    }
}

/// The items of a template's columns.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Taken {
    pub(crate) drafts: Vec<ColumnDraft>,
    /// For each column, the average certainty of its items; 0 for empty columns.
    pub(crate) certainty: Vec<f32>,
}

/// What share of the nodes at a path are items of a column.
#[derive(Clone, Copy)]
pub(crate) struct ColumnShare {
    pub(crate) column: usize,
    pub(crate) share: f32,
}

/// A node that may be the item of a column, and how surely it is.
#[derive(Clone, Copy)]
struct Scored {
    score: f32,
    node: TreeId,
    column: usize,
}

/// The average certainty of some items.
#[derive(Clone, Copy, Default)]
pub(crate) struct Certainty {
    sum: f32,
    items: u32,
}

impl Certainty {
    pub(crate) fn add(&mut self, certainty: f32) {
        self.sum += certainty;
        self.items += 1;
    }

    /// 0 if there are no items.
    pub(crate) fn mean(self) -> f32 {
        self.sum / self.items.max(1) as f32
    }
}

/// Extracts the items of a template's columns from records of a further page; for posts, those of the further columns.
pub(crate) fn take_items(page: &PageLabels<'_>, rows: &Rows<'_>, part: &Part, work: &Budget) -> Taken {
    let Part { columns, prototype, .. } = part;
    let aligned = || columns.iter().enumerate().filter(|(_, c)| part.kind != PartKind::Posts || !is_field(&c.name));
    let mut full: FxHashMap<u64, Vec<ColumnShare>> = FxHashMap::default();
    let mut tags: FxHashMap<u64, Vec<ColumnShare>> = FxHashMap::default();
    for (c, column) in aligned() {
        for (path, &share) in &column.paths {
            let hashes = path_hashes(path);
            full.entry(hashes.full).or_default().push(ColumnShare { column: c, share });
            let of_tags = tags.entry(hashes.tags).or_default();
            match of_tags.iter_mut().find(|known| known.column == c) {
                Some(known) => known.share = known.share.max(share),
                None => of_tags.push(ColumnShare { column: c, share }),
            }
        }
    }
    // wrappers learnt from other lists, or before paths named headers
    let by_header = aligned().any(|(_, column)| column.paths.keys().any(|path| names_header(path)));
    let headers = if by_header { CellHeaders::new(page, rows.records) } else { CellHeaders::default() };
    let fewest: FxHashMap<u64, u32> =
        aligned().flat_map(|(_, c)| &c.fewest).map(|(path, n)| (path_hashes(path).full, *n)).collect();
    let mut counts: FxHashMap<u64, u32> = FxHashMap::default();
    let mut drafts: Vec<ColumnDraft> =
        columns.iter().map(|column| column.with_items(Vec::with_capacity(rows.records.len()))).collect();
    let mapped = CompiledPrototype::new(prototype, page).map(page, rows.trees, work);
    let mut scored: Vec<Scored> = Vec::new();
    let mut sums = vec![Certainty::default(); columns.len()];
    let mut taken: FxHashSet<(TreeId, ColumnKind)> = FxHashSet::default();
    for ((record, RecordTree { sources, .. }), mapped) in rows.records.iter().zip(rows.trees).zip(&mapped) {
        scored.clear();
        taken.clear();
        counts.clear();
        for (source, at) in sources.iter().zip(mapped) {
            let Some(id) = *source else { continue };
            let ItemPath { hashes: path, headed } = item_path_hashes(page, &headers, record, id);
            if fewest.contains_key(&path.full) {
                *counts.entry(path.full).or_default() += 1;
            }
            let by_path =
                full.get(&path.full).map(|of| (of, 1.0)).or_else(|| tags.get(&path.tags).map(|of| (of, HALF_KNOWN)));
            let by_place = at.map(|at| &prototype[at as usize].columns);
            let mut of_columns: BTreeMap<usize, f32> = BTreeMap::new();
            match (by_place, by_path) {
                // a cell's header says what it is, wherever it is now; below a header that is new it is nothing known
                (place, Some((path, known))) if headed => {
                    of_columns.extend(path.iter().map(|&ColumnShare { column: c, share: of_path }| {
                        let of_place = place.and_then(|place| place.get(&(c as u32))).copied().unwrap_or(of_path);
                        (c, (of_place * of_path).sqrt() * known)
                    }))
                }
                (_, None) if headed => {}
                // both must agree: if a column was removed from the page, its neighbour takes its place
                (Some(place), Some((path, known))) => {
                    of_columns.extend(path.iter().filter_map(|&ColumnShare { column: c, share: of_path }| {
                        let of_place = place.get(&(c as u32))?;
                        Some((c, (of_place * of_path).sqrt() * known))
                    }))
                }
                (Some(place), None) => {
                    of_columns.extend(place.iter().map(|(&c, share)| (c as usize, HALF_KNOWN * share)));
                }
                (None, Some((path, known))) => {
                    of_columns.extend(path.iter().map(|of| (of.column, HALF_KNOWN * of.share * known)));
                }
                (None, None) => {}
            }
            let likely = of_columns.into_iter().filter(|&(_, score)| score >= LEAST_SHARE);
            scored.extend(likely.map(|(column, score)| Scored { score, node: id, column }));
        }
        scored.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.node.cmp(&b.node)).then(a.column.cmp(&b.column)));
        let mut row: Vec<Option<(TreeId, String)>> = vec![None; columns.len()];
        for &Scored { score, node: id, column: c } in &scored {
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
                let path = item_path_hashes(page, &headers, record, id).hashes.full;
                let short = fewest.get(&path).is_some_and(|least| counts.get(&path).is_none_or(|n| n < least));
                let sure = if short { SHORT * score } else { score };
                sums[c].add(sure);
            }
        }
        for (draft, item) in drafts.iter_mut().zip(row) {
            draft.items.push(item);
        }
    }
    for (c, column) in columns.iter().enumerate().filter(|(_, column)| !column.above.is_empty()) {
        drafts[c].items = take_titles(page, rows.records, &column.above);
        drafts[c].items.iter().flatten().for_each(|_| sums[c].add(1.0));
    }
    let certainty = sums.into_iter().map(Certainty::mean).collect();
    Taken { drafts, certainty }
}
