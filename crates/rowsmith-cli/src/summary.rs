//! What came of a run: counts while it goes on, a few lines at its end.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Duration;

use serde::Serialize;

use crate::problem::Problem;
use crate::sources::PageSource;
use crate::writers::count;

/// Counts of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tally {
    /// Pages with a result.
    pub(crate) pages: u64,
    /// Records on them.
    pub(crate) records: u64,
    /// Pages and inputs without, by reason.
    pub(crate) failed: BTreeMap<String, u64>,
    /// What an earlier run has done: pages, records, failures.
    pub(crate) before: (u64, u64, u64),
}

impl Tally {
    /// One more without a result.
    pub(crate) fn fail(&mut self, problem: &Problem) {
        *self.failed.entry(problem.reason.clone().into_owned()).or_default() += 1;
    }

    /// How many failed in this run.
    pub(crate) fn failures(&self) -> u64 {
        self.failed.values().sum()
    }

    /// The lines to tell the user.
    pub(crate) fn lines(&self, noun: &str, took: Duration, skipped: &BTreeMap<String, u64>) -> Vec<String> {
        let rate = self.pages as f64 / took.as_secs_f64().max(1e-3);
        let (pages, records) = (self.pages as usize, self.records as usize);
        let mut lines = vec![format!(
            "{} with {} in {:.1} s ({rate:.1}/s)",
            count(pages, "page"),
            count(records, noun),
            took.as_secs_f64()
        )];
        let (pages, records, failures) = self.before;
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

/// A file with a line of JSON for each page that failed.
pub(crate) struct FailureFile {
    file: BufWriter<File>,
    bytes: u64,
}

#[derive(Serialize)]
struct Line<'a> {
    source: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    archive: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<u64>,
    reason: &'a str,
    error: &'a str,
}

impl FailureFile {
    /// Opens the file; its first `keep` bytes are of an earlier run and stay.
    pub(crate) fn open(path: &Path, keep: u64) -> io::Result<Self> {
        let mut file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
        if file.metadata()?.is_file() {
            file.set_len(keep.min(file.metadata()?.len()))?;
            file.seek(SeekFrom::End(0))?;
        }
        Ok(FailureFile { file: BufWriter::new(file), bytes: keep })
    }

    /// Adds a failure.
    pub(crate) fn add(&mut self, source: &PageSource, problem: &Problem) -> io::Result<()> {
        let origin = source.origin.as_ref();
        let mut line = serde_json::to_vec(&Line {
            source: &source.name,
            archive: origin.map(|origin| origin.archive.as_str()),
            position: origin.map(|origin| origin.position),
            reason: &problem.reason,
            error: &problem.why,
        })?;
        line.push(b'\n');
        self.bytes += line.len() as u64;
        self.file.write_all(&line)
    }

    /// Hands all lines to the system; how many bytes they are.
    pub(crate) fn flush(&mut self) -> io::Result<u64> {
        self.file.flush()?;
        Ok(self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_of_it() {
        let mut tally = Tally { pages: 3, records: 1, before: (2, 7, 1), ..Tally::default() };
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
