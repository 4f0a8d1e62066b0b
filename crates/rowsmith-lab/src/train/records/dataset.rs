//! Candidates of all annotated pages as numbers, ready for training.

use rayon::prelude::*;
use rowsmith::dom::{Document, ParseOptions, parse};
use rowsmith::learn::Ranker;
use rowsmith::records::{
    Measured, PageFacts, RegionOptions, SHORTLIST, Shortlist, candidates, confidence_row, first_copy, measure_all,
    results_beside, shortlist, unpaired,
};
use rowsmith::tree::{PageTree, Similarities};

use crate::eval::data::{Extra, GoldPage};
use crate::eval::row_truth::RowTruth;
use crate::eval::truth::{Quality, Truth};
use crate::train::sample::Sample;

/// If rows are known by their content and no candidate contains this much of it, the annotation words them differently
/// from the page: it is by chance which candidate comes nearest, so the page is not used for training.
const UNDERSTOOD: f64 = 0.95;

/// A page with its trees.
pub struct Parsed {
    pub page: GoldPage,
    pub document: Document,
    pub tree: PageTree,
}

/// Parses all pages; those that do not parse are left out.
pub fn parsed(pages: Vec<GoldPage>) -> Vec<Parsed> {
    let one = |page: GoldPage| {
        let document = parse(&page.html, &ParseOptions::default()).ok()?;
        let tree = PageTree::new(&document);
        Some(Parsed { page, document, tree })
    };
    pages.into_par_iter().filter_map(one).collect()
}

/// One page: its candidates' features and qualities.
pub struct PageData<'a> {
    pub page: &'a GoldPage,
    pub facts: PageFacts<'a>,
    /// The page has a main list.
    pub has_list: bool,
    /// The page has no list at all, not even a secondary one.
    pub none: bool,
    pub measured: Measured,
    pub qualities: Vec<Quality>,
    /// The generator, number of records and path of each candidate, for looking at failures.
    pub notes: Vec<String>,
}

/// The likeliest candidates of a page.
pub struct Short {
    pub sample: Sample,
    /// Indices of the page's candidates.
    pub order: Vec<usize>,
    /// The scores of the first ranker.
    pub scores: Vec<f64>,
}

/// A candidate of a shortlist that was chosen.
pub struct Chosen {
    /// Its position in the shortlist.
    pub at: usize,
    /// The features for the confidence in it.
    pub row: Vec<f32>,
}

/// Measures all pages.
pub fn dataset(pages: &[Parsed]) -> Vec<PageData<'_>> {
    pages.par_iter().map(page_data).collect()
}

fn page_data(Parsed { page, document, tree }: &Parsed) -> PageData<'_> {
    let facts = PageFacts::new(document, tree);
    let mut sims = Similarities::new(&tree.tree, &facts.classes, u64::MAX);
    let all = candidates(&facts, &RegionOptions::default(), &mut sims);
    let (has_list, qualities): (bool, Vec<Quality>) = match &page.rows {
        Some(rows) => match RowTruth::new(document, rows) {
            Some(truth) => (true, truth.qualities(tree, &all)),
            None => (false, vec![Quality::default(); all.len()]),
        },
        None => {
            let truth = Truth::new(document, &page.gold);
            (truth.has_list(), all.iter().map(|c| truth.quality(tree, c)).collect())
        }
    };
    let best = qualities.iter().map(|q| q.f1()).fold(0.0, f64::max);
    let has_list = has_list && (page.rows.is_none() || best >= UNDERSTOOD);
    let paths = rowsmith::dom::ElementPaths::new(document);
    let note = |c: &rowsmith::records::Candidate| {
        format!("{} {} {}", c.generator.name(), c.len(), paths.path(tree.node(c.runs[0].first)))
    };
    let notes = all.iter().map(note).collect();
    PageData {
        page,
        has_list,
        none: matches!(page.extra, Extra::No | Extra::Article)
            && page.gold.regions.iter().all(|r| r.records.is_empty()),
        measured: measure_all(&facts, all, &mut sims),
        qualities,
        notes,
        facts,
    }
}

impl PageData<'_> {
    /// All candidates.
    pub fn sample(&self) -> Sample {
        Sample { rows: self.measured.rows.clone(), qualities: self.qualities.clone() }
    }

    /// The shortlist by the scores of a first ranker. `None` for a page without candidates.
    pub fn short(&self, scores: &[f64]) -> Option<Short> {
        let facts = &self.facts;
        let Shortlist { order, rows } = shortlist(facts, &self.measured, scores, SHORTLIST);
        let scores = order.iter().map(|&i| scores[i]).collect();
        let qualities = order.iter().map(|&i| self.qualities[i]).collect();
        (!order.is_empty()).then_some(Short { sample: Sample { rows, qualities }, order, scores })
    }
}

impl Short {
    /// The choice of the two rankers.
    pub fn choice(&self, page: &PageData<'_>, second: &Ranker) -> Chosen {
        let rows = &self.sample.rows;
        let scores: Vec<f64> = self.scores.iter().zip(rows).map(|(score, row)| score + second.score(row)).collect();
        let best =
            (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b]).then(b.cmp(&a))).unwrap_or_default();
        let listed: Vec<_> = self.order.iter().map(|&i| &page.measured.candidates[i]).collect();
        let best = results_beside(&page.facts, &listed, &scores, best);
        let best = unpaired(&page.facts, &listed, &scores, best);
        let best = first_copy(&page.facts, &listed, best);
        Chosen { at: best, row: confidence_row(&page.facts, &page.measured, &self.order, rows, &scores, best) }
    }
}
