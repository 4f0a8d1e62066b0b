//! What elements are called: a comment, a review, an answer.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::dom::{AttrName, Document, Tag};
use crate::recognize::AnyOf;
use crate::records::{Candidate, PageFacts};
use crate::tree::{PageTree, TreeId};

/// Parts of the names of elements that hold what people say, across publishing systems and languages. An identifier is not
/// read of a record's own element, since by those the comments of some pages were annotated.
static OF_SAYINGS: LazyLock<AnyOf> = LazyLock::new(|| {
    AnyOf::new(&[
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
    ])
});

/// What the elements of a page are called. Names recur from element to element, so each is read once.
#[derive(Clone, Debug)]
pub(crate) struct CalledElements<'d> {
    document: &'d Document,
    /// By value of an attribute, whether it names what people say.
    known: FxHashMap<&'d str, bool>,
}

impl<'d> CalledElements<'d> {
    /// Starts with nothing read.
    pub(crate) fn new(facts: &PageFacts<'d>) -> CalledElements<'d> {
        CalledElements { document: facts.document, known: FxHashMap::default() }
    }

    /// Whether the names of an element say that it holds what people say.
    fn is_called(&mut self, page: &PageTree, id: TreeId, attributes: &[AttrName]) -> bool {
        if page.is_text(id) {
            return false;
        }
        let mut values = attributes.iter().filter_map(|&name| self.document.attr(page.node(id), name));
        values.any(|value| *self.known.entry(value).or_insert_with(|| names_sayings(value)))
    }

    /// Whether an element of a record is called so itself or, if it has no class, by the nearest element around it.
    fn is_record(&mut self, page: &PageTree, id: TreeId) -> bool {
        const NAMES: [AttrName; 3] = [AttrName::CLASS, AttrName::ITEMPROP, AttrName::ITEMTYPE];
        let document = self.document;
        let has_class = |id: TreeId| !page.is_text(id) && document.attr(page.node(id), AttrName::CLASS).is_some();
        let mut around = std::iter::successors(page.tree.parent(id), |&id| page.tree.parent(id))
            .take(BORROWED_FROM)
            .take_while(|&id| !matches!(page.tag(id), Tag::BODY | Tag::HTML));
        self.is_called(page, id, &NAMES)
            || !has_class(id) && around.find(|&id| has_class(id)).is_some_and(|id| self.is_called(page, id, &NAMES))
    }

    /// Whether an element around records is called so. Names of the whole page say nothing.
    fn is_around(&mut self, page: &PageTree, id: TreeId) -> bool {
        const NAMES: [AttrName; 3] = [AttrName::CLASS, AttrName::ID, AttrName::ITEMPROP];
        !matches!(page.tag(id), Tag::BODY | Tag::HTML) && self.is_called(page, id, &NAMES)
    }
}

/// Whether the value of an attribute names what people say.
fn names_sayings(value: &str) -> bool {
    let value = value.to_ascii_lowercase();
    OF_SAYINGS.is_in(&value)
}

/// How many elements around the records are looked at for their names.
const NAMED_ABOVE: usize = 3;
/// How many elements of a record are: one may begin with an anchor or a rule.
const NAMED_ROOTS: usize = 4;
/// A record without a class is called as the nearest element around it, so many levels up.
const BORROWED_FROM: usize = 2;

/// Which elements of a list are called a comment, a review, an answer or the like.
pub(crate) struct Called {
    /// The share of records that are called so themselves or, if they have no class, by the nearest element around them.
    pub(crate) records: f64,
    /// Whether an element around the first record is.
    pub(crate) above: bool,
}

/// Looks at the names of the records of a list and of the elements around the first.
pub(crate) fn called(facts: &PageFacts<'_>, elements: &mut CalledElements<'_>, candidate: &Candidate) -> Called {
    let tree = &facts.page.tree;
    let mut is_record = |id| elements.is_record(facts.page, id);
    let own =
        candidate.records().filter(|runs| runs.iter().any(|run| run.roots(tree).take(NAMED_ROOTS).any(&mut is_record)));
    let own = own.count();
    let first = candidate.runs.first().map_or(TreeId::ROOT, |run| run.first);
    let mut above = std::iter::successors(tree.parent(first), |&id| tree.parent(id)).take(NAMED_ABOVE);
    let around = above.any(|id| elements.is_around(facts.page, id));
    Called { records: own as f64 / candidate.len() as f64, above: around }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};
    use crate::records::Generator;

    /// What the list of all `li` of a page is called, itself and above.
    fn of(html: &str) -> (f64, bool) {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let facts = PageFacts::new(&document, &page);
        let records: Vec<TreeId> = page.tree.nodes().filter(|&id| page.tag(id) == Tag::LI).collect();
        let list = Candidate::of_subtrees(&page.tree, &records, Generator::ClassGroup);
        let Called { records, above } = called(&facts, &mut CalledElements::new(&facts), &list);
        (records, above)
    }

    #[test]
    fn names_of_records_and_of_what_is_around_them() {
        assert_eq!(of("<ul id=comments><li class=x>a<li class=x>b</ul>"), (0.0, true));
        assert_eq!(of("<ul><li class='Review_box__17'>a<li class=note>b</ul>"), (0.5, false));
        assert_eq!(of("<ul class=menu><li itemprop=comment>a<li itemprop=comment>b</ul>"), (1.0, false));
    }

    #[test]
    fn records_without_a_class_are_called_as_what_is_around_them() {
        assert_eq!(of("<div class=reviews><ul><li>a<li>b</ul></div>"), (1.0, true));
        assert_eq!(of("<div class=reviews><ul class=rows><li>a<li>b</ul></div>"), (0.0, true));
        assert_eq!(of("<div class=reviews><div><ul><li>a<li>b</ul></div></div>"), (0.0, true));
    }

    #[test]
    fn an_identifier_of_a_record_and_a_class_of_the_page_say_nothing() {
        assert_eq!(of("<body class=comments-open><ul><li id=comment-1>a<li id=comment-2>b</ul>"), (0.0, false));
    }
}
