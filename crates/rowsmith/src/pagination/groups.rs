//! Groups of links that are close together: a page's pager, its menus, its lists of tags.

use super::links::Link;
use super::numbers::page_number;
use crate::dom::{AttrName, Document, NodeId, Tag, is_raw_text};

/// How many letters and digits a group may have, in addition to this many for each of its links.
const LETTERS: u32 = 30;
const LETTERS_A_LINK: u32 = 14;
/// The most links in a group.
const MOST_IN_GROUP: u32 = 80;

/// Counts of nodes up to each node, so that the count in a subtree is a difference.
struct Counts {
    letters: Vec<u32>,
    links: Vec<u32>,
}

/// A group of links: the largest element around them that has hardly more text than short links do.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) root: NodeId,
    /// The indices of its links, in document order.
    pub(crate) links: Vec<usize>,
    /// The numbers in it that are not links, or are links that lead nowhere.
    pub(crate) plain: Vec<u32>,
    /// The number of letters and digits in it.
    pub(crate) letters: u32,
    /// The page number that it marks as the current one.
    pub(crate) current: Option<u32>,
}

/// The groups of one width, and the group of each link.
#[derive(Clone, Debug)]
pub(crate) struct Groups {
    pub(crate) all: Vec<Group>,
    pub(crate) of_link: Vec<usize>,
}

/// The groups of a page's links, of either width.
pub(crate) struct GroupsOfPage {
    pub(crate) tight: Groups,
    pub(crate) wide: Groups,
}

/// How far a group extends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Width {
    /// Up to the first element with [`FEW`] links.
    Tight,
    /// As long as there is hardly any other text.
    Wide,
}

/// The number of links that make a tight group.
const FEW: u32 = 3;

/// The groups of a page's links, tight and wide. Takes near-linear time: the search upwards from a link ends at the
/// first large ancestor.
pub(crate) fn groups(document: &Document, links: &[Link]) -> GroupsOfPage {
    let counts = Counts::new(document, links);
    let of = |width| groups_of(document, links, &counts, width);
    GroupsOfPage { tight: of(Width::Tight), wide: of(Width::Wide) }
}

fn groups_of(document: &Document, links: &[Link], counts: &Counts, width: Width) -> Groups {
    let mut groups: Vec<Group> = Vec::new();
    let mut of_link = Vec::with_capacity(links.len());
    let mut known = rustc_hash::FxHashMap::default();
    for (at, link) in links.iter().enumerate() {
        let root = counts.root(document, link.node, width);
        let group = *known.entry(root).or_insert_with(|| {
            groups.push(Group {
                root,
                links: Vec::new(),
                plain: Vec::new(),
                letters: counts.letters(document, root),
                current: None,
            });
            groups.len() - 1
        });
        groups[group].links.push(at);
        of_link.push(group);
    }
    for group in &mut groups {
        group.read(document, links);
    }
    Groups { all: groups, of_link }
}

impl Counts {
    fn new(document: &Document, links: &[Link]) -> Counts {
        let mut counts =
            Counts { letters: Vec::with_capacity(document.len() + 1), links: Vec::with_capacity(document.len() + 1) };
        let (mut letters, mut seen) = (0u32, 0u32);
        let mut next = links.iter().peekable();
        let mut silent_until = Document::ROOT;
        for node in document.nodes() {
            counts.letters.push(letters);
            counts.links.push(seen);
            if document.is_text(node) {
                if node >= silent_until {
                    let text = document.raw_text(node);
                    letters = letters.saturating_add(letters_of(text));
                }
            } else if is_raw_text(document.tag(node)) && node >= silent_until {
                silent_until = document.end(node);
            }
            while next.peek().is_some_and(|link| link.node == node) {
                next.next();
                seen += 1;
            }
        }
        counts.letters.push(letters);
        counts.links.push(seen);
        counts
    }

    fn letters(&self, document: &Document, node: NodeId) -> u32 {
        self.letters[document.end(node).index()] - self.letters[node.index()]
    }

    fn links(&self, document: &Document, node: NodeId) -> u32 {
        self.links[document.end(node).index()] - self.links[node.index()]
    }

    /// The element of the group that a link belongs to.
    fn root(&self, document: &Document, link: NodeId, width: Width) -> NodeId {
        let mut root = link;
        while let Some(parent) = document.parent(root) {
            let (letters, links) = (self.letters(document, parent), self.links(document, parent));
            let is_small = letters <= LETTERS + LETTERS_A_LINK * links && links <= MOST_IN_GROUP;
            if !is_small || matches!(document.tag(parent), Tag::BODY | Tag::HTML | Tag::HEAD) {
                break;
            }
            root = parent;
            if width == Width::Tight && links >= FEW {
                break;
            }
        }
        root
    }
}

/// The number of letters and digits of a text.
fn letters_of(text: &str) -> u32 {
    let count = match text.is_ascii() {
        true => text.bytes().filter(u8::is_ascii_alphanumeric).count(),
        false => text.chars().filter(|c| c.is_alphanumeric()).count(),
    };
    count as u32
}

impl Group {
    /// Collects the numbers in a group that are not links.
    fn read(&mut self, document: &Document, links: &[Link]) {
        let mut after = self.root;
        let mut inside = self.links.iter().map(|&at| links[at].node).peekable();
        for node in document.subtree(self.root) {
            if node < after && node != self.root {
                continue;
            }
            while inside.peek().is_some_and(|&link| link < node) {
                inside.next();
            }
            if inside.peek() == Some(&node) {
                if is_current(document, node) {
                    self.current = self.current.or(page_number(&crate::dom::line(document, node, document.end(node))));
                }
                after = document.end(node);
                continue;
            }
            if document.is_text(node)
                && let Some(number) = page_number(document.raw_text(node))
            {
                self.plain.push(number);
            }
        }
        if self.plain.len() == 1 {
            self.current = self.current.or(self.plain.first().copied());
        }
    }
}

/// Whether the name of an element marks it as the current one.
fn is_current(document: &Document, node: NodeId) -> bool {
    let around = [Some(node), document.parent(node)];
    around.into_iter().flatten().any(|node| {
        let class = document.attr(node, AttrName::CLASS).unwrap_or_default().to_ascii_lowercase();
        class
            .split(|c: char| !c.is_ascii_alphanumeric())
            .any(|word| matches!(word, "current" | "active" | "selected" | "on"))
            || document.attr_named(node, "aria-current").is_some_and(|value| value != "false")
    })
}
