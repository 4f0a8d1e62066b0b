//! Lists without repeated records: a page often carries a list twice, for wide and for narrow screens.

use rustc_hash::FxHashSet;

use super::candidate::{Candidate, Generator};
use super::facts::PageFacts;
use crate::tree::mix;

/// The candidate with the first occurrence of every record whose texts and images are all the same. `None` unless a
/// quarter of the records are such repeats, and two are left.
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

    #[test]
    fn the_first_of_two_copies_is_kept() {
        let html = "<ul><li>a<i>1</i><li>b<i>2</i></ul><ul><li>a<i>1</i><li>b<i>2</i></ul>";
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let facts = PageFacts::new(&document, &page);
        let items: Vec<usize> = (0..page.tree.len()).filter(|&id| page.tag(id) == Tag::LI).collect();
        let list = |items: &[usize]| Candidate::of_subtrees(&page.tree, items, Generator::PathGroup);
        let kept = without_copies(&facts, &list(&items)).unwrap();
        assert_eq!(kept.runs, list(&items[..2]).runs);
        assert_eq!(without_copies(&facts, &list(&items[..2])), None);
    }
}
