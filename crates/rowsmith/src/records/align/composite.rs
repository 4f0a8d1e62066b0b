//! Composite items: elements whose whole text a reader takes for one item.
//!
//! The paper's items are the texts between tags. With these alone, a price of two spans, a sentence with a link in it,
//! a list of tags and the body of a post would fall apart into as many items as there are texts, different ones in
//! every record.

use crate::dom::{AttrName, Display, Document, NodeId, Tag, display};
use crate::records::align::alignment::Alignment;
use crate::records::align::record_tree::RecordTree;
use crate::tree::{PageTree, Run, Span, TreeId};

/// The parts of a body are in less than this share of the records that have the body, on average. On `records`, 0.6
/// gives 0.0006 less item recall, and recognising no bodies at all 0.026 less.
const BODY_FILL: f64 = 0.7;

/// A piece that fewer than one in so many of the records with a body have does not show that their pieces vary.
const RARE: u32 = 20;

/// How a seed node relates to the texts below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// The texts are items of their own.
    Plain,
    /// The texts are parts of one item.
    Composite,
}

/// Counts over the records in which a seed node occurs.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// Records with this node.
    all: u32,
    /// Records with a text below it.
    texts: u32,
    /// Records in which it has only inline elements, and a text.
    inline: u32,
    /// Among those, records with two texts or more.
    several: u32,
    /// Among those, records with pieces that flow into each other.
    flowing: u32,
}

/// The roles of the seed's nodes.
pub(crate) fn roles(document: &Document, page: &PageTree, alignment: &Alignment, positions: &[u32]) -> Vec<Role> {
    let seed = &alignment.seed;
    let mut seen = vec![Seen::default(); seed.tree.len()];
    for (record, aligned) in alignment.trees.iter().zip(&alignment.aligned) {
        for (shape, id) in shapes(document, page, record).iter().zip(aligned) {
            let &Some(id) = id else { continue };
            let seen = &mut seen[positions[id as usize] as usize];
            seen.all += 1;
            seen.texts += u32::from(shape.texts > 0);
            seen.inline += u32::from(shape.inline && shape.texts > 0);
            seen.several += u32::from(shape.inline && shape.texts > 1);
            seen.flowing += u32::from(shape.inline && shape.texts > 1 && shape.flows);
        }
    }
    let mut roles = vec![Role::Plain; seed.tree.len()];
    for s in seed.tree.nodes().skip(1) {
        let Some(source) = seed.sources[s].filter(|&id| !page.is_text(id)) else { continue };
        // a record on one line is not an item of its own, unless its pieces flow into each other
        let is_record = seed.tree.parents[s] == TreeId::ROOT && seen[s].flowing == 0;
        if is_line(page.tag(source), seen[s]) && !is_record || is_body(document, page, alignment, &seen, s) {
            roles[s] = Role::Composite;
        }
    }
    // of an element and its only content, the content is enough
    for s in seed.tree.nodes().skip(1).rev() {
        let parent = seed.tree.parents[s];
        let same = |x: TreeId| seed.tree.contains(s, x) || seed.sources[x].is_none_or(|id| !page.is_text(id));
        if roles[s] == Role::Composite
            && roles[parent] == Role::Composite
            && seen[parent].all == seen[s].all
            && seed.tree.subtree(parent).skip(1).all(same)
        {
            roles[parent] = Role::Plain;
        }
    }
    roles
}

/// Whether a node is a line of text that falls into several pieces in some record.
///
/// A `div` that contains only elements is not a line: just as often, its elements are fields side by side.
fn is_line(tag: Tag, seen: Seen) -> bool {
    let holds_a_line = matches!(tag, Tag::A | Tag::SPAN) || display(tag) != Display::Inline && tag != Tag::DIV;
    seen.inline * 5 >= seen.texts * 4 && (seen.flowing > 0 || seen.several > 0 && holds_a_line)
}

/// Whether a node holds similar pieces whose number varies from record to record: paragraphs, tags.
fn is_body(document: &Document, page: &PageTree, alignment: &Alignment, seen: &[Seen], s: TreeId) -> bool {
    let seed = &alignment.seed;
    // how a child is distinguished from its siblings: by tag and class, except that all blocks without a class are
    // alike
    let kind = |id: TreeId| {
        let class = if page.is_text(id) { None } else { document.attr(page.node(id), AttrName::CLASS) };
        let tag = page.tag(id);
        let flow = class.is_none() && display(tag) != Display::Inline;
        (if flow { Tag::TEXT } else { tag }.0, class)
    };
    let mut filled = 0;
    let mut kinds = Vec::new();
    for child in seed.tree.children(s) {
        // what hardly any record has is no piece of the others
        if seen[child].all * RARE < seen[s].all {
            continue;
        }
        if let Some(id) = seed.sources[child].filter(|&id| seen[child].texts > 0 || page.is_text(id)) {
            filled += seen[child].all;
            kinds.push(kind(id));
        }
    }
    let n = kinds.len();
    if n < 3 || f64::from(filled) >= BODY_FILL * n as f64 * f64::from(seen[s].all) {
        return false;
    }
    kinds.sort_unstable();
    let alike = |i: usize| i > 0 && kinds[i] == kinds[i - 1] || i + 1 < n && kinds[i] == kinds[i + 1];
    (0..n).filter(|&i| alike(i)).count() * 2 >= n
}

/// What a node of a record holds.
#[derive(Clone, Copy)]
struct Shape {
    texts: u32,
    /// No element below it starts a line of its own.
    inline: bool,
    /// A text with a letter or digit comes between the elements, or one text continues into the next.
    flows: bool,
}

fn shapes(document: &Document, page: &PageTree, record: &RecordTree) -> Vec<Shape> {
    let mut shapes = vec![Shape { texts: 0, inline: true, flows: false }; record.tree.len()];
    let mut next_text: Option<Run> = None;
    for r in record.tree.nodes().skip(1).rev() {
        let Some(id) = record.sources[r] else { continue };
        let parent = record.tree.parents[r];
        let is_text = page.is_text(id);
        shapes[r].texts += u32::from(is_text);
        shapes[parent].texts += shapes[r].texts;
        shapes[parent].inline &= shapes[r].inline && (is_text || display(page.tag(id)) == Display::Inline);
        shapes[parent].flows |= is_text && has_words(document, page, id);
        if is_text {
            if let Some(Run { first: next, end: next_id }) = next_text
                && runs_on(document, page, id, next_id)
            {
                shapes[record.tree.common_ancestor(r, next)].flows = true;
            }
            next_text = Some(Run::new(r, id));
        }
    }
    shapes
}

fn has_words(document: &Document, page: &PageTree, id: TreeId) -> bool {
    let Span { from, to } = page.spans[id];
    (from.0..to.0).any(|node| document.raw_text(NodeId(node)).contains(char::is_alphanumeric))
}

/// Whether an amount continues from one text into the next: "$549" and "00", "€" and "12".
pub(crate) fn runs_on(document: &Document, page: &PageTree, a: TreeId, b: TreeId) -> bool {
    let (end, start) = (page.spans[a].to, page.spans[b].from);
    let is_blank = |node: u32| document.is_text(NodeId(node)) || document.tag(NodeId(node)) == Tag::BR;
    if b < a || start.0 > end.0 + 4 || (end.0..start.0).any(is_blank) {
        return false;
    }
    let (left, right) = (document.raw_text(NodeId(end.0 - 1)), document.raw_text(start));
    let (Some(last), Some(first)) = (left.chars().next_back(), right.chars().next()) else { return false };
    let money = |c: char| matches!(c, '$' | '€' | '£' | '¥' | '₹');
    let digit = |c: char| c.is_ascii_digit();
    // without a currency, two numbers side by side are two numbers
    match left.contains(money) {
        true => (money(last) || digit(last)) && digit(first),
        false => digit(last) && money(first),
    }
}
