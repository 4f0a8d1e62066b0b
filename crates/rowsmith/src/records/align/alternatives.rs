//! Merging columns of one field that records with different templates have at different places.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::dom::{AttrName, Document};
use crate::records::align::alignment::Alignment;
use crate::records::align::growing_column::GrowingColumn;
use crate::tree::{PageTree, TreeId, mix};

/// The share of features that two columns must have in common. On `records`, 0.3 to 0.5 give item recalls within 0.002
/// of each other, 0.75 gives 0.004 less.
const LEAST_COMMON: f64 = 0.4;
/// How many items of a column are looked at.
const SAMPLE: usize = 8;
/// How many elements around an item are looked at.
const LEVELS: usize = 3;
/// If there are more columns than this none are merged, since all pairs are compared.
const MAX_COLUMNS: usize = 200;
/// The largest product of seed nodes and records, in bits, for which the table of which record has which node is built.
const MAX_PRESENCE: usize = 1 << 27;

/// Merges columns that stand for one field: items of one kind in similar elements, never two in one record.
///
/// Places that both occur in one record, even if one is empty there, are different fields: for example two cells of a
/// row.
pub(crate) fn merge(
    document: &Document,
    page: &PageTree,
    alignment: &Alignment,
    positions: &[u32],
    columns: Vec<GrowingColumn>,
) -> Vec<GrowingColumn> {
    let records = alignment.trees.len();
    let everywhere = columns.iter().all(|c| c.items.len() == records);
    if everywhere || columns.len() > MAX_COLUMNS || records * alignment.seed.tree.len() > MAX_PRESENCE {
        return columns;
    }
    let places = Places::new(alignment, positions);
    let mut merged: Vec<(GrowingColumn, Around)> = Vec::new();
    for column in columns {
        let features = Around::new(document, page, &column);
        let fits = |other: &(GrowingColumn, Around)| {
            let common = if other.0.kind == column.kind { other.1.similarity(&features) } else { 0.0 };
            (common >= LEAST_COMMON && disjoint(&other.0, &column) && !places.meet(other.0.key, column.key))
                .then_some(common)
        };
        let best = merged.iter().enumerate().filter_map(|(i, other)| Some((fits(other)?, i)));
        match best.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1))) {
            Some((_, i)) => {
                let items = &mut merged[i].0.items;
                items.extend(column.items);
                items.sort_unstable();
            }
            None => merged.push((column, features)),
        }
    }
    merged.into_iter().map(|(column, _)| column).collect()
}

/// Which records have which nodes of the seed.
struct Places<'a> {
    alignment: &'a Alignment,
    /// For each seed node, a set of records.
    records: Vec<Vec<u64>>,
}

impl<'a> Places<'a> {
    fn new(alignment: &'a Alignment, positions: &[u32]) -> Self {
        let words = alignment.trees.len().div_ceil(64);
        let mut records = vec![vec![0; words]; alignment.seed.tree.len()];
        for (i, aligned) in alignment.aligned.iter().enumerate() {
            for &id in aligned.iter().flatten() {
                records[positions[id as usize] as usize][i / 64] |= 1 << (i % 64);
            }
        }
        Places { alignment, records }
    }

    /// Whether a record has both places. They are represented by the children of their smallest common subtree on the
    /// way to each.
    fn meet(&self, a: u64, b: u64) -> bool {
        let tree = &self.alignment.seed.tree;
        if a.max(b) >= tree.len() as u64 {
            return false; // unaligned
        }
        let (mut a, mut b) = (TreeId::new(a as usize), TreeId::new(b as usize));
        while a != b && tree.parents[a] != tree.parents[b] {
            if a > b {
                a = tree.parents[a];
            } else {
                b = tree.parents[b];
            }
        }
        self.records[a].iter().zip(&self.records[b]).any(|(a, b)| a & b != 0)
    }
}

fn disjoint(a: &GrowingColumn, b: &GrowingColumn) -> bool {
    let (few, many) = if a.items.len() < b.items.len() { (a, b) } else { (b, a) };
    few.items.iter().all(|(record, _)| many.items.binary_search_by_key(record, |item| item.0).is_err())
}

/// What stands around the items of a column, as sorted sets of features.
struct Around {
    /// From the item on.
    near: Vec<u64>,
    /// From the outermost element on that holds nothing but the item, if that has a class: `<a class=name><b>Ann</b></a>`
    /// and `<a class=name>Ann</a>` are alike. Empty if there is none.
    alone: Vec<u64>,
}

impl Around {
    fn new(document: &Document, page: &PageTree, column: &GrowingColumn) -> Self {
        let items: Vec<TreeId> = column.items.iter().map(|item| item.1).take(SAMPLE).collect();
        let has_class = |&id: &TreeId| {
            !page.is_text(id) && document.attr(page.node(id), AttrName::CLASS).is_some_and(|class| !class.is_empty())
        };
        let outermost: Vec<TreeId> = items.iter().map(|&id| outermost_alone(page, id)).filter(has_class).collect();
        Around {
            near: features(document, page, &items, items.len()),
            alone: features(document, page, &outermost, items.len()),
        }
    }

    fn similarity(&self, other: &Around) -> f64 {
        similarity(&self.near, &other.near).max(similarity(&self.alone, &other.alone))
    }
}

/// The outermost of the nearest elements that hold nothing but an item.
fn outermost_alone(page: &PageTree, item: TreeId) -> TreeId {
    let parents = std::iter::successors(Some(item), |&id| page.tree.parent(id)).take(LEVELS + 1);
    parents
        .take_while(|&id| id == item || page.tree.terminals(id) <= page.tree.terminals(item).max(1))
        .last()
        .unwrap_or(item)
}

/// The tags, with their level, and class words of the nearest elements around items; those that most of `all` have, sorted.
fn features(document: &Document, page: &PageTree, items: &[TreeId], all: usize) -> Vec<u64> {
    let mut counts: FxHashMap<u64, usize> = FxHashMap::default();
    for &item in items {
        let mut seen = FxHashSet::default();
        let around = std::iter::successors(Some(item), |&id| page.tree.parent(id)).take(LEVELS).enumerate();
        for (level, id) in around.filter(|&(_, id)| !page.is_text(id)) {
            seen.insert(mix(level as u64, u64::from(page.tag(id).0)));
            let class = document.attr(page.node(id), AttrName::CLASS).unwrap_or_default();
            let words = class.split_ascii_whitespace();
            seen.extend(words.map(|word| word.bytes().fold(u64::MAX, |hash, b| mix(hash, u64::from(b)))));
        }
        for feature in seen {
            *counts.entry(feature).or_default() += 1;
        }
    }
    let mut most: Vec<u64> = counts.into_iter().filter(|&(_, n)| n * 2 > all).map(|(f, _)| f).collect();
    most.sort_unstable();
    most
}

/// Jaccard similarity of two sorted sets.
fn similarity(a: &[u64], b: &[u64]) -> f64 {
    let common = a.iter().filter(|x| b.binary_search(x).is_ok()).count();
    let all = a.len() + b.len() - common;
    if all == 0 { 0.0 } else { common as f64 / all as f64 }
}
