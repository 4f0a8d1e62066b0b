//! The parts of posts that are not what their authors wrote.

use std::ops::Range;

use crate::dom::{AttrName, Document, NodeId};
use crate::posts::PostNodes;
use crate::posts::marks::names::beginning;
use crate::records::facts::text_hash::hash_text;
use crate::tree::{PageTree, TreeId, mix};

/// The posts of a page.
pub(super) struct Around<'a> {
    pub(super) document: &'a Document,
    posts: Vec<Parts>,
}

/// Posts within posts are looked at with what they are in; so many times all nodes of the page are looked at.
const MOST_TIMES: usize = 4;

/// The nodes of one post.
struct Parts {
    /// Of the post, in document order.
    all: Vec<Range<u32>>,
    /// Of its body, in document order.
    body: Vec<Range<u32>>,
}

/// The range that holds a node, of ranges in order that share none.
fn range_of(ranges: &[Range<u32>], at: u32) -> Option<&Range<u32>> {
    let behind = ranges.partition_point(|range| range.start <= at);
    ranges[..behind].last().filter(|range| range.contains(&at))
}

impl<'a> Around<'a> {
    pub(super) fn new(document: &'a Document, page: &PageTree, posts: &[PostNodes]) -> Around<'a> {
        let range = |id: TreeId| page.spans[id].from.0..page.spans[id].to.0;
        let in_order = |mut ranges: Vec<Range<u32>>| {
            ranges.sort_unstable_by_key(|range| range.start);
            ranges
        };
        let parts = |post: &PostNodes| Parts {
            all: in_order(post.runs.iter().flat_map(|&run| run.roots(&page.tree)).map(range).collect()),
            body: in_order(post.body_parts().map(range).collect()),
        };
        Around { document, posts: posts.iter().map(parts).collect() }
    }

    /// Whether the posts hold so many nodes that they must be within each other, again and again.
    pub(super) fn is_nested(&self) -> bool {
        let nodes: usize = self.posts.iter().flat_map(|post| &post.all).map(ExactSizeIterator::len).sum();
        nodes > MOST_TIMES * self.document.len()
    }

    pub(super) fn len(&self) -> usize {
        self.posts.len()
    }

    /// The nodes of a post outside its body.
    pub(super) fn nodes(&self, post: usize) -> impl Iterator<Item = NodeId> + '_ {
        let Parts { all, body } = &self.posts[post];
        let is_body = |at: u32| range_of(body, at).is_some();
        all.iter().cloned().flatten().filter(move |&at| !is_body(at)).map(NodeId)
    }

    /// Whether a node is one of those that a post consists of, and not within them.
    pub(super) fn is_root(&self, post: usize, node: NodeId) -> bool {
        range_of(&self.posts[post].all, node.0).is_some_and(|range| range.start == node.0)
    }

    /// Identifies a place in posts: the tags and names of an element and of the one around it. Numbers within names are what differs
    /// between posts.
    pub(super) fn place(&self, node: NodeId) -> u64 {
        let outer = self.document.parent(node);
        [Some(node), outer].into_iter().flatten().fold(0, |hash, id| {
            let class = beginning(self.document.attr(id, AttrName::CLASS).unwrap_or_default());
            let named = class.split(|c: char| !c.is_alphabetic()).fold(hash, |hash, word| hash_text(word, hash));
            mix(named, u64::from(self.document.tag(id).0))
        })
    }
}
