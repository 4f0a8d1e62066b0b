//! Facts about every node of a page, computed before lists are looked for: paths, classes, slots and prefix sums.

mod data;
pub(crate) mod declared;
mod gathering;
pub(crate) mod searched;
mod section;

pub use data::PageData;
pub use section::Section;
pub(crate) mod links;
pub(crate) mod nodes;
pub(crate) mod sums;
pub(crate) mod text_hash;

use std::ops::Deref;
use std::sync::Arc;

use crate::dom::Document;
use crate::records::facts::gathering::Gathering;
use crate::records::facts::nodes::NodeFacts;
use crate::records::record::Candidate;
use crate::tree::{PageTree, Run, TreeId};

/// The facts of a page together with the page. Clones share the facts.
#[derive(Clone, Debug)]
pub struct PageFacts<'a> {
    /// The document.
    pub document: &'a Document,
    /// Its comparison tree.
    pub page: &'a PageTree,
    /// The facts about nodes that the fields of posts depend on.
    pub nodes: NodeFacts<'a>,
    data: Arc<PageData>,
}

impl<'a> PageFacts<'a> {
    /// Gathers the facts. Takes linear time, except for hash map look-ups.
    pub fn new(document: &'a Document, page: &'a PageTree) -> PageFacts<'a> {
        PageFacts::known(document, page, Arc::new(Gathering::of(document, page)))
    }

    /// The facts of a page that were gathered earlier.
    pub(crate) fn known(document: &'a Document, page: &'a PageTree, data: Arc<PageData>) -> PageFacts<'a> {
        let nodes = NodeFacts::known(document, page, Arc::clone(&data.nodes));
        PageFacts { document, page, nodes, data }
    }

    /// The facts without the page.
    pub(crate) fn data(&self) -> &Arc<PageData> {
        &self.data
    }

    /// The terminals of a run, as a range of [`NodeData::terminals`](crate::records::NodeData::terminals).
    pub fn terminal_range(&self, run: Run) -> std::ops::Range<usize> {
        self.nodes.terminal_range(run)
    }

    /// The result of `find` on the page, computed when it is first asked for.
    pub(crate) fn groups_by(&self, find: impl FnOnce(&PageFacts<'a>) -> Vec<Candidate>) -> &[Candidate] {
        self.data.groups.get_or_init(|| find(self))
    }
}

impl Deref for PageFacts<'_> {
    type Target = PageData;

    fn deref(&self) -> &PageData {
        &self.data
    }
}

impl PageFacts<'_> {
    /// The nodes from the first terminal of a range to the position after the last.
    pub fn node_range(&self, from: u32, to: u32) -> Run {
        let first = self.terminals.get(from as usize).copied().unwrap_or(TreeId::ROOT);
        let last = (to as usize).checked_sub(1).and_then(|t| self.terminals.get(t)).copied().unwrap_or(first);
        Run::new(first, last.max(first) + 1)
    }

    /// The links with a target in a run.
    pub(crate) fn links_of(&self, run: Run) -> impl Iterator<Item = TreeId> {
        let range = self.links.before(run.first) as usize..self.links.before(run.end) as usize;
        self.nodes.links[range].iter().map(|(id, _)| *id)
    }

    /// The hash of the target of the first link in a record.
    pub fn first_link(&self, runs: &[Run]) -> Option<u64> {
        self.first_link_index(runs).map(|at| self.targets[at].1)
    }

    /// The index of a record's first link in [`NodeFacts::targets`].
    pub(crate) fn first_link_index(&self, runs: &[Run]) -> Option<usize> {
        // one target per link
        let links = |&Run { first, end }: &Run| (self.links.before(first), self.links.before(end));
        runs.iter().map(links).find(|(before, after)| before < after).map(|(before, _)| before as usize)
    }
}
