//! The features of a block: numbers that describe what it is, where it is and what surrounds it.

use crate::article::features::page::yes;
pub(crate) mod page;
pub use page::Page;
pub(crate) mod around;
pub mod containers;
pub(crate) mod like;
pub(crate) mod own;
pub(crate) mod place;
pub mod repetition;
pub(crate) mod structures;
pub(crate) mod whole;
pub mod wording;
pub(crate) mod wording_columns;

use crate::article::blocks::context::bit;
use crate::article::features::around::{
    CONTAINERS, GROUP, GROUPS, NEIGHBOUR, NEIGHBOURS, WINDOW, WINDOWS, around, neighbours, repeated, windows,
};
use crate::article::features::containers::{Containers, FIGURES};
use crate::article::features::like::Like;
use crate::article::features::own::{OWN, own};
use crate::article::features::place::{Chain, PLACE, Surroundings, place};
use crate::article::features::repetition::Groups;
use crate::article::features::structures::{LIST, POSTS, listed, parts_of_posts, posted};
use crate::article::features::whole::{PAGE, page_figures};
pub use wording_columns::{WORDING, wording_columns};

/// The names of all features, in order.
pub fn feature_names() -> Vec<String> {
    let mut names: Vec<String> = OWN.iter().chain(&PLACE).map(|&n| n.to_owned()).collect();
    names.extend(bit::NAMED.iter().map(|(name, _)| format!("in_{}", name.to_lowercase())));
    for at in NEIGHBOURS {
        names.extend(NEIGHBOUR.iter().map(|n| format!("neighbour{at:+}_{n}")));
    }
    for size in WINDOWS {
        names.extend(WINDOW.iter().map(|n| format!("window{size}_{n}")));
    }
    for which in CONTAINERS {
        names.extend(FIGURES.iter().map(|n| format!("{which}_{n}")));
    }
    for which in GROUPS {
        names.extend(GROUP.iter().map(|n| format!("group_{which}_{n}")));
    }
    names.push("group_place".to_owned());
    names.push("group_last".to_owned());
    names.extend(LIST.iter().chain(&POSTS).chain(&PAGE).chain(&WORDING).map(|&n| n.to_owned()));
    names
}

/// Computes the features of every block in order and passes them to `visit`, one row at a time, so that a page with a
/// million blocks needs no table. Takes time linear in the number of blocks times the depth of the page.
pub fn features(page: &Page<'_>, mut visit: impl FnMut(&[f32])) {
    let (document, facts, blocks) = (page.document, page.facts, page.blocks);
    let mut containers = Containers::new(document, page.context, blocks, facts);
    let groups = Groups::new(document, page.context, blocks, facts);
    let like = Like::new(page);
    let surroundings = Surroundings::new(page);
    let whole = page_figures(page);
    let chains = [containers.readable, containers.informative].map(|id| Chain::new(document, page.context, id));
    let parts = parts_of_posts(page);
    let mut row: Vec<f32> = Vec::new();
    for at in 0..blocks.len() {
        row.clear();
        own(page, &like, at, &mut row);
        place(page, &surroundings, &chains, at, &mut row);
        let bits = facts.blocks[at].bits;
        row.extend(bit::NAMED.iter().map(|&(_, b)| yes(bits & b != 0)));
        neighbours(page, &like, at, &mut row);
        windows(page, at, &mut row);
        around(page, &mut containers, at, &mut row);
        repeated(page, &groups, at, &mut row);
        listed(page, at, &mut row);
        posted(page, &parts, at, &mut row);
        row.extend(&whole);
        row.extend(wording_columns(page.wording, at));
        visit(&row);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::article::blocks::Blocks;
    use crate::article::blocks::context::Context;
    use crate::article::blocks::facts::Facts;
    use crate::article::blocks::main_list::MainList;
    use crate::article::blocks::main_posts::MainPosts;
    use crate::article::declared::evidence::Evidence;
    use crate::article::declared::json_ld::JsonLd;
    use crate::article::declared::meta::Metas;
    use crate::dom::{ParseOptions, parse};

    #[test]
    fn a_row_has_a_value_a_name() {
        let html = "<title>One two</title><h1>One two</h1><ul><li>a<li>b<li>c</ul><p>Three, four.</p>";
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let context = Context::new(&document);
        let blocks = Blocks::new(&document, &context);
        let evidence = Evidence::new(&document, &Metas::new(&document), &JsonLd::new(&document));
        let facts = Facts::new(&document, &context, &blocks, &evidence);
        let list = MainList::default();
        let page = Page {
            document: &document,
            context: &context,
            blocks: &blocks,
            facts: &facts,
            evidence: &evidence,
            list: &list,
            posts: &MainPosts::default(),
            wording: &[],
        };
        let mut rows = 0;
        features(&page, |row| {
            assert_eq!(row.len(), feature_names().len());
            assert!(row.iter().all(|v| v.is_finite()));
            rows += 1;
        });
        assert_eq!(rows, 5);
    }
}
