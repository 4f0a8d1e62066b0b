//! The pages that follow from one start.

use serde::{Deserialize, Serialize};

use crate::harvest::address::{Refusal, compared, followed};
use crate::types::Pagination;

/// A start that is being followed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Chain {
    /// The address of the start.
    pub(super) start: String,
    /// The next page that is wanted.
    pub(super) next: String,
    /// The pages of the list that the last page links to, as far as they may be followed.
    known: Vec<String>,
    /// The number of pages taken.
    pub(super) pages: u64,
    /// The number of new rows on them.
    pub(super) rows: u64,
    /// The number of records on them, known ones among them; unknown of a chain that an earlier version began.
    #[serde(default)]
    pub(super) seen: Option<u64>,
    /// The total number of records according to the first page.
    pub(super) total: Option<u64>,
    /// How many pages in a row had nothing new, and how many failed, up to now.
    pub(super) idle: u32,
    pub(super) failed: u32,
    /// How many failed in all.
    #[serde(default)]
    pub(super) missed: u64,
    /// The page before the one that is wanted, if it has no records but links to it.
    #[serde(default)]
    pub(super) empty: Option<String>,
    /// Whether all further records are too old.
    pub(super) is_past: bool,
}

impl Chain {
    /// Begins a start.
    pub(super) fn new(start: String) -> Chain {
        let known = Vec::new();
        let (next, is_past) = (start.clone(), false);
        Chain {
            next,
            start,
            known,
            pages: 0,
            rows: 0,
            seen: Some(0),
            total: None,
            idle: 0,
            failed: 0,
            missed: 0,
            empty: None,
            is_past,
        }
    }

    /// Takes note of a page and what it links to. Returns where the list continues, if it does.
    pub(super) fn go_on(&mut self, links: &Pagination, hosts: &[String]) -> Option<Result<String, Refusal>> {
        let follow = |link: &String| followed(link, &self.start, hosts);
        self.known = links.pages.iter().filter_map(|link| follow(link).ok()).collect();
        links.next.as_ref().map(follow)
    }

    /// Whether it has shown as many records as its first page states.
    pub(super) fn has_all(&self) -> bool {
        self.total.zip(self.seen).is_some_and(|(total, seen)| seen >= total)
    }

    /// The page after one that failed, according to the links of the page before it, skipping pages that were
    /// `visited`.
    pub(super) fn behind(&self, failed: &str, visited: impl Fn(&str) -> bool) -> Option<String> {
        let failed = compared(failed);
        let at = self.known.iter().position(|known| *known == failed)?;
        self.known[at + 1..].iter().find(|known| !visited(known)).cloned()
    }
}
