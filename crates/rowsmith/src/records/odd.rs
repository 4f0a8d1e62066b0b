//! Rows of a main list that are not records: tiles of a sidebar, header rows that are no table's, a record given twice.

use rustc_hash::FxHashMap;

use crate::records::facts::{PageFacts, Section};
use crate::records::options::Ranked;
use crate::records::record::Candidate;
use crate::tree::Run;

/// How many records at the start of a list may be none.
const MOST_LEADING: usize = 8;
/// The least number of records that must be left to say that those at the start are unlike them.
const LEAST_LEFT: usize = 4;

/// The lists in the same order, the main ones without the records that are odd among the others: those in a part of
/// the page that stands beside its content, unless most of the list does; those at the start that lack what nearly all
/// others have; those that say again what the one right before them says. A list of which fewer than two records would
/// be left stays as it is. Takes time linear in the terminals of the main lists.
pub(crate) fn without_odd(facts: &PageFacts<'_>, ranked: Vec<Ranked>) -> Vec<Ranked> {
    let cleared = |list: Ranked| match list.main {
        true => Ranked { candidate: cleared(facts, list.candidate), ..list },
        false => list,
    };
    ranked.into_iter().map(cleared).collect()
}

fn cleared(facts: &PageFacts<'_>, list: Candidate) -> Candidate {
    let beside = beside(facts, &list);
    let mut kept: Vec<&[Run]> =
        list.records().zip(&beside).filter(|(_, is_beside)| !**is_beside).map(|(record, _)| record).collect();
    kept.drain(..leading(facts, &kept));
    let mut before = None;
    kept.retain(|record| {
        let content = link_and_contents(facts, record);
        let repeats = content.is_some() && before == content;
        before = content;
        !repeats
    });
    if kept.len() < 2 || kept.len() == list.len() {
        return list;
    }
    let runs = kept.concat();
    Candidate { runs, ..list }
}

/// For each record, whether it stands beside the content of the page (in navigation, an aside, a footer, a dialog)
/// while more than half of the records do not.
fn beside(facts: &PageFacts<'_>, list: &Candidate) -> Vec<bool> {
    let apart = [Section::Nav, Section::Aside, Section::Footer, Section::Dialog].map(Section::bit);
    let apart = apart.iter().fold(0, |all, bit| all | bit);
    let mut beside: Vec<bool> = list.records().map(|record| facts.sections[record[0].first] & apart != 0).collect();
    if beside.iter().filter(|is_beside| **is_beside).count() * 2 >= beside.len() {
        beside.fill(false);
    }
    beside
}

/// How many records at the start have no link where nineteen of twenty of the others have one, or none of the kinds of
/// terminals that as many of the others have.
fn leading(facts: &PageFacts<'_>, records: &[&[Run]]) -> usize {
    let most = MOST_LEADING.min(records.len().saturating_sub(LEAST_LEFT)).min(records.len() / 2);
    // the kinds of terminals of each of the first records, and of how many of all records
    let mut first: Vec<Vec<u32>> = Vec::with_capacity(most);
    let mut with_slot: FxHashMap<u32, usize> = FxHashMap::default();
    for (i, record) in records.iter().enumerate() {
        let mut slots: Vec<u32> =
            record.iter().flat_map(|&run| &facts.path_slots[facts.terminal_range(run)]).copied().collect();
        slots.sort_unstable();
        slots.dedup();
        slots.iter().for_each(|&slot| *with_slot.entry(slot).or_default() += 1);
        if i < most {
            first.push(slots);
        }
    }
    let has_link = |record: &&[Run]| record.iter().any(|&run| facts.links.of(run) > 0);
    let mut with_link = records.iter().filter(|record| has_link(record)).count();
    let mut odd = 0;
    // unlike what comes after them, the longest such start counts
    for at in 0..most {
        let others = records.len() - at - 1;
        let nearly_all = |with: usize| with * 20 >= others * 19;
        with_link -= usize::from(has_link(&records[at]));
        first[at].iter().for_each(|slot| {
            with_slot.entry(*slot).and_modify(|with| *with -= 1);
        });
        let has_any =
            |slots: &[u32]| slots.iter().any(|slot| with_slot.get(slot).is_some_and(|with| nearly_all(*with)));
        let have_common = with_slot.values().any(|with| nearly_all(*with));
        let is_odd = |i: usize| nearly_all(with_link) && !has_link(&records[i]) || have_common && !has_any(&first[i]);
        if (0..=at).all(is_odd) {
            odd = at + 1;
        }
    }
    odd
}

/// Where the first link of a record leads, and what the record says; `None` for a record without a link, since two rows
/// of figures may well be equal.
fn link_and_contents<'f>(facts: &'f PageFacts<'_>, record: &[Run]) -> Option<(u64, Vec<&'f [u64]>)> {
    let link = facts.first_link(record)?;
    Some((link, record.iter().map(|&run| &facts.contents[facts.terminal_range(run)]).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, Tag, line, parse};
    use crate::records::record::Generator;
    use crate::tree::{PageTree, TreeId};

    /// The texts of what is left of the list of all `li` of a page.
    fn left(html: &str) -> Vec<String> {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let facts = PageFacts::new(&document, &page);
        let items: Vec<TreeId> = page.tree.nodes().filter(|&id| page.tag(id) == Tag::LI).collect();
        let candidate = Candidate::of_subtrees(&page.tree, &items, Generator::TagClassGroup);
        let list = Ranked { candidate, main: true, score: 0.0, confidence: None, evidence: Vec::new() };
        let text = |&Run { first, .. }: &Run| line(&document, page.spans[first].from, page.spans[first].to);
        without_odd(&facts, vec![list])[0].candidate.runs.iter().map(text).collect()
    }

    fn items(names: &str) -> String {
        names.chars().map(|name| format!("<li><a href={name}>{name}</a>")).collect()
    }

    #[test]
    fn what_stands_beside_the_content_is_dropped() {
        let (three, two) = (items("abc"), items("xy"));
        assert_eq!(left(&format!("<ul>{three}</ul><aside><ul>{two}</ul></aside>")), ["a", "b", "c"]);
        assert_eq!(left(&format!("<ul>{two}</ul><aside><ul>{three}</ul></aside>")).len(), 5);
    }

    #[test]
    fn leading_records_without_what_all_others_have_are_dropped() {
        let four = items("abcd");
        assert_eq!(left(&format!("<ul><li>Name<li>Place{four}</ul>")), ["a", "b", "c", "d"]);
        assert_eq!(left(&format!("<ul><li><a href=x><img src=x></a>{four}</ul>")).len(), 4);
        // one of the others has no link either
        assert_eq!(left(&format!("<ul><li>Name{four}<li>e</ul>")).len(), 6);
        assert_eq!(left(&format!("<ul>{four}<li>Name</ul>")).len(), 5);
    }

    #[test]
    fn a_record_right_after_its_equal_is_dropped() {
        assert_eq!(left(&format!("<ul>{}</ul>", items("aabccab"))), ["a", "b", "c", "a", "b"]);
        assert_eq!(left("<ul><li>1<li>1<li>2</ul>").len(), 3);
    }
}
