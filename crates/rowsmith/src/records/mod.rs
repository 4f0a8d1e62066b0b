//! Data records of list pages: MDR-2 and DEPTA, and the choice of the page's main list.
//!
//! [`candidates`] finds lists by several generators, [`choose`] orders them, [`align`] and [`column_drafts`] put the
//! items of a list into named columns.

mod align;
pub(crate) mod candidates;
mod columns;
mod facts;
pub(crate) mod mdr;
pub(crate) mod ranking;
pub(crate) mod record;
mod visual;

pub use align::{AlignOptions, AlignedColumn, RecordTree, align};
pub(crate) use align::{FAIR_CELLS, GrownSeed, ROOT_LABEL, align_with_seed, grid_columns};
pub(crate) use align::{align_within, said};
pub use candidates::clean::cleaned;
pub use candidates::copies::{copied_after, without_copies};
pub use candidates::groups::page_groups;
pub use candidates::sibling_runs::segments;
pub(crate) use columns::composite_text;
pub(crate) use columns::item_text;
pub use columns::{ColumnDraft, category, column_drafts, image_source};
pub use facts::declared::Declared;
pub use facts::nodes::NodeFacts;
pub(crate) use facts::nodes::fragment;
pub use facts::sums::Sums;
pub use facts::{PageFacts, Section};
pub use mdr::matched_nodes::matched_nodes;
pub use mdr::regions::{DataRegion, RegionOptions, find_regions, find_regions_by, find_valid_regions, uncovered};
pub use mdr::segment::record_lists;
pub use ranking::choose::{
    Measured, SHORTLIST, choose, choose_seen, confidence_row, first_copy, further_lists, measure_all, shortlist,
};
pub use ranking::features::{FEATURES, features};
pub use ranking::measure::{Measurer, Measures};
pub use ranking::model::{JUDGED_BY_TREES, Model, Ranker, TreeNode};
pub(crate) use ranking::model::{names_hash, parse_rankers, rankers_to_text};
pub use ranking::relation_features::{Relation, relation_features, relation_names};
pub use ranking::relations::relations;
pub use ranking::slots::{SlotCounter, SlotFigures};
pub use record::{Candidate, Generator, Record, run_roots};
pub use visual::{PLACE, Sight, VisualOptions};

use rustc_hash::FxHashSet;

use crate::dom::Document;
use crate::tree::{PageTree, Similarities, TreeId};

/// How the page's main list is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Method {
    /// All generators' candidates, by the learnt model.
    #[default]
    Learned,
    /// The papers' own: regions of MDR-2, by MiBAT's sum of matched nodes (5.4).
    Mdr2,
}

/// Options of the record extractor.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// How the main list is chosen.
    pub method: Method,
    /// The model in place of the library's own.
    pub model: Option<std::sync::Arc<Model>>,
    /// The least confidence with which a list is called the page's main list. Default 0.2, chosen by cross-validation:
    /// it is where few pages without a list get one and hardly any list is lost.
    pub min_confidence: f64,
    /// How much less than the main list another of its kind may score to be called a main list too. Default 4, where
    /// cross-validation finds further lists that are right and none that is wrong; negative for one main list a page.
    pub further_within: f64,
    /// Fill [`Ranked::evidence`].
    pub explain: bool,
    /// Parameters of MDR-2.
    pub regions: RegionOptions,
    /// Parameters of the alignment.
    pub align: AlignOptions,
    /// What is made of the layout of a page that comes with one.
    pub visual: VisualOptions,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            method: Method::Learned,
            model: None,
            min_confidence: 0.2,
            further_within: 4.0,
            explain: false,
            regions: RegionOptions::default(),
            align: AlignOptions::default(),
            visual: VisualOptions::default(),
        }
    }
}

/// A candidate with its rank.
#[derive(Clone, PartialEq, Debug)]
pub struct Ranked {
    /// The list.
    pub candidate: Candidate,
    /// Whether it is (one of) the page's main lists, if the page has any; they come first.
    pub main: bool,
    /// The score of the method in use; comparable within a page.
    pub score: f64,
    /// For the best candidate of the learnt method: the probability that the page has a main list and this is it.
    pub confidence: Option<f64>,
    /// What spoke most for and against it, on request: features with what each adds to the score, compared with the
    /// mean candidate of the page.
    pub evidence: Vec<(&'static str, f64)>,
}

/// All candidate lists of a page, each once, whatever found it: those of MDR-2 first, then
/// [groups](PageFacts::groups), and all of these without intruders.
pub fn candidates(facts: &PageFacts<'_>, options: &RegionOptions, sims: &mut Similarities<'_>) -> Vec<Candidate> {
    candidates_seen(facts, options, None, sims)
}

/// As [`candidates`], with what can be seen of the page.
pub fn candidates_seen(
    facts: &PageFacts<'_>,
    options: &RegionOptions,
    sight: Option<&Sight<'_>>,
    sims: &mut Similarities<'_>,
) -> Vec<Candidate> {
    let tree = &facts.page.tree;
    let mut all = region_lists(facts, options, sight, sims);
    all.extend(sight.into_iter().flat_map(|sight| sight.side_by_side(&facts.classes)));
    all.sort_by_key(|c| c.generator);
    let mut seen = FxHashSet::default();
    let mut is_new = |c: &Candidate| is_possible(facts, c) && seen.insert(c.terminals_hash(tree));
    all.retain(&mut is_new);
    all.extend(facts.groups().iter().filter(|c| is_new(c)).cloned());
    let mut scratch = Vec::new();
    for i in 0..all.len() {
        let made = [cleaned(facts, &all[i], &mut scratch), without_copies(facts, &all[i])];
        all.extend(made.into_iter().flatten().filter(|c| seen.insert(c.terminals_hash(tree))));
    }
    all
}

/// The record lists of MDR-2's regions.
fn region_lists(
    facts: &PageFacts<'_>,
    options: &RegionOptions,
    sight: Option<&Sight<'_>>,
    sims: &mut Similarities<'_>,
) -> Vec<Candidate> {
    let tree = &facts.page.tree;
    let is_valid = |region: &DataRegion| sight.is_none_or(|sight| sight.is_valid(region));
    let regions = match sight.and_then(Sight::conflicts) {
        Some((sizes, classes)) => {
            let mut sized = Similarities::with_sizes(tree, classes, sizes, sims.work_left());
            let mut similar = |a: &[TreeId], b: &[TreeId]| sized.within(a, b, options.max_distance);
            let found = find_valid_regions(tree, &facts.heights, options, &mut similar, &is_valid);
            sims.spend_as(&sized);
            found
        }
        None => {
            let mut similar = |a: &[TreeId], b: &[TreeId]| sims.within(a, b, options.max_distance);
            find_valid_regions(tree, &facts.heights, options, &mut similar, &is_valid)
        }
    };
    record_lists(tree, &regions)
}

/// The least share of the page's texts and images, or else of its characters, that a candidate holds. The smallest
/// main list of `records` holds 5 %; nine of ten groups of a page hold less than this, and measuring costs most.
const LEAST_SHARE: (f64, f64) = (0.02, 0.05);

/// Whether a list may be one at all: two records, not in something that a reader has to open or choose from, and not
/// next to nothing of the page.
fn is_possible(facts: &PageFacts<'_>, candidate: &Candidate) -> bool {
    if candidate.len() < 2 || !holds_enough(facts, candidate.runs.iter().copied()) {
        return false;
    }
    let apart = Section::Details.bit() | Section::Select.bit();
    let is_apart = |root: usize| facts.page.tree.parent(root).is_some_and(|p| facts.sections[p] & apart != 0);
    !candidate.runs.iter().all(|r| is_apart(r.0))
}

/// Whether records hold [`LEAST_SHARE`] of the page. Generators ask before they make a list that has no chance.
fn holds_enough(facts: &PageFacts<'_>, runs: impl Iterator<Item = (TreeId, TreeId)> + Clone) -> bool {
    let terminals: usize = runs.clone().map(|r| facts.terminal_range(r).len()).sum();
    terminals as f64 >= LEAST_SHARE.0 * facts.terminals.len() as f64
        || runs.map(|r| f64::from(facts.chars.of(r))).sum::<f64>() >= LEAST_SHARE.1 * f64::from(facts.chars.total())
}

/// All candidate lists of a page, best first, and whether `max_work` ([`Limits`](crate::Limits)) was passed.
pub fn find_candidates(document: &Document, page: &PageTree, options: &Options, max_work: u64) -> (Vec<Ranked>, bool) {
    let facts = PageFacts::new(document, page);
    let mut sims = Similarities::new(&page.tree, &facts.classes, max_work);
    let ranked = ranked_lists(&facts, options, &mut sims);
    (ranked, sims.exhausted)
}

/// As [`find_candidates`], where the facts of the page are known and its subtrees may have been compared already.
pub fn ranked_lists<'a>(facts: &'a PageFacts<'a>, options: &Options, sims: &mut Similarities<'a>) -> Vec<Ranked> {
    let page = facts.page;
    let sight = Sight::new(facts.document, page, options.visual);
    let sight = sight.as_ref();
    match options.method {
        Method::Learned => {
            let all = candidates_seen(facts, &options.regions, sight, sims);
            let model = options.model.as_deref().unwrap_or(Model::built_in());
            choose_seen(facts, all, sims, model, options.further_within, options.explain, sight)
        }
        Method::Mdr2 => {
            let mut seen = FxHashSet::default();
            let mut lists = region_lists(facts, &options.regions, sight, sims);
            lists.sort_by_key(|c| c.generator);
            lists.retain(|c| c.len() >= 2 && seen.insert(c.terminals_hash(&page.tree)));
            by_matched_nodes(page, lists, sims)
        }
    }
}

/// The regions of MDR-2 that no other covers, and non-contiguous records, come before all other candidates, as in
/// the paper; within either kind the order is by [`matched_nodes`].
fn by_matched_nodes(page: &PageTree, candidates: Vec<Candidate>, sims: &mut Similarities<'_>) -> Vec<Ranked> {
    let mut ranked: Vec<Ranked> = candidates
        .into_iter()
        .map(|candidate| {
            let score = matched_nodes(&page.tree, &candidate, sims);
            Ranked { candidate, main: false, score, confidence: None, evidence: Vec::new() }
        })
        .collect();
    let own = |r: &Ranked| !matches!(r.candidate.generator, Generator::Region | Generator::NonContiguous);
    ranked.sort_by(|a, b| own(a).cmp(&own(b)).then(b.score.total_cmp(&a.score)));
    if let Some(first) = ranked.first_mut() {
        first.main = true;
    }
    ranked
}
