//! The tree under construction: html5ever's tree builder edits it, and [`freeze`](crate::dom::freeze) reads it once.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};

use html5ever::interface::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, LocalName, Namespace, QualName, ns};

use crate::dom::tags::{AttrName, NameTable, Tag, is_active_formatting, is_void};

pub(crate) const NONE: u32 = u32::MAX;
pub(crate) const DOCUMENT: u32 = 0;
/// Once `<html>` or `<body>` has this many attributes, those of further such tags are not merged into it, since every
/// merge copies them all.
const MAX_MERGED_ATTRS: usize = 256;

/// What a node of the arena is. Comments and the like are never linked into the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Html,
    Svg,
    MathMl,
    Text,
    Other,
}

/// A node with its links. `start` and `len` are the range of its attributes, or, for a text, of its bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) parent: u32,
    pub(crate) previous: u32,
    pub(crate) next: u32,
    pub(crate) first: u32,
    pub(crate) last: u32,
    pub(crate) start: u32,
    pub(crate) len: u32,
    pub(crate) tag: Tag,
    pub(crate) depth: u32,
    pub(crate) kind: Kind,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Attr {
    pub(crate) name: AttrName,
    pub(crate) start: u32,
    pub(crate) len: u32,
}

/// The tree under construction, with all texts and attribute values in two buffers.
#[derive(Debug)]
pub(crate) struct Arena {
    pub(crate) nodes: Vec<Node>,
    pub(crate) text: String,
    pub(crate) attrs: Vec<Attr>,
    pub(crate) attr_text: String,
    pub(crate) tags: NameTable,
    pub(crate) attr_names: NameTable,
}

impl Arena {
    fn push(&mut self, tag: Tag, kind: Kind, start: usize, len: usize) -> u32 {
        let id = self.nodes.len() as u32;
        self.nodes.push(Node {
            parent: NONE,
            previous: NONE,
            next: NONE,
            first: NONE,
            last: NONE,
            start: start as u32,
            len: len as u32,
            tag,
            depth: 0,
            kind,
        });
        id
    }

    fn push_text(&mut self, text: &str) -> u32 {
        let start = self.text.len();
        self.text.push_str(text);
        self.push(Tag::TEXT, Kind::Text, start, text.len())
    }

    /// Appends to a text node if its bytes are the last in the buffer.
    fn extend_text(&mut self, id: u32, text: &str) -> bool {
        let node = &mut self.nodes[id as usize];
        let at_end = node.kind == Kind::Text && (node.start + node.len) as usize == self.text.len();
        if at_end {
            self.text.push_str(text);
            node.len += text.len() as u32;
        }
        at_end
    }

    fn push_attrs(&mut self, attrs: &[Attribute]) {
        for attr in attrs {
            let name = AttrName(self.attr_names.intern(&attr.name.local));
            let start = self.attr_text.len() as u32;
            self.attr_text.push_str(&attr.value);
            self.attrs.push(Attr { name, start, len: attr.value.len() as u32 });
        }
    }

    fn link(&mut self, parent: u32, previous: u32, next: u32, child: u32) {
        let depth = self.nodes[parent as usize].depth + 1;
        let node = &mut self.nodes[child as usize];
        (node.parent, node.previous, node.next, node.depth) = (parent, previous, next, depth);
        match previous {
            NONE => self.nodes[parent as usize].first = child,
            p => self.nodes[p as usize].next = child,
        }
        match next {
            NONE => self.nodes[parent as usize].last = child,
            n => self.nodes[n as usize].previous = child,
        }
    }

    fn unlink(&mut self, child: u32) {
        let Node { parent, previous, next, .. } = self.nodes[child as usize];
        if parent == NONE {
            return;
        }
        match previous {
            NONE => self.nodes[parent as usize].first = next,
            p => self.nodes[p as usize].next = next,
        }
        match next {
            NONE => self.nodes[parent as usize].last = previous,
            n => self.nodes[n as usize].previous = previous,
        }
        let node = &mut self.nodes[child as usize];
        (node.parent, node.previous, node.next) = (NONE, NONE, NONE);
    }
}

/// The sink that html5ever's tree builder writes into.
#[derive(Debug)]
pub(crate) struct ArenaSink {
    pub(crate) arena: RefCell<Arena>,
    /// The innermost open element, as far as the sink can tell.
    pub(crate) open: Cell<u32>,
    /// The formatting elements created since the last token began.
    pub(crate) formatting: RefCell<Vec<LocalName>>,
    /// Elements of MathML whose content is HTML: `<annotation-xml encoding="text/html">`. In the order of their
    /// numbers; hardly any page has one.
    holding_html: RefCell<Vec<u32>>,
    /// The names of [`Tag::KNOWN`], which the tree builder asks for at each of its open elements.
    known: Vec<LocalName>,
}

/// A node as the tree builder holds it, including what the builder asks for most often, so that walking the open
/// elements stays within the builder's own stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Handle {
    pub(crate) id: u32,
    tag: Tag,
    kind: Kind,
}

impl ArenaSink {
    pub(crate) fn new(bytes: usize) -> Self {
        let mut arena = Arena {
            nodes: Vec::with_capacity(bytes / 32 + 16),
            text: String::with_capacity(bytes / 2),
            attrs: Vec::with_capacity(bytes / 48 + 16),
            attr_text: String::with_capacity(bytes / 4),
            tags: NameTable::tags(),
            attr_names: NameTable::attributes(),
        };
        arena.push(Tag::TEXT, Kind::Other, 0, 0); // the document
        let known = arena.tags.names.clone();
        ArenaSink {
            arena: RefCell::new(arena),
            open: Cell::new(DOCUMENT),
            formatting: RefCell::default(),
            holding_html: RefCell::default(),
            known,
        }
    }

    /// The depth of the innermost open element, as far as the sink can tell.
    pub(crate) fn open_depth(&self) -> u32 {
        self.arena.borrow().nodes[self.open.get() as usize].depth
    }

    /// Adds an element without content as the last child of the innermost open one, without telling the tree builder.
    pub(crate) fn append_beside_builder(&self, name: QualName, attrs: &[Attribute]) {
        let element = self.create(&name, attrs);
        let mut arena = self.arena.borrow_mut();
        let parent = self.open.get();
        let last = arena.nodes[parent as usize].last;
        arena.link(parent, last, NONE, element.id);
    }

    fn create(&self, name: &QualName, attrs: &[Attribute]) -> Handle {
        let mut arena = self.arena.borrow_mut();
        let kind = match name.ns {
            ns!(svg) => Kind::Svg,
            ns!(mathml) => Kind::MathMl,
            _ => Kind::Html,
        };
        let tag = Tag(arena.tags.intern(&name.local));
        let start = arena.attrs.len();
        arena.push_attrs(attrs);
        Handle { id: arena.push(tag, kind, start, attrs.len()), tag, kind }
    }

    /// A node that is never part of the tree.
    fn create_other(&self) -> Handle {
        let id = self.arena.borrow_mut().push(Tag::TEXT, Kind::Other, 0, 0);
        Handle { id, tag: Tag::TEXT, kind: Kind::Other }
    }

    pub(crate) fn node_count(&self) -> usize {
        self.arena.borrow().nodes.len()
    }

    fn insert(&self, parent: u32, previous: u32, next: u32, child: NodeOrText<Handle>) {
        let mut arena = self.arena.borrow_mut();
        match child {
            NodeOrText::AppendText(text) => {
                if previous != NONE && arena.extend_text(previous, &text) {
                    return;
                }
                // adjacent texts are one text to a browser; `freeze` joins them
                let child = arena.push_text(&text);
                arena.link(parent, previous, next, child);
            }
            NodeOrText::AppendNode(Handle { id, tag, kind }) => {
                if kind == Kind::Other {
                    return;
                }
                arena.unlink(id);
                arena.link(parent, previous, next, id);
                if !is_void(tag) {
                    self.open.set(id);
                }
            }
        }
    }
}

static HTML: Namespace = ns!(html);
static SVG: Namespace = ns!(svg);
static MATHML: Namespace = ns!(mathml);

/// The name of an element, as the tree builder asks for it.
#[derive(Debug)]
pub(crate) struct Name<'a> {
    ns: &'static Namespace,
    local: Cow<'a, LocalName>,
}

impl ElemName for Name<'_> {
    fn ns(&self) -> &Namespace {
        self.ns
    }
    fn local_name(&self) -> &LocalName {
        &self.local
    }
}

impl TreeSink for ArenaSink {
    type Handle = Handle;
    type Output = Arena;
    type ElemName<'a> = Name<'a>;

    fn finish(self) -> Arena {
        self.arena.into_inner()
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        Handle { id: DOCUMENT, tag: Tag::TEXT, kind: Kind::Other }
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> Name<'a> {
        let ns = match target.kind {
            Kind::Svg => &SVG,
            Kind::MathMl => &MATHML,
            _ => &HTML,
        };
        let number = target.tag.0 as usize;
        let local = match self.known.get(number) {
            Some(name) => Cow::Borrowed(name),
            None => Cow::Owned(self.arena.borrow().tags.names[number].clone()),
        };
        Name { ns, local }
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> Handle {
        let element = self.create(&name, &attrs);
        if flags.mathml_annotation_xml_integration_point {
            self.holding_html.borrow_mut().push(element.id);
        }
        if is_active_formatting(element.tag) {
            self.formatting.borrow_mut().push(name.local);
        }
        element
    }

    fn is_mathml_annotation_xml_integration_point(&self, element: &Handle) -> bool {
        self.holding_html.borrow().binary_search(&element.id).is_ok()
    }

    fn create_comment(&self, _: StrTendril) -> Handle {
        self.create_other()
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Handle {
        self.create_other()
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        let last = self.arena.borrow().nodes[parent.id as usize].last;
        self.insert(parent.id, last, NONE, child);
    }

    fn append_based_on_parent_node(&self, element: &Handle, previous: &Handle, child: NodeOrText<Handle>) {
        if self.arena.borrow().nodes[element.id as usize].parent == NONE {
            self.append(previous, child);
        } else {
            self.append_before_sibling(element, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn pop(&self, node: &Handle) {
        let parent = self.arena.borrow().nodes[node.id as usize].parent;
        self.open.set(if parent == NONE { DOCUMENT } else { parent });
    }

    /// The contents of a `<template>` are attached to a node of their own that is never part of the tree.
    fn get_template_contents(&self, _: &Handle) -> Handle {
        self.create_other()
    }

    fn same_node(&self, x: &Handle, y: &Handle) -> bool {
        x.id == y.id
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Handle, child: NodeOrText<Handle>) {
        if let NodeOrText::AppendNode(node) = child {
            self.arena.borrow_mut().unlink(node.id);
        }
        let Node { parent, previous, .. } = self.arena.borrow().nodes[sibling.id as usize];
        if parent != NONE {
            self.insert(parent, previous, sibling.id, child);
        }
    }

    fn add_attrs_if_missing(&self, target: &Handle, attrs: Vec<Attribute>) {
        let mut arena = self.arena.borrow_mut();
        let Node { start, len, .. } = arena.nodes[target.id as usize];
        let old = start as usize..(start + len) as usize;
        if old.len() >= MAX_MERGED_ATTRS {
            return;
        }
        let mut missing = attrs;
        missing.retain(|attr| {
            let name = AttrName(arena.attr_names.intern(&attr.name.local));
            arena.attrs[old.clone()].iter().all(|a| a.name != name)
        });
        if missing.is_empty() {
            return;
        }
        let new_start = arena.attrs.len();
        arena.attrs.extend_from_within(old);
        arena.push_attrs(&missing);
        let new_len = arena.attrs.len() - new_start;
        let node = &mut arena.nodes[target.id as usize];
        (node.start, node.len) = (new_start as u32, new_len as u32);
    }

    fn remove_from_parent(&self, target: &Handle) {
        self.arena.borrow_mut().unlink(target.id);
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        let mut arena = self.arena.borrow_mut();
        loop {
            let child = arena.nodes[node.id as usize].first;
            if child == NONE {
                return;
            }
            arena.unlink(child);
            let last = arena.nodes[new_parent.id as usize].last;
            arena.link(new_parent.id, last, NONE, child);
        }
    }
}
