//! Lists with the element before them as the first post: the question above its answers has markup of its own.

use std::cmp::Reverse;
use std::hash::Hasher;

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use crate::dom::{AttrName, Tag};
use crate::posts::pivots::Pivots;
use crate::posts::profiles::is_profile;
use crate::records::{Candidate, Generator, PageFacts};
use crate::tree::{Run, TreeId, mix};

/// How many lists get one, those with the most text.
const MAX_LISTS: usize = 12;
/// How far up from the first record an element before it is looked for.
const MAX_LEVELS: usize = 8;
/// How many siblings before, at each level.
const MAX_SIBLINGS: usize = 6;
/// The fewest words of a first post.
const LEAST_WORDS: u32 = 5;

/// For the lists with the most text, the list with the nearest element before it that holds prose and a date or a link
/// to a person. Linear in the lists.
pub(crate) fn with_lead(facts: &PageFacts<'_>, pivots: &Pivots, lists: &[Candidate]) -> Vec<Candidate> {
    let prose =
        |c: &Candidate| -> u32 { c.runs.iter().map(|&r| facts.chars.of(r) - facts.link_chars.of(r)).sum::<u32>() };
    let mut order: Vec<&Candidate> = lists.iter().filter(|c| c.runs_per_record == 1).collect();
    order.sort_by_cached_key(|c| Reverse(prose(c)));
    let longer = |c: &&Candidate| {
        let lead = lead_before(facts, pivots, c)?;
        let runs = std::iter::once(Run::subtree(&facts.page.tree, lead)).chain(c.runs.iter().copied()).collect();
        Some(Candidate { runs, runs_per_record: 1, generator: Generator::PivotBoxes })
    };
    order.iter().take(MAX_LISTS).filter_map(longer).collect()
}

/// How much of what posts have in common the element before them must share to be one of them.
const LIKE: f64 = 0.4;
/// How many times as long as its posts on average the element before a list may be.
const LONGER: u32 = 8;

/// A list with the element before it as its first post, if that has a date, is not much longer than the posts, and has
/// parts like theirs. Linear in the list and the element.
pub(crate) fn with_like_lead(facts: &PageFacts<'_>, pivots: &Pivots, list: Candidate) -> Candidate {
    if list.runs_per_record != 1 || list.len() < 2 {
        return list;
    }
    let Some(lead) = lead_before(facts, pivots, &list) else { return list };
    let run = Run::subtree(&facts.page.tree, lead);
    let words: u32 = list.runs.iter().map(|&run| facts.words.of(run)).sum();
    let is_long = u64::from(facts.words.of(run)) * list.len() as u64 > u64::from(LONGER) * u64::from(words);
    if is_long || pivots.within(run).is_empty() {
        return list;
    }
    let mut counts: FxHashMap<u64, usize> = FxHashMap::default();
    for &run in &list.runs {
        kinds_in(facts, run).into_iter().for_each(|kind| *counts.entry(kind).or_default() += 1);
    }
    counts.retain(|_, &mut count| count * 2 >= list.len());
    let shared = kinds_in(facts, run).iter().filter(|kind| counts.contains_key(kind)).count();
    match shared > 0 && shared as f64 >= LIKE * counts.len() as f64 {
        true => Candidate { runs: std::iter::once(run).chain(list.runs).collect(), ..list },
        false => list,
    }
}

/// The tags of elements with each of their class names.
fn kinds_in(facts: &PageFacts<'_>, run: Run) -> FxHashSet<u64> {
    let elements = run.nodes().filter(|&id| !facts.page.is_text(id));
    let named = elements.filter_map(|id| Some((id, facts.document.attr(facts.page.node(id), AttrName::CLASS)?)));
    let kinds = named.flat_map(|(id, names)| {
        let tag = u64::from(facts.page.tree.labels[id]);
        names.split_ascii_whitespace().map(move |name| {
            let mut hasher = FxHasher::default();
            hasher.write(name.as_bytes());
            mix(hasher.finish(), tag)
        })
    });
    kinds.collect()
}

/// The nearest element before a list that may be its first post, and has not the page's menus in it.
fn lead_before(facts: &PageFacts<'_>, pivots: &Pivots, list: &Candidate) -> Option<TreeId> {
    let tree = &facts.page.tree;
    let first = list.runs.iter().map(|run| run.first).min()?;
    let is_lead = |&id: &TreeId| {
        let run = Run::subtree(tree, id);
        let (chars, linked) = (facts.chars.of(run), facts.link_chars.of(run));
        let from = facts.targets.partition_point(|target| target.0 < id);
        let mut links = facts.targets[from..].iter().map(|target| target.0).take_while(|&link| link < run.end).take(8);
        let is_said = !pivots.within(run).is_empty() || links.any(|link| is_profile(facts, link));
        facts.words.of(run) >= LEAST_WORDS && linked * 2 <= chars && is_said
    };
    let above = std::iter::successors(Some(first), |&id| tree.parent(id)).take(MAX_LEVELS);
    for id in above.take_while(|&id| !matches!(facts.page.tag(id), Tag::BODY | Tag::HTML)) {
        let before = std::iter::successors(tree.previous_sibling(id), |&id| tree.previous_sibling(id));
        if let Some(lead) = before.take(MAX_SIBLINGS).find(is_lead) {
            return Some(lead);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};
    use crate::tree::PageTree;

    /// The texts of the records of the list that is made of all `li` of a page; nothing if there is none.
    fn texts_of(html: &str, made: impl Fn(&PageFacts<'_>, &Pivots, Candidate) -> Option<Candidate>) -> Vec<String> {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let facts = PageFacts::new(&document, &page);
        let items: Vec<TreeId> = page.tree.nodes().filter(|&id| page.tag(id) == Tag::LI).collect();
        let list = Candidate::of_subtrees(&page.tree, &items, Generator::ClassGroup);
        let text = |run: &Run| crate::dom::line(&document, page.spans[run.first].from, page.spans[run.first].to);
        let made = made(&facts, &Pivots::new(&document, &page), list);
        made.map(|list| list.runs.iter().map(text).collect()).unwrap_or_default()
    }

    #[test]
    fn the_question_before_its_answers() {
        let html = "<div class=menu><a href=/a>Home</a><a href=/b>All of it</a></div><h1>Why?</h1><div class=q>\
                    <p>Why is the sky of this planet blue?<i>Jan 5, 2024</i></p></div><section><ul>\
                    <li>Because<i>Jan 6, 2024</i></li><li>So it is<i>Jan 7, 2024</i></li></ul></section>";
        let texts = texts_of(html, |facts, pivots, list| with_lead(facts, pivots, &[list]).into_iter().next());
        assert_eq!(
            texts,
            ["Why is the sky of this planet blue?Jan 5, 2024", "BecauseJan 6, 2024", "So it isJan 7, 2024"]
        );
    }

    /// The texts of the items of a page as a list with a lead before it, if it is like them.
    fn with_lead_like_them(lead: &str) -> Vec<String> {
        let answer = |day: u32| {
            format!(
                "<li class=answer><b class=who>Ann</b><p class=text>Because it is so.</p><i class=when>Jan {day}, 2024</i></li>"
            )
        };
        let html = format!("<div class=page>{lead}<ul>{}{}{}</ul></div>", answer(6), answer(7), answer(8));
        texts_of(&html, |facts, pivots, list| Some(with_like_lead(facts, pivots, list)))
    }

    #[test]
    fn a_first_post_that_is_like_the_others_goes_with_them() {
        let question = "<div class=question><b class=who>Bob</b><p class=text>Why is the sky so blue?</p>\
                        <i class=when>Jan 5, 2024</i></div>";
        let texts = with_lead_like_them(question);
        assert_eq!(texts.len(), 4);
        assert!(texts[0].starts_with("Bob"), "{texts:?}");
        // an article is not a post, though it has a date
        let article = "<div class=story><h2>The sky</h2><div>Why the sky is so blue, told at length.</div><em>Jan 5, 2024</em></div>";
        assert_eq!(with_lead_like_them(article).len(), 3);
        let undated = "<div class=question><b class=who>Bob</b><p class=text>Why is the sky so blue?</p><i class=when>now</i></div>";
        assert_eq!(with_lead_like_them(undated).len(), 3);
    }
}
