//! The tree while it is being built: html5ever's tree builder edits it, [`freeze`](super::freeze) reads it once.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};

use html5ever::interface::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, LocalName, Namespace, QualName, ns};

use super::tags::{AttrName, NameTable, Tag, is_void};

pub(crate) const NONE: u32 = u32::MAX;
pub(crate) const DOCUMENT: u32 = 0;

/// What a node of the arena is; comments and the like are never linked into the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Html,
    Svg,
    MathMl,
    Text,
    Other,
}

/// A node with its links. `start` and `len` name its attributes, or for a text its bytes.
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

/// The tree under construction, all texts and attribute values in two buffers.
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

    /// Appends to a text node if its bytes are the last of the buffer.
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
    /// Depth of the innermost open element, as far as the sink can see it.
    pub(crate) open_depth: Cell<u32>,
}

impl ArenaSink {
    pub(crate) fn new(bytes: usize) -> Self {
        let mut arena = Arena {
            nodes: Vec::with_capacity(bytes / 32 + 16),
            text: String::with_capacity(bytes / 2),
            attrs: Vec::with_capacity(bytes / 48 + 16),
            attr_text: String::with_capacity(bytes / 4),
            tags: NameTable::new(Tag::KNOWN),
            attr_names: NameTable::new(AttrName::KNOWN),
        };
        arena.push(Tag::TEXT, Kind::Other, 0, 0); // the document
        ArenaSink { arena: RefCell::new(arena), open_depth: Cell::new(0) }
    }

    pub(crate) fn node_count(&self) -> usize {
        self.arena.borrow().nodes.len()
    }

    fn insert(&self, parent: u32, previous: u32, next: u32, child: NodeOrText<u32>) {
        let mut arena = self.arena.borrow_mut();
        match child {
            NodeOrText::AppendText(text) => {
                if previous != NONE && arena.extend_text(previous, &text) {
                    return;
                }
                // a text behind a text is one text to a browser; `freeze` joins them
                let child = arena.push_text(&text);
                arena.link(parent, previous, next, child);
            }
            NodeOrText::AppendNode(child) => {
                let Node { kind, tag, .. } = arena.nodes[child as usize];
                if kind == Kind::Other {
                    return;
                }
                arena.unlink(child);
                arena.link(parent, previous, next, child);
                if !is_void(tag) {
                    self.open_depth.set(arena.nodes[child as usize].depth);
                }
            }
        }
    }
}

/// The name of an element, as the tree builder asks for it. Names of HTML are static atoms, cheap to clone.
#[derive(Debug)]
pub(crate) struct Name {
    ns: Namespace,
    local: LocalName,
}

impl ElemName for Name {
    fn ns(&self) -> &Namespace {
        &self.ns
    }
    fn local_name(&self) -> &LocalName {
        &self.local
    }
}

impl TreeSink for ArenaSink {
    type Handle = u32;
    type Output = Arena;
    type ElemName<'a> = Name;

    fn finish(self) -> Arena {
        self.arena.into_inner()
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> u32 {
        DOCUMENT
    }

    fn elem_name<'a>(&'a self, target: &'a u32) -> Name {
        let arena = self.arena.borrow();
        let node = &arena.nodes[*target as usize];
        let ns = match node.kind {
            Kind::Svg => ns!(svg),
            Kind::MathMl => ns!(mathml),
            _ => ns!(html),
        };
        Name { ns, local: arena.tags.names[node.tag.0 as usize].clone() }
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, _: ElementFlags) -> u32 {
        let mut arena = self.arena.borrow_mut();
        let kind = match name.ns {
            ns!(svg) => Kind::Svg,
            ns!(mathml) => Kind::MathMl,
            _ => Kind::Html,
        };
        let tag = Tag(arena.tags.intern(&name.local));
        let start = arena.attrs.len();
        arena.push_attrs(&attrs);
        arena.push(tag, kind, start, attrs.len())
    }

    fn create_comment(&self, _: StrTendril) -> u32 {
        self.arena.borrow_mut().push(Tag::TEXT, Kind::Other, 0, 0)
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> u32 {
        self.create_comment(StrTendril::new())
    }

    fn append(&self, parent: &u32, child: NodeOrText<u32>) {
        let last = self.arena.borrow().nodes[*parent as usize].last;
        self.insert(*parent, last, NONE, child);
    }

    fn append_based_on_parent_node(&self, element: &u32, previous: &u32, child: NodeOrText<u32>) {
        if self.arena.borrow().nodes[*element as usize].parent == NONE {
            self.append(previous, child);
        } else {
            self.append_before_sibling(element, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn pop(&self, node: &u32) {
        let arena = self.arena.borrow();
        self.open_depth.set(arena.nodes[*node as usize].depth.saturating_sub(1));
    }

    /// The contents of a `<template>` hang on a node of their own that is never part of the tree.
    fn get_template_contents(&self, _: &u32) -> u32 {
        self.arena.borrow_mut().push(Tag::TEXT, Kind::Other, 0, 0)
    }

    fn same_node(&self, x: &u32, y: &u32) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &u32, child: NodeOrText<u32>) {
        if let NodeOrText::AppendNode(node) = child {
            self.arena.borrow_mut().unlink(node);
        }
        let Node { parent, previous, .. } = self.arena.borrow().nodes[*sibling as usize];
        if parent != NONE {
            self.insert(parent, previous, *sibling, child);
        }
    }

    fn add_attrs_if_missing(&self, target: &u32, attrs: Vec<Attribute>) {
        let mut arena = self.arena.borrow_mut();
        let Node { start, len, .. } = arena.nodes[*target as usize];
        let old = start as usize..(start + len) as usize;
        let new_start = arena.attrs.len();
        arena.attrs.extend_from_within(old);
        for attr in attrs {
            let name = AttrName(arena.attr_names.intern(&attr.name.local));
            if arena.attrs[new_start..].iter().all(|a| a.name != name) {
                arena.push_attrs(&[attr]);
            }
        }
        let new_len = arena.attrs.len() - new_start;
        let node = &mut arena.nodes[*target as usize];
        (node.start, node.len) = (new_start as u32, new_len as u32);
    }

    fn remove_from_parent(&self, target: &u32) {
        self.arena.borrow_mut().unlink(*target);
    }

    fn reparent_children(&self, node: &u32, new_parent: &u32) {
        let mut arena = self.arena.borrow_mut();
        loop {
            let child = arena.nodes[*node as usize].first;
            if child == NONE {
                return;
            }
            arena.unlink(child);
            let last = arena.nodes[*new_parent as usize].last;
            arena.link(*new_parent, last, NONE, child);
        }
    }
}
