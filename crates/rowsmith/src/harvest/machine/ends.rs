//! Where a list goes on, and why it ends.

use super::{FAILED, Harvest, IDLE, Outcome};
use crate::harvest::chain::Chain;
use crate::harvest::options::HarvestOptions;
use crate::harvest::summary::{End, StartSummary};
use crate::types::Pagination;

impl Harvest {
    pub(super) fn end(&mut self, chain: Chain, end: End) {
        let Chain { start, pages, rows, seen, total, missed: failed, .. } = chain;
        self.summary.starts.push(StartSummary { address: start, pages, rows, seen, total, failed, end });
    }

    /// Handles a page of a list that could not be fetched. If the previous page links to later ones, the list continues
    /// with those.
    pub(super) fn failed(&mut self, mut chain: Chain, address: String, why: &str) -> Outcome {
        self.summary.failed += 1;
        chain.failed += 1;
        chain.missed += 1;
        let behind = chain.behind(&address, |known| self.visited.contains(known));
        match behind.filter(|_| chain.failed < FAILED) {
            Some(next) => {
                chain.next = next;
                self.chain = Some(chain);
                Outcome::PassedOver(why.to_owned())
            }
            None => {
                let end = End::Failed { address, why: why.to_owned() };
                self.end(chain, end.clone());
                Outcome::NotTaken(end)
            }
        }
    }

    /// Handles a page of a list that has no records. Such a page is the end of many a list; but if it links to a next one, there may be
    /// more behind it.
    pub(super) fn over(&mut self, mut chain: Chain, empty: String, links: &Pagination) -> Outcome {
        match self.next_of(&mut chain, links) {
            Ok(next) => {
                let why = format!("no records on {empty}");
                (chain.next, chain.empty) = (next, Some(empty));
                self.chain = Some(chain);
                Outcome::PassedOver(why)
            }
            Err(_) => {
                let end = End::NoRecords(empty);
                self.end(chain, end.clone());
                Outcome::NotTaken(end)
            }
        }
    }

    /// The limit that was reached, if any.
    pub(super) fn limit(&self) -> Option<End> {
        let HarvestOptions { max_pages, max_rows, .. } = &self.options;
        let rows = max_rows.is_some_and(|most| self.summary.rows >= most).then_some(End::MaxRows);
        rows.or_else(|| max_pages.is_some_and(|most| self.summary.pages >= most).then_some(End::MaxPages))
    }

    /// Where the list continues, or why it does not.
    pub(super) fn next_of(&self, chain: &mut Chain, links: &Pagination) -> Result<String, End> {
        let next = chain.go_on(links, &self.options.hosts);
        let cut = self.options.max_rows.is_some_and(|most| self.summary.rows >= most);
        match next {
            None if !cut => Err(End::LastPage),
            _ if self.limit().is_some() => Err(self.limit().unwrap_or(End::MaxRows)),
            _ if chain.idle >= IDLE => Err(End::NothingNew),
            _ if chain.is_past => Err(End::Older),
            None => Err(End::LastPage),
            Some(Err(why)) => Err(End::NotFollowed { address: links.next.clone().unwrap_or_default(), why }),
            Some(Ok(next)) if self.visited.contains(&next) => Err(End::Cycle(next)),
            Some(Ok(next)) => Ok(next),
        }
    }
}
