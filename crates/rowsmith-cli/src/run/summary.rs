//! The summary of a run: counts while it is in progress, a few lines at its end.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::common::problem::Problem;
use crate::common::text::count;

/// What was done by an earlier run that this one continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Before {
    /// The number of pages with a result.
    pub(crate) pages: u64,
    /// The number of their records.
    pub(crate) records: u64,
    /// The number of pages that failed.
    pub(crate) failures: u64,
}

/// Counts of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tally {
    /// The number of pages with a result.
    pub(crate) pages: u64,
    /// The number of their records.
    pub(crate) records: u64,
    /// The number of pages and inputs without a result, by reason.
    pub(crate) failed: BTreeMap<String, u64>,
    /// What an earlier run has done.
    pub(crate) before: Before,
}

impl Tally {
    /// Counts one more without a result.
    pub(crate) fn fail(&mut self, problem: &Problem) {
        *self.failed.entry(problem.reason.clone().into_owned()).or_default() += 1;
    }

    /// The number of failures in this run.
    pub(crate) fn failures(&self) -> u64 {
        self.failed.values().sum()
    }

    /// The lines of the summary.
    pub(crate) fn lines(&self, noun: &str, took: Duration, skipped: &BTreeMap<String, u64>) -> Vec<String> {
        let rate = self.pages as f64 / took.as_secs_f64().max(1e-3);
        let (pages, records) = (self.pages as usize, self.records as usize);
        let mut lines = vec![format!(
            "{} with {} in {:.1} s ({rate:.1}/s)",
            count(pages, "page"),
            count(records, noun),
            took.as_secs_f64()
        )];
        let Before { pages, records, failures } = self.before;
        if pages + failures > 0 {
            let failed = if failures > 0 { format!(", {failures} failed") } else { String::new() };
            let (pages, records) = (count(pages as usize, "page"), count(records as usize, noun));
            lines.push(format!("done before: {pages} with {records}{failed}"));
        }
        let by_count = |counts: &BTreeMap<String, u64>| {
            let mut counts: Vec<(&String, &u64)> = counts.iter().collect();
            counts.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
            counts.iter().map(|(what, count)| format!("{count} {what}")).collect::<Vec<_>>().join(", ")
        };
        if !self.failed.is_empty() {
            lines.push(format!("{} failed: {}", self.failures(), by_count(&self.failed)));
        }
        if !skipped.is_empty() {
            lines.push(format!("{} passed over: {}", skipped.values().sum::<u64>(), by_count(skipped)));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_of_it() {
        let mut tally =
            Tally { pages: 3, records: 1, before: Before { pages: 2, records: 7, failures: 1 }, ..Tally::default() };
        for reason in ["empty", "timeout", "timeout"] {
            tally.fail(&Problem::new(reason, "why"));
        }
        let skipped = BTreeMap::from([("HTTP 404".to_owned(), 2)]);
        assert_eq!(
            tally.lines("record", Duration::from_secs(2), &skipped),
            [
                "3 pages with 1 record in 2.0 s (1.5/s)",
                "done before: 2 pages with 7 records, 1 failed",
                "3 failed: 2 timeout, 1 empty",
                "2 passed over: 2 HTTP 404"
            ]
        );
    }
}
