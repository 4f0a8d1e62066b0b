//! Data records of list pages: MDR-2 and DEPTA.
//!
//! [`find_candidates`] mines regions and groups, ranks them; [`align`] and [`column_drafts`] put the items
//! of a list into named columns.

mod align;
mod candidate;
mod columns;
mod groups;
mod naming;
mod rank;
mod regions;
mod segment;

pub use align::{AlignOptions, AlignedColumn, align};
pub use candidate::{Candidate, Generator, Record};
pub use columns::{ColumnDraft, category, column_drafts, image_source};
pub use groups::page_groups;
pub use rank::matched_nodes;
pub use regions::{DataRegion, RegionOptions, find_regions, uncovered};
pub use segment::record_lists;

use rustc_hash::FxHashSet;

use crate::dom::Document;
use crate::tree::{PageTree, Similarities, structural_classes};

/// Options of the record extractor.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Options {
    /// Parameters of MDR-2.
    pub regions: RegionOptions,
    /// Parameters of the alignment.
    pub align: AlignOptions,
}

/// A candidate with its rank.
#[derive(Clone, PartialEq, Debug)]
pub struct Ranked {
    /// The list.
    pub candidate: Candidate,
    /// MiBAT's sum of matched nodes.
    pub score: f64,
}

/// All candidate lists of a page, best first, and whether `max_work` ([`Limits`](crate::Limits)) was passed.
///
/// The regions of MDR-2 that no other covers, and non-contiguous records, come before all other candidates, as in
/// the paper; within either kind the order is by [`matched_nodes`].
pub fn find_candidates(document: &Document, page: &PageTree, options: &Options, max_work: u64) -> (Vec<Ranked>, bool) {
    let tree = &page.tree;
    let classes = structural_classes(tree);
    let mut sims = Similarities::new(tree, &classes, max_work);
    let heights = tree.heights(|id| page.is_text(id));
    let regions = find_regions(tree, &heights, &options.regions, &mut sims);
    let mut candidates = record_lists(tree, &regions);
    candidates.sort_by_key(|c| c.generator);
    candidates.extend(page_groups(document, page));
    // lists that hold the same texts and images are one list, whatever found them
    let mut seen = FxHashSet::default();
    candidates.retain(|c| seen.insert(terminal_ranges(page, c)));
    let mut ranked: Vec<Ranked> = candidates
        .into_iter()
        .map(|candidate| {
            let score = matched_nodes(tree, &candidate.records, &mut sims);
            Ranked { candidate, score }
        })
        .collect();
    let own = |r: &Ranked| !matches!(r.candidate.generator, Generator::Region | Generator::NonContiguous);
    ranked.sort_by(|a, b| own(a).cmp(&own(b)).then(b.score.total_cmp(&a.score)));
    (ranked, sims.exhausted)
}

/// A hash of which terminals each record holds.
fn terminal_ranges(page: &PageTree, candidate: &Candidate) -> u64 {
    let before = |id: usize| u64::from(page.tree.terminals_before[id]);
    let mut hash = 0;
    for record in &candidate.records {
        for &(first, end) in &record.runs {
            hash = crate::tree::mix(hash, before(first) << 32 | before(end));
        }
        hash = crate::tree::mix(hash, u64::MAX);
    }
    hash
}
