//! What elements are called: a comment, a review, an answer.

use crate::dom::{AttrName, Tag};
use crate::records::{Candidate, PageFacts};
use crate::tree::TreeId;

/// Parts of the names of elements that hold what people say, across publishing systems and languages. An identifier is not
/// read of a record's own element, since by those the comments of some pages were annotated.
const OF_SAYINGS: &[&str] = &[
    "comment",
    "review",
    "repl",
    "answer",
    "message",
    "discuss",
    "testimonial",
    "feedback",
    "opini",
    "kommentar",
    "bewertung",
    "rezension",
    "beitrag",
    "antwort",
    "coment",
    "respuesta",
    "mensaje",
    "resposta",
    "recens",
    "rispost",
    "avis",
    "reponse",
    "reactie",
    "otzyv",
    "guestbook",
    "thread",
];

/// Whether the names of an element say that it holds what people say.
fn is_called(facts: &PageFacts<'_>, id: TreeId, attributes: &[AttrName]) -> bool {
    if facts.page.is_text(id) {
        return false;
    }
    let node = facts.page.node(id);
    attributes.iter().filter_map(|&name| facts.document.attr(node, name)).any(|value| {
        let value = value.to_ascii_lowercase();
        OF_SAYINGS.iter().any(|word| value.contains(word))
    })
}

/// How many elements around the records are looked at for their names.
const NAMED_ABOVE: usize = 3;
/// How many elements of a record are: one may begin with an anchor or a rule.
const NAMED_ROOTS: usize = 4;
/// A record without a class is called as the nearest element around it, so many levels up.
const BORROWED_FROM: usize = 2;

/// The share of records that are called so themselves or, if they have no class, by the nearest element around them, and
/// whether an element around the first of them is.
pub(crate) fn called(facts: &PageFacts<'_>, candidate: &Candidate) -> (f64, f64) {
    const OWN: [AttrName; 3] = [AttrName::CLASS, AttrName::ITEMPROP, AttrName::ITEMTYPE];
    const ABOVE: [AttrName; 3] = [AttrName::CLASS, AttrName::ID, AttrName::ITEMPROP];
    let tree = &facts.page.tree;
    let is_named = |id: TreeId| {
        let node = facts.page.node(id);
        !facts.page.is_text(id) && facts.document.attr(node, AttrName::CLASS).is_some()
    };
    let is_root_called = |id: TreeId| match is_named(id) {
        true => is_called(facts, id, &OWN),
        false => {
            let around = std::iter::successors(tree.parent(id), |&id| tree.parent(id)).take(BORROWED_FROM);
            let mut around = around.take_while(|&id| !matches!(facts.page.tag(id), Tag::BODY | Tag::HTML));
            is_called(facts, id, &OWN) || around.find(|&id| is_named(id)).is_some_and(|id| is_called(facts, id, &OWN))
        }
    };
    let own =
        candidate.records().filter(|runs| runs.iter().any(|run| run.roots(tree).take(NAMED_ROOTS).any(is_root_called)));
    let first = candidate.runs.first().map_or(TreeId::ROOT, |run| run.first);
    let mut above = std::iter::successors(tree.parent(first), |&id| tree.parent(id)).take(NAMED_ABOVE);
    // names of the whole page say nothing
    let around = above.any(|id| !matches!(facts.page.tag(id), Tag::BODY | Tag::HTML) && is_called(facts, id, &ABOVE));
    (own.count() as f64 / candidate.len() as f64, f64::from(u8::from(around)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};
    use crate::records::Generator;
    use crate::tree::PageTree;

    /// What the list of all `li` of a page is called, itself and above.
    fn of(html: &str) -> (f64, f64) {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let facts = PageFacts::new(&document, &page);
        let records: Vec<TreeId> = page.tree.nodes().filter(|&id| page.tag(id) == Tag::LI).collect();
        called(&facts, &Candidate::of_subtrees(&page.tree, &records, Generator::ClassGroup))
    }

    #[test]
    fn names_of_records_and_of_what_is_around_them() {
        assert_eq!(of("<ul id=comments><li class=x>a<li class=x>b</ul>"), (0.0, 1.0));
        assert_eq!(of("<ul><li class='Review_box__17'>a<li class=note>b</ul>"), (0.5, 0.0));
        assert_eq!(of("<ul class=menu><li itemprop=comment>a<li itemprop=comment>b</ul>"), (1.0, 0.0));
    }

    #[test]
    fn records_without_a_class_are_called_as_what_is_around_them() {
        assert_eq!(of("<div class=reviews><ul><li>a<li>b</ul></div>"), (1.0, 1.0));
        assert_eq!(of("<div class=reviews><ul class=rows><li>a<li>b</ul></div>"), (0.0, 1.0));
        assert_eq!(of("<div class=reviews><div><ul><li>a<li>b</ul></div></div>"), (0.0, 1.0));
    }

    #[test]
    fn an_identifier_of_a_record_and_a_class_of_the_page_say_nothing() {
        assert_eq!(of("<body class=comments-open><ul><li id=comment-1>a<li id=comment-2>b</ul>"), (0.0, 0.0));
    }
}
