//! Agreement of pivots and the record extractor: each judges what the other found.
//!
//! The record extractor ranks its candidates by what lists look like; pivots tell which of them hold objects of the
//! domain. Data areas are additional candidates, and a list in which most records have a pivot is preferred.

use crate::objects::amber::areas::{AreaOptions, identify};
use crate::objects::amber::segmentation::segment;
use crate::records;
use crate::records::options::Ranked;
use crate::records::{Candidate, Generator, PageFacts, Record};
use crate::tree::{EditDistances, Run, Similarities, TreeId};

/// How much higher the ranker's score of a list is if every record has a pivot, compared with a list without any.
const PIVOT_WEIGHT: f64 = 3.0;

/// A candidate, and what the pivots say about it.
pub(crate) struct Judged {
    pub(crate) ranked: Ranked,
    /// The share of records with a pivot.
    pub(crate) share: f64,
    pub(crate) score: f64,
}

/// The records of the data areas of some pivot nodes (algorithms 2 and 3).
pub(crate) fn pivot_areas(
    facts: &PageFacts<'_>,
    pivots: &[TreeId],
    options: AreaOptions,
    distances: &mut EditDistances<'_>,
) -> Vec<Vec<Record>> {
    let tree = &facts.page.tree;
    let areas = identify(tree, &facts.depths, pivots, options);
    areas.iter().map(|area| segment(tree, area, distances)).filter(|records| records.len() >= 2).collect()
}

/// All lists of a page, starting with the likeliest list of objects.
pub(crate) fn judge<'a>(
    facts: &'a PageFacts<'a>,
    areas: &[Vec<Record>],
    pivots: &[TreeId],
    options: &records::Options,
    sims: &mut Similarities<'a>,
) -> Vec<Judged> {
    let tree = &facts.page.tree;
    let mut all = records::candidates(facts, &options.regions, sims);
    let mut seen: rustc_hash::FxHashSet<u64> = all.iter().map(|c| c.terminals_hash(tree)).collect();
    for area in areas {
        let runs = area.iter().flat_map(|r| r.runs.iter().copied()).collect();
        let candidate = Candidate { runs, runs_per_record: 1, generator: Generator::Part };
        if seen.insert(candidate.terminals_hash(tree)) {
            all.push(candidate);
        }
    }
    let model = options.model.as_deref().unwrap_or_else(|| records::Model::built_in());
    let ranked = records::choose(facts, all, sims, model, -1.0, false);
    let mut judged: Vec<Judged> = ranked
        .into_iter()
        .map(|ranked| {
            let share = pivot_share(&ranked.candidate, pivots);
            let score = ranked.score + PIVOT_WEIGHT * share;
            Judged { ranked, share, score }
        })
        .collect();
    // the first may be an earlier copy of the one with the best score, or results in place of a filter's choices; the sort is
    // stable, so it stays before its equals
    if let [first, ..] = &mut judged[..] {
        let top = first.ranked.score;
        let most = judged.iter().map(|j| j.ranked.score).fold(top, f64::max);
        judged[0].score += most - top;
    }
    judged.sort_by(|a, b| b.score.total_cmp(&a.score));
    judged
}

/// The share of a list's records that contain a pivot.
pub(crate) fn pivot_share(candidate: &Candidate, pivots: &[TreeId]) -> f64 {
    let holds = |&Run { first, end }: &Run| {
        let at = pivots.partition_point(|&p| p < first);
        pivots.get(at).is_some_and(|&p| p < end)
    };
    candidate.records().filter(|runs| runs.iter().any(holds)).count() as f64 / candidate.len().max(1) as f64
}
