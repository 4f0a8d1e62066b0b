//! One walk over a page's nodes, in which its facts are gathered.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use crate::dom::{AttrName, Display, Document, NodeId, Tag, display, is_hidden};
use crate::recognize::{ValueType, learnt_value_type};
use crate::records::facts::data::PageData;
use crate::records::facts::declared::Declared;
use crate::records::facts::links::{Link, own_host};
use crate::records::facts::nodes::{NodeData, Numbers, fragment, is_closed};
use crate::records::facts::section::Section;
use crate::records::facts::sums::Sums;
use crate::tree::{PageTree, Run, TreeId, mix, structural_classes};

/// Texts with this many words or more count as long.
const LONG: u32 = 15;

/// The facts of a page during the walk over its nodes.
pub(crate) struct Gathering<'a> {
    document: &'a Document,
    page: &'a PageTree,
    nodes: NodeData,
    facts: PageData,
    /// The numbers of paths, class sets and signatures, in the order of their first nodes.
    numbers: Numbers,
    /// The position after the links seen so far.
    link_end: TreeId,
    /// The number of links seen so far.
    links_before: usize,
}

impl<'a> Gathering<'a> {
    /// The facts of a page.
    pub(crate) fn of(document: &'a Document, page: &'a PageTree) -> PageData {
        let mut gathering = Gathering {
            document,
            page,
            nodes: NodeData::new(document, page),
            facts: empty(document, page),
            numbers: Numbers::default(),
            link_end: TreeId::ROOT,
            links_before: 0,
        };
        for id in page.tree.nodes() {
            gathering.visit(id);
        }
        gathering.count_links();
        gathering.count_numbers();
        gathering.number_slots();
        PageData { nodes: Arc::new(gathering.nodes), ..gathering.facts }
    }

    fn visit(&mut self, id: TreeId) {
        let (page, tag) = (self.page, self.page.tag(id));
        let parent = page.tree.parent(id);
        let above = parent.map_or(u32::MAX, |p| self.facts.paths[p]);
        let path = self.numbers.of(mix(u64::from(above), u64::from(tag.0)));
        self.facts.paths.push(path);
        // numbered together with the paths, because ties between places in posts are broken by these numbers
        if self.nodes.class_sets[id] != 0 {
            self.nodes.class_sets[id] = self.numbers.of(mix(u64::from(self.nodes.class_sets[id]), 1 << 42));
        }
        let mut sections = parent.map_or(0, |p| self.facts.sections[p]);
        let mut value = ValueType::Text;
        let mut mentions = false;
        if tag == Tag::TEXT {
            let text = fragment(self.document, page, id).trim();
            value = learnt_value_type(text);
            let searched = &self.facts.declared.searched;
            mentions = !searched.is_empty() && searched.is_in(text);
            self.facts.order_keys.push(order_key(text));
        } else {
            sections |= self.own_sections(id, page.node(id), sections);
            if tag == Tag::IMG {
                self.facts.order_keys.push(0);
            }
        }
        self.facts.sections.push(sections);
        let class_set = u64::from(self.nodes.class_sets[id]);
        let signature = self.numbers.of(mix(u64::from(path) << 32, class_set | 1 << 41));
        self.facts.signatures.push(signature);
        self.facts.searched.push(u32::from(mentions));
        self.count(id, tag, value, sections);
    }

    /// The sections that an element opens, in addition to those around it.
    fn own_sections(&self, id: TreeId, node: NodeId, around: u16) -> u16 {
        let tag = self.page.tag(id);
        let role = self.document.attr(node, AttrName::ROLE).unwrap_or_default();
        let mut own = 0;
        if let Some(section) = Section::of(tag, role) {
            let nested = section == Section::List && around & section.bit() != 0;
            own |= if nested { Section::InnerList.bit() } else { section.bit() };
        }
        let is_closed = tag == Tag::DETAILS && is_closed(self.document, node);
        let hidden = |id: TreeId| self.nodes.hidden[id];
        if hidden(id) && !is_closed
            || self.page.tree.parent(id).is_some_and(hidden)
            || is_closed && is_hidden(self.document, node)
        {
            own |= Section::Hidden.bit();
        }
        if is_closed {
            own |= Section::Details.bit();
        }
        own
    }

    /// Adds a node to the sums.
    fn count(&mut self, id: TreeId, tag: Tag, value: ValueType, sections: u16) {
        let Gathering { page, nodes, facts, .. } = self;
        let tree = &page.tree;
        let parent = tree.parent(id);
        let (chars, words) = (nodes.chars.of(Run::new(id, id + 1)), nodes.words.of(Run::new(id, id + 1)));
        let is_link = nodes.links.get(self.links_before).is_some_and(|link| link.0 == id);
        if is_link {
            self.links_before += 1;
            self.link_end = self.link_end.max(tree.end(id));
        }
        facts.body_chars.push(if is_boilerplate(sections) { 0 } else { chars });
        facts.link_chars.push(if id < self.link_end { chars } else { 0 });
        facts.links.push(u32::from(is_link));
        facts.images.push(u32::from(tag == Tag::IMG));
        facts.prices.push(u32::from(value == ValueType::Price));
        // the text within <time> is counted once, at the element
        let in_time = parent.is_some_and(|p| page.tag(p) == Tag::TIME);
        facts.dates.push(u32::from(value == ValueType::Date && !in_time || tag == Tag::TIME));
        facts.numbers.push(u32::from(value == ValueType::Number));
        let is_heading = matches!(tag, Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6);
        facts.headings.push(u32::from(is_heading && tree.terminals(id) > 0));
        facts.long_texts.push(u32::from(words >= LONG));
        facts.long_words.push(if words >= LONG { words } else { 0 });
        let is_control =
            matches!(tag, Tag::INPUT | Tag::BUTTON | Tag::SELECT | Tag::TEXTAREA | Tag::LABEL | Tag::OPTION);
        facts.controls.push(u32::from(is_control));
        facts.blocks.push(u32::from(display(tag) == Display::Block));
        if tag == Tag::H1 && facts.first_h1.is_none() && tree.terminals(id) > 0 {
            facts.first_h1 = Some(id);
        }
    }

    /// Counts where links lead: to other hosts, to the page itself, to another language.
    fn count_links(&mut self) {
        let (links, facts) = (&self.nodes.links, &mut self.facts);
        facts.folders = links.iter().map(|(_, link)| link.folder).collect();
        let own = own_host(facts.declared.address.as_deref(), links.iter().map(|(_, link)| *link));
        let counting = |is: &dyn Fn(&Link) -> bool| {
            Sums::counting(self.page.tree.len(), links.iter().filter(|(_, link)| is(link)).map(|&(id, _)| id))
        };
        facts.foreign_links = counting(&|link| link.host.is_some() && link.host != own);
        facts.inner_links = counting(&|link| link.within);
        facts.language_links = counting(&|link| link.other_language);
    }

    /// Counts the nodes with data for each path and signature, and the occurrences of each content.
    fn count_numbers(&mut self) {
        let (tree, facts) = (&self.page.tree, &mut self.facts);
        facts.path_counts = vec![0; self.numbers.0.len() + 1];
        facts.signature_counts = vec![0; self.numbers.0.len() + 1];
        for id in tree.nodes().filter(|&id| tree.terminals(id) > 0) {
            facts.path_counts[facts.paths[id] as usize] += 1;
            facts.signature_counts[facts.signatures[id] as usize] += 1;
        }
        for &content in &self.nodes.contents {
            *facts.content_counts.entry(content).or_default() += 1;
        }
    }

    fn number_slots(&mut self) {
        let (tree, facts) = (&self.page.tree, &mut self.facts);
        let mut slots: FxHashMap<u64, u32> = FxHashMap::default();
        let mut slot = |key: u64| {
            let next = slots.len() as u32;
            *slots.entry(key).or_insert(next)
        };
        for &id in &self.nodes.terminals {
            let mut above = std::iter::successors(Some(id), |&n| tree.parent(n)).take(4);
            let class = above.clone().find(|&n| self.nodes.class_sets[n] != 0).map_or(0, |n| self.nodes.class_sets[n]);
            let parent = tree.parent(id).unwrap_or(TreeId::ROOT);
            let own = u64::from(tree.labels[id]) << 32 | u64::from(tree.labels[parent]);
            facts.class_slots.push(slot(mix(own, u64::from(class) | 1 << 40)));
            facts.path_slots.push(slot(above.by_ref().fold(7, |h, n| mix(h, u64::from(tree.labels[n])))));
        }
        facts.slot_count = slots.len();
        facts.slot_totals = vec![0; facts.slot_count];
        for &slot in facts.class_slots.iter().chain(&facts.path_slots) {
            facts.slot_totals[slot as usize] += 1;
        }
    }
}

/// The facts of a page before the walk over its nodes.
fn empty(document: &Document, page: &PageTree) -> PageData {
    let n = page.tree.len();
    PageData {
        nodes: Arc::default(),
        classes: structural_classes(&page.tree),
        heights: page.tree.heights(|id| page.is_text(id)),
        paths: Vec::with_capacity(n),
        class_slots: Vec::new(),
        path_slots: Vec::new(),
        slot_count: 0,
        folders: Vec::new(),
        order_keys: Vec::new(),
        body_chars: Sums::new(n),
        link_chars: Sums::new(n),
        links: Sums::new(n),
        foreign_links: Sums::default(),
        inner_links: Sums::default(),
        language_links: Sums::default(),
        images: Sums::new(n),
        prices: Sums::new(n),
        dates: Sums::new(n),
        numbers: Sums::new(n),
        headings: Sums::new(n),
        long_texts: Sums::new(n),
        long_words: Sums::new(n),
        controls: Sums::new(n),
        blocks: Sums::new(n),
        searched: Sums::new(n),
        first_h1: None,
        sections: Vec::with_capacity(n),
        signatures: Vec::with_capacity(n),
        path_counts: Vec::new(),
        signature_counts: Vec::new(),
        content_counts: FxHashMap::default(),
        slot_totals: Vec::new(),
        declared: Declared::new(document),
        groups: OnceLock::new(),
    }
}

/// Whether the contents of these sections serve to operate the page and not to be read.
fn is_boilerplate(sections: u16) -> bool {
    let any = |of: &[Section]| of.iter().any(|s| sections & s.bit() != 0);
    any(&[Section::Nav, Section::Aside, Section::Dialog, Section::Hidden, Section::Select])
        || any(&[Section::Header, Section::Footer]) && !any(&[Section::Article])
}

/// The first eight bytes of a text, ignoring case, as a number.
fn order_key(text: &str) -> u64 {
    let bytes = text.bytes().chain(std::iter::repeat(0)).take(8);
    bytes.fold(0, |key, byte| key << 8 | u64::from(byte.to_ascii_lowercase()))
}
