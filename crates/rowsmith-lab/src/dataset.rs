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
    /// Measures, records as candidates, for the relations.
    pub measures: Vec<rowsmith::records::Measures>,
    pub candidates: Vec<rowsmith::records::Candidate>,
    pub tree: PageTree,
    pub html: Vec<u8>,
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
    let measures: Vec<_> = all.iter().map(|c| measurer.measure(c)).collect();
    let paths = rowsmith::dom::ElementPaths::new(&document);
    Some(PageData {
        key: page.key.clone(),
        kind: page.gold.kind.clone(),
        fold: page.fold,
        debatable: page.gold.debatable,
        has_list: truth.has_list(),
        none: page.gold.regions.iter().all(|r| r.records.is_empty()),
        rows: all.iter().zip(&measures).map(|(c, m)| features(m, c.generator)).collect(),
        measures,
        html: page.html.clone(),
        qualities: all.iter().map(|c| truth.quality(&tree, c)).collect(),
        notes: all
            .iter()
            .map(|c| format!("{} {} {}", c.generator.name(), c.len(), paths.path(tree.node(c.runs[0].0))))
            .collect(),
        candidates: all,
        tree,
    })
}

/// The likeliest candidates of a page by the first ranker, with the features that relate them to each other.
pub fn shortlist(page: &PageData, score: &dyn Fn(&[f32]) -> f64, size: usize) -> PageData {
    let scores: Vec<f64> = page.rows.iter().map(|r| score(r)).collect();
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]).then(a.cmp(&b)));
    order.truncate(size);
    let Ok(document) = parse(&page.html, &ParseOptions::default()) else { unreachable!("parsed before") };
    let tree = PageTree::new(&document);
    let facts = PageFacts::new(&document, &tree);
    let candidates: Vec<_> = order.iter().map(|&i| &page.candidates[i]).collect();
    let measures: Vec<_> = order.iter().map(|&i| &page.measures[i]).collect();
    let related = rowsmith::records::relations(&facts, &candidates, &measures);
    PageData {
        key: page.key.clone(),
        kind: page.kind.clone(),
        rows: order
            .iter()
            .zip(related)
            .map(|(&i, r)| page.rows[i].iter().copied().chain(r).chain([scores[i] as f32]).collect())
            .collect(),
        qualities: order.iter().map(|&i| page.qualities[i]).collect(),
        measures: Vec::new(),
        candidates: order.iter().map(|&i| page.candidates[i].clone()).collect(),
        notes: order.iter().map(|&i| page.notes[i].clone()).collect(),
        tree,
        html: Vec::new(),
        ..*page
    }
}
