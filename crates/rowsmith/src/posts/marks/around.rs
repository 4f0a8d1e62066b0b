//! The parts of posts that are not what their authors wrote.

use std::ops::Range;

use crate::dom::{AttrName, Document, NodeId};
use crate::posts::PostNodes;
use crate::records::facts::text_hash::hash_text;
use crate::tree::{PageTree, TreeId, mix};

/// The posts of a page.
pub(super) struct Around<'a> {
    pub(super) document: &'a Document,
    posts: Vec<Parts>,
}

/// The nodes of one post.
struct Parts {
    /// Of the post, in document order.
    all: Vec<Range<u32>>,
    /// Of its body.
    body: Vec<Range<u32>>,
}

impl<'a> Around<'a> {
    pub(super) fn new(document: &'a Document, page: &PageTree, posts: &[PostNodes]) -> Around<'a> {
        let range = |id: TreeId| page.spans[id].from.0..page.spans[id].to.0;
        let parts = |post: &PostNodes| Parts {
            all: post.runs.iter().flat_map(|&run| run.roots(&page.tree)).map(range).collect(),
            body: post.body_parts().map(range).collect(),
        };
        Around { document, posts: posts.iter().map(parts).collect() }
    }

    pub(super) fn len(&self) -> usize {
        self.posts.len()
    }

    /// The nodes of a post outside its body.
    pub(super) fn nodes(&self, post: usize) -> impl Iterator<Item = NodeId> + '_ {
        let Parts { all, body } = &self.posts[post];
        let is_body = |at: u32| body.iter().any(|part| part.contains(&at));
        all.iter().cloned().flatten().filter(move |&at| !is_body(at)).map(NodeId)
    }

    /// Whether a node is one of those that a post consists of, and not within them.
    pub(super) fn is_root(&self, post: usize, node: NodeId) -> bool {
        self.posts[post].all.iter().any(|part| part.start == node.0)
    }

    /// Identifies a place in posts: the tags and names of an element and of the one around it. Numbers within names are what differs
    /// between posts.
    pub(super) fn place(&self, node: NodeId) -> u64 {
        let outer = self.document.parent(node);
        [Some(node), outer].into_iter().flatten().fold(0, |hash, id| {
            let class = self.document.attr(id, AttrName::CLASS).unwrap_or_default();
            let named = class.split(|c: char| !c.is_alphabetic()).fold(hash, |hash, word| hash_text(word, hash));
            mix(named, u64::from(self.document.tag(id).0))
        })
    }
}
