//! Lists for the tests of choices among lists.

use crate::dom::{ParseOptions, Tag, parse};
use crate::records::facts::PageFacts;
use crate::records::record::{Candidate, Generator};
use crate::tree::{PageTree, TreeId};

/// What `take` makes of the `ul`s of a page, as lists of their `li`s.
pub(crate) fn with_lists<T>(html: &str, take: impl FnOnce(&PageFacts<'_>, &[&Candidate]) -> T) -> T {
    let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
    let page = PageTree::new(&document);
    let facts = PageFacts::new(&document, &page);
    let list = |id: TreeId| {
        let items: Vec<TreeId> = page.tree.children(id).collect();
        Candidate::of_subtrees(&page.tree, &items, Generator::Region)
    };
    let lists: Vec<Candidate> = page.tree.nodes().filter(|&id| page.tag(id) == Tag::UL).map(list).collect();
    take(&facts, &lists.iter().collect::<Vec<_>>())
}
