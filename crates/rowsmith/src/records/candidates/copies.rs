//! Removing repeated records from lists: a page often contains a list twice, for wide and for narrow screens.

use rustc_hash::FxHashSet;

use crate::records::facts::PageFacts;
use crate::records::record::{Candidate, Generator};
use crate::tree::{Run, mix};

/// How many records come before their copies: `p` if record `i + p` has the key of record `i` for nearly all `i`, and
/// the first `p` records hardly repeat a key. The key of a record is its first link, or else its first text or image,
/// since copies for another screen width differ in the rest.
pub fn copied_after(facts: &PageFacts<'_>, candidate: &Candidate) -> Option<usize> {
    let n = candidate.len();
    let key = |runs: &[Run]| facts.first_link(runs).unwrap_or_else(|| first(facts, runs));
    let mut keys = candidate.records().map(key);
    let first_key = keys.next()?;
    let period = keys.position(|k| k == first_key)? + 1;
    if period < 2 || period * 2 > n + period / 4 || n < 4 {
        return None;
    }
    let keys: Vec<u64> = candidate.records().map(key).collect();
    let repeats = (0..n - period).filter(|&i| keys[i] == keys[i + period]).count();
    let distinct: FxHashSet<u64> = keys[..period].iter().copied().collect();
    (repeats * 10 >= (n - period) * 8 && distinct.len() * 10 >= period * 8).then_some(period)
}

fn first(facts: &PageFacts<'_>, runs: &[Run]) -> u64 {
    facts.terminal_range(runs[0]).next().map_or(0, |t| facts.contents[t])
}

/// The candidate with only the first occurrence of each record (compared by all texts and images), or only the part
/// before its copies. `None` unless a quarter of the records are such repeats and two are left.
pub fn without_copies(facts: &PageFacts<'_>, candidate: &Candidate) -> Option<Candidate> {
    let n = candidate.len();
    if n < 4 {
        return None;
    }
    let mut seen = FxHashSet::default();
    let mut runs = Vec::new();
    for record in candidate.records() {
        let contents = record.iter().flat_map(|&run| &facts.contents[facts.terminal_range(run)]);
        if seen.insert(contents.fold(0, |h, &c| mix(h, c))) {
            runs.extend_from_slice(record);
        }
    }
    if let Some(period) = copied_after(facts, candidate) {
        runs.truncate(0);
        runs.extend_from_slice(&candidate.runs[..period * candidate.runs_per_record]);
    }
    let kept = runs.len() / candidate.runs_per_record;
    (kept >= 2 && kept * 4 <= n * 3).then_some(Candidate {
        runs,
        runs_per_record: candidate.runs_per_record,
        generator: Generator::WithoutCopies,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, Tag, parse};
    use crate::tree::PageTree;
    use crate::tree::TreeId;

    #[test]
    fn the_first_of_two_copies_is_kept() {
        let html = "<ul><li>a<i>1</i><li>b<i>2</i></ul><ul><li>a<i>1</i><li>b<i>2</i></ul>";
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let facts = PageFacts::new(&document, &page);
        let items: Vec<TreeId> = page.tree.nodes().filter(|&id| page.tag(id) == Tag::LI).collect();
        let list = |items: &[TreeId]| Candidate::of_subtrees(&page.tree, items, Generator::PathGroup);
        let kept = without_copies(&facts, &list(&items)).unwrap();
        assert_eq!(kept.runs, list(&items[..2]).runs);
        assert_eq!(without_copies(&facts, &list(&items[..2])), None);
    }

    #[test]
    fn copies_with_other_details_are_known_by_their_links() {
        let html = "<ul><li><a href=1>a</a><li><a href=2>b</a></ul><ul><li><a href=1>a</a>x<li><a href=2>b</a>y</ul>";
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let facts = PageFacts::new(&document, &page);
        let items: Vec<TreeId> = page.tree.nodes().filter(|&id| page.tag(id) == Tag::LI).collect();
        let list = Candidate::of_subtrees(&page.tree, &items, Generator::PathGroup);
        assert_eq!(without_copies(&facts, &list).map(|c| c.len()), Some(2));
    }
}
