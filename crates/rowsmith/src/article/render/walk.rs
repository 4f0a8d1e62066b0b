//! One walk over what is kept of a page, for all renderings.

use crate::article::blocks::Blocks;
use crate::article::blocks::context::{Context, bit};
use crate::dom::{AttrName, Document, NodeId, Tag};

/// What of a page is kept.
pub struct Kept {
    /// Per node, the texts and images kept before it; one more entry than there are nodes.
    before: Vec<u32>,
}

/// A step of the walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// An element with something kept in it begins.
    Open(NodeId),
    /// It ends.
    Close(NodeId),
    /// A text that is kept.
    Text(NodeId),
    /// An image that is kept.
    Image(NodeId),
    /// A line break within a kept block.
    Break,
}

impl Kept {
    /// Keeps the texts of the `chosen` blocks, what stands between two of them that follow each other, and images there.
    pub fn new(document: &Document, context: &Context, blocks: &Blocks, chosen: &[usize]) -> Kept {
        let mut is_chosen = vec![false; blocks.len()];
        for &at in chosen {
            is_chosen[at] = true;
        }
        let mut kept = Kept { before: Vec::with_capacity(document.len() + 1) };
        let mut count = 0;
        for id in document.nodes() {
            kept.before.push(count);
            if context.has(id, bit::SKIPPED) {
                continue;
            }
            // blocks that begin before this node, itself included for the first text of one
            let begun = blocks.before[id.index() + 1] as usize;
            let last = begun.checked_sub(1);
            let inside = last.is_some_and(|at| id >= blocks.list[at].first && id < blocks.list[at].end);
            let last_chosen = last.is_some_and(|at| is_chosen[at]);
            let keep = match document.tag(id) {
                Tag::TEXT | Tag::BR if inside => last_chosen,
                Tag::TEXT => last_chosen && is_chosen.get(begun).copied().unwrap_or(false),
                Tag::IMG => {
                    let has_source = [AttrName::SRC, AttrName::DATA_SRC, AttrName::SRCSET]
                        .iter()
                        .any(|&name| document.attr(id, name).is_some());
                    let next = is_chosen.get(begun).copied().unwrap_or(false);
                    has_source && !context.has(id, bit::HIDDEN) && last_chosen && (inside || next)
                }
                _ => false,
            };
            count += u32::from(keep);
        }
        kept.before.push(count);
        kept
    }

    /// The number of texts and images that are kept in a subtree.
    pub fn count(&self, document: &Document, id: NodeId) -> u32 {
        self.before[document.end(id).index()] - self.before[id.index()]
    }
}

/// Visits what is kept, in document order. Linear.
pub fn walk(document: &Document, kept: &Kept, mut visit: impl FnMut(Event)) {
    let mut open: Vec<NodeId> = Vec::new();
    let mut at = NodeId(0);
    let end = document.end(Document::ROOT);
    while at < end {
        while let Some(&element) = open.last() {
            if at < document.end(element) {
                break;
            }
            visit(Event::Close(element));
            open.pop();
        }
        if kept.count(document, at) == 0 {
            at = document.end(at);
            continue;
        }
        match document.tag(at) {
            Tag::TEXT => visit(Event::Text(at)),
            Tag::IMG => visit(Event::Image(at)),
            Tag::BR => visit(Event::Break),
            _ => {
                visit(Event::Open(at));
                open.push(at);
            }
        }
        at = NodeId(at.0 + 1);
    }
    while let Some(element) = open.pop() {
        visit(Event::Close(element));
    }
}
