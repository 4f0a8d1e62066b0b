//! What the pages of a template have in common, and how well another page fits it.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use crate::records::Record;
use crate::tree::{Run, TreeId};
use crate::wrapper::format::Recognition;
use crate::wrapper::labels::{PageLabels, path_hashes, step_hashes};
use crate::wrapper::parts::element_pattern::share;

/// How many steps, and how many paths, are kept; the most frequent ones.
const MAX_FEATURES: usize = 240;
/// The number of levels in paths.
const MAX_DEPTH: u32 = 8;
/// A page of the template reaches at least this share of the lowest fit that was seen, by names.
const LEAST_OF_FIT: f32 = 0.5;
/// A page with at least this share of a template's paths but hardly any of its names belongs to the template after a
/// renaming.
const SAME_PATHS: f32 = 0.6;

/// How well a page fits a template, from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Fit {
    /// By the names of its elements; `None` for templates with hardly any names.
    pub names: Option<f32>,
    /// By tag paths.
    pub paths: f32,
}

impl Fit {
    /// One number for choosing among templates.
    pub fn total(&self) -> f32 {
        self.names.map_or(self.paths, |names| 0.7 * names + 0.3 * self.paths)
    }

    /// Whether the page belongs to the template.
    pub fn is_fit(&self, recognition: &Recognition) -> bool {
        match self.names {
            Some(names) => names >= LEAST_OF_FIT * recognition.least_fit,
            None => self.paths >= SAME_PATHS,
        }
    }
}

/// A page in the form in which templates are recognised.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    pub(crate) steps: FxHashSet<u64>,
    pub(crate) paths: FxHashSet<u64>,
}

impl Outline {
    pub(crate) fn new(labels: &PageLabels<'_>) -> Outline {
        let mut outline = Outline::default();
        for id in labels.page.tree.nodes().skip(1) {
            if labels.names(id).is_empty() || labels.page.is_text(id) {
                // bare tags say little
            } else {
                outline.steps.insert(labels.steps[id]);
            }
            if labels.depths[id] <= MAX_DEPTH && !labels.page.is_text(id) {
                outline.paths.insert(labels.path(TreeId::ROOT, id).tags);
            }
        }
        outline
    }
}

/// Learns what pages have in common outside of their records.
pub(crate) fn learn_recognition(pages: &[(&PageLabels<'_>, &[Record])]) -> Recognition {
    let mut steps: BTreeMap<String, u32> = BTreeMap::new();
    let mut paths: BTreeMap<String, u32> = BTreeMap::new();
    for (labels, records) in pages {
        let mut inside = vec![false; labels.page.tree.len()];
        for &Run { first, end } in records.iter().flat_map(|r| &r.runs) {
            inside[TreeId::indices(first..end)].fill(true);
        }
        let (mut seen, mut seen_paths) = (FxHashSet::default(), FxHashSet::default());
        for id in labels.page.tree.nodes().skip(1).filter(|&id| !inside[id] && !labels.page.is_text(id)) {
            if !labels.names(id).is_empty() && seen.insert(labels.steps[id]) {
                *steps.entry(labels.step(id)).or_default() += 1;
            }
            if labels.depths[id] <= MAX_DEPTH && seen_paths.insert(labels.path(TreeId::ROOT, id).tags) {
                let path = labels.path_text(TreeId::ROOT, id);
                let tags: Vec<&str> = path.split('/').map(|step| step.split('.').next().unwrap_or(step)).collect();
                *paths.entry(tags.join("/")).or_default() += 1;
            }
        }
    }
    let kept = |counts: BTreeMap<String, u32>| {
        let mut all: Vec<(String, u32)> = counts.into_iter().collect();
        all.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        all.truncate(MAX_FEATURES);
        all.into_iter().map(|(name, n)| (name, share(n, pages.len()))).collect()
    };
    // steps without classes may be named by id or attributes, which the step does not include
    steps.retain(|step, _| step.contains('.'));
    let mut recognition = Recognition { steps: kept(steps), paths: kept(paths), least_fit: 1.0 };
    let compiled = CompiledRecognition::new(&recognition);
    let fits = pages.iter().map(|(labels, _)| compiled.fit(&Outline::new(labels)));
    recognition.least_fit = fits.map(|fit| fit.names.unwrap_or(fit.paths)).fold(1.0, f32::min);
    recognition
}

/// A [`Recognition`] prepared for use.
pub(crate) struct CompiledRecognition {
    steps: Vec<(u64, f32)>,
    paths: Vec<(u64, f32)>,
}

/// Templates with fewer named elements are recognised by their paths.
const FEW_NAMES: usize = 6;

impl CompiledRecognition {
    pub(crate) fn new(recognition: &Recognition) -> CompiledRecognition {
        CompiledRecognition {
            steps: recognition.steps.iter().map(|(step, share)| (step_hashes(step).full, *share)).collect(),
            paths: recognition.paths.iter().map(|(path, share)| (path_hashes(path).tags, *share)).collect(),
        }
    }

    /// How well a page fits.
    pub(crate) fn fit(&self, outline: &Outline) -> Fit {
        let names = (self.steps.len() >= FEW_NAMES).then(|| held(&self.steps, &outline.steps));
        Fit { names, paths: held(&self.paths, &outline.paths) }
    }
}

/// The share of what pages of the template have that is present, where what all of them have counts most.
fn held(features: &[(u64, f32)], there: &FxHashSet<u64>) -> f32 {
    let weight = |f: &(u64, f32)| f.1 * f.1;
    let all: f32 = features.iter().map(weight).sum();
    let held: f32 = features.iter().filter(|f| there.contains(&f.0)).map(weight).sum();
    if all > 0.0 { held / all } else { 1.0 }
}

/// Whether a page has the structure of a template under other names.
pub(crate) fn is_renamed(fit: Fit, recognition: &Recognition) -> bool {
    !fit.is_fit(recognition) && fit.paths >= SAME_PATHS
}
