//! Slots: places of a template, identified by the tags, ids and classes on the path to them.

use crate::dom::{AttrName, Document, NodeId, Tag, line};
use crate::site::forest::tolerant_chars;
use crate::site::sample::ReadPage;
use crate::tree::mix;

/// A place of a template.
pub(crate) type Slot = String;

/// The slot of an element: tags with ids and classes in tolerant form, from the body down.
pub(crate) fn slot(document: &Document, id: NodeId) -> Slot {
    let mut nodes: Vec<NodeId> = steps_up(document, Document::ROOT, id).collect();
    nodes.reverse();
    let mut slot = Slot::new();
    for node in nodes {
        push_step(document, node, &mut slot);
    }
    slot
}

/// For each node, a hash of its slot; for a text, that of its parent. Takes linear time, although the slots themselves
/// are as long as the page is deep.
pub(crate) fn slot_hashes(document: &Document) -> Vec<u64> {
    let mut hashes: Vec<u64> = Vec::with_capacity(document.len());
    let mut step = Slot::new();
    for id in document.nodes() {
        let around = document.parent(id).map_or(0, |parent| hashes[parent.index()]);
        hashes.push(match document.tag(id) {
            Tag::TEXT => around,
            tag if id == Document::ROOT || tag == Tag::HTML => 0,
            _ => {
                step.clear();
                push_step(document, id, &mut step);
                step.bytes().fold(mix(around, 1), |hash, byte| mix(hash, u64::from(byte)))
            }
        });
    }
    hashes
}

/// An element and those around it that make up its slot below another element, from the inside out.
fn steps_up(document: &Document, top: NodeId, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    document.ancestors(id).take_while(move |&node| node != top && document.tag(node) != Tag::HTML)
}

/// Appends the step of an element to the slot of its parent: `div#main.post`.
pub(crate) fn push_step(document: &Document, node: NodeId, slot: &mut Slot) {
    if !slot.is_empty() {
        slot.push('/');
    }
    let tag = document.tag(node);
    slot.push_str(document.tag_name(tag));
    let (id, class) = names(document, node);
    slot.push('#');
    slot.extend(tolerant_chars(id));
    slot.push('.');
    slot.extend(tolerant_chars(class));
}

/// The id and class of an element that its step includes. The body's class is left out, since it often identifies the
/// single page.
fn names(document: &Document, node: NodeId) -> (&str, &str) {
    let attribute = |name| document.attr(node, name).unwrap_or_default();
    match document.tag(node) {
        Tag::BODY => ("", ""),
        _ => (attribute(AttrName::ID), attribute(AttrName::CLASS)),
    }
}

/// Whether an element is in a slot. The end of the slot is compared with the element, what precedes it with the parent,
/// and so on, so that most other elements are rejected at once.
fn is_in_slot(document: &Document, id: NodeId, slot: &str) -> bool {
    fn before(rest: &str, chars: impl DoubleEndedIterator<Item = char>) -> Option<&str> {
        chars.rev().try_fold(rest, |rest, c| rest.strip_suffix(c))
    }
    let mut rest = Some(slot);
    let mut steps = steps_up(document, Document::ROOT, id).peekable();
    while let Some(node) = steps.next() {
        let (own_id, class) = names(document, node);
        rest = rest
            .and_then(|rest| before(rest, tolerant_chars(class)))
            .and_then(|rest| rest.strip_suffix('.'))
            .and_then(|rest| before(rest, tolerant_chars(own_id)))
            .and_then(|rest| rest.strip_suffix('#'))
            .and_then(|rest| rest.strip_suffix(document.tag_name(document.tag(node))));
        if steps.peek().is_some() {
            rest = rest.and_then(|rest| rest.strip_suffix('/'));
        }
        if rest.is_none() {
            return false;
        }
    }
    rest == Some("")
}

/// An element and the text that a reader sees in it, on one line.
pub(crate) struct ShownElement {
    pub(crate) id: NodeId,
    pub(crate) text: String,
}

/// The first element of a page that is in a slot and has text.
pub(crate) fn first_in_slot(page: ReadPage<'_>, wanted: &Slot) -> Option<ShownElement> {
    in_slot(page, wanted).into_iter().next()
}

/// The elements of a page that are in a slot and have text.
pub(crate) fn in_slot(page: ReadPage<'_>, wanted: &Slot) -> Vec<ShownElement> {
    let document = page.document;
    let Some(place) = Place::new(document, wanted) else { return Vec::new() };
    let here = document.nodes().filter(|&id| place.holds(page, id));
    here.map(|id| ShownElement { id, text: shown_line(document, id) }).filter(|of| !of.text.is_empty()).collect()
}

/// A slot on a page, prepared so that most elements outside it are rejected at once.
pub(crate) struct Place<'s> {
    slot: &'s Slot,
    tag: Tag,
    level: usize,
}

impl Place<'_> {
    /// `None` if the page has no element with the slot's tag.
    pub(crate) fn new<'s>(document: &Document, slot: &'s Slot) -> Option<Place<'s>> {
        // a class may contain a slash, but every step has the mark that precedes an id
        let steps = slot.split('/').filter_map(|step| Some(step.split_once('#')?.0));
        Some(Place { slot, tag: document.find_tag(steps.clone().next_back()?)?, level: steps.count() })
    }

    pub(crate) fn holds(&self, page: ReadPage<'_>, id: NodeId) -> bool {
        page.document.tag(id) == self.tag
            && usize::from(page.levels[id.index()]) == self.level
            && is_in_slot(page.document, id, self.slot)
    }
}

pub(crate) fn shown_line(document: &Document, id: NodeId) -> String {
    line(document, id, document.end(id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};
    use crate::site::hints::Hints;
    use crate::site::sample::levels;
    use crate::tree::PageTree;

    #[test]
    fn every_element_is_in_its_slot_and_no_other() {
        let html = "<body class=home><div id=m12 class='post-7 a'><p>x<p class=w-1/2>y</div><div class=post-8><p>z";
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let (view, hints, levels) = (PageTree::new(&document), Hints::new(&document), levels(&document));
        let page = ReadPage { document: &document, view: &view, hints: &hints, levels: &levels };
        let elements: Vec<NodeId> =
            document.nodes().filter(|&id| !document.is_text(id) && levels[id.index()] > 0).collect();
        for &id in &elements {
            let slot = slot(&document, id);
            let place = Place::new(&document, &slot).unwrap();
            assert!(
                elements
                    .iter()
                    .all(|&other| place.holds(page, other) == (crate::site::places::slot(&document, other) == slot)),
                "{slot}"
            );
        }
        assert_eq!(slot(&document, elements[4]), "body#./div#m.post-/p#.w-/");
        assert_eq!(in_slot(page, &slot(&document, elements[4])).len(), 1);
        let hashes = slot_hashes(&document);
        for (&a, &b) in elements.iter().zip(elements.iter().skip(1)).chain([(&elements[1], &elements[5])]) {
            let (same_slot, same_hash) =
                (slot(&document, a) == slot(&document, b), hashes[a.index()] == hashes[b.index()]);
            assert_eq!(same_slot, same_hash);
        }
    }
}
