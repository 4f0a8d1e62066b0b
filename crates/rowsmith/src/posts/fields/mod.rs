//! The fields of posts, found by regularity: what is at the same place in every post, and varies from one post to the
//! next as an author, a date or a body does.

pub(crate) mod author;
pub(crate) mod body;
pub(crate) mod date;
pub(crate) mod endings;
pub(crate) mod html;
pub(crate) mod number;
pub(crate) mod parent;
pub(crate) mod permalink;
pub(crate) mod quotes;
pub(crate) mod title;

pub use author::examples::{AuthorPlace, author_places};
pub(crate) use author::link_around;
pub use html::clean_html;
pub(crate) use html::is_dropped;

use std::ops::Range;

use crate::dom::{Document, NodeId};
use crate::posts::pivots::Pivots;
use crate::posts::ranking::model::PostModel;
use crate::records::{Candidate, NodeFacts};
use crate::tree::{PageTree, Run, TreeId, mix};

/// Where in the page the fields of one post are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PostNodes {
    /// The runs of sibling subtrees that make up the post.
    pub runs: Vec<Run>,
    /// The text that names the author, or an image with the name as its text.
    pub author: Option<TreeId>,
    /// The name in that text, as a range of bytes, if the text holds more.
    pub author_name: Option<Range<usize>>,
    /// The link of the author.
    pub author_link: Option<TreeId>,
    /// The date, as an index into [`Pivots::list`].
    pub date: Option<usize>,
    /// The element that holds the body.
    pub body: Option<TreeId>,
    /// The siblings in which the body continues, if no single element contains it.
    pub body_rest: Vec<TreeId>,
    /// Subtrees of the body that the author did not write here: signatures, buttons.
    pub cuts: Vec<TreeId>,
    /// The first heading outside the body that holds no other field, whatever it says.
    pub heading: Option<TreeId>,
    /// The title: a heading that says something of the post.
    pub title: Option<TreeId>,
    /// The number that the page gives the post.
    pub number: Option<TreeId>,
    /// The link to the post itself.
    pub permalink: Option<TreeId>,
    /// The post that this one answers, according to the nesting, as an index into the list.
    pub parent: Option<usize>,
    /// Elements of the body that are quotes.
    pub quotes: Vec<NodeId>,
}

impl PostNodes {
    /// The nodes of the document that are cut from the body, in document order: all of those that a text consists of.
    pub(crate) fn cut_nodes(&self, document: &Document, page: &PageTree) -> Vec<NodeId> {
        self.cuts.iter().flat_map(|&cut| document.siblings(page.spans[cut].from, page.spans[cut].to)).collect()
    }

    /// All elements of the body, in document order.
    pub(crate) fn body_parts(&self) -> impl Iterator<Item = TreeId> + Clone + '_ {
        self.body.into_iter().chain(self.body_rest.iter().copied())
    }
}

/// The input of the field finders.
pub(crate) struct PostList<'a> {
    pub(crate) facts: &'a NodeFacts<'a>,
    pub(crate) pivots: &'a Pivots,
    /// The runs of each post.
    pub(crate) records: Vec<&'a [Run]>,
    /// Whether what cannot be a name, a post's date or its author's words is ruled out.
    pub(crate) refined: bool,
}

impl PostList<'_> {
    /// The nodes of a post in document order.
    pub(crate) fn nodes(&self, post: usize) -> impl Iterator<Item = TreeId> + '_ {
        self.records[post].iter().flat_map(|run| run.nodes())
    }

    /// The texts and images of a post.
    pub(crate) fn terminals(&self, post: usize) -> impl Iterator<Item = TreeId> + '_ {
        let runs = self.records[post].iter();
        runs.flat_map(|&run| self.facts.terminal_range(run)).map(|t| self.facts.terminals[t])
    }

    /// The first node of a post.
    pub(crate) fn start(&self, post: usize) -> TreeId {
        self.records[post].first().map_or(TreeId::ROOT, |r| r.first)
    }
}

/// The place of a node in posts: its tag, that of its parent, and the class of the nearest element that has one.
pub(crate) fn slot(facts: &NodeFacts<'_>, id: TreeId) -> u64 {
    let tree = &facts.page.tree;
    let parent = tree.parent(id).unwrap_or(TreeId::ROOT);
    let tags = mix(u64::from(tree.labels[id]), u64::from(tree.labels[parent]));
    mix(tags, u64::from(crate::posts::candidates::pivot_boxes::class_above(facts, id)))
}

/// The kind of an element: its tag and classes, and those of its parent if it has no class itself.
pub(crate) fn element_kind(facts: &NodeFacts<'_>, id: TreeId) -> u64 {
    let tree = &facts.page.tree;
    let own = mix(u64::from(tree.labels[id]), u64::from(facts.class_sets[id]));
    if facts.class_sets[id] != 0 {
        return own;
    }
    let parent = tree.parent(id).unwrap_or(TreeId::ROOT);
    mix(mix(own, u64::from(tree.labels[parent])), u64::from(facts.class_sets[parent]) | 1 << 40)
}

/// Finds the fields of all posts of a list. Takes time linear in the size of the posts, times the depth within a post.
pub fn find_fields(facts: &NodeFacts<'_>, pivots: &Pivots, candidate: &Candidate, model: &PostModel) -> Vec<PostNodes> {
    fields(&PostList { facts, pivots, records: candidate.records().collect(), refined: true }, model)
}

/// The same by regularity and what was learnt alone: numbers that count the posts may be names, and what forums put at the end
/// of a body is a part of it. The models of articles and of kinds of pages are taught with these.
pub(crate) fn rough_fields(
    facts: &NodeFacts<'_>,
    pivots: &Pivots,
    candidate: &Candidate,
    model: &PostModel,
) -> Vec<PostNodes> {
    fields(&PostList { facts, pivots, records: candidate.records().collect(), refined: false }, model)
}

fn fields(list: &PostList<'_>, model: &PostModel) -> Vec<PostNodes> {
    let mut posts: Vec<PostNodes> =
        list.records.iter().map(|runs| PostNodes { runs: runs.to_vec(), ..PostNodes::default() }).collect();
    if posts.is_empty() {
        return posts;
    }
    let dates = date::find_dates(list, &mut posts);
    author::find_authors(list, &mut posts, &model.authors);
    body::find_bodies(list, &mut posts, &dates);
    permalink::find_permalinks(list, &mut posts);
    number::find_numbers(list, &mut posts);
    title::find_titles(list, &mut posts);
    parent::find_parents(list, &mut posts);
    quotes::find_quotes(list, &mut posts);
    posts
}
