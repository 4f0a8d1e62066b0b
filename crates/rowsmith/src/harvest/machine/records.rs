//! The pages of records: rows wait for them, and get what was found there.

use std::collections::BTreeMap;

use super::{Answer, Fed, Harvest, Outcome};
use crate::harvest::details::{Bounds, Held, Seen};
use crate::harvest::fields::{Fields, MOST_PAGES};
use crate::harvest::summary::Summary;
use crate::page::Page;
use crate::types::RecordsPage;

impl Harvest {
    /// Holds a page of rows until the pages of its records, some of which were seen already, have arrived.
    pub(super) fn hold(
        &mut self,
        page: RecordsPage,
        link: usize,
        start: &str,
        mut seen: BTreeMap<String, Seen>,
    ) -> Option<RecordsPage> {
        let mut held = Held::new(page, link, Bounds { start, hosts: &self.options.hosts });
        self.summary.details_failed += held.refused() as u64;
        while let Some(seen) = held.next().and_then(|address| seen.remove(address)) {
            count(&mut self.summary, &held.taken(seen));
        }
        self.held = Some(held);
        self.released()
    }

    /// Holds the article of a page until its further parts have arrived. Returns the number of new rows, which is 0 if
    /// an earlier table has it, or `None` if there is no article in several parts.
    pub(super) fn article(&mut self, page: &Page, asked: &str, fetched: Option<&str>) -> Option<u64> {
        let held = Held::article(page, asked, fetched)?;
        let is_known = self.earlier.as_ref().is_some_and(|earlier| held.is_in(earlier));
        self.summary.pages += 1;
        self.summary.rows += u64::from(!is_known);
        self.summary.known += u64::from(is_known);
        self.held = (!is_known).then_some(held);
        Some(u64::from(!is_known))
    }

    pub(super) fn detail(&mut self, answer: Answer<'_>, fetched: Option<String>) -> Fed {
        let content = match answer {
            Answer::Page(page) | Answer::Cut(page) => Ok(page),
            Answer::Failed(why) | Answer::Absent(why) => Err(why.to_owned()),
        };
        let outcome = |taken: Result<(), String>| match taken {
            Ok(()) => Outcome::Detail,
            Err(why) => Outcome::DetailFailed(why),
        };
        if let Some(choice) = &mut self.choice {
            let taken = choice.take(content, fetched);
            let page = match self.choice.take_if(|choice| choice.next().is_none()) {
                None => None,
                Some(choice) => {
                    let link = choice.made();
                    self.detail_column = self.columns.0.get(link).map(|column| column.name.clone());
                    let start = self.start_of_held();
                    self.hold(choice.page, link, &start, choice.seen)
                }
            };
            return Fed::new(outcome(taken), page);
        }
        let Some(held) = &mut self.held else { return Fed::new(Outcome::NotAsked, None) };
        let taken = held.take(content, fetched);
        count(&mut self.summary, &taken);
        Fed::new(outcome(taken), self.released())
    }

    /// The start whose rows are held: the one that is being followed, or the last that has ended.
    fn start_of_held(&self) -> String {
        let ended = || self.summary.starts.last().map(|start| start.address.clone());
        self.chain.as_ref().map(|chain| chain.start.clone()).or_else(ended).unwrap_or_default()
    }

    /// The page that is held, once everything for it has arrived.
    pub(super) fn released(&mut self) -> Option<RecordsPage> {
        let mut held = self.held.take_if(|held| held.next().is_none())?;
        let left_out = held.leave_out_shared(|address| self.visited.contains(address)) as u64;
        self.summary.details = self.summary.details.saturating_sub(left_out);
        self.summary.details_failed += left_out;
        if self.fields.is_none() {
            let left = MOST_PAGES - self.samples.len().min(MOST_PAGES);
            self.samples.extend(held.samples().take(left).cloned());
            self.fields = Fields::learn(&self.samples);
            if self.fields.is_some() {
                self.samples.clear();
            }
        }
        let mut page = held.finish(self.fields.as_ref());
        self.repeats.leave_out(&mut page, &self.given, &self.options.details);
        Some(self.arranged(page))
    }
}

/// Counts the page of a record.
fn count(summary: &mut Summary, taken: &Result<(), String>) {
    match taken {
        Ok(()) => summary.details += 1,
        Err(_) => summary.details_failed += 1,
    }
}
