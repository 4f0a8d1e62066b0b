//! ARC files, the format of web archives before WARC. Each record is a line (address, IP address, time, type, length)
//! followed by the response.

use std::io::{self, BufRead, Read};

use rowsmith::recognize::date::DateTime;

use super::http::{Head, LONGEST_HEAD, ParsedHead};
use super::load::damage;
use super::members::Recovery;
use super::pages::{Found, Pages};
use super::response::{self, Response};
use super::skipped::Skipped;
use super::stream::Stream;
use super::task::{Content, Task};
use super::unpack::{Packing, Unpacked};
use crate::common::failure::why;
use crate::common::problem::Problem;
use crate::common::source::PageSource;

/// The longest line before a record, in bytes.
const LONGEST_LINE: u64 = 1 << 16;
/// How many bytes chunks, or a coding that makes a page longer, may add to a body.
const SLACK: usize = 1 << 20;

/// The pages of an archive.
pub(super) struct ArcFile {
    input: Stream,
    archive: String,
    packing: Packing,
    max_bytes: usize,
    position: u64,
    skipped: Skipped,
    recovery: Recovery,
    reported: u64,
    /// Whether the archive ends within its last record.
    ends_early: bool,
    ended: bool,
}

/// The line before a record.
struct Line {
    address: String,
    fetched: Option<DateTime>,
    length: u64,
}

impl ArcFile {
    /// Reads an archive.
    pub(super) fn new(unpacked: Unpacked, archive: String, max_bytes: usize, skipped: Skipped) -> Self {
        let Unpacked { stream: input, packing, recovery } = unpacked;
        recovery.begin();
        ArcFile {
            input,
            archive,
            packing,
            max_bytes,
            position: 0,
            skipped,
            recovery,
            reported: 0,
            ends_early: false,
            ended: false,
        }
    }

    fn page(&mut self) -> io::Result<Option<Task>> {
        while let Some(Line { address, fetched, length }) = self.line()? {
            self.position += 1;
            let most = self.max_bytes.saturating_add(LONGEST_HEAD + SLACK);
            let mut message = Vec::new();
            self.input.by_ref().take(length.min(most as u64)).read_to_end(&mut message)?;
            let rest = length.saturating_sub(message.len() as u64);
            let is_short = io::copy(&mut self.input.by_ref().take(rest), &mut io::sink())? < rest;
            self.ends_early |= is_short;
            if !address.starts_with("http") {
                continue;
            }
            let Some(ParsedHead { head, body_at: at }) = Head::parse(&message) else {
                self.skipped.add("not an HTTP response");
                continue;
            };
            if response::is_page(&head, &self.skipped) {
                let damage = is_short.then(|| "the archive ends within the record".to_owned());
                let response = Response { head, message, at, damage, is_cut: is_short, fetched };
                return Ok(Some(response::page(response, &address, &self.archive, self.position)));
            }
        }
        Ok(None)
    }

    /// The next line that begins a record; other lines are skipped, so that a wrong length costs no further record.
    fn line(&mut self) -> io::Result<Option<Line>> {
        let mut line = Vec::new();
        loop {
            line.clear();
            self.input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
            if line.is_empty() {
                return Ok(None);
            }
            let text = String::from_utf8_lossy(&line);
            let words: Vec<&str> = text.trim_end().split(' ').collect();
            let is_time = |word: &&str| word.len() == 14 && word.bytes().all(|byte| byte.is_ascii_digit());
            if let [address, _, time, .., length] = words.as_slice()
                && words.len() >= 5
                && address.contains("://")
                && is_time(time)
                && let Ok(length) = length.parse()
            {
                return Ok(Some(Line { address: (*address).to_owned(), fetched: time_of(time), length }));
            }
        }
    }

    fn failed(&self, why: String) -> Found {
        let source = PageSource::named(self.archive.clone());
        Found::Page(Task::new(source, Content::Failed(Problem::new("damaged", why))))
    }
}

/// The time in fourteen digits, in UTC: `20240501120000`.
fn time_of(digits: &str) -> Option<DateTime> {
    let part = |from: usize, to: usize| digits.get(from..to);
    let day = format!("{}-{}-{}", part(0, 4)?, part(4, 6)?, part(6, 8)?);
    DateTime::from_iso(&format!("{day}T{}:{}:{}Z", part(8, 10)?, part(10, 12)?, part(12, 14)?))
}

impl Pages for ArcFile {
    fn next(&mut self) -> Option<Found> {
        let damaged = self.recovery.damaged();
        if damaged > self.reported {
            self.reported = damaged;
            return Some(self.failed(format!(
                "the gzip data is damaged near record {}; reading continued after that",
                self.position
            )));
        }
        if self.ended {
            return None;
        }
        match self.page() {
            Ok(Some(task)) => Some(Found::Page(task)),
            Ok(None) if self.position == 0 => {
                self.ended = true;
                Some(self.failed("there is no record in this archive".to_owned()))
            }
            Ok(None) => {
                self.ended = true;
                match self.ends_early {
                    true => Some(self.failed(format!("the archive ends within record {}", self.position))),
                    false => self.next(),
                }
            }
            Err(error) => {
                self.ended = true;
                let what = match self.packing {
                    Packing::None => why(&error),
                    packing => damage(&error, packing, true),
                };
                Some(self.failed(format!("{what}; nothing after record {} can be read", self.position)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(arc: String) -> ArcFile {
        let stream = Box::new(io::Cursor::new(arc));
        let unpacked = Unpacked { stream, packing: Packing::None, recovery: Recovery::default() };
        ArcFile::new(unpacked, "a.arc".into(), 1000, Skipped::default())
    }

    #[test]
    fn a_record_in_which_the_archive_ends_says_so_however_long_it_is() {
        for size in [20, 2 << 20] {
            let message = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>{}", "x".repeat(size));
            let line = format!("http://x.example/ 1.2.3.4 20010101000000 text/html {}\n", message.len() + 9);
            let Some(Found::Page(task)) = file(line + &message).next() else { panic!("no page") };
            let Content::Response { damage, .. } = task.content else { panic!("another content") };
            assert_eq!(damage.as_deref(), Some("the archive ends within the record"), "{size}");
            assert_eq!(task.source.context.fetched, DateTime::from_iso("2001-01-01T00:00:00Z"));
        }
    }

    #[test]
    fn records_of_both_versions() {
        let record = |address: &str, more: &str, length: usize, body: &str| {
            let message = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{body}");
            let length = if length == 0 { message.len() } else { length };
            format!("{address} 1.2.3.4 20010101000000 text/html {more}{length}\n{message}\n")
        };
        let arc = [
            "filedesc://a.arc 0.0.0.0 20010101000000 text/plain 5\n1 0 x\n\n".to_owned(),
            record("http://x.example/a", "", 0, "<p>a"),
            record("http://x.example/b", "200 - - 7 a.arc ", 0, "<p>b"),
            // a length that is too small does not cost the next record
            record("http://x.example/c", "", 50, "<p>cccccc"),
            record("http://x.example/d", "", 0, "<p>d"),
        ];
        let mut pages = file(arc.concat());
        let mut names = Vec::new();
        while let Some(Found::Page(task)) = pages.next() {
            names.push(task.source.name);
        }
        assert_eq!(names, ["a", "b", "c", "d"].map(|name| format!("http://x.example/{name}")));
    }
}
