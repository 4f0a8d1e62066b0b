//! The frozen document: everything about a page's nodes in arrays, in preorder.

use crate::dom::arena::Attr;
use crate::dom::decode::EncodingSource;
use crate::dom::layout::{Layout, SnapshotError};
use crate::dom::tags::{AttrName, NameTable, Tag};
use crate::limits::Truncated;

/// A node of a [`Document`]: its number in preorder. `NodeId(0)` is the `<html>` element, which is always there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The number as an index into per-node arrays.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A parsed page, never changed after [`parse`](crate::dom::parse).
///
/// Nodes are the elements and texts in document order (comments, and the contents of `<template>`, are left
/// out; texts that touch are one). A subtree is the range of numbers `id..end(id)`, so that ancestor tests,
/// sizes and slices take constant time. All texts stand in one buffer in document order, so that the text
/// below any node is one slice of it.
#[derive(Debug)]
pub struct Document {
    pub(crate) tags: Vec<Tag>,
    pub(crate) ends: Vec<u32>,
    pub(crate) parents: Vec<u32>,
    /// Where in `text` the first text at or behind a node begins; one more entry than there are nodes.
    pub(crate) text_starts: Vec<u32>,
    /// First attribute and their number, of elements.
    pub(crate) attr_ranges: Vec<(u32, u32)>,
    pub(crate) text: String,
    pub(crate) attrs: Vec<Attr>,
    pub(crate) attr_text: String,
    pub(crate) tag_names: NameTable,
    pub(crate) attr_names: NameTable,
    /// What was found out about the input while parsing.
    pub source: SourceNotes,
    /// How a browser laid it out, if the page came as a [snapshot](crate::dom::layout).
    pub layout: Option<Layout>,
    /// Why there is none, if there should be one.
    pub layout_error: Option<SnapshotError>,
}

/// What parsing found out about the bytes of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourceNotes {
    /// The WHATWG name of the encoding.
    pub encoding: &'static str,
    /// Where the encoding was taken from.
    pub encoding_source: EncodingSource,
    /// Whether malformed sequences were replaced by U+FFFD.
    pub malformed: bool,
    /// The limits that were passed while parsing.
    pub truncated: Truncated,
}

impl Document {
    /// The `<html>` element.
    pub const ROOT: NodeId = NodeId(0);

    /// The number of nodes.
    #[allow(clippy::len_without_is_empty)] // there is always a root
    pub fn len(&self) -> usize {
        self.tags.len()
    }

    /// All nodes in document order.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        (0..self.tags.len() as u32).map(NodeId)
    }

    /// The interned tag; [`Tag::TEXT`] for a text.
    pub fn tag(&self, id: NodeId) -> Tag {
        self.tags[id.index()]
    }

    /// Whether a node is a text.
    pub fn is_text(&self, id: NodeId) -> bool {
        self.tag(id) == Tag::TEXT
    }

    /// The name of the tag, in lower case (`foreignObject` and the like as in SVG).
    pub fn tag_name(&self, tag: Tag) -> &str {
        &self.tag_names.names[tag.0 as usize]
    }

    /// The tag of a name, if an element of this document has it or HTML knows it.
    pub fn find_tag(&self, name: &str) -> Option<Tag> {
        self.tag_names.get(name).map(Tag)
    }

    /// The node behind the last one of the subtree.
    pub fn end(&self, id: NodeId) -> NodeId {
        NodeId(self.ends[id.index()])
    }

    /// The parent; `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != Self::ROOT).then(|| NodeId(self.parents[id.index()]))
    }

    /// Whether `inner` is `outer` or lies below it.
    pub fn contains(&self, outer: NodeId, inner: NodeId) -> bool {
        outer <= inner && inner < self.end(outer)
    }

    /// The children in order.
    pub fn children(&self, id: NodeId) -> Children<'_> {
        Children { document: self, next: NodeId(id.0 + 1), end: self.end(id) }
    }

    /// A node and its ancestors, inside out.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(id), |&n| self.parent(n))
    }

    /// The subtree in document order.
    pub fn subtree(&self, id: NodeId) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (id.0..self.ends[id.index()]).map(NodeId)
    }

    /// The smallest subtree that holds both nodes: their lowest common ancestor. Linear in the depth.
    pub fn common_ancestor(&self, a: NodeId, b: NodeId) -> NodeId {
        let (first, second) = (a.min(b), a.max(b));
        self.ancestors(first).find(|&n| self.contains(n, second)).unwrap_or(Self::ROOT)
    }

    /// All characters of the texts in a subtree, as they are in the source: white space unfolded, scripts and
    /// hidden parts included. See [`text`](crate::dom::text) for what a reader sees.
    pub fn raw_text(&self, id: NodeId) -> &str {
        let range = self.text_starts[id.index()] as usize..self.text_starts[self.end(id).index()] as usize;
        &self.text[range]
    }

    /// The raw text of the nodes `from..to`, which must be siblings with their subtrees, or a range of the document.
    pub fn raw_text_between(&self, from: NodeId, to: NodeId) -> &str {
        &self.text[self.text_starts[from.index()] as usize..self.text_starts[to.index()] as usize]
    }

    /// The value of an attribute of an element.
    pub fn attr(&self, id: NodeId, name: AttrName) -> Option<&str> {
        self.raw_attrs(id).iter().find(|a| a.name == name).map(|a| self.attr_value(a))
    }

    /// The value of an attribute given by name.
    pub fn attr_named(&self, id: NodeId, name: &str) -> Option<&str> {
        self.attr(id, self.find_attr(name)?)
    }

    /// The attribute of a name, if an element of this document has it or the library knows it.
    pub fn find_attr(&self, name: &str) -> Option<AttrName> {
        self.attr_names.get(name).map(AttrName)
    }

    /// The attributes of an element in the order of the source.
    pub fn attrs(&self, id: NodeId) -> impl Iterator<Item = (AttrName, &str)> + '_ {
        self.raw_attrs(id).iter().map(|a| (a.name, self.attr_value(a)))
    }

    /// The name of an attribute.
    pub fn attr_name(&self, name: AttrName) -> &str {
        &self.attr_names.names[name.0 as usize]
    }

    fn raw_attrs(&self, id: NodeId) -> &[Attr] {
        let (start, len) = self.attr_ranges[id.index()];
        &self.attrs[start as usize..(start + len) as usize]
    }

    fn attr_value(&self, attr: &Attr) -> &str {
        &self.attr_text[attr.start as usize..(attr.start + attr.len) as usize]
    }
}

/// Iterator over the children of a node; see [`Document::children`].
#[derive(Clone, Debug)]
pub struct Children<'a> {
    document: &'a Document,
    next: NodeId,
    end: NodeId,
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        if self.next >= self.end {
            return None;
        }
        let child = self.next;
        self.next = self.document.end(child);
        Some(child)
    }
}
