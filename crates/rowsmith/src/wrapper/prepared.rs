//! A page as wrappers look at it: its labels, and what only posts or articles need, made when it is asked for.

use std::cell::OnceCell;

use super::labels::PageLabels;
use crate::article::hints::Hints;
use crate::article::sample::{ReadPage, levels};
use crate::dom::Document;
use crate::posts::Pivots;
use crate::records::NodeFacts;
use crate::tree::PageTree;

/// A page made ready.
pub(super) struct Prepared<'a> {
    pub(super) labels: PageLabels<'a>,
    facts: OnceCell<NodeFacts<'a>>,
    pivots: OnceCell<Pivots>,
    head: OnceCell<(Hints, Vec<u16>)>,
}

impl<'a> Prepared<'a> {
    pub(super) fn new(document: &'a Document, page: &'a PageTree) -> Prepared<'a> {
        let labels = PageLabels::new(document, page);
        Prepared { labels, facts: OnceCell::new(), pivots: OnceCell::new(), head: OnceCell::new() }
    }

    /// What is known of every node.
    pub(super) fn facts(&self) -> &NodeFacts<'a> {
        self.facts.get_or_init(|| NodeFacts::new(self.labels.document, self.labels.page))
    }

    /// The dates of the page.
    pub(super) fn pivots(&self) -> &Pivots {
        self.pivots.get_or_init(|| Pivots::new(self.labels.document, self.labels.page))
    }

    /// The same, if anybody asked for them.
    pub(super) fn into_pivots(self) -> Option<Pivots> {
        self.pivots.into_inner()
    }

    /// What an article's fields are read from.
    pub(super) fn read(&self) -> ReadPage<'_> {
        let document = self.labels.document;
        let (hints, levels) = self.head.get_or_init(|| (Hints::new(document), levels(document)));
        ReadPage { document, view: self.labels.page, hints, levels }
    }
}
