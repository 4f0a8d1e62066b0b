//! Lists of a page that may be its posts.

use crate::records::groups;
pub(crate) mod lead;
pub(crate) mod pivot_boxes;
pub(crate) mod unnested;

use rustc_hash::FxHashSet;

use crate::posts::candidates::lead::with_lead;
use crate::posts::candidates::pivot_boxes::pivot_boxes;
use crate::posts::mibat::{MibatOptions, is_dates_only, mibat};
use crate::posts::pivots::Pivots;
use crate::records::{Candidate, PageFacts, cleaned};
use crate::tree::Similarities;

/// The least share of the page's characters, in hundredths, that a list of posts has. The smallest are short comments
/// below a long article: 2 % on the pages of `sites`.
const LEAST_SHARE: u32 = 1;
/// The least average number of words in a post.
const LEAST_WORDS: u32 = 3;
/// The most candidates that are measured: the ones with the most text.
const MAX_MEASURED: usize = 96;

/// All lists that may be posts: MiBAT's regions, boxes around pivots, and the groups and runs of siblings that
/// `records` finds. Duplicates and intruders are removed. Only lists that have some text, and dates or prose in most
/// records, are kept.
pub fn post_candidates(
    facts: &PageFacts<'_>,
    pivots: &Pivots,
    options: &MibatOptions,
    sims: &mut Similarities<'_>,
    max_work: u64,
) -> Vec<Candidate> {
    let tree = &facts.page.tree;
    let mut all = mibat(facts, pivots, options, sims, max_work);
    pivot_boxes(facts, pivots, sims, &mut all);
    let mut seen = FxHashSet::default();
    let mut is_new = |c: &Candidate| may_be_posts(facts, pivots, c) && seen.insert(c.terminals_hash(tree));
    all.retain(&mut is_new);
    all.extend(groups(facts).iter().filter(|c| is_new(c)).cloned());
    let mut scratch = Vec::new();
    for i in 0..all.len() {
        if let Some(made) = cleaned(facts, &all[i], &mut scratch)
            && may_be_posts(facts, pivots, &made)
            && seen.insert(made.terminals_hash(tree))
        {
            all.push(made);
        }
    }
    let leads: Vec<Candidate> = with_lead(facts, pivots, &all);
    all.extend(leads.into_iter().filter(|c| seen.insert(c.terminals_hash(tree))));
    if all.len() > MAX_MEASURED {
        let prose =
            |c: &Candidate| -> u32 { c.runs.iter().map(|&r| facts.chars.of(r) - facts.link_chars.of(r)).sum::<u32>() };
        all.sort_by_cached_key(|c| std::cmp::Reverse(prose(c)));
        all.truncate(MAX_MEASURED);
    }
    all
}

/// Whether a list may be posts at all: a cheap test on sums.
fn may_be_posts(facts: &PageFacts<'_>, pivots: &Pivots, candidate: &Candidate) -> bool {
    if candidate.len() < 2 {
        return false;
    }
    let n = candidate.len() as u32;
    let (mut chars, mut linked, mut words, mut prose) = (0, 0, 0, 0);
    for runs in candidate.records() {
        let long: u32 = runs.iter().map(|&r| facts.long_texts.of(r)).sum();
        prose += u32::from(long > 0);
        for &run in runs {
            chars += facts.chars.of(run);
            linked += facts.link_chars.of(run);
            words += facts.words.of(run);
        }
    }
    if words < LEAST_WORDS * n || chars * 100 < LEAST_SHARE * facts.chars.total() || linked * 10 > chars * 9 {
        return false;
    }
    let dated = || candidate.records().filter(|runs| runs.iter().any(|&r| !pivots.within(r).is_empty())).count() as u32;
    (prose * 2 >= n || dated() * 2 >= n) && !is_dates_only(facts, pivots, candidate)
}
