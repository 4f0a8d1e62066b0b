//! From the arena to the frozen document, in one preorder walk without recursion.

use std::sync::OnceLock;

use crate::dom::arena::{Arena, DOCUMENT, Kind, NONE};
use crate::dom::document::{Document, SourceNotes};
use crate::dom::tags::Tag;

/// Puts the nodes below the arena's document in preorder. Takes time linear in their number.
pub(crate) fn freeze(arena: Arena, source: SourceNotes) -> Document {
    let Arena { nodes, text: arena_text, attrs, attr_text, tags: tag_names, attr_names } = arena;
    let capacity = nodes.len();
    let mut tags = Vec::with_capacity(capacity);
    let mut ends = Vec::with_capacity(capacity);
    let mut parents = Vec::with_capacity(capacity);
    let mut text_starts = Vec::with_capacity(capacity + 1);
    let mut attr_ranges = Vec::with_capacity(capacity);
    let mut text = String::with_capacity(arena_text.len());

    // the children of the document are the <html> element and nothing else: comments and doctype are not linked
    let root = nodes[DOCUMENT as usize].first;
    let mut at = root;
    let mut frozen_parent = 0u32;
    while at != NONE {
        let node = &nodes[at as usize];
        let id = tags.len() as u32;
        text_starts.push(text.len() as u32);
        parents.push(frozen_parent);
        tags.push(node.tag);
        ends.push(id + 1);
        let mut last = at;
        if node.kind == Kind::Text {
            attr_ranges.push((0, 0));
            loop {
                let piece = &nodes[last as usize];
                text.push_str(&arena_text[piece.start as usize..(piece.start + piece.len) as usize]);
                if piece.next == NONE || nodes[piece.next as usize].tag != Tag::TEXT {
                    break;
                }
                last = piece.next;
            }
        } else {
            attr_ranges.push((node.start, node.len));
            if node.first != NONE {
                frozen_parent = id;
                at = node.first;
                continue;
            }
        }
        // ascends to the next node that has a sibling after it
        at = last;
        while at != root && nodes[at as usize].next == NONE {
            at = nodes[at as usize].parent;
            ends[frozen_parent as usize] = tags.len() as u32;
            frozen_parent = parents[frozen_parent as usize];
        }
        at = if at == root { NONE } else { nodes[at as usize].next };
    }
    text_starts.push(text.len() as u32);
    Document {
        tags,
        ends,
        parents,
        text_starts,
        attr_ranges,
        text,
        attrs,
        attr_text,
        tag_names,
        attr_names,
        source,
        shown: OnceLock::new(),
        asset_folder: None,
        layout: None,
        layout_error: None,
    }
}
