//! The pages that failed, with one line of JSON each (`--failures`).

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

use serde::Serialize;

use crate::common::problem::Problem;
use crate::common::source::PageSource;

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
    /// Opens the file; its first `keep` bytes come from an earlier run and are kept.
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

    /// Passes all lines to the operating system, and returns their total number of bytes.
    pub(crate) fn flush(&mut self) -> io::Result<u64> {
        self.file.flush()?;
        Ok(self.bytes)
    }
}
