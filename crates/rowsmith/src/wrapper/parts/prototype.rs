//! The seed tree of a template's records, and mapping further records onto it (DEPTA 5.2).

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::Budget;
use crate::dom::{Tag, line};
use crate::recognize::{ValueType, value_type};
use crate::records::{FAIR_CELLS, GrownSeed, ROOT_LABEL, RecordTree, grid_columns};
use crate::tree::{Matcher, Span, Tree, TreeId, mix};
use crate::wrapper::format::PrototypeNode;
use crate::wrapper::labels::{PageLabels, name_hash};
use crate::wrapper::parts::element_pattern::{share, shares};

/// How many nodes of a seed are kept; records with more are texts, not rows.
const MAX_NODES: usize = 4000;
/// The largest product of seed nodes and record nodes in one matching.
const MAX_PAIRS: u64 = 1 << 24;
/// The weight of equal names of two elements, measured in nodes.
const NAME_WEIGHT: f32 = 0.75;
/// The weight of equal types of texts, other than plain text.
const TYPE_WEIGHT: f32 = 0.4;
/// Longer texts that are the same in all records are not labels.
const MAX_LABEL: usize = 60;

/// A prototype prepared for comparison with the records of one page.
pub(crate) struct CompiledPrototype<'n> {
    nodes: &'n [PrototypeNode],
    tree: Tree,
    names: Vec<Vec<(u64, f32)>>,
    /// Texts that are labels, with a number for each.
    labels: FxHashMap<&'n str, u32>,
}

/// What is compared for a node in addition to its tag.
#[derive(Clone, Copy, Default)]
struct Traits {
    /// The number of the label that is the text; 0 for other texts.
    label: u32,
    value_type: Option<ValueType>,
    cell: u32,
}

impl<'n> CompiledPrototype<'n> {
    /// `nodes` are in preorder. Tags that the page does not have match nothing.
    pub(crate) fn new(nodes: &'n [PrototypeNode], page: &PageLabels<'_>) -> CompiledPrototype<'n> {
        let n = nodes.len();
        let mut tree = Tree { terminals_before: vec![0; n + 1], ..Tree::default() };
        tree.ends = (1..=n).map(TreeId::new).collect();
        tree.parents = nodes.iter().map(|node| TreeId::new((node.parent as usize).min(n.saturating_sub(1)))).collect();
        for (i, node) in nodes.iter().enumerate() {
            let tag = page.document.find_tag(&node.tag).map_or(ROOT_LABEL - 1, |tag| tag.0);
            tree.labels.push(if i == 0 { ROOT_LABEL } else { tag });
        }
        for i in (1..n).rev() {
            let parent = tree.parents[i];
            tree.ends[parent] = tree.ends[parent].max(tree.ends[i]);
        }
        let mut labels = FxHashMap::default();
        for text in nodes.iter().filter_map(|node| node.text.as_deref()) {
            let next = labels.len() as u32 + 1;
            labels.entry(text).or_insert(next);
        }
        let names = nodes
            .iter()
            .map(|node| {
                let mut names: Vec<(u64, f32)> = node.names.iter().map(|(name, s)| (name_hash(name), *s)).collect();
                names.sort_unstable_by_key(|n| n.0);
                names
            })
            .collect();
        CompiledPrototype { nodes, tree, names, labels }
    }

    /// For each node of each record, the node of the prototype. Records with equal shape, names and labels are mapped
    /// once.
    pub(crate) fn map(&self, page: &PageLabels<'_>, trees: &[RecordTree], work: &Budget) -> Vec<Vec<Option<u32>>> {
        let mut known: FxHashMap<u64, Vec<Option<u32>>> = FxHashMap::default();
        let cells = table_cells(page, trees);
        let nodes: usize = trees.iter().map(|t| t.tree.len()).sum();
        let mut matcher = Matcher::new(FAIR_CELLS.0 + FAIR_CELLS.1 * nodes as u64);
        let map = |tree: &RecordTree| {
            let traits: Vec<Traits> = tree.sources.iter().map(|id| self.traits(page, *id, &cells)).collect();
            let shape = tree.tree.nodes().skip(1).fold(tree.tree.len() as u64, |hash, r| {
                let Some(id) = tree.sources[r] else { return hash };
                let t = traits[r];
                let own = page.names(id).iter().fold(page.tags[id], |h, name| mix(h, *name));
                let content =
                    u64::from(t.label) << 16 | u64::from(t.cell) << 4 | t.value_type.map_or(0, |v| v as u64 + 1);
                mix(mix(hash, own), mix(content, tree.tree.size(r) as u64))
            });
            known.entry(shape).or_insert_with(|| self.map_tree(page, tree, &traits, &mut matcher, work)).clone()
        };
        trees.iter().map(map).collect()
    }

    fn traits(&self, page: &PageLabels<'_>, id: Option<TreeId>, cells: &FxHashMap<TreeId, u32>) -> Traits {
        let Some(id) = id else { return Traits::default() };
        if !page.page.is_text(id) {
            return Traits { cell: cells.get(&id).copied().unwrap_or(0), ..Traits::default() };
        }
        let text = text_of(page, id);
        let label = self.labels.get(text.as_str()).copied().unwrap_or(0);
        Traits { label, value_type: telling_type(&text), cell: 0 }
    }

    fn map_tree(
        &self,
        page: &PageLabels<'_>,
        record: &RecordTree,
        traits: &[Traits],
        matcher: &mut Matcher,
        work: &Budget,
    ) -> Vec<Option<u32>> {
        let mut mapped = vec![None; record.tree.len()];
        let pairs = self.tree.len() as u64 * record.tree.len() as u64;
        if pairs == 0 || pairs > MAX_PAIRS || work.is_exhausted() {
            return mapped;
        }
        let content = |s: TreeId, r: TreeId| self.evidence(page, s, record.sources[r], traits[r]);
        for (s, r) in matcher.mapping(&self.tree, &record.tree, &content, work).pairs {
            mapped[r] = Some(s.index() as u32);
        }
        mapped
    }

    /// How similar two nodes with equal tags are, from 0 to 1.
    fn evidence(&self, page: &PageLabels<'_>, s: TreeId, id: Option<TreeId>, traits: Traits) -> f32 {
        let (node, Some(id)) = (&self.nodes[s], id) else { return 0.0 };
        if page.page.is_text(id) {
            return match (&node.text, traits.label) {
                (Some(text), label) if label != 0 && self.labels[text.as_str()] == label => 1.0,
                (None, 0) if node.value_type.is_some() && node.value_type == traits.value_type => TYPE_WEIGHT,
                _ => 0.0,
            };
        }
        let cell = if node.cell != 0 && node.cell == traits.cell { 1.0 } else { 0.0 };
        let (names, own) = (&self.names[s], page.names(id));
        if names.is_empty() || own.is_empty() {
            return cell;
        }
        let common: f32 =
            own.iter().filter_map(|name| names.binary_search_by_key(name, |n| n.0).ok()).map(|at| names[at].1).sum();
        let all: f32 = names.iter().map(|n| n.1).sum::<f32>().max(own.len() as f32).max(common);
        cell + NAME_WEIGHT * common / all
    }
}

/// For the table cells in some records, the column in which they begin, from 1.
fn table_cells(page: &PageLabels<'_>, trees: &[RecordTree]) -> FxHashMap<TreeId, u32> {
    let mut cells: FxHashMap<TreeId, u32> = FxHashMap::default();
    let nodes = trees.iter().flat_map(|t| t.sources.iter().flatten());
    let mut last = None;
    for group in nodes.filter(|&&id| page.page.tag(id) == Tag::TR).filter_map(|&id| page.page.tree.parent(id)) {
        if last.replace(group) != Some(group) {
            cells.extend(grid_columns(page.document, page.page, group).iter().map(|c| (c.0, c.1 + 1)));
        }
    }
    cells
}

fn text_of(page: &PageLabels<'_>, id: TreeId) -> String {
    let Span { from, to } = page.page.spans[id];
    line(page.document, from, to)
}

/// The type of a text, unless it is plain text.
fn telling_type(text: &str) -> Option<ValueType> {
    Some(value_type(text)).filter(|t| *t != ValueType::Text)
}

/// The prototype of some records: their seed tree, with statistics of its nodes.
pub(crate) fn learn_prototype(
    page: &PageLabels<'_>,
    trees: &[RecordTree],
    seed: &GrownSeed,
    work: &Budget,
) -> Vec<PrototypeNode> {
    let GrownSeed { tree, sources } = seed;
    let n = tree.len().min(MAX_NODES);
    let mut nodes: Vec<PrototypeNode> = (0..n)
        .map(|s| PrototypeNode {
            parent: tree.parents[s].index() as u32,
            tag: sources[s].map_or("#record".to_owned(), |id| page.document.tag_name(page.page.tag(id)).to_owned()),
            names: sources[s].map_or(BTreeMap::new(), |id| shares(std::iter::once(page.name_texts(id)), 1)),
            share: 0.0,
            text: None,
            cell: 0,
            value_type: None,
            columns: BTreeMap::new(),
        })
        .collect();
    // the first mapping uses only names; the statistics from it improve the second one
    let mapped = CompiledPrototype::new(&nodes, page).map(page, trees, work);
    let mut seen: Vec<Vec<TreeId>> = vec![Vec::new(); n];
    for (record, mapped) in trees.iter().zip(&mapped) {
        for (source, at) in record.sources.iter().zip(mapped) {
            if let (Some(source), Some(at)) = (source, at) {
                seen[*at as usize].push(*source);
            }
        }
    }
    let cells = table_cells(page, trees);
    for (node, seen) in nodes.iter_mut().zip(&seen).skip(1) {
        node.share = share(seen.len() as u32, trees.len());
        let Some(&first) = seen.first() else { continue };
        if page.page.is_text(first) {
            let texts: Vec<String> = seen.iter().take(200).map(|&id| text_of(page, id)).collect();
            if texts.len() > 1 && texts.iter().all(|t| *t == texts[0]) && texts[0].len() <= MAX_LABEL {
                node.text = Some(texts[0].clone());
            } else {
                let first = telling_type(&texts[0]);
                let most = texts.iter().filter(|t| telling_type(t) == first).count() * 3 >= texts.len() * 2;
                node.value_type = first.filter(|_| most);
            }
        } else {
            node.names = shares(seen.iter().map(|&id| page.name_texts(id)), seen.len());
            let cell = |id: &TreeId| cells.get(id).copied().unwrap_or(0);
            let of_first = cell(&first);
            node.cell = if seen.iter().all(|id| cell(id) == of_first) { of_first } else { 0 };
        }
    }
    nodes
}
