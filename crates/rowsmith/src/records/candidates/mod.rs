//! Candidate lists in addition to those of MDR-2: groups by tag and class, runs of siblings, lists without intruders
//! and without copies.

use crate::records::candidates::clean::cleaned;
use crate::records::candidates::copies::without_copies;
use crate::records::candidates::groups::page_groups;
use crate::records::candidates::share::holds_enough;
use crate::records::candidates::sibling_runs::sibling_runs;
use crate::records::facts::PageFacts;
use crate::records::facts::Section;
use crate::records::mdr::regions::DataRegion;
use crate::records::mdr::regions::RegionOptions;
use crate::records::mdr::regions::RegionSearch;
use crate::records::mdr::segment::joined_record_lists;
use crate::records::mdr::segment::record_lists;
use crate::records::record::Candidate;
use crate::records::record::Generator;
use crate::records::visual::Sight;
use crate::tree::id::TreeId;
use crate::tree::similarity::Similarities;
use rustc_hash::FxHashSet;
pub(crate) mod clean;
pub(crate) mod copies;
pub(crate) mod groups;
pub(crate) mod share;
pub(crate) mod sibling_runs;

/// Like [`candidates`], using the layout of the page.
pub fn candidates_seen(
    facts: &PageFacts<'_>,
    options: &RegionOptions,
    sight: Option<&Sight<'_>>,
    sims: &mut Similarities<'_>,
) -> Vec<Candidate> {
    let tree = &facts.page.tree;
    let mut all = region_lists(facts, options, sight, sims, RegionLists::Joined);
    all.extend(sight.into_iter().flat_map(|sight| sight.side_by_side(&facts.classes)));
    all.sort_by_key(|c| c.generator);
    let mut seen = FxHashSet::default();
    let mut is_new =
        |c: &Candidate| is_possible(facts, c) && !is_mixed(facts, c) && seen.insert(c.terminals_hash(tree));
    all.retain(&mut is_new);
    all.extend(groups(facts).iter().filter(|c| is_new(c)).cloned());
    let mut scratch = Vec::new();
    for i in 0..all.len() {
        let made = [cleaned(facts, &all[i], &mut scratch), without_copies(facts, &all[i])];
        all.extend(made.into_iter().flatten().filter(|c| seen.insert(c.terminals_hash(tree))));
    }
    all
}

/// Which record lists to take from MDR-2's regions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RegionLists {
    /// Those of the paper ([`record_lists`]).
    Paper,
    /// Those that the ranking model was trained on ([`joined_record_lists`]). Records within nodes of several
    /// components are found by its groups and runs of siblings anyway. Cross-validated with the present models, the
    /// first list is perfect on .877 of the 341 lists of `records` with these, and on .868 with those of the paper.
    Joined,
}

/// The record lists of MDR-2's regions.
pub(crate) fn region_lists(
    facts: &PageFacts<'_>,
    options: &RegionOptions,
    sight: Option<&Sight<'_>>,
    sims: &mut Similarities<'_>,
    which: RegionLists,
) -> Vec<Candidate> {
    let tree = &facts.page.tree;
    let is_valid = |region: &DataRegion| sight.is_none_or(|sight| sight.is_valid(region));
    let found = |similar: &mut dyn FnMut(&[TreeId], &[TreeId]) -> bool| {
        let mut search = RegionSearch { tree, heights: &facts.heights, options, similar, is_valid: &is_valid };
        let regions = search.of_page();
        match which {
            RegionLists::Paper => record_lists(&mut search, &regions),
            RegionLists::Joined => joined_record_lists(tree, &regions),
        }
    };
    match sight.and_then(Sight::conflicts) {
        Some((sizes, classes)) => {
            let mut sized = Similarities::with_sizes(tree, classes, sizes, sims.work_left());
            let lists = found(&mut |a, b| sized.within(a, b, options.max_distance));
            sims.spend_as(&sized);
            lists
        }
        None => found(&mut |a, b| sims.within(a, b, options.max_distance)),
    }
}

/// Whether a list may be one at all: it has two records, is not in something that a reader has to open or choose from,
/// and is not a negligible part of the page.
pub(crate) fn is_possible(facts: &PageFacts<'_>, candidate: &Candidate) -> bool {
    if candidate.len() < 2 || !holds_enough(facts, candidate.runs.iter().copied()) {
        return false;
    }
    let apart = Section::Details.bit() | Section::Select.bit();
    let is_apart = |root: TreeId| facts.page.tree.parent(root).is_some_and(|p| facts.sections[p] & apart != 0);
    !candidate.runs.iter().all(|r| is_apart(r.first))
}

/// Whether a group was lifted to elements of different tags, a cell here and a link there: such are not the records of
/// one list.
fn is_mixed(facts: &PageFacts<'_>, candidate: &Candidate) -> bool {
    let mut tags = candidate.runs.iter().map(|run| facts.page.tag(run.first));
    let first = tags.next();
    candidate.generator == Generator::Lifted && tags.any(|tag| Some(tag) != first)
}

/// All candidate lists of a page without duplicates: those of MDR-2 first, then [`groups`], and all of these without
/// intruders.
pub fn candidates(facts: &PageFacts<'_>, options: &RegionOptions, sims: &mut Similarities<'_>) -> Vec<Candidate> {
    candidates_seen(facts, options, None, sims)
}

/// The lists of the page found by tags and classes alone: runs of siblings ([`sibling_runs()`]), then page-wide groups
/// ([`page_groups`]). Both records and posts are chosen among them, so they are computed once per page.
pub fn groups<'f>(facts: &'f PageFacts<'_>) -> &'f [Candidate] {
    facts.groups_by(|facts| {
        let mut groups = Vec::new();
        sibling_runs(facts, &mut groups);
        page_groups(facts, &mut groups);
        groups
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, Tag, parse};
    use crate::tree::PageTree;

    #[test]
    fn what_surrounds_a_group_is_of_one_tag() {
        let is_mixed_of = |html: &str, generator: Generator| {
            let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
            let page = PageTree::new(&document);
            let facts = PageFacts::new(&document, &page);
            let is_around = |id: &TreeId| matches!(page.tag(*id), Tag::DIV | Tag::P);
            let around: Vec<TreeId> = page.tree.nodes().filter(is_around).collect();
            is_mixed(&facts, &Candidate::of_subtrees(&page.tree, &around, generator))
        };
        let (div, p) = ("<div><b>1</b>a</div>", "<p><b>1</b>a</p>");
        assert!(is_mixed_of(&format!("<main>{div}{p}{div}</main>"), Generator::Lifted));
        assert!(!is_mixed_of(&format!("<main>{div}{div}</main>"), Generator::Lifted));
        assert!(!is_mixed_of(&format!("<main>{div}{p}</main>"), Generator::TagClassGroup));
    }
}
