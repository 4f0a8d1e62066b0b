//! The page's posts as far as the text of the page depends on them: which nodes are in which post, and in which part of
//! it.

use crate::article::blocks::main_list::{MainList, nodes_of};
use crate::dom::NodeId;
use crate::posts::{Chosen, Pivots, PostModel, rough_fields};
use crate::records::PageFacts;
use crate::tree::{Run, Span, TreeId};

/// Below this confidence the parts of posts are not determined.
const LEAST_CONFIDENCE: f64 = 0.05;

/// The least number of dates on a page with posts. Practically no other page has posts, and looking for them costs half
/// as much as parsing.
const LEAST_DATES: usize = 3;

/// Whether it is worth looking for posts.
pub fn may_have_posts(pivots: &Pivots) -> bool {
    pivots.list.len() >= LEAST_DATES
}

/// The parts of a post.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PostPart {
    /// What the author wrote.
    Body,
    /// Within the body, but not written by the author: signatures, buttons.
    Cut,
    /// The name of the author.
    Author,
    /// The date.
    Date,
    /// The title.
    Title,
}

/// A part of a post as a range of nodes `first..end`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PostRange {
    /// The first node.
    pub first: NodeId,
    /// The node after the last.
    pub end: NodeId,
    /// Which part it is.
    pub part: PostPart,
}

/// The list on the page that is most likely to be posts.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MainPosts {
    /// The posts as ranges of document nodes, with the probability that the page has posts and that these are they.
    pub list: MainList,
    /// The parts of posts in document order, outer parts before inner ones.
    pub parts: Vec<PostRange>,
}

impl MainPosts {
    /// The likeliest posts of a page with their parts, which are chosen by a model.
    pub fn new(facts: &PageFacts<'_>, pivots: &Pivots, chosen: Option<&Chosen>, model: &PostModel) -> MainPosts {
        let Some(chosen) = chosen.filter(|_| may_have_posts(pivots)) else { return MainPosts::default() };
        let confidence = chosen.confidence.unwrap_or(1.0);
        if confidence < LEAST_CONFIDENCE {
            return MainPosts::default();
        }
        let (document, page) = (facts.document, facts.page);
        let list = MainList { confidence: confidence as f32, ..MainList::of(document, page, &chosen.candidate) };
        let whole = |id: TreeId| nodes_of(document, page, Run::subtree(&page.tree, id));
        let mut parts = Vec::new();
        for post in rough_fields(&facts.nodes, pivots, &chosen.candidate, model) {
            let mut push = |id: TreeId, part: PostPart| {
                let Span { from: first, to: end } = whole(id);
                parts.push(PostRange { first, end, part });
            };
            post.body_parts().for_each(|id| push(id, PostPart::Body));
            post.cuts.iter().for_each(|&id| push(id, PostPart::Cut));
            post.author.into_iter().for_each(|id| push(id, PostPart::Author));
            post.heading.into_iter().for_each(|id| push(id, PostPart::Title));
            if let Some(date) = post.date {
                push(pivots.list[date].node, PostPart::Date);
            }
        }
        parts.sort_unstable_by_key(|range: &PostRange| (range.first, std::cmp::Reverse(range.end), range.part));
        MainPosts { list, parts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{Document, ParseOptions, line, parse};
    use crate::posts;
    use crate::posts::likeliest_posts;
    use crate::tree::{PageTree, Similarities};

    #[test]
    fn parts_of_posts_are_ranges_of_nodes() {
        let post = |author: &str, day: u32| {
            format!(
                "<div class=post><b><a href=/u/{author}>{author}</a></b><i>Jan {day}, 2024 at 10:00</i><p>I think that \
                 {author} has said all there is to say about it by now.</div>"
            )
        };
        let html = ["ann", "bertram", "cecily", "dorian"].iter().zip(1..).map(|(a, day)| post(a, day));
        let html = format!("<h1>Pans</h1><main>{}</main>", html.collect::<String>());
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let tree = PageTree::new(&document);
        let facts = PageFacts::new(&document, &tree);
        let mut sims = Similarities::new(&tree.tree, &facts.classes, u64::MAX);
        let pivots = Pivots::new(&document, &tree);
        let chosen = likeliest_posts(&facts, &pivots, &posts::Options::default(), &mut sims, u64::MAX);
        let found = MainPosts::new(&facts, &pivots, chosen.as_ref(), PostModel::built_in());
        let texts = |document: &Document, part: PostPart| -> Vec<String> {
            found.parts.iter().filter(|p| p.part == part).map(|p| line(document, p.first, p.end)).collect()
        };
        assert_eq!(found.list.count, 4);
        assert_eq!(texts(&document, PostPart::Author), ["ann", "bertram", "cecily", "dorian"]);
        assert_eq!(texts(&document, PostPart::Date).len(), 4);
        assert!(texts(&document, PostPart::Body)[1].contains("bertram has said all"));
        assert_eq!(MainPosts::new(&facts, &pivots, None, PostModel::built_in()), MainPosts::default());
    }
}
