//! Lists of results: those whose records mention what was searched for.

use crate::dom::Tag;
use crate::records::facts::nodes::fragment;
use crate::records::facts::searched::is_unspaced;
use crate::records::facts::{PageFacts, Section};
use crate::records::record::Candidate;
use crate::tree::Run;

/// The least share of the records of a list of results that mention what was searched for. The others mention it in other
/// forms of its words, or in texts that are cut.
const LEAST_SHARE: f64 = 0.7;
/// The most that the records of a list which is given up for one of results may mention it.
const MOST_SHARE_OF_OTHERS: f64 = 0.2;
/// The fewest records of a list of results.
const LEAST_RECORDS: usize = 3;
/// The fewest records of one that is taken in place of another list. Answers in a thread mention what was searched for,
/// too, where its search box keeps that.
const LEAST_RECORDS_INSTEAD: usize = 5;
/// The fewest words that its records have in the mean. Related searches mention what was searched for in fewer.
const LEAST_WORDS: f64 = 8.0;
/// The characters of scripts without spaces that are a word.
const CHARACTERS_OF_WORD: usize = 2;

/// What a page says of what was searched for.
pub(crate) struct Results<'f> {
    facts: &'f PageFacts<'f>,
    /// For each terminal, and for the end, the words before it.
    words: Vec<u32>,
}

impl<'f> Results<'f> {
    /// Counts words. Takes linear time. `None` if the page has no filled search box, or declares that it is about one
    /// product: then the box is left from the search that led to it. (Pages of results call themselves articles.)
    pub(crate) fn of(facts: &'f PageFacts<'f>) -> Option<Results<'f>> {
        let [_, _, _, is_product] = facts.declared.types;
        if facts.declared.searched.is_empty() || is_product {
            return None;
        }
        let mut words = vec![0];
        for &id in &facts.terminals {
            let count =
                if facts.page.tag(id) == Tag::TEXT { words_of(fragment(facts.document, facts.page, id)) } else { 0 };
            words.push(words[words.len() - 1] + count);
        }
        Some(Results { facts, words })
    }

    /// Whether a list's records mention what was searched for and say more than that: then it is what the page exists to
    /// show.
    pub(crate) fn is_of_results(&self, list: &Candidate) -> bool {
        list.len() >= LEAST_RECORDS
            && self.words(list) >= LEAST_WORDS * list.len() as f64
            && self.share(list) >= LEAST_SHARE
            && !self.is_apart(list)
    }

    /// The list of results where the best candidate by score is beside it, says less, and its records do not mention what
    /// was searched for: the choices of a filter, say. `candidates` and `scores` are those of the shortlist; a position there.
    fn beside(&self, candidates: &[&Candidate], scores: &[f64], best: usize) -> usize {
        if self.share(candidates[best]) > MOST_SHARE_OF_OTHERS {
            return best;
        }
        let of_best = self.words(candidates[best]);
        let is_better = |&i: &usize| {
            candidates[i].len() >= LEAST_RECORDS_INSTEAD
                && self.words(candidates[i]) > of_best
                && self.is_of_results(candidates[i])
                && !candidates[i].overlaps(candidates[best])
        };
        let others = (0..candidates.len()).filter(is_better);
        others.max_by(|&a, &b| scores[a].total_cmp(&scores[b]).then(b.cmp(&a))).unwrap_or(best)
    }

    /// The share of records that mention what was searched for.
    fn share(&self, list: &Candidate) -> f64 {
        let mentions = |run: &Run| self.facts.searched.of(*run) > 0;
        list.records().filter(|runs| runs.iter().any(mentions)).count() as f64 / list.len() as f64
    }

    fn words(&self, list: &Candidate) -> f64 {
        let of = |run: &Run| {
            let range = self.facts.terminal_range(*run);
            f64::from(self.words[range.end] - self.words[range.start])
        };
        list.runs.iter().map(of).sum()
    }

    /// Whether a list stands in a part of the page where no results are.
    fn is_apart(&self, list: &Candidate) -> bool {
        let sections = self.facts.sections[list.runs[0].first];
        [Section::Nav, Section::Footer, Section::Aside, Section::Dialog, Section::Hidden]
            .iter()
            .any(|section| sections & section.bit() != 0)
    }
}

/// The list of results beside the best candidate of the shortlist by score, if that one does not mention what was
/// searched for; else the best. A position in the shortlist. Takes time linear in the page, and none on pages without a filled search box.
pub fn results_beside(facts: &PageFacts<'_>, candidates: &[&Candidate], scores: &[f64], best: usize) -> usize {
    Results::of(facts).map_or(best, |results| results.beside(candidates, scores, best))
}

/// The words of a text; of scripts without spaces, two characters are one.
fn words_of(text: &str) -> u32 {
    let unspaced = text.chars().filter(|&c| is_unspaced(c)).count();
    text.split_whitespace().count().max(unspaced / CHARACTERS_OF_WORD) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::ranking::test_lists::with_lists;

    const SEARCHED: &str = "<input name=q value='computer science'>";
    const FILTER: &str = "<ul><li>2017 (16)<li>2016 (58)<li>2015 (3)</ul>";
    const RESULT: &str = "<li>How computers were built before they had a name, an article";

    /// The lists of a page as its `ul`s, of which earlier ones have higher scores: the number of the chosen one, and whether it is
    /// one of results.
    fn chosen(html: &str) -> (usize, bool) {
        with_lists(html, |facts, lists| {
            let scores: Vec<f64> = (0..lists.len()).map(|i| -(i as f64)).collect();
            let at = results_beside(facts, lists, &scores, 0);
            (at, Results::of(facts).is_some_and(|results| results.is_of_results(lists[at])))
        })
    }

    fn list(items: &str) -> String {
        format!("<ul>{items}</ul>")
    }

    #[test]
    fn results_are_taken_in_place_of_the_choices_of_a_filter() {
        let results = list(&RESULT.repeat(5));
        assert_eq!(chosen(&format!("{SEARCHED}{FILTER}{results}{results}")), (1, true));
        assert_eq!(chosen(&format!("{SEARCHED}{results}{FILTER}")), (0, true));
        assert_eq!(chosen(&format!("<input name=q>{FILTER}{results}")), (0, false));
        assert_eq!(chosen(&format!("{SEARCHED}{FILTER}<footer>{results}</footer>")), (0, false));
        let product = "<meta property=og:type content=product>";
        assert_eq!(chosen(&format!("{product}{SEARCHED}{FILTER}{results}")), (0, false));
    }

    #[test]
    fn results_are_several_say_more_than_a_search_and_mostly_mention_it() {
        let related = list(&"<li>computer desk<li>computer chair".repeat(3));
        assert_eq!(chosen(&format!("{SEARCHED}{FILTER}{related}")), (0, false));
        assert_eq!(chosen(&format!("{SEARCHED}{FILTER}{}", list(&RESULT.repeat(4)))), (0, false));
        assert_eq!(chosen(&format!("{SEARCHED}{}", list(&RESULT.repeat(3)))), (0, true));
        assert_eq!(chosen(&format!("{SEARCHED}{}", list(&RESULT.repeat(2)))), (0, false));
        let other = "<li>Something else, of which the page says as much as of the others";
        assert_eq!(chosen(&format!("{SEARCHED}{FILTER}{}", list(&format!("{}{other}", RESULT.repeat(4))))), (1, true));
        assert_eq!(
            chosen(&format!("{SEARCHED}{FILTER}{}", list(&format!("{}{other}{other}", RESULT.repeat(4))))),
            (0, false)
        );
    }

    #[test]
    fn a_list_that_says_more_or_mentions_the_search_is_kept() {
        let long =
            list(&"<li>A text that is longer than those of the results beside it, and of something else".repeat(6));
        let results = list(&RESULT.repeat(5));
        assert_eq!(chosen(&format!("{SEARCHED}{long}{results}")), (0, false));
        let short = "<ul><li>computers<li>science<li>else</ul>";
        assert_eq!(chosen(&format!("{SEARCHED}{short}{results}")), (0, false));
    }

    #[test]
    fn results_without_spaces_between_words_are_known() {
        let filter = "<ul><li>2017<li>2016<li>2015</ul>";
        let results = list(&"<li>京都の観光地を一日で巡る旅の計画と費用について".repeat(5));
        assert_eq!(chosen(&format!("<input name=q value=京都観光>{filter}{results}")), (1, true));
    }
}
