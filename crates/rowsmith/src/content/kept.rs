//! Which nodes of a page belong to its content.

use crate::dom::{AttrName, Document, NodeId, Tag};

/// The texts, images and other leaves of a page that belong to its content.
#[derive(Clone, Debug)]
pub struct Kept {
    /// For each node, how many are kept before it; has one entry more than there are nodes.
    before: Vec<u32>,
}

impl Kept {
    /// Keeps the nodes that are marked, given one entry per node.
    pub fn new(marked: &[bool]) -> Kept {
        let mut before = Vec::with_capacity(marked.len() + 1);
        let mut count = 0;
        for &keep in marked {
            before.push(count);
            count += u32::from(keep);
        }
        before.push(count);
        Kept { before }
    }

    /// The number of kept leaves in a subtree. Takes constant time.
    pub fn count(&self, document: &Document, id: NodeId) -> u32 {
        self.before[document.end(id).index()] - self.before[id.index()]
    }
}

/// Whether an element without text may be content: an image, a rule, a formula in a script, an embedded player, the
/// checkbox of a task.
pub fn is_leaf(document: &Document, id: NodeId) -> bool {
    match document.tag(id) {
        Tag::BR | Tag::HR | Tag::IFRAME | Tag::VIDEO | Tag::AUDIO => true,
        Tag::IMG => [AttrName::SRC, AttrName::DATA_SRC, AttrName::SRCSET, AttrName::DATA_SRCSET]
            .iter()
            .any(|&name| document.attr(id, name).is_some()),
        Tag::INPUT => document.attr(id, AttrName::TYPE) == Some("checkbox"),
        Tag::SCRIPT => document.attr(id, AttrName::TYPE).is_some_and(|kind| kind.starts_with("math/tex")),
        _ => false,
    }
}
