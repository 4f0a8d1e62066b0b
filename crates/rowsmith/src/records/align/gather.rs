//! From aligned records to columns of items (DEPTA 5.2.3).

use crate::records::align::growing_column::GrowingColumn;
use rustc_hash::FxHashMap;

use crate::dom::{AttrName, Document, NodeId, Tag};
use crate::records::align::alignment::Alignment;
use crate::records::align::composite::{Role, roles};
use crate::records::align::{AlignOptions, AlignedColumn, alternatives};
use crate::tree::{PageTree, TreeId, mix};
use crate::types::ColumnKind;

/// Of the parts of a composite, those are kept that are in at least this share of its records. On `records`, any share
/// up to 0.8 gives the same item recall; more parts only mean more cells.
const LEAST_PART: f64 = 0.75;
/// The largest product of columns and records; beyond it, the columns with the fewest items are dropped first.
const MAX_CELLS: usize = 1 << 22;
/// Keys from this value on belong to items that are not aligned.
const UNALIGNED: u64 = 1 << 63;

/// Gathers the items by seed node.
pub(crate) fn gather(
    document: &Document,
    page: &PageTree,
    alignment: &Alignment,
    options: &AlignOptions,
) -> Vec<AlignedColumn> {
    let positions = alignment.positions();
    let roles = if options.composites {
        roles(document, page, alignment, &positions)
    } else {
        vec![Role::Plain; alignment.seed.tree.len()]
    };
    let mut columns = items(document, page, alignment, &positions, &roles, options);
    drop_sparse_parts(&mut columns, alignment, &roles);
    // by seed node, then the unaligned ones by first appearance
    columns.sort_by_key(|c| c.key.min(UNALIGNED));
    if options.merge_alternatives {
        columns = alternatives::merge(document, page, alignment, &positions, columns);
    }
    let records = alignment.trees.len();
    let most = (MAX_CELLS / records.max(1)).max(1);
    if columns.len() > most {
        let mut sizes: Vec<usize> = columns.iter().map(|c| c.items.len()).collect();
        sizes.sort_unstable_by_key(|&n| std::cmp::Reverse(n));
        let least = sizes[most];
        columns.retain(|c| c.items.len() > least);
    }
    let dense = |column: GrowingColumn| {
        let mut items = vec![None; records];
        for (record, item) in column.items {
            items[record as usize] = Some(item);
        }
        AlignedColumn { kind: column.kind, items }
    };
    columns.into_iter().map(dense).collect()
}

impl Alignment {
    /// For each id of a seed node, its preorder number.
    fn positions(&self) -> Vec<u32> {
        let mut positions = vec![0; self.seed.ids.len()];
        for (at, &id) in self.seed.ids.iter().enumerate() {
            positions[id as usize] = at as u32;
        }
        positions
    }
}

fn items(
    document: &Document,
    page: &PageTree,
    alignment: &Alignment,
    positions: &[u32],
    roles: &[Role],
    options: &AlignOptions,
) -> Vec<GrowingColumn> {
    let mut numbers: FxHashMap<(u64, ColumnKind), usize> = FxHashMap::default();
    let mut columns: Vec<GrowingColumn> = Vec::new();
    for (i, (record, aligned)) in alignment.trees.iter().zip(&alignment.aligned).enumerate() {
        let mut occurrences: FxHashMap<(u64, ColumnKind), u64> = FxHashMap::default();
        let mut in_composite = vec![false; record.tree.len()];
        for (r, &source) in record.tree.nodes().zip(&record.sources) {
            let Some(source) = source else { continue };
            let mut put = |key: u64, kind: ColumnKind| {
                let column = *numbers.entry((key, kind)).or_insert_with(|| {
                    columns.push(GrowingColumn { key, kind, items: Vec::new() });
                    columns.len() - 1
                });
                columns[column].items.push((i as u32, source));
            };
            let at = aligned[r].map(|id| u64::from(positions[id as usize]));
            let inside = in_composite[record.tree.parents[r]];
            in_composite[r] = inside;
            if let Some(at) = at.filter(|&at| roles[at as usize] == Role::Composite) {
                in_composite[r] = true;
                put(at, ColumnKind::Text);
            }
            let Some(kind) = item_kind(document, page, source, options) else { continue };
            let key = match at {
                Some(at) => at,
                None if inside => continue,
                None => {
                    let path = if options.group_unaligned {
                        record.path_hash(document, page, r)
                    } else {
                        mix(i as u64, r.index() as u64)
                    };
                    let nth = occurrences.entry((path, kind)).or_insert(0);
                    *nth += 1;
                    mix(path, *nth) | UNALIGNED
                }
            };
            put(key, kind);
        }
    }
    columns
}

/// Drops columns for the parts of a composite that few of its records have: they are links and words in individual
/// sentences.
fn drop_sparse_parts(columns: &mut Vec<GrowingColumn>, alignment: &Alignment, roles: &[Role]) {
    let fills: FxHashMap<u64, usize> = columns
        .iter()
        .filter(|c| c.key < UNALIGNED && roles[c.key as usize] == Role::Composite && c.kind == ColumnKind::Text)
        .map(|c| (c.key, c.items.len()))
        .collect();
    if fills.is_empty() {
        return;
    }
    let tree = &alignment.seed.tree;
    columns.retain(|column| {
        let above = std::iter::successors(Some(column.key), |&at| {
            tree.parent(TreeId::new(at as usize)).map(|p| p.index() as u64)
        });
        column.key >= UNALIGNED
            || above
                .skip(1)
                .all(|at| fills.get(&at).is_none_or(|&fill| column.items.len() as f64 >= LEAST_PART * fill as f64))
    });
}

/// Which kind of data item a node is, if any.
fn item_kind(document: &Document, page: &PageTree, id: TreeId, options: &AlignOptions) -> Option<ColumnKind> {
    ColumnKind::all().find(|kind| is_item(document, page, id, options, *kind))
}

/// Whether a node is a data item of a kind: a text fragment, a link with a target, an image. Each node is of at most
/// one kind.
fn is_item(document: &Document, page: &PageTree, id: TreeId, options: &AlignOptions, kind: ColumnKind) -> bool {
    let tag = page.tag(id);
    match kind {
        ColumnKind::Text => {
            let says = || page.tree.terminals(id) == 0 && described(document, page.node(id)).is_some();
            tag == Tag::TEXT || options.attribute_texts && !matches!(tag, Tag::A | Tag::IMG) && says()
        }
        ColumnKind::Link => tag == Tag::A && has_target(document, page.node(id)),
        ColumnKind::Image => tag == Tag::IMG,
    }
}

/// Whether a link leads anywhere other than to a script.
fn has_target(document: &Document, link: NodeId) -> bool {
    let Some(target) = document.attr(link, AttrName::HREF).map(str::trim) else { return false };
    let is_script = target.get(..11).is_some_and(|s| s.eq_ignore_ascii_case("javascript:"));
    !target.is_empty() && target != "#" && !is_script
}

/// The text that an element without content has in an attribute.
pub(crate) fn described(document: &Document, node: NodeId) -> Option<&str> {
    // for these elements the attribute says how to use them
    if matches!(document.tag(node), Tag::INPUT | Tag::IFRAME | Tag::BUTTON | Tag::TEXTAREA | Tag::SELECT) {
        return None;
    }
    [AttrName::DATETIME, AttrName::ARIA_LABEL, AttrName::TITLE]
        .into_iter()
        .find_map(|name| document.attr(node, name).map(str::trim).filter(|v| !v.is_empty()))
}
