//! The pages of one start, one after the other.

use serde::{Deserialize, Serialize};

use crate::harvest::address::{Refusal, compared, followed};
use crate::types::Pagination;

/// A start that is being followed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Chain {
    /// The address that it began with.
    pub(super) start: String,
    /// The page that is wanted next.
    pub(super) next: String,
    /// The pages of the list that the last page links to, as far as they may be followed.
    known: Vec<String>,
    /// Pages taken.
    pub(super) pages: u64,
    /// New rows of them.
    pub(super) rows: u64,
    /// How many records there are by the first page.
    pub(super) total: Option<u64>,
    /// Pages without anything new, and pages that failed, one after the other up to now.
    pub(super) idle: u32,
    pub(super) failed: u32,
}

impl Chain {
    /// Begins a start.
    pub(super) fn new(start: String) -> Chain {
        Chain { next: start.clone(), start, known: Vec::new(), pages: 0, rows: 0, total: None, idle: 0, failed: 0 }
    }

    /// A page was taken: keeps what it links to. Where the list goes on, if it does.
    pub(super) fn go_on(&mut self, links: &Pagination, hosts: &[String]) -> Option<Result<String, Refusal>> {
        let follow = |link: &String| followed(link, &self.start, hosts);
        self.known = links.pages.iter().filter_map(|link| follow(link).ok()).collect();
        links.next.as_ref().map(follow)
    }

    /// The page behind one that failed, by the links of the page before; none of those that `visited` says.
    pub(super) fn behind(&self, failed: &str, visited: impl Fn(&str) -> bool) -> Option<String> {
        let failed = compared(failed);
        let at = self.known.iter().position(|known| *known == failed)?;
        self.known[at + 1..].iter().find(|known| !visited(known)).cloned()
    }
}
