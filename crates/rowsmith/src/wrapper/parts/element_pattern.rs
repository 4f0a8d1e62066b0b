//! What elements look like: learning it from examples, and computing how similar another element is.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::tree::TreeId;
use crate::wrapper::format::{ElementPattern, Level, Way};
use crate::wrapper::labels::{PageLabels, name_hash, path_hashes};

/// Names with a smaller share among the elements are left out, since they belong to single records.
const LEAST_SHARE: f32 = 0.1;
/// How many paths upwards are kept, the most frequent ones.
const MAX_WAYS: usize = 8;
/// How many content paths are kept, the most frequent ones.
const MAX_PATHS: usize = 160;

/// Elements of one page.
pub(crate) type Examples<'a, 'b> = [(&'b PageLabels<'a>, TreeId)];

/// Learns what some elements with the same tag have in common.
pub(crate) fn learn_pattern(examples: &Examples<'_, '_>) -> ElementPattern {
    let tag = examples.first().map(|(labels, id)| labels.document.tag_name(labels.page.tag(*id)).to_owned());
    let mut content: BTreeMap<String, u32> = BTreeMap::new();
    let mut texts = [u32::MAX, 0];
    for &(labels, id) in examples {
        let terminals = labels.terminals_of(id);
        texts = [texts[0].min(terminals.len() as u32), texts[1].max(terminals.len() as u32)];
        let mut seen = rustc_hash::FxHashSet::default();
        for &terminal in terminals.iter().take(MAX_TERMINALS) {
            if seen.insert(labels.path(id, terminal).full) {
                *content.entry(labels.path_text(id, terminal)).or_default() += 1;
            }
        }
    }
    ElementPattern {
        count: examples.len() as u32,
        tag: tag.unwrap_or_default(),
        names: shares(examples.iter().map(|(labels, id)| labels.name_texts(*id)), examples.len()),
        within: ways(examples),
        content: most_frequent(content, MAX_PATHS, examples.len()),
        texts: [texts[0].min(texts[1]), texts[1]],
    }
}

/// How many terminals of an element are looked at.
const MAX_TERMINALS: usize = 512;

fn most_frequent(counts: BTreeMap<String, u32>, most: usize, of: usize) -> BTreeMap<String, f32> {
    let mut all: Vec<(String, u32)> = counts.into_iter().collect();
    all.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    all.truncate(most);
    all.into_iter().map(|(path, n)| (path, share(n, of))).collect()
}

/// A share, rounded to three digits as it is written.
pub(crate) fn share(n: u32, of: usize) -> f32 {
    (f64::from(n) / of.max(1) as f64 * 1000.0).round() as f32 / 1000.0
}

pub(crate) fn shares(names: impl Iterator<Item = Vec<String>>, of: usize) -> BTreeMap<String, f32> {
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for name in names.flatten() {
        *counts.entry(name).or_default() += 1;
    }
    counts.into_iter().map(|(name, n)| (name, share(n, of))).filter(|(_, s)| *s >= LEAST_SHARE).collect()
}

/// The paths upwards, with those of equal tags combined.
fn ways(examples: &Examples<'_, '_>) -> Vec<Way> {
    let mut groups: BTreeMap<Vec<String>, Vec<(&PageLabels<'_>, Vec<TreeId>)>> = BTreeMap::new();
    for &(labels, id) in examples {
        let up: Vec<TreeId> = labels.page.tree.parent(id).map_or(Vec::new(), |parent| chain(labels, parent).collect());
        let tags = up.iter().map(|&id| labels.document.tag_name(labels.page.tag(id)).to_owned()).collect();
        groups.entry(tags).or_default().push((labels, up));
    }
    let mut ways: Vec<Way> = groups
        .into_iter()
        .map(|(tags, members)| {
            let level = |i: usize| {
                let names = members.iter().map(|(labels, up)| labels.name_texts(up[i]));
                Level { tag: tags[i].clone(), names: shares(names, members.len()) }
            };
            Way { count: members.len() as u32, up: (0..tags.len()).map(level).collect() }
        })
        .collect();
    ways.sort_by_key(|way| std::cmp::Reverse(way.count));
    ways.truncate(MAX_WAYS);
    ways
}

/// A node and its ancestors below `html`, from the inside out.
fn chain<'a>(labels: &'a PageLabels<'_>, id: TreeId) -> impl Iterator<Item = TreeId> + 'a {
    std::iter::successors(Some(id), |&id| labels.page.tree.parent(id)).filter(|&id| id != TreeId::ROOT)
}

/// Names with shares, as hashes in order.
type Names = Vec<(u64, f32)>;

/// An [`ElementPattern`] prepared for comparisons.
pub(crate) struct CompiledPattern {
    pub(crate) tag: u64,
    names: Names,
    ways: Vec<Vec<(u64, Names)>>,
    full: FxHashMap<u64, f32>,
    tags: FxHashMap<u64, f32>,
    pub(crate) texts: [u32; 2],
    places: f32,
}

/// How similar an element is to a pattern, with values from 0 to 1.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Likeness {
    /// By its own names; `None` if neither has any.
    pub(crate) own: Option<f32>,
    /// By what is around it.
    pub(crate) around: f32,
    /// By its content, using paths with classes as well as without.
    pub(crate) content: f32,
    /// By its content, using tags alone.
    pub(crate) shape: f32,
    /// The average number of distinct places with texts and images in an element of the pattern.
    pub(crate) places: f32,
}

/// The weight of names relative to surroundings; the remainder is that of content.
const OWN: f32 = 0.36;
/// The weight of content (of a total of 1) if there is hardly any, and its increase if there is much: two links are
/// similar because they are links, two posts with twenty texts because they are posts.
const CONTENT: (f32, f32) = (0.35, 0.35);
/// This many texts and images at distinct places count as much content.
const MUCH: f32 = 10.0;
/// The weight of content without classes within the weight of content.
const SHAPE: f32 = 0.85;

impl Likeness {
    /// All combined, from 0 to 1; by structure alone if names are to be ignored.
    pub(crate) fn total(&self, names: bool) -> f32 {
        let weight = CONTENT.0 + CONTENT.1 * (1.0 - (-self.places / MUCH).exp());
        if !names {
            return (1.0 - weight) * self.around + weight * self.shape;
        }
        let content = (0.5 * (self.content + self.shape)).max(SHAPE * self.shape);
        let place = self.own.map_or(self.around, |own| OWN * own + (1.0 - OWN) * self.around);
        (1.0 - weight) * place + weight * content
    }

    /// Whether the element has the surroundings and the names of the pattern's elements.
    pub(crate) fn is_in_place(&self) -> bool {
        self.own.is_none_or(|own| own >= 0.8) && self.around >= 0.95
    }
}

/// An element to be compared: the hashes of its content.
pub(crate) struct Subject {
    pub(crate) id: TreeId,
    full: Vec<u64>,
    tags: Vec<u64>,
}

impl Subject {
    pub(crate) fn new(labels: &PageLabels<'_>, id: TreeId) -> Subject {
        let paths = labels.terminals_of(id).iter().take(MAX_TERMINALS).map(|&t| labels.path(id, t));
        let (mut full, mut tags): (Vec<u64>, Vec<u64>) = paths.map(|path| (path.full, path.tags)).unzip();
        for list in [&mut full, &mut tags] {
            list.sort_unstable();
            list.dedup();
        }
        Subject { id, full, tags }
    }
}

fn compile_names(names: &BTreeMap<String, f32>) -> Names {
    let mut out: Names = names.iter().map(|(name, share)| (name_hash(name), *share)).collect();
    out.sort_unstable_by_key(|n| n.0);
    out
}

impl CompiledPattern {
    pub(crate) fn new(pattern: &ElementPattern) -> CompiledPattern {
        let mut full = FxHashMap::default();
        let mut tags: FxHashMap<u64, f32> = FxHashMap::default();
        for (path, &share) in &pattern.content {
            let hashes = path_hashes(path);
            full.insert(hashes.full, share);
            let merged = tags.entry(hashes.tags).or_default();
            *merged = (*merged + share).min(1.0);
        }
        let level = |level: &Level| (name_hash(&level.tag), compile_names(&level.names));
        let places = tags.values().sum();
        CompiledPattern {
            tag: name_hash(&pattern.tag),
            names: compile_names(&pattern.names),
            ways: pattern.within.iter().map(|way| way.up.iter().map(level).collect()).collect(),
            full,
            tags,
            texts: pattern.texts,
            places,
        }
    }

    /// The similarity of an element, given that of its surroundings.
    pub(crate) fn likeness(&self, labels: &PageLabels<'_>, subject: &Subject, names: bool) -> Likeness {
        let own = labels.names(subject.id);
        let own = if own.is_empty() && self.names.is_empty() { None } else { Some(alike(own, &self.names)) };
        let content = if names { coverage(&subject.full, &self.full) } else { 0.0 };
        Likeness { own, around: 0.0, content, shape: coverage(&subject.tags, &self.tags), places: self.places }
    }

    /// The similarity of an element by names and surroundings, without content.
    pub(crate) fn place(&self, labels: &PageLabels<'_>, id: TreeId, around: f32, names: bool) -> f32 {
        let own = labels.names(id);
        match names && !(own.is_empty() && self.names.is_empty()) {
            true => OWN * alike(own, &self.names) + (1.0 - OWN) * around,
            false => around,
        }
    }

    /// The similarity of an element's surroundings, computed from its parent.
    pub(crate) fn around(&self, labels: &PageLabels<'_>, parent: Option<TreeId>, names: bool) -> f32 {
        let up: Vec<TreeId> = parent.map_or(Vec::new(), |parent| chain(labels, parent).collect());
        self.ways.iter().map(|way| way_likeness(labels, &up, way, names)).fold(0.0, f32::max)
    }
}

/// Weighted overlap of an element's names with those of a pattern.
fn alike(own: &[u64], names: &Names) -> f32 {
    if own.is_empty() && names.is_empty() {
        return 1.0;
    }
    let (mut common, mut extra) = (0.0f32, 0.0f32);
    for name in own {
        match names.binary_search_by_key(name, |n| n.0) {
            Ok(at) => common += names[at].1,
            Err(_) => extra += 0.5,
        }
    }
    let all: f32 = names.iter().map(|n| n.1 * n.1).sum();
    (common / (all.max(common) + extra).max(f32::EPSILON)).min(1.0)
}

/// How much of the content of the pattern's elements is there, and how much of the content there they have.
fn coverage(paths: &[u64], shares: &FxHashMap<u64, f32>) -> f32 {
    if shares.is_empty() || paths.is_empty() {
        return if shares.is_empty() && paths.is_empty() { 1.0 } else { 0.0 };
    }
    let (mut held, mut known) = (0.0f32, 0.0f32);
    for path in paths {
        if let Some(&share) = shares.get(path) {
            held += share;
            known += share.sqrt();
        }
    }
    // the average content of an element of the pattern, by weight
    let expected: f32 = shares.values().map(|s| s * s).sum();
    let recall = (held / expected.max(f32::EPSILON)).min(1.0);
    let precision = known / paths.len() as f32;
    0.65 * recall + 0.35 * precision
}

/// The weight of each level further out, relative to the one inside it.
const DECAY: f32 = 0.8;
/// The penalty for an element in between that is not on the path, as a share of a level.
const EXTRA: f32 = 0.15;

/// How well two paths upwards agree: the best alignment of the elements around, inner ones first.
fn way_likeness(labels: &PageLabels<'_>, up: &[TreeId], way: &[(u64, Names)], names: bool) -> f32 {
    if way.is_empty() {
        return if up.is_empty() { 1.0 } else { 0.5 };
    }
    let weights: Vec<f32> = std::iter::successors(Some(1.0), |w| Some(w * DECAY)).take(way.len()).collect();
    let total: f32 = weights.iter().sum();
    let mut last: Vec<f32> = vec![0.0; way.len() + 1];
    let mut row = vec![0.0; way.len() + 1];
    // from the outside in, so that what remains of the inner levels is matched last
    for &id in up.iter().take(MAX_LEVELS).rev() {
        row[way.len()] = last[way.len()];
        for j in (0..way.len()).rev() {
            let same = if labels.tags[id] == way[j].0 {
                let own = labels.names(id);
                let named = if !names || own.is_empty() && way[j].1.is_empty() { 1.0 } else { alike(own, &way[j].1) };
                (0.4 + 0.6 * named) * weights[j]
            } else {
                0.0
            };
            row[j] = (last[j + 1] + same).max(row[j + 1]).max(last[j] - EXTRA * weights[j]);
        }
        std::mem::swap(&mut last, &mut row);
    }
    (last[0] / total).clamp(0.0, 1.0)
}

/// How many enclosing elements are looked at.
const MAX_LEVELS: usize = 64;
