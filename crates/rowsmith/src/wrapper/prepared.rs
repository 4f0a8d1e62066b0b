//! A page as wrappers use it: its labels, and what only posts or articles need, computed on demand.

use std::cell::OnceCell;

use crate::dom::Document;
use crate::posts::Pivots;
use crate::records::NodeFacts;
use crate::site::hints::Hints;
use crate::site::sample::{ReadPage, levels};
use crate::tree::PageTree;
use crate::wrapper::labels::PageLabels;

/// A prepared page.
pub(crate) struct Prepared<'a> {
    pub(crate) labels: PageLabels<'a>,
    facts: OnceCell<NodeFacts<'a>>,
    pivots: OnceCell<Pivots>,
    head: OnceCell<(Hints, Vec<u16>)>,
}

impl<'a> Prepared<'a> {
    pub(crate) fn new(document: &'a Document, page: &'a PageTree) -> Prepared<'a> {
        let labels = PageLabels::new(document, page);
        Prepared { labels, facts: OnceCell::new(), pivots: OnceCell::new(), head: OnceCell::new() }
    }

    /// Facts about every node.
    pub(crate) fn facts(&self) -> &NodeFacts<'a> {
        self.facts.get_or_init(|| NodeFacts::new(self.labels.document, self.labels.page))
    }

    /// The dates of the page.
    pub(crate) fn pivots(&self) -> &Pivots {
        self.pivots.get_or_init(|| Pivots::new(self.labels.document, self.labels.page))
    }

    /// The same, if they were computed.
    pub(crate) fn into_pivots(self) -> Option<Pivots> {
        self.pivots.into_inner()
    }

    /// The input for reading an article's fields.
    pub(crate) fn read(&self) -> ReadPage<'_> {
        let document = self.labels.document;
        let (hints, levels) = self.head.get_or_init(|| (Hints::new(document), levels(document)));
        ReadPage { document, view: self.labels.page, hints, levels }
    }
}
