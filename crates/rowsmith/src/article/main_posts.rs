//! The page's posts, as far as the text of the page is concerned: which nodes lie in which post, and as what.

use super::main_list::{MainList, nodes_of};
use crate::dom::NodeId;
use crate::posts::{Chosen, Pivots, find_fields};
use crate::records::PageFacts;
use crate::tree::TreeId;

/// Below this confidence the parts of posts are not looked for.
const LEAST_CONFIDENCE: f64 = 0.05;

/// What a part of a post is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PostPart {
    /// What the author wrote.
    Body,
    /// Of the body, but not of what the author wrote: signatures, buttons.
    Cut,
    /// Who wrote it.
    Author,
    /// When.
    Date,
    /// The title.
    Title,
}

/// What is most like posts on the page.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MainPosts {
    /// The posts as ranges of the document, with the confidence that the page has posts and these are they.
    pub list: MainList,
    /// Parts of posts as ranges of nodes `first..end`, outer ones before those within, in document order.
    pub parts: Vec<(NodeId, NodeId, PostPart)>,
}

impl MainPosts {
    /// The likeliest posts of a page with their parts.
    pub fn new(facts: &PageFacts<'_>, pivots: &Pivots, chosen: Option<&Chosen>) -> MainPosts {
        let Some(chosen) = chosen else { return MainPosts::default() };
        let confidence = chosen.confidence.unwrap_or(1.0);
        if confidence < LEAST_CONFIDENCE {
            return MainPosts::default();
        }
        let (document, page) = (facts.document, facts.page);
        let list = MainList { confidence: confidence as f32, ..MainList::of(document, page, &chosen.candidate) };
        let whole = |id: TreeId| nodes_of(document, page, (id, page.tree.end(id)));
        let mut parts = Vec::new();
        for post in find_fields(facts, pivots, &chosen.candidate) {
            let mut push = |id: TreeId, part: PostPart| {
                let (first, end) = whole(id);
                parts.push((first, end, part));
            };
            post.body.into_iter().for_each(|id| push(id, PostPart::Body));
            post.cuts.iter().for_each(|&id| push(id, PostPart::Cut));
            post.author.into_iter().for_each(|id| push(id, PostPart::Author));
            post.title.into_iter().for_each(|id| push(id, PostPart::Title));
            if let Some(date) = post.date {
                push(pivots.list[date].node, PostPart::Date);
            }
        }
        parts.sort_unstable_by_key(|&(first, end, part)| (first, std::cmp::Reverse(end), part));
        MainPosts { list, parts }
    }
}
