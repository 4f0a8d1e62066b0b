//! The pages of one template, told by the elements they have.

use rustc_hash::FxHashMap;

use super::recognition::Outline;

/// Pages of one template share at least this much of what they have, weighted by how rare it is.
const LEAST_SHARED: f64 = 0.45;

/// Groups of pages of one template, the largest first; those of equal size in order of their first pages.
///
/// A page joins the group whose first page it shares most with. O(pages × groups × elements); the groups of a site are
/// few.
pub(super) fn templates_of(outlines: &[Outline]) -> Vec<Vec<usize>> {
    let mut counts: FxHashMap<u64, u32> = FxHashMap::default();
    for outline in outlines {
        for step in outline.steps.iter().chain(&outline.paths) {
            *counts.entry(*step).or_default() += 1;
        }
    }
    let n = outlines.len() as f64;
    // what every page has tells least, but is not nothing: two pages have everything in common, or nothing
    let weight = |feature: &u64| (1.5 * n / f64::from(counts[feature])).ln();
    let total = |outline: &Outline| outline.steps.iter().chain(&outline.paths).map(weight).sum::<f64>();
    let totals: Vec<f64> = outlines.iter().map(total).collect();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (i, outline) in outlines.iter().enumerate() {
        let shared = |j: usize| {
            let other = &outlines[j];
            let steps = outline.steps.intersection(&other.steps).map(weight).sum::<f64>();
            let paths = outline.paths.intersection(&other.paths).map(weight).sum::<f64>();
            let both = steps + paths;
            both / (totals[i] + totals[j] - both).max(f64::EPSILON)
        };
        let best = groups
            .iter()
            .enumerate()
            .take(MAX_GROUPS)
            .map(|(g, members)| (shared(members[0]), g))
            .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
        match best {
            Some((shared, g)) if shared >= LEAST_SHARED => groups[g].push(i),
            _ => groups.push(vec![i]),
        }
    }
    groups.sort_by_key(|g| (std::cmp::Reverse(g.len()), g[0]));
    groups
}

/// Groups that a page is compared with.
const MAX_GROUPS: usize = 64;
