//! Which parts of an article's block are its text, according to the pages of a cluster.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::article::fold::fold;
use crate::dom::{AttrName, NodeId, Tag, line};
use crate::site::fields::FieldSlots;
use crate::site::places::{Slot, push_step};
use crate::site::sample::{ReadPage, SamplePage, text_hash};
use crate::tree::{Span, TreeId};

/// Texts of the template: those that occur on more than half of the pages of a cluster, and on at least two.
#[derive(Clone, Debug, Default)]
pub struct TemplateTexts(pub(crate) FxHashSet<u64>);

impl TemplateTexts {
    /// Counts the text fragments of a cluster. Takes linear time.
    pub fn new(pages: &[&SamplePage]) -> TemplateTexts {
        let mut pages_with: FxHashMap<u64, usize> = FxHashMap::default();
        for page in pages {
            let distinct: FxHashSet<u64> = page.texts.iter().copied().filter(|&t| t != 0).collect();
            for text in distinct {
                *pages_with.entry(text).or_insert(0) += 1;
            }
        }
        TemplateTexts(pages_with.into_iter().filter(|&(_, n)| n > 1 && 2 * n > pages.len()).map(|(t, _)| t).collect())
    }

    /// Whether a text fragment of a page belongs to the template.
    pub fn contains(&self, text: u64) -> bool {
        self.0.contains(&text)
    }
}

/// Places inside the block that differ from page to page without being text of the article: date and byline, tags,
/// links to the next article, forms. Slots are relative to the block.
#[derive(Clone, Debug, Default)]
pub struct Boilerplate(pub(crate) FxHashSet<Slot>);

/// How many levels below the block boilerplate is looked for: templates end where the text begins.
const LEVELS: u16 = 4;
/// The most terms of a box with fields, not counting title, date and author.
const FEW_TERMS: u32 = 12;
/// Boilerplate never has a larger share of a block.
const MOST_OF_BLOCK: f64 = 0.3;

/// How often a slot occurs, and how often it looks like boilerplate.
#[derive(Default)]
struct Seen {
    pages: u32,
    occurrences: u32,
    boilerplate: u32,
    share: f64,
}

impl Boilerplate {
    /// Learns from the blocks of a cluster: a slot is boilerplate if it nearly always looks like it, on at least half
    /// of the pages. Takes time linear in the size of the blocks times their depth. A single page teaches nothing.
    pub fn new(pages: &[&SamplePage], blocks: &[Option<NodeId>], slots: &FieldSlots) -> Boilerplate {
        let mut seen: BTreeMap<Slot, Seen> = BTreeMap::new();
        for (page, block) in pages.iter().zip(blocks) {
            let Some(block) = *block else { continue };
            let fields = slots.elements(page.read());
            let mut on_page: FxHashSet<Slot> = FxHashSet::default();
            candidates(page.read(), block, |id, name| {
                let entry = seen.entry(name.clone()).or_default();
                entry.occurrences += 1;
                entry.boilerplate += u32::from(is_boilerplate(page, id, &fields));
                entry.share += f64::from(page.term_count(id)) / f64::from(page.term_count(block).max(1));
                entry.pages += u32::from(on_page.insert(name.clone()));
            });
        }
        let is_it = |s: &Seen| {
            s.pages > 1
                && 2 * s.pages as usize >= pages.len()
                && 5 * s.boilerplate >= 4 * s.occurrences
                && s.share <= MOST_OF_BLOCK * f64::from(s.pages)
        };
        Boilerplate(seen.into_iter().filter(|(_, s)| is_it(s)).map(|(name, _)| name).collect())
    }
}

/// Looks at the elements near the top of a block that may come from a template, with their slots below the block.
fn candidates(page: ReadPage<'_>, block: NodeId, mut each: impl FnMut(NodeId, &Slot)) {
    let document = page.document;
    let top = page.levels[block.index()];
    // the slot of the element looked at last, and where the steps of each level end
    let (mut slot, mut ends) = (Slot::new(), Vec::new());
    let mut at = NodeId(block.0 + 1);
    while at < document.end(block) {
        let level = page.levels[at.index()].saturating_sub(top);
        if document.is_text(at) || level > LEVELS || !document.raw_text(at).contains(char::is_alphanumeric) {
            at = document.end(at);
            continue;
        }
        // an element without text has no descendant with text, so the levels above it are known
        ends.truncate(usize::from(level).saturating_sub(1));
        slot.truncate(ends.last().copied().unwrap_or(0));
        push_step(document, at, &mut slot);
        ends.push(slot.len());
        each(at, &slot);
        // templates put nothing inside a paragraph
        let flow = matches!(document.tag(at), Tag::P | Tag::BLOCKQUOTE | Tag::PRE | Tag::TABLE | Tag::FIGURE | Tag::LI);
        at = if flow { document.end(at) } else { NodeId(at.0 + 1) };
    }
}

fn is_boilerplate(page: &SamplePage, id: NodeId, fields: &[NodeId]) -> bool {
    let document = &page.document;
    let tag = document.tag(id);
    if matches!(tag, Tag::NAV | Tag::FORM | Tag::BUTTON) {
        return true;
    }
    let terms = page.term_count(id);
    let is_field = |&&f: &&NodeId| document.contains(id, f) || document.contains(f, id);
    let own: Vec<NodeId> = fields.iter().filter(is_field).copied().collect();
    if !own.is_empty() {
        let in_fields: u32 = own.iter().filter(|&&f| document.contains(id, f)).map(|&f| page.term_count(f)).sum();
        let within = own.iter().any(|&f| document.contains(f, id));
        return within || terms <= in_fields + FEW_TERMS;
    }
    let bare = !document.attrs(id).any(|(name, _)| matches!(name, AttrName::CLASS | AttrName::ID | AttrName::ROLE));
    let flow =
        matches!(tag, Tag::P | Tag::UL | Tag::OL | Tag::LI | Tag::DL | Tag::TABLE | Tag::BLOCKQUOTE | Tag::FIGURE);
    let heading = matches!(tag, Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6);
    if bare && flow || heading {
        return false;
    }
    let is_link = |n: &NodeId| document.tag(*n) == Tag::A && document.attr(*n, AttrName::HREF).is_some();
    let in_links: u32 = document.subtree(id).filter(is_link).map(|n| page.term_count(n)).sum();
    tag != Tag::A && 5 * in_links >= 3 * terms && terms > 0
}

/// The nodes of a block that are left out of its text.
#[derive(Clone, Debug)]
pub struct LeftOut(Vec<bool>);

impl LeftOut {
    /// Leaves out texts of the template, its boilerplate, a heading that repeats the title, and line numbers.
    pub fn new(
        page: ReadPage<'_>,
        block: NodeId,
        template: &TemplateTexts,
        boilerplate: &Boilerplate,
        title: Option<&str>,
    ) -> LeftOut {
        let document = page.document;
        let mut out = LeftOut(vec![false; document.len()]);
        let spans = &page.view.spans;
        let [first, behind] =
            [block, document.end(block)].map(|at| TreeId::new(spans.partition_point(|span| span.from < at)));
        for id in TreeId::between(first, behind).filter(|&id| page.view.is_text(id) && !template.0.is_empty()) {
            let Span { from, to } = spans[id];
            if template.contains(text_hash(document.raw_text_between(from, to))) {
                out.leave(from, to);
            }
        }
        if !boilerplate.0.is_empty() {
            candidates(page, block, |id, name| {
                if boilerplate.0.contains(name) {
                    out.leave(id, document.end(id));
                }
            });
        }
        for id in document.subtree(block) {
            if matches!(document.tag(id), Tag::TD | Tag::PRE) && is_count(document.raw_text(id)) {
                out.leave(id, document.end(id));
            }
        }
        let title = title.map(fold).filter(|t| !t.is_empty());
        // the article's own title comes before its text
        let is_heading = |id: &NodeId| matches!(document.tag(*id), Tag::H1 | Tag::H2);
        if let Some(first) = document.subtree(block).find(is_heading)
            && title.is_some_and(|title| fold(&line(document, first, document.end(first))) == title)
        {
            out.leave(first, document.end(first));
        }
        out
    }

    fn leave(&mut self, from: NodeId, to: NodeId) {
        self.0[from.index()..to.index()].fill(true);
    }

    /// Whether a node is left out.
    pub fn contains(&self, id: NodeId) -> bool {
        self.0[id.index()]
    }
}

/// Whether a text consists of line numbers: 1, 2, 3 and nothing else.
fn is_count(text: &str) -> bool {
    let mut count = 0u32;
    for word in text.split_whitespace() {
        count += 1;
        if word.parse() != Ok(count) {
            return false;
        }
    }
    count > 1
}

/// The numbers of terms in a subtree.
pub(crate) struct TermCounts {
    /// Those of the page's own, which are not in a text of the template.
    pub(crate) own: u32,
    /// All of them.
    pub(crate) all: u32,
}

/// Counts the terms in a subtree.
pub(crate) fn template_terms(page: &SamplePage, block: NodeId, template: &TemplateTexts) -> TermCounts {
    let mut own = 0;
    for id in page.tree.nodes() {
        let Span { from, to } = page.view.spans[id];
        if page.view.is_text(id) && page.document.contains(block, from) && !template.contains(page.texts[id]) {
            own += page.terms.starts[to.index()] - page.terms.starts[from.index()];
        }
    }
    TermCounts { own, all: page.term_count(block) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_numbers_count() {
        assert!(is_count("1\n2\n3"));
        assert!(!is_count("1") && !is_count("2 3") && !is_count("1 2 x") && !is_count(""));
    }
}
