//! Features of a link from its text, its names and its place on the page.

use rustc_hash::FxHashMap;

use super::names::{Named, NamedElements};
use super::own::Own;
use super::{Direction, flag};
use crate::dom::{AttrName, Document, Tag};
use crate::pagination::address::{Change, is_page_name};
use crate::pagination::links::{Form, Link};
use crate::pagination::numbers::page_number;
use crate::pagination::words::{Arrows, Says, arrows, says};

/// Entries of queries by which a page shows more of its list, beside the number of a page.
const GROWING: [&str; 6] = ["limit", "cursor", "after", "show", "count", "size"];

/// Facts about single links.
pub(super) struct LinkFacts {
    pub(super) number: Option<u32>,
    pub(super) arrows: Arrows,
    pub(super) says: Says,
    pub(super) label: Says,
    pub(super) own: Named,
    pub(super) around: Named,
    pub(super) rel_next: bool,
    pub(super) rel_previous: bool,
    /// How its address differs from that of the page.
    pub(super) changed: Option<Change>,
}

/// Facts about all links of a page.
pub(super) struct Facts<'f> {
    document: &'f Document,
    pub(super) links: Vec<LinkFacts>,
    same_address: FxHashMap<&'f str, u32>,
    same_text: FxHashMap<&'f str, u32>,
    /// For each link, how many links before it have a number as their text.
    numbers_before: Vec<u32>,
}

impl LinkFacts {
    /// Whether its address differs from that of the page as the addresses of pages of one list do.
    pub(super) fn is_near(&self) -> bool {
        use Change::{Added, Number, Removed, Same};
        matches!(self.changed, Some(Same | Number { .. } | Added { .. } | Removed { .. }))
    }

    /// Whether its text says that it leads forward or back.
    pub(super) fn leads_on(&self) -> bool {
        let Says { next, previous, older, newer, .. } = self.says;
        let says = next || previous || older || newer || self.label.next || self.label.older || self.label.more;
        let label = self.label.previous || self.label.newer;
        let named = self.own.next || self.own.previous || self.around.next || self.around.previous;
        says || label || named || self.arrows.right + self.arrows.left > 0 || self.rel_next
    }

    /// Where its text, its label or `rel` says that it leads, unless that is the first or last page, or both ways.
    pub(super) fn direction(&self) -> Option<Direction> {
        let Arrows { right, left, far } = self.arrows;
        let says = |says: Says| (says.next || says.older, says.previous || says.newer, says.first || says.last);
        let (text, label) = (says(self.says), says(self.label));
        let forward = text.0 || label.0 || right > 0 || self.rel_next;
        let back = text.1 || label.1 || left > 0 || self.rel_previous;
        match (forward, back) {
            _ if far || text.2 || label.2 => None,
            (true, false) => Some(Direction::Forward),
            (false, true) => Some(Direction::Back),
            _ => None,
        }
    }

    /// Whether words, its label or `rel` say that it leads to the next page or loads more, and its address is that of the page but for what
    /// turns its pages: a page number, or else one entry of the query that an address has where nothing is loaded.
    pub(super) fn turns(&self, link: &Link, own: &Own) -> bool {
        let next = self.says.next || self.says.older || self.label.next || self.label.older || self.rel_next;
        let more = self.says.more || self.label.more || link.is_called_next;
        let ends = |says: Says| says.previous || says.newer || says.first || says.last;
        if ends(self.says) || ends(self.label) || self.own.disabled || self.around.disabled {
            return false;
        }
        let key = own.turned(&link.parts);
        let is_numbered = match self.changed {
            Some(Change::Number { from, to, .. }) if to < from => return false,
            Some(Change::Number { named, .. } | Change::Added { named, .. }) => named,
            _ => false,
        };
        let grows = |key: &str| is_page_name(key) || GROWING.contains(&key);
        next && (is_numbered || key.is_some()) || more && (is_numbered || key.is_some_and(grows))
    }

    /// Whether it has any property of a pager link: a number, an arrow, a word or a name.
    pub(super) fn is_like_pager(&self) -> bool {
        let says = self.says.next || self.says.page;
        self.number.is_some() || self.arrows.right > 0 || says || self.own.next || self.around.page || self.rel_next
    }
}

impl<'f> Facts<'f> {
    pub(super) fn new(
        document: &'f Document,
        links: &'f [Link],
        own: &Own,
        elements: &mut NamedElements<'_>,
    ) -> Facts<'f> {
        let (mut same_address, mut same_text) = (FxHashMap::default(), FxHashMap::default());
        for link in links {
            *same_address.entry(link.url.as_str()).or_insert(0) += 1;
            *same_text.entry(link.text.as_str()).or_insert(0) += 1;
        }
        let mut fact = |link: &Link| {
            let rel = document.attr(link.node, AttrName::REL).unwrap_or_default().to_ascii_lowercase();
            let parent = document.parent(link.node);
            let grandparent = parent.and_then(|parent| document.parent(parent));
            let around = [parent, grandparent].into_iter().flatten().map(|node| elements.of(node));
            let around = around.fold(Named::default(), Named::or);
            LinkFacts {
                number: page_number(&link.text),
                arrows: arrows(&link.text),
                says: says(&link.text),
                label: says(&link.label),
                own: elements.of(link.node),
                around,
                rel_next: rel.split_ascii_whitespace().any(|word| word == "next"),
                rel_previous: rel.split_ascii_whitespace().any(|word| word == "prev" || word == "previous"),
                changed: own.change(&link.parts),
            }
        };
        let facts: Vec<LinkFacts> = links.iter().map(&mut fact).collect();
        let mut numbers_before = Vec::with_capacity(links.len() + 1);
        let mut numbers = 0;
        for fact in &facts {
            numbers_before.push(numbers);
            numbers += u32::from(fact.number.is_some());
        }
        numbers_before.push(numbers);
        Facts { document, links: facts, same_address, same_text, numbers_before }
    }

    pub(super) fn of_link(&self, at: usize, link: &Link, row: &mut Vec<f32>) {
        let fact = &self.links[at];
        let (says, label, own, around) = (fact.says, fact.label, fact.own, fact.around);
        row.extend([
            link.text.chars().count() as f32,
            link.label.chars().count() as f32,
            flag(fact.number.is_some()),
            fact.number.unwrap_or_default().min(10_000) as f32,
            f32::from(fact.arrows.right),
            f32::from(fact.arrows.left),
            flag(fact.arrows.far),
            flag(says.next),
            flag(says.previous),
            flag(says.older),
            flag(says.newer),
            flag(says.more),
            flag(says.first),
            flag(says.last),
            flag(says.page),
            flag(label.next || label.older || label.more),
            flag(label.previous || label.newer),
            flag(label.page),
            flag(label.first || label.last),
            flag(link.text.is_empty()),
            flag(own.next),
            flag(own.previous),
            flag(own.page),
            flag(own.more),
            flag(around.next),
            flag(around.previous),
            flag(around.page),
            flag(around.more),
            flag(own.disabled || around.disabled),
            flag(fact.rel_next),
            flag(fact.rel_previous),
            match link.form {
                Form::Anchor => 0.0,
                Form::Head => 1.0,
                Form::Button => 2.0,
            },
        ]);
    }

    pub(super) fn of_page(&self, at: usize, link: &Link, row: &mut Vec<f32>) {
        let document = self.document;
        let part = document.ancestors(link.node).find_map(|node| match document.tag(node) {
            Tag::NAV => Some(1.0),
            Tag::FOOTER => Some(2.0),
            Tag::HEADER => Some(3.0),
            Tag::ASIDE => Some(4.0),
            Tag::MAIN => Some(5.0),
            Tag::ARTICLE => Some(6.0),
            _ => None,
        });
        let near = 12;
        let from = at.saturating_sub(near);
        let to = (at + 1 + near).min(self.links.len());
        row.extend([
            link.node.index() as f32 / document.len().max(1) as f32,
            self.same_address.get(link.url.as_str()).copied().unwrap_or_default() as f32,
            self.same_text.get(link.text.as_str()).copied().unwrap_or_default() as f32,
            (self.links.len() as f32).ln_1p(),
            part.unwrap_or_default(),
            (self.numbers_before[at] - self.numbers_before[from]) as f32,
            (self.numbers_before[to] - self.numbers_before[(at + 1).min(to)]) as f32,
        ]);
    }
}
