//! What is known of every node of a page before lists are looked for: paths, classes, slots and prefix sums.

pub(crate) mod declared;
pub(crate) mod links;
pub(crate) mod nodes;
pub(crate) mod sums;
pub(crate) mod text_hash;

use std::ops::Deref;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::dom::{AttrName, Document, Tag, is_hidden};
use crate::recognize::{ValueType, value_type};
use crate::records::facts::declared::Declared;
use crate::records::facts::links::{Link, own_host};
use crate::records::facts::nodes::{NodeFacts, Numbers, fragment, is_closed};
use crate::records::facts::sums::Sums;
use crate::records::record::Candidate;
use crate::tree::{PageTree, TreeId, mix, structural_classes};

/// Parts of a page that say what a list in them is for; from elements and ARIA roles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Section {
    /// `nav`, role navigation, menus.
    Nav,
    /// `header`, role banner.
    Header,
    /// `footer`, role contentinfo.
    Footer,
    /// `aside`, role complementary.
    Aside,
    /// `main`, role main.
    Main,
    /// `article`, role article.
    Article,
    /// `table`.
    Table,
    /// `form`, role search.
    Form,
    /// `dialog`, role dialog.
    Dialog,
    /// `ul`, `ol`, `dl`, role list.
    List,
    /// A list within a list.
    InnerList,
    /// `select`, `datalist`.
    Select,
    /// `details` that is not open.
    Details,
    /// Hidden by its own attributes.
    Hidden,
}

impl Section {
    /// The bit of [`PageFacts::sections`].
    pub fn bit(self) -> u16 {
        1 << self as u16
    }

    fn of(tag: Tag, role: &str) -> Option<Section> {
        Some(match (tag, role) {
            (_, "navigation" | "menu" | "menubar" | "tablist") | (Tag::NAV | Tag::MENU, _) => Section::Nav,
            (_, "banner") | (Tag::HEADER, _) => Section::Header,
            (_, "contentinfo") | (Tag::FOOTER, _) => Section::Footer,
            (_, "complementary") | (Tag::ASIDE, _) => Section::Aside,
            (_, "main") | (Tag::MAIN, _) => Section::Main,
            (_, "article") | (Tag::ARTICLE, _) => Section::Article,
            (_, "search") | (Tag::FORM, _) => Section::Form,
            (_, "dialog" | "alertdialog") | (Tag::DIALOG, _) => Section::Dialog,
            (_, "list") | (Tag::UL | Tag::OL | Tag::DL, _) => Section::List,
            (Tag::TABLE, _) => Section::Table,
            (Tag::SELECT | Tag::DATALIST, _) => Section::Select,
            _ => return None,
        })
    }
}

/// The facts of a page. Built in one pass over its nodes.
#[derive(Debug)]
pub struct PageFacts<'a> {
    /// Of all nodes, what posts are told by, too.
    pub nodes: NodeFacts<'a>,
    /// Structural classes of the tree.
    pub classes: Vec<u32>,
    /// Levels of elements below and with each node.
    pub heights: Vec<u32>,
    /// Number of the tag path from the root; equal for equal paths.
    pub paths: Vec<u32>,
    /// Per terminal, its slot by class: tags of itself and its parent, and the nearest class.
    pub class_slots: Vec<u32>,
    /// Per terminal, its slot by path: the last tags above it.
    pub path_slots: Vec<u32>,
    /// The number of different slots of either kind.
    pub slot_count: usize,
    /// Per link, a hash of where its target is kept: the target up to its last slash.
    pub folders: Vec<u64>,
    /// Per terminal, the beginning of its text as a number that sorts alike.
    pub order_keys: Vec<u64>,
    /// Characters of text outside furniture: navigation, asides, dialogs, what is hidden, and the headers and footers
    /// of no article.
    pub body_chars: Sums,
    /// Characters of text inside links.
    pub link_chars: Sums,
    /// Links with a target.
    pub links: Sums,
    /// Links to other hosts.
    pub foreign_links: Sums,
    /// Links to places on the page itself, or to scripts.
    pub inner_links: Sums,
    /// Links that say of what language their target is.
    pub language_links: Sums,
    /// Images.
    pub images: Sums,
    /// Texts that are a price.
    pub prices: Sums,
    /// Texts that are a date.
    pub dates: Sums,
    /// Texts that are a number.
    pub numbers: Sums,
    /// Heading elements.
    pub headings: Sums,
    /// Texts of 15 words or more.
    pub long_texts: Sums,
    /// Words in such texts.
    pub long_words: Sums,
    /// Buttons, inputs and other controls of forms.
    pub controls: Sums,
    /// Block elements.
    pub blocks: Sums,
    /// The first `h1` that has text, if any.
    pub first_h1: Option<TreeId>,
    /// Per node, the sections it lies in: bits by [`Section`].
    pub sections: Vec<u16>,
    /// Per node, the number of its tag path with its class set.
    pub signatures: Vec<u32>,
    /// How many nodes with data have a tag path, by its number.
    pub path_counts: Vec<u32>,
    /// How many nodes with data have a signature, by its number.
    pub signature_counts: Vec<u32>,
    /// How often each content occurs on the page.
    pub content_counts: FxHashMap<u64, u32>,
    /// How many terminals of the page are in each slot.
    pub slot_totals: Vec<u32>,
    /// What the page says of itself.
    pub declared: Declared,
    groups: OnceLock<Vec<Candidate>>,
}

impl<'a> PageFacts<'a> {
    /// Gathers the facts. Linear, but for look-ups in hash maps.
    pub fn new(document: &'a Document, page: &'a PageTree) -> PageFacts<'a> {
        let tree = &page.tree;
        let n = tree.len();
        let mut facts = PageFacts {
            nodes: NodeFacts::new(document, page),
            classes: structural_classes(tree),
            heights: tree.heights(|id| page.is_text(id)),
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
            first_h1: None,
            sections: Vec::with_capacity(n),
            signatures: Vec::with_capacity(n),
            path_counts: Vec::new(),
            signature_counts: Vec::new(),
            content_counts: FxHashMap::default(),
            slot_totals: Vec::new(),
            declared: Declared::new(document),
            groups: OnceLock::new(),
        };
        let mut numbers = Numbers::default();
        let (mut link_end, mut links_before) = (0, 0);
        for id in 0..n {
            let tag = page.tag(id);
            let parent = tree.parent(id);
            let above = parent.map_or(u32::MAX, |p| facts.paths[p]);
            facts.paths.push(numbers.of(mix(u64::from(above), u64::from(tag.0))));
            let mut sections = parent.map_or(0, |p| facts.sections[p]);
            // numbered along with the paths: ties between places of posts are broken by these numbers
            if facts.class_sets[id] != 0 {
                facts.nodes.class_sets[id] = numbers.of(mix(u64::from(facts.class_sets[id]), 1 << 42));
            }
            let (chars, words) = (facts.chars.of((id, id + 1)), facts.words.of((id, id + 1)));
            let mut value = ValueType::Text;
            if tag == Tag::TEXT {
                let text = fragment(document, page, id).trim();
                value = value_type(text);
                facts.order_keys.push(order_key(text));
            } else {
                let node = page.node(id);
                let role = document.attr(node, AttrName::ROLE).unwrap_or_default();
                if let Some(section) = Section::of(tag, role) {
                    let nested = section == Section::List && sections & section.bit() != 0;
                    sections |= if nested { Section::InnerList.bit() } else { section.bit() };
                }
                let is_closed = tag == Tag::DETAILS && is_closed(document, node);
                if facts.hidden[id] && !is_closed
                    || parent.is_some_and(|p| facts.hidden[p])
                    || is_closed && is_hidden(document, node)
                {
                    sections |= Section::Hidden.bit();
                }
                if is_closed {
                    sections |= Section::Details.bit();
                }
                if tag == Tag::IMG {
                    facts.order_keys.push(0);
                }
            }
            facts.sections.push(sections);
            let signature =
                numbers.of(mix(u64::from(facts.paths[id]) << 32, u64::from(facts.class_sets[id]) | 1 << 41));
            facts.signatures.push(signature);
            let is_link = facts.nodes.links.get(links_before).is_some_and(|link| link.0 == id);
            if is_link {
                links_before += 1;
                link_end = link_end.max(tree.end(id));
            }
            facts.body_chars.push(if is_furniture(sections) { 0 } else { chars });
            facts.link_chars.push(if id < link_end { chars } else { 0 });
            facts.links.push(u32::from(is_link));
            facts.images.push(u32::from(tag == Tag::IMG));
            facts.prices.push(u32::from(value == ValueType::Price));
            // the text within <time> is counted once, as the element
            let in_time = parent.is_some_and(|p| page.tag(p) == Tag::TIME);
            facts.dates.push(u32::from(value == ValueType::Date && !in_time || tag == Tag::TIME));
            facts.numbers.push(u32::from(value == ValueType::Number));
            let is_heading = matches!(tag, Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6);
            facts.headings.push(u32::from(is_heading && tree.terminals(id) > 0));
            facts.long_texts.push(u32::from(words >= 15));
            facts.long_words.push(if words >= 15 { words } else { 0 });
            let is_control =
                matches!(tag, Tag::INPUT | Tag::BUTTON | Tag::SELECT | Tag::TEXTAREA | Tag::LABEL | Tag::OPTION);
            facts.controls.push(u32::from(is_control));
            facts.blocks.push(u32::from(crate::dom::display(tag) == crate::dom::Display::Block));
            if tag == Tag::H1 && facts.first_h1.is_none() && tree.terminals(id) > 0 {
                facts.first_h1 = Some(id);
            }
        }
        let links = &facts.nodes.links;
        facts.folders = links.iter().map(|(_, link)| link.folder).collect();
        let own = own_host(facts.declared.address.as_deref(), links.iter().map(|(_, link)| *link));
        let counting = |is: &dyn Fn(&Link) -> bool| {
            Sums::counting(n, links.iter().filter(|(_, link)| is(link)).map(|&(id, _)| id))
        };
        facts.foreign_links = counting(&|link| link.host.is_some() && link.host != own);
        facts.inner_links = counting(&|link| link.within);
        facts.language_links = counting(&|link| link.other_language);
        facts.path_counts = vec![0; numbers.0.len() + 1];
        facts.signature_counts = vec![0; numbers.0.len() + 1];
        for id in (0..n).filter(|&id| tree.terminals(id) > 0) {
            facts.path_counts[facts.paths[id] as usize] += 1;
            facts.signature_counts[facts.signatures[id] as usize] += 1;
        }
        for &content in &facts.nodes.contents {
            *facts.content_counts.entry(content).or_default() += 1;
        }
        facts.number_slots();
        facts
    }

    /// What `find` finds on the page, when it is first asked for.
    pub(crate) fn groups_by(&self, find: impl FnOnce(&PageFacts<'a>) -> Vec<Candidate>) -> &[Candidate] {
        self.groups.get_or_init(|| find(self))
    }

    fn number_slots(&mut self) {
        let tree = &self.nodes.page.tree;
        let mut slots: FxHashMap<u64, u32> = FxHashMap::default();
        let mut slot = |key: u64| {
            let next = slots.len() as u32;
            *slots.entry(key).or_insert(next)
        };
        for &id in &self.nodes.terminals {
            let mut above = std::iter::successors(Some(id), |&n| tree.parent(n)).take(4);
            let class = above.clone().find(|&n| self.nodes.class_sets[n] != 0).map_or(0, |n| self.nodes.class_sets[n]);
            let parent = tree.parent(id).unwrap_or(0);
            let own = u64::from(tree.labels[id]) << 32 | u64::from(tree.labels[parent]);
            self.class_slots.push(slot(mix(own, u64::from(class) | 1 << 40)));
            self.path_slots.push(slot(above.by_ref().fold(7, |h, n| mix(h, u64::from(tree.labels[n])))));
        }
        self.slot_count = slots.len();
        self.slot_totals = vec![0; self.slot_count];
        for &slot in self.class_slots.iter().chain(&self.path_slots) {
            self.slot_totals[slot as usize] += 1;
        }
    }

    /// The nodes from the first to behind the last terminal of a range of terminals.
    pub fn node_range(&self, from: u32, to: u32) -> (TreeId, TreeId) {
        let first = self.terminals.get(from as usize).copied().unwrap_or(0);
        let last = (to as usize).checked_sub(1).and_then(|t| self.terminals.get(t)).copied().unwrap_or(first);
        (first, last.max(first) + 1)
    }

    /// The hash of the first link's target in a record.
    pub fn first_link(&self, runs: &[(TreeId, TreeId)]) -> Option<u64> {
        self.first_link_index(runs).map(|at| self.targets[at].1)
    }

    /// The index of a record's first link in [`NodeFacts::targets`].
    pub(crate) fn first_link_index(&self, runs: &[(TreeId, TreeId)]) -> Option<usize> {
        // one target a link
        let links = |&(first, end): &(TreeId, TreeId)| (self.links.before(first), self.links.before(end));
        runs.iter().map(links).find(|(before, after)| before < after).map(|(before, _)| before as usize)
    }
}

impl<'a> Deref for PageFacts<'a> {
    type Target = NodeFacts<'a>;

    fn deref(&self) -> &NodeFacts<'a> {
        &self.nodes
    }
}

/// Whether what lies in these sections is on a page to use it, not to be read.
fn is_furniture(sections: u16) -> bool {
    let any = |of: &[Section]| of.iter().any(|s| sections & s.bit() != 0);
    any(&[Section::Nav, Section::Aside, Section::Dialog, Section::Hidden, Section::Select])
        || any(&[Section::Header, Section::Footer]) && !any(&[Section::Article])
}

/// The first eight bytes of a text, without regard to case, as a number.
fn order_key(text: &str) -> u64 {
    let bytes = text.bytes().chain(std::iter::repeat(0)).take(8);
    bytes.fold(0, |key, byte| key << 8 | u64::from(byte.to_ascii_lowercase()))
}
