//! Adds what plainly belongs between chosen blocks though it was not chosen: code, formulas, data tables, captions,
//! quotations, and the heading of the first block.
//!
//! Blocks are chosen one by one, by their content. A cell, a line of code or a formula has little content by itself, so
//! only half of a table may be chosen, or none of it although the paragraphs around it discuss it. Here such an element
//! is either taken as a whole or left as it is.

use std::ops::Range;

use crate::article::blocks::Blocks;
use crate::article::blocks::context::{Context, bit};
use crate::content::{is_callout, is_code_block, is_code_title, without_number};
use crate::dom::{AttrName, Document, NodeId, Tag, heading_level};
use crate::tables::{Options, find_tables};
use crate::types::Metadata;

/// Sections whose content is hardly ever part of the text next to them.
const BESIDE: u64 = bit::NAV
    | bit::ASIDE
    | bit::FOOTER
    | bit::FORM
    | bit::DIALOG
    | bit::HIDDEN
    | bit::COMMENT
    | bit::SELECT
    | bit::BUTTON;

/// The most blocks in a callout box.
const MAX_BOX: usize = 24;

/// The most blocks of a quotation at the end.
const MAX_QUOTED: usize = 4;

/// The most blocks of a caption.
const MAX_CAPTION: usize = 4;

/// How far above a title the element is looked for that holds only it and its code.
const MAX_TO_CODE: usize = 3;

/// So many nodes of that element are looked at until its code begins.
const MAX_TITLED: usize = 64;

/// The most headings above the first block that are taken.
const MAX_HEADINGS: usize = 2;

/// Chosen blocks.
#[derive(Clone)]
pub(crate) struct Whole {
    /// Whether each block is taken.
    pub(crate) taken: Vec<bool>,
    /// The smallest element around everything that was chosen.
    pub(crate) around: NodeId,
    /// The first and the last block that are taken, if there are any.
    pub(crate) ends: Option<(usize, usize)>,
    /// The lead picture between the headline and the text, or the figure around it.
    pub(super) lead: Option<NodeId>,
    /// Kinds of sections that, if a node is in one, exclude it.
    beside: u64,
}

impl Whole {
    /// A choice before anything is added.
    pub(crate) fn of(document: &Document, context: &Context, blocks: &Blocks, chosen: &[usize]) -> Whole {
        let mut taken = vec![false; blocks.len()];
        for &at in chosen {
            taken[at] = true;
        }
        let (Some(&first), Some(&last)) = (chosen.first(), chosen.last()) else {
            return Whole { taken, around: Document::ROOT, ends: None, lead: None, beside: 0 };
        };
        let around = document.common_ancestor(blocks.list[first].owner, blocks.list[last].owner);
        let beside = BESIDE & !context.bits[around.index()];
        Whole { taken, around, ends: Some((first, last)), lead: None, beside }
    }

    /// Completes the choice, given what the page says of itself. Takes time linear in the size of the page.
    pub(crate) fn completed(
        &self,
        document: &Document,
        context: &Context,
        blocks: &Blocks,
        stated: &Metadata,
    ) -> Whole {
        let mut whole = self.clone();
        let Some((first, last)) = self.ends else { return whole };
        whole.elements(document, context, blocks);
        whole.captions(document, context, blocks);
        whole.ends = Some(whole.outermost().unwrap_or((first, last)));
        whole.prose_beside(document, context, blocks);
        whole.headings(document, context, blocks);
        whole.ends = Some(whole.outermost().unwrap_or((first, last)));
        whole.opening(document, context, blocks, stated);
        whole.ends = Some(whole.outermost().unwrap_or((first, last)));
        whole
    }

    /// The first and the last block that are taken.
    fn outermost(&self) -> Option<(usize, usize)> {
        self.taken.iter().position(|&taken| taken).zip(self.taken.iter().rposition(|&taken| taken))
    }

    /// Whether a node is in a section that the chosen blocks are not in.
    pub(crate) fn is_beside(&self, context: &Context, id: NodeId) -> bool {
        context.has(id, self.beside)
    }

    fn elements(&mut self, document: &Document, context: &Context, blocks: &Blocks) {
        let Some((first, last)) = self.ends else { return };
        for at in first + 1..last {
            let block = &blocks.list[at];
            let text = document.raw_text_between(block.first, block.end).trim_start();
            let text = without_number(text).map_or(text, |(_, formula)| formula);
            let is_formula = ["$$", "\\[", "\\begin{"].iter().any(|mark| text.starts_with(mark));
            self.taken[at] |= is_formula && !self.is_beside(context, block.first);
        }
        // documents that consist of tables are examined once, and only if there are some
        let mut data_tables: Option<Vec<NodeId>> = None;
        // a table, code or figure of which only a part was chosen is looked at, too
        let is_part =
            |tag| matches!(tag, Tag::TABLE | Tag::THEAD | Tag::TBODY | Tag::TFOOT | Tag::TR | Tag::PRE | Tag::FIGURE);
        let top = document.ancestors(self.around).find(|&a| !is_part(document.tag(a))).unwrap_or(self.around);
        let end = document.end(top);
        let mut at = NodeId(top.0 + 1);
        while at < end {
            let id = at;
            at = NodeId(at.0 + 1);
            let tag = document.tag(id);
            let is_math = || {
                matches!(document.tag_name(tag), "math" | "mjx-container")
                    || class_is(document, id, &["katex", "MathJax"])
            };
            let boxed = matches!(tag, Tag::DIV | Tag::ASIDE | Tag::DETAILS) && is_callout(document, id);
            let coded = matches!(tag, Tag::CODE | Tag::DIV) && is_code_block(document, id);
            let may =
                boxed || coded || matches!(tag, Tag::PRE | Tag::TABLE | Tag::FIGURE | Tag::BLOCKQUOTE) || is_math();
            // a box may be an <aside>, but not be within one of the page's
            let around = if tag == Tag::ASIDE { document.parent(id).unwrap_or(id) } else { id };
            if !may {
                continue;
            }
            let range = blocks.range(document, id);
            // what is mostly chosen is part of the text, even if it is hidden, as tables in folded boxes are
            let mostly = self.taken[range.clone()].iter().filter(|&&taken| taken).count() * 2 > range.len();
            if !mostly && self.is_beside(context, around) {
                continue;
            }
            let (start, stop) = match range.is_empty() {
                // within a block that began earlier
                true if is_math() => {
                    let Some(block) = (blocks.before[id.index()] as usize).checked_sub(1) else { continue };
                    if id >= blocks.list[block].end {
                        continue;
                    }
                    (block, block + 1)
                }
                true => continue,
                false => (range.start, range.end),
            };
            if self.taken[start..stop].iter().all(|&t| t) {
                continue;
            }
            let within = start > first && stop <= last + 1;
            let next = (start == last + 1 || start > last && self.taken[start - 1])
                && self.stands_by(document, blocks, start - 1, id);
            let before = stop == first && self.stands_by(document, blocks, first, id);
            let take = match tag {
                Tag::PRE => within || next || before || mostly,
                _ if coded => within || next || before || mostly,
                _ if boxed => (within || next) && stop - start <= MAX_BOX,
                Tag::FIGURE => (within || next || before) && stop - start <= 4 && !has_links_alone(document, id),
                // a post that is quoted where the text ends
                Tag::BLOCKQUOTE => {
                    within || next && stop - start <= MAX_QUOTED && self.follows_paragraph(document, blocks, start, id)
                }
                Tag::TABLE => {
                    let tables = data_tables.get_or_insert_with(|| {
                        find_tables(document, &Options::default()).iter().map(|found| found.node).collect()
                    });
                    let holds_code = document.subtree(id).any(|c| document.tag(c) == Tag::PRE);
                    let is_data = tables.contains(&id)
                        && !class_has(document, id, &["navbox", "sidebar", "metadata", "ambox", "toc", "infobox"]);
                    (is_data || holds_code) && (within || next || mostly)
                }
                // a formula
                _ => within || next,
            };
            if take {
                self.taken[start..stop].fill(true);
                at = document.end(id).max(at);
            }
        }
    }

    /// Takes the captions of tables, code and other figures of which something was taken, and the titles of code: they stand beside
    /// it in an element of their own, and say little by themselves.
    fn captions(&mut self, document: &Document, context: &Context, blocks: &Blocks) {
        for id in document.subtree(self.around).filter(|&id| !document.is_text(id)) {
            let range = blocks.range(document, id);
            if range.is_empty() || range.len() > MAX_CAPTION || self.taken[range.clone()].iter().all(|&taken| taken) {
                continue;
            }
            let of_figure = || {
                let figure = document.ancestors(id).skip(1).take(2).find(|&a| document.tag(a) == Tag::FIGURE);
                let figure = figure.filter(|_| document.tag(id) == Tag::FIGCAPTION)?;
                Some(blocks.range(document, figure))
            };
            let of_code = || code_titled(document, blocks, id);
            let Some(captioned) = of_figure().or_else(of_code) else { continue };
            if self.taken[captioned].contains(&true) && !self.is_beside(context, id) {
                self.taken[range].fill(true);
            }
        }
    }

    /// Takes the paragraph beside preformatted text, a table or a formula at an end of the text: what explains it.
    fn prose_beside(&mut self, document: &Document, context: &Context, blocks: &Blocks) {
        let Some((first, last)) = self.ends else { return };
        for (edge, at) in [(first, first.checked_sub(1)), (last, Some(last + 1))] {
            let Some((at, block)) = at.and_then(|at| Some((at, blocks.list.get(at)?))) else { continue };
            let Some(parent) = document.parent(block.owner) else { continue };
            let edge = blocks.list[edge].first;
            let is_within = |a: NodeId| {
                matches!(document.tag(a), Tag::TABLE | Tag::PRE) || document.tag_name(document.tag(a)) == "math"
            };
            let is_beside_it =
                document.contains(parent, edge) && document.ancestors(edge).take_while(|&a| a != parent).any(is_within);
            if is_beside_it && is_prose(document, block.owner) && !self.is_beside(context, block.first) {
                self.taken[at] = true;
            }
        }
    }

    /// Whether an element stands directly beside a paragraph that was taken, the block before it, and is more than a link.
    fn follows_paragraph(&self, document: &Document, blocks: &Blocks, start: usize, id: NodeId) -> bool {
        let Some(before) = start.checked_sub(1).filter(|&at| self.taken[at]) else { return false };
        let owner = blocks.list[before].owner;
        document.tag(owner) == Tag::P && document.parent(owner) == document.parent(id) && !has_links_alone(document, id)
    }

    /// Whether an element is next to a block: both are within the same element, not far above.
    fn stands_by(&self, document: &Document, blocks: &Blocks, block: usize, id: NodeId) -> bool {
        let block = blocks.list[block].first;
        document
            .ancestors(id)
            .skip(1)
            .take(2)
            .any(|a| document.contains(a, block) && document.tag(a) != Tag::BODY || a == self.around)
    }

    /// Takes the headings directly above the first block.
    fn headings(&mut self, document: &Document, context: &Context, blocks: &Blocks) {
        let Some((first, _)) = self.ends else { return };
        let level = |at: usize| {
            let owner = blocks.list[at].owner;
            document.ancestors(owner).take(2).find_map(|a| heading_level(document.tag(a)))
        };
        // a block that is a heading itself needs no further one
        let mut last = level(first).unwrap_or(7);
        for at in (0..first).rev().take(MAX_HEADINGS) {
            let node = blocks.list[at].first;
            let Some(own) = level(at).filter(|&own| own < last) else { return };
            if self.is_beside(context, node) || !self.same_section(document, blocks, first, node) {
                return;
            }
            self.taken[at] = true;
            last = own;
        }
    }

    /// Whether a heading is within an element that contains the first block and is not the whole page, or is directly
    /// next to the block.
    fn same_section(&self, document: &Document, blocks: &Blocks, first: usize, node: NodeId) -> bool {
        let common = document.common_ancestor(node, blocks.list[first].first);
        !matches!(document.tag(common), Tag::HTML)
    }
}

/// The least number of words of a paragraph that explains what stands beside it.
const LEAST_PROSE: usize = 5;

/// Whether an element is a paragraph of sentences, without links.
fn is_prose(document: &Document, id: NodeId) -> bool {
    let text = document.raw_text(id);
    document.tag(id) == Tag::P
        && text.trim_end().ends_with(['.', '!', '?', '…', ':', '"', '”', '。', '！', '？', '：'])
        && text.split_whitespace().nth(LEAST_PROSE - 1).is_some()
        && !document.subtree(id).any(|c| document.tag(c) == Tag::A)
}

/// The blocks of an element that holds nothing but this one, if it is the title of code, and the code.
fn code_titled(document: &Document, blocks: &Blocks, id: NodeId) -> Option<Range<usize>> {
    if !is_code_title(document, id) {
        return None;
    }
    let title = blocks.range(document, id);
    let around =
        document.ancestors(id).skip(1).take(MAX_TO_CODE).find(|&a| blocks.range(document, a).end > title.end)?;
    let range = blocks.range(document, around);
    if range.start != title.start {
        return None;
    }
    let code = document.subtree(around).take(MAX_TITLED).find(|&c| document.tag(c) == Tag::PRE)?;
    (blocks.range(document, code) == (title.end..range.end)).then_some(range)
}

fn class_is(document: &Document, id: NodeId, names: &[&str]) -> bool {
    document.attr(id, AttrName::CLASS).is_some_and(|class| class.split_ascii_whitespace().any(|c| names.contains(&c)))
}

fn class_has(document: &Document, id: NodeId, words: &[&str]) -> bool {
    document.attr(id, AttrName::CLASS).is_some_and(|class| words.iter().any(|w| class.contains(w)))
}

/// Whether all text of an element is one link: then it is a teaser and not a caption.
pub(super) fn has_links_alone(document: &Document, id: NodeId) -> bool {
    let own = document.raw_text(id).split_whitespace().map(str::len).sum::<usize>();
    let links = document.subtree(id).filter(|&c| document.tag(c) == Tag::A);
    let linked: usize = links.map(|c| document.raw_text(c).split_whitespace().map(str::len).sum::<usize>()).sum();
    own > 0 && linked >= own
}
