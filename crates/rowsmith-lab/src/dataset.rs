//! Candidates of all annotated pages as numbers, ready to learn from.

use rayon::prelude::*;
use rowsmith::dom::{ParseOptions, parse};
use rowsmith::records::{Measurer, PageFacts, RegionOptions, candidates, features};
use rowsmith::tree::{PageTree, Similarities};

use crate::data::GoldPage;
use crate::truth::{Quality, Truth};

/// One page: its candidates' features and qualities.
pub struct PageData {
    pub key: String,
    pub kind: String,
    pub fold: usize,
    pub debatable: bool,
    /// The page has a main list.
    pub has_list: bool,
    /// The page has no list at all, not even a secondary one.
    pub none: bool,
    /// Features, one row a candidate.
    pub rows: Vec<Vec<f32>>,
    pub qualities: Vec<Quality>,
    /// Generator and first path of each candidate, to look at failures.
    pub notes: Vec<String>,
}

/// Measures all pages.
pub fn dataset(pages: &[GoldPage]) -> Vec<PageData> {
    pages.par_iter().filter_map(page_data).collect()
}

fn page_data(page: &GoldPage) -> Option<PageData> {
    let document = parse(&page.html, &ParseOptions::default()).ok()?;
    let tree = PageTree::new(&document);
    let facts = PageFacts::new(&document, &tree);
    let mut sims = Similarities::new(&tree.tree, &facts.classes, u64::MAX);
    let all = candidates(&facts, &RegionOptions::default(), &mut sims);
    let truth = Truth::new(&document, &page.gold);
    let mut measurer = Measurer::new(&facts, &mut sims);
    let paths = rowsmith::dom::ElementPaths::new(&document);
    Some(PageData {
        key: page.key.clone(),
        kind: page.gold.kind.clone(),
        fold: page.fold,
        debatable: page.gold.debatable,
        has_list: truth.has_list(),
        none: page.gold.regions.iter().all(|r| r.records.is_empty()),
        rows: all.iter().map(|c| features(&measurer.measure(c), c.generator)).collect(),
        qualities: all.iter().map(|c| truth.quality(&tree, c)).collect(),
        notes: all
            .iter()
            .map(|c| format!("{} {} {}", c.generator.name(), c.len(), paths.path(tree.node(c.runs[0].0))))
            .collect(),
    })
}
