//! Lists of results: those whose records mention what was searched for.

use crate::dom::Tag;
use crate::records::facts::PageFacts;
use crate::records::facts::nodes::fragment;
use crate::records::record::Candidate;
use crate::tree::Run;

/// The least share of the records of a list of results that mention what was searched for. Others mention it in other
/// forms of its words, or in texts that are cut.
const MOST_RECORDS: f64 = 0.7;
/// The most that another list's records may mention it.
const FEW_RECORDS: f64 = 0.2;
/// The fewest records of a list of results that is taken in place of another list.
const LEAST_RECORDS: usize = 3;
/// The fewest words per record. Related searches mention what was searched for in fewer.
const LEAST_WORDS: f64 = 8.0;

/// Whether a list's records mention what was searched for and say more than that: then it is what the page exists to
/// show. Takes time linear in the list, and none on pages without a filled search box.
pub(crate) fn is_of_results(facts: &PageFacts<'_>, list: &Candidate) -> bool {
    !facts.declared.searched.is_empty()
        && words(facts, list) >= LEAST_WORDS * list.len() as f64
        && share_of_results(facts, list) >= MOST_RECORDS
}

/// The list of results where the best candidate by score is beside it, says less, and its records do not mention what was
/// searched for: the choices of a filter, say. `candidates` and `scores` are those of the shortlist; a position there.
pub fn results_beside(facts: &PageFacts<'_>, candidates: &[&Candidate], scores: &[f64], best: usize) -> usize {
    if facts.declared.searched.is_empty() || share_of_results(facts, candidates[best]) > FEW_RECORDS {
        return best;
    }
    let span = |i: usize| {
        let runs = &candidates[i].runs;
        (runs[0].first, runs[runs.len() - 1].end)
    };
    let (start, end) = span(best);
    let of_best = words(facts, candidates[best]);
    let mut others: Vec<usize> = (0..candidates.len())
        .filter(|&i| {
            let (from, to) = span(i);
            (to <= start || end <= from)
                && candidates[i].len() >= LEAST_RECORDS
                && words(facts, candidates[i]) > of_best
                && is_of_results(facts, candidates[i])
        })
        .collect();
    others.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]).then(a.cmp(&b)));
    others.first().copied().unwrap_or(best)
}

fn words(facts: &PageFacts<'_>, list: &Candidate) -> f64 {
    list.runs.iter().map(|&run| f64::from(facts.words.of(run))).sum()
}

/// The share of records that mention what was searched for.
fn share_of_results(facts: &PageFacts<'_>, list: &Candidate) -> f64 {
    let mentions = |run: &Run| {
        facts.terminals[facts.terminal_range(*run)]
            .iter()
            .filter(|&&id| facts.page.tag(id) == Tag::TEXT)
            .any(|&id| facts.declared.searched.is_in(fragment(facts.document, facts.page, id)))
    };
    list.records().filter(|runs| runs.iter().any(mentions)).count() as f64 / list.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};
    use crate::records::record::Generator;
    use crate::tree::{PageTree, TreeId};

    /// The number of the list that is chosen where the first has the higher score, and whether it is one of results.
    fn chosen(html: &str) -> (usize, bool) {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let facts = PageFacts::new(&document, &page);
        let list = |id: TreeId| {
            let items: Vec<TreeId> = page.tree.children(id).collect();
            Candidate::of_subtrees(&page.tree, &items, Generator::Region)
        };
        let lists: Vec<Candidate> = page.tree.nodes().filter(|&id| page.tag(id) == Tag::UL).map(list).collect();
        let at = results_beside(&facts, &lists.iter().collect::<Vec<_>>(), &[2.0, 1.0], 0);
        (at, is_of_results(&facts, &lists[at]))
    }

    #[test]
    fn results_are_taken_in_place_of_the_choices_of_a_filter() {
        let filter = "<ul><li>2017 (16)<li>2016 (58)<li>2015 (3)</ul>";
        let result = "<li>How computers were built before they had a name, an article";
        let results = format!("<ul>{}</ul>", result.repeat(3));
        assert_eq!(chosen(&format!("<input name=q value='computer science'>{filter}{results}")), (1, true));
        assert_eq!(chosen(&format!("<input name=q>{filter}{results}")), (0, false));
        let related = "<ul><li>computer desk<li>computer chair<li>computer mouse</ul>";
        assert_eq!(chosen(&format!("<input name=q value='computer science'>{filter}{related}")), (0, false));
    }
}
