//! The frozen document: everything about a page's nodes in arrays, in preorder.

use std::sync::OnceLock;

use crate::dom::arena::Attr;
use crate::dom::decode::EncodingSource;
use crate::dom::layout::{Layout, SnapshotError};
use crate::dom::shown::ShownText;
use crate::dom::tags::{AttrName, NameTable, Tag};
use crate::limits::Truncated;

/// A node of a [`Document`]: its number in preorder. `NodeId(0)` is the `<html>` element, which is always there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The number as an index into arrays with an entry for each node.
    ///
    /// ```
    /// use rowsmith::dom::{Document, ParseOptions, parse};
    ///
    /// let page = parse(b"<ul><li>Oak<li>Elm</ul>", &ParseOptions::default())?;
    /// let children: Vec<usize> = page.nodes().map(|id| page.children(id).count()).collect();
    /// assert_eq!(children[Document::ROOT.index()], 2, "<head> and <body>");
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A parsed page, which never changes after [`parse`](crate::dom::parse).
///
/// The nodes are the elements and texts in document order (comments and the contents of `<template>` are left out;
/// adjacent texts are joined). A subtree is the range of numbers `id..end(id)`, so ancestor tests, sizes and slices
/// take constant time. All texts are in one buffer in document order, so the text below any node is one slice of it.
#[derive(Debug)]
pub struct Document {
    pub(crate) tags: Vec<Tag>,
    pub(crate) ends: Vec<u32>,
    pub(crate) parents: Vec<u32>,
    /// Where in `text` the first text at or after a node begins; has one entry more than there are nodes.
    pub(crate) text_starts: Vec<u32>,
    /// For each element, its first attribute and the number of attributes.
    pub(crate) attr_ranges: Vec<(u32, u32)>,
    pub(crate) text: String,
    pub(crate) attrs: Vec<Attr>,
    pub(crate) attr_text: String,
    pub(crate) tag_names: NameTable,
    pub(crate) attr_names: NameTable,
    /// The text of all of it, once it was asked for.
    pub(crate) shown: OnceLock<ShownText>,
    /// What was noticed about the input while parsing.
    pub source: SourceNotes,
    /// The folder in which a browser saved the pictures and styles of this page, as links name it.
    pub(crate) asset_folder: Option<String>,
    /// How a browser laid the page out, if it came as a [snapshot](crate::dom::layout).
    pub layout: Option<Layout>,
    /// Why there is no layout although the page came with one.
    pub layout_error: Option<SnapshotError>,
}

/// What was noticed about the bytes of a page while parsing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourceNotes {
    /// The WHATWG name of the encoding.
    pub encoding: &'static str,
    /// Where the encoding was taken from.
    pub encoding_source: EncodingSource,
    /// Whether malformed sequences were replaced by U+FFFD.
    pub malformed: bool,
    /// The limits that were exceeded while parsing.
    pub truncated: Truncated,
}

impl Document {
    /// The `<html>` element.
    pub const ROOT: NodeId = NodeId(0);

    /// The number of nodes.
    ///
    /// ```
    /// let page = rowsmith::dom::parse(b"<p>Oak</p>", &Default::default())?;
    /// assert_eq!(page.len(), 5, "<html>, <head>, <body>, <p> and a text");
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[allow(clippy::len_without_is_empty)] // there is always a root
    pub fn len(&self) -> usize {
        self.tags.len()
    }

    /// All nodes in document order.
    ///
    /// ```
    /// let page = rowsmith::dom::parse(b"<h2>Trees</h2><p>Oak<p>Elm", &Default::default())?;
    /// let texts = page.nodes().filter(|&id| page.is_text(id)).map(|id| page.raw_text(id));
    /// assert_eq!(texts.collect::<Vec<_>>(), ["Trees", "Oak", "Elm"]);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        (0..self.tags.len() as u32).map(NodeId)
    }

    /// The tag of an element as a number, which is quick to compare; [`Tag::TEXT`] for a text.
    ///
    /// ```
    /// use rowsmith::dom::{ParseOptions, Tag, parse};
    ///
    /// let page = parse(b"<ul><li>Oak<li>Elm</ul>", &ParseOptions::default())?;
    /// assert_eq!(page.nodes().filter(|&id| page.tag(id) == Tag::LI).count(), 2);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn tag(&self, id: NodeId) -> Tag {
        self.tags[id.index()]
    }

    /// Whether a node is a text, and not an element.
    ///
    /// ```
    /// use rowsmith::dom::{ParseOptions, find_path, parse};
    ///
    /// let page = parse(b"<p>An <b>old</b> oak", &ParseOptions::default())?;
    /// let paragraph = find_path(&page, "/html/body/p").expect("the page has a paragraph");
    /// let texts: Vec<bool> = page.children(paragraph).map(|id| page.is_text(id)).collect();
    /// assert_eq!(texts, [true, false, true]);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn is_text(&self, id: NodeId) -> bool {
        self.tag(id) == Tag::TEXT
    }

    /// The name of a tag, in lower case (elements of SVG keep theirs: `foreignObject`).
    ///
    /// ```
    /// let page = rowsmith::dom::parse(b"<UL><My-Tree>Oak</UL>", &Default::default())?;
    /// let names: Vec<&str> = page.nodes().map(|id| page.tag_name(page.tag(id))).collect();
    /// assert_eq!(names, ["html", "head", "body", "ul", "my-tree", "#text"]);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn tag_name(&self, tag: Tag) -> &str {
        &self.tag_names.names[tag.0 as usize]
    }

    /// The tag with this name; `None` for a name that HTML does not know and no element of this document has.
    ///
    /// ```
    /// use rowsmith::dom::{ParseOptions, Tag, parse};
    ///
    /// let page = parse(b"<my-tree>Oak</my-tree>", &ParseOptions::default())?;
    /// assert_eq!(page.find_tag("table"), Some(Tag::TABLE));
    /// assert!(page.find_tag("my-tree").is_some());
    /// assert_eq!(page.find_tag("your-tree"), None);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn find_tag(&self, name: &str) -> Option<Tag> {
        self.tag_names.get(name).map(Tag)
    }

    /// The node after a subtree in document order; for a subtree at the end of the document, the number of nodes.
    ///
    /// ```
    /// use rowsmith::dom::{ParseOptions, Tag, find_path, parse};
    ///
    /// let page = parse(b"<div><p>Oak</div><footer>Bye</footer>", &ParseOptions::default())?;
    /// let div = find_path(&page, "/html/body/div").expect("the page has one");
    /// assert_eq!(page.tag(page.end(div)), Tag::FOOTER);
    /// assert_eq!(page.end(div).0 - div.0, 3, "<div>, <p> and the text");
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn end(&self, id: NodeId) -> NodeId {
        NodeId(self.ends[id.index()])
    }

    /// The parent; `None` for the root.
    ///
    /// ```
    /// use rowsmith::dom::{Document, ParseOptions, Tag, find_path, parse};
    ///
    /// let page = parse(b"<ul><li>Oak</ul>", &ParseOptions::default())?;
    /// let item = find_path(&page, "/html/body/ul/li").expect("the list has an item");
    /// assert_eq!(page.parent(item).map(|id| page.tag(id)), Some(Tag::UL));
    /// assert_eq!(page.parent(Document::ROOT), None);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != Self::ROOT).then(|| NodeId(self.parents[id.index()]))
    }

    /// Whether `inner` is `outer` or lies below it. Takes constant time.
    ///
    /// ```
    /// use rowsmith::dom::{ParseOptions, find_path, parse};
    ///
    /// let page = parse(b"<nav><a>Home</a></nav><main></main>", &ParseOptions::default())?;
    /// let at = |path| find_path(&page, path).expect("the page has it");
    /// let (nav, link, main) = (at("/html/body/nav"), at("/html/body/nav/a"), at("/html/body/main"));
    /// assert!(page.contains(nav, link) && page.contains(nav, nav));
    /// assert!(!page.contains(main, link) && !page.contains(link, nav));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn contains(&self, outer: NodeId, inner: NodeId) -> bool {
        outer <= inner && inner < self.end(outer)
    }

    /// The children of a node, in order. A text has none.
    ///
    /// ```
    /// use rowsmith::dom::{ParseOptions, find_path, parse};
    ///
    /// let page = parse(b"<ul><li>Oak<li>Elm</ul>", &ParseOptions::default())?;
    /// let list = find_path(&page, "/html/body/ul").expect("the page has a list");
    /// let items: Vec<&str> = page.children(list).map(|id| page.raw_text(id)).collect();
    /// assert_eq!(items, ["Oak", "Elm"]);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn children(&self, id: NodeId) -> Children<'_> {
        Children { document: self, next: NodeId(id.0 + 1), end: self.end(id) }
    }

    /// The text of the whole page.
    pub(crate) fn shown(&self) -> &ShownText {
        self.shown.get_or_init(|| ShownText::of(self))
    }

    /// The siblings from `from` up to, but not including, `to`.
    pub(crate) fn siblings(&self, from: NodeId, to: NodeId) -> Children<'_> {
        Children { document: self, next: from, end: to }
    }

    /// A node and its ancestors, from the node up to the root.
    ///
    /// ```
    /// use rowsmith::dom::{ParseOptions, find_path, parse};
    ///
    /// let page = parse(b"<ul><li>Oak</ul>", &ParseOptions::default())?;
    /// let item = find_path(&page, "/html/body/ul/li").expect("the list has an item");
    /// let names: Vec<&str> = page.ancestors(item).map(|id| page.tag_name(page.tag(id))).collect();
    /// assert_eq!(names, ["li", "ul", "body", "html"]);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(id), |&n| self.parent(n))
    }

    /// A node and all nodes below it, in document order.
    ///
    /// ```
    /// use rowsmith::dom::{ParseOptions, find_path, parse};
    ///
    /// let page = parse(b"<p>An <b>old</b> oak</p><p>An elm", &ParseOptions::default())?;
    /// let first = find_path(&page, "/html/body/p").expect("the page has paragraphs");
    /// let names: Vec<&str> = page.subtree(first).map(|id| page.tag_name(page.tag(id))).collect();
    /// assert_eq!(names, ["p", "#text", "b", "#text", "#text"]);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn subtree(&self, id: NodeId) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (id.0..self.ends[id.index()]).map(NodeId)
    }

    /// The root of the smallest subtree that holds both nodes: their lowest common ancestor. Takes time linear in the
    /// depth.
    ///
    /// ```
    /// use rowsmith::dom::{ParseOptions, find_path, parse};
    ///
    /// let page = parse(b"<ul><li><b>Oak</b><li><i>Elm</i></ul>", &ParseOptions::default())?;
    /// let at = |path| find_path(&page, path).expect("the page has it");
    /// let (oak, elm) = (at("/html/body/ul/li[1]/b"), at("/html/body/ul/li[2]/i"));
    /// assert_eq!(page.common_ancestor(oak, elm), at("/html/body/ul"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn common_ancestor(&self, a: NodeId, b: NodeId) -> NodeId {
        let (first, second) = (a.min(b), a.max(b));
        self.ancestors(first).find(|&n| self.contains(n, second)).unwrap_or(Self::ROOT)
    }

    /// All characters of the texts in a subtree as they are in the source: white space is not collapsed, and scripts
    /// and hidden parts are included. See [`text`](crate::dom::text) for what a reader sees.
    ///
    /// ```
    /// use rowsmith::dom::{ParseOptions, find_path, parse, text};
    ///
    /// let page = parse(b"<div>An  <b>old</b>\noak<script>grow()</script></div>", &ParseOptions::default())?;
    /// let div = find_path(&page, "/html/body/div").expect("the page has one");
    /// assert_eq!(page.raw_text(div), "An  old\noakgrow()");
    /// assert_eq!(text(&page, div), "An old oak");
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn raw_text(&self, id: NodeId) -> &str {
        let range = self.text_starts[id.index()] as usize..self.text_starts[self.end(id).index()] as usize;
        &self.text[range]
    }

    /// The raw text of the nodes from `from` up to, but not including, `to`: siblings with their subtrees, or any other
    /// range of the document.
    ///
    /// ```
    /// use rowsmith::dom::{ParseOptions, find_path, parse};
    ///
    /// let page = parse(b"<dl><dt>Oak<dd>80 ft<dt>Elm<dd>30 ft</dl>", &ParseOptions::default())?;
    /// let at = |path| find_path(&page, path).expect("the list has it");
    /// let first = page.raw_text_between(at("/html/body/dl/dt[1]"), at("/html/body/dl/dt[2]"));
    /// assert_eq!(first, "Oak80 ft");
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn raw_text_between(&self, from: NodeId, to: NodeId) -> &str {
        &self.text[self.text_starts[from.index()] as usize..self.text_starts[to.index()] as usize]
    }

    /// The value of an attribute of an element; `None` if the element does not have it.
    ///
    /// ```
    /// use rowsmith::dom::{AttrName, ParseOptions, find_path, parse};
    ///
    /// let page = parse(b"<a href=/oak>Oak</a>", &ParseOptions::default())?;
    /// let link = find_path(&page, "/html/body/a").expect("the page has a link");
    /// assert_eq!(page.attr(link, AttrName::HREF), Some("/oak"));
    /// assert_eq!(page.attr(link, AttrName::TITLE), None);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn attr(&self, id: NodeId, name: AttrName) -> Option<&str> {
        self.raw_attrs(id).iter().find(|a| a.name == name).map(|a| self.attr_value(a))
    }

    /// Like [`Document::attr`], but takes the attribute's name: for attributes that have no constant.
    ///
    /// ```
    /// use rowsmith::dom::{ParseOptions, find_path, parse};
    ///
    /// let page = parse(b"<li data-tree-id=7>Oak", &ParseOptions::default())?;
    /// let item = find_path(&page, "/html/body/li").expect("the page has an item");
    /// assert_eq!(page.attr_named(item, "data-tree-id"), Some("7"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn attr_named(&self, id: NodeId, name: &str) -> Option<&str> {
        self.attr(id, self.find_attr(name)?)
    }

    /// The attribute with this name; `None` for a name that the library does not know and no element of this document
    /// has. Looking it up once makes many calls of [`Document::attr`] cheap.
    ///
    /// ```
    /// use rowsmith::dom::{ParseOptions, parse};
    ///
    /// let page = parse(b"<li data-tree-id=7>Oak<li data-tree-id=8>Elm", &ParseOptions::default())?;
    /// let id = page.find_attr("data-tree-id").expect("items have it");
    /// let ids: Vec<&str> = page.nodes().filter_map(|node| page.attr(node, id)).collect();
    /// assert_eq!(ids, ["7", "8"]);
    /// assert_eq!(page.find_attr("data-bush-id"), None);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn find_attr(&self, name: &str) -> Option<AttrName> {
        self.attr_names.get(name).map(AttrName)
    }

    /// The attributes of an element with their values, in the order of the source.
    ///
    /// ```
    /// use rowsmith::dom::{ParseOptions, find_path, parse};
    ///
    /// let page = parse(b"<img src=oak.jpg alt='An oak'>", &ParseOptions::default())?;
    /// let image = find_path(&page, "/html/body/img").expect("the page has an image");
    /// let found: Vec<_> = page.attrs(image).map(|(name, value)| (page.attr_name(name), value)).collect();
    /// assert_eq!(found, [("src", "oak.jpg"), ("alt", "An oak")]);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn attrs(&self, id: NodeId) -> impl Iterator<Item = (AttrName, &str)> + '_ {
        self.raw_attrs(id).iter().map(|a| (a.name, self.attr_value(a)))
    }

    /// The name of an attribute, in lower case.
    ///
    /// ```
    /// use rowsmith::dom::{AttrName, ParseOptions, parse};
    ///
    /// let page = parse(b"<p DATA-Tree=oak>", &ParseOptions::default())?;
    /// let own = page.find_attr("data-tree").expect("the paragraph has it");
    /// assert_eq!((page.attr_name(AttrName::HREF), page.attr_name(own)), ("href", "data-tree"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
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
