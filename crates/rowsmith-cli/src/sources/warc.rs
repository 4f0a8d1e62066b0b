//! Web archives: the HTML responses in a WARC file, one after the other.
//!
//! This is our own reader, since existing ones hold headers of any length in memory and stop at the first record with a
//! wrong length. Here every line and body is bounded, and if a record does not end where it says, the next `WARC/` line
//! is looked for, so that the next record is not lost.

use std::collections::HashSet;
use std::io::{self, BufRead, Read};
use std::sync::Arc;

use rowsmith::recognize::date::DateTime;

use super::http::{Head, LONGEST_HEAD, ParsedHead};
use super::load::damage;
use super::members::Recovery;
use super::pages::{Found, Pages};
use super::response;
use super::skipped::Skipped;
use super::stream::Pushback;
use super::task::{Content, Task};
use super::unpack::{Packing, Unpacked};
use crate::common::problem::Problem;
use crate::common::source::{PageContext, PageSource};

/// The longest line of a record's head, and the longest head, in bytes.
const LONGEST_LINE: usize = 1 << 16;
/// How many bytes are read of a record that is not a response; they only serve to find its end.
const OTHER_RECORD: usize = 1 << 16;
/// How many bytes chunks, or a coding that makes a page longer, may add to a body.
const SLACK: usize = 1 << 20;
/// The boundary between two records.
const NEXT_RECORD: &[u8] = b"\r\n\r\nWARC/1.";

/// The pages of an archive.
pub(crate) struct Warc {
    input: Pushback,
    archive: String,
    packing: Packing,
    max_bytes: usize,
    /// The number of records so far.
    position: u64,
    skipped: Skipped,
    /// For a gzip archive: members that could not be read, and how many of them have been reported.
    recovery: Recovery,
    reported: u64,
    /// The addresses that are wanted, if not all are.
    wanted: Option<Arc<HashSet<String>>>,
    /// Whether only the first record is wanted.
    first_only: bool,
    ended: bool,
}

impl Warc {
    /// Reads an archive; at most about `max_bytes` of a response are held.
    pub(crate) fn new(unpacked: Unpacked, archive: String, max_bytes: usize, skipped: Skipped) -> Self {
        let Unpacked { stream, packing, recovery } = unpacked;
        recovery.begin();
        let input = Pushback::new(stream);
        let (position, reported, ended) = (0, 0, false);
        let (wanted, first_only) = (None, false);
        Warc { input, archive, packing, max_bytes, position, skipped, recovery, reported, wanted, first_only, ended }
    }

    /// Limits it to the pages at these addresses.
    pub(crate) fn only(self, wanted: Option<Arc<HashSet<String>>>) -> Self {
        Warc { wanted, ..self }
    }

    /// Limits it to the first record.
    pub(crate) fn first_only(self) -> Self {
        Warc { first_only: true, ..self }
    }
}

/// The content of a record.
struct Body {
    bytes: Vec<u8>,
    /// What is wrong with it.
    damage: Option<String>,
}

/// The fields of a record's head that are needed here.
#[derive(Default)]
struct Record {
    kind: String,
    target: Option<String>,
    length: Option<u64>,
    truncated: Option<String>,
    date: Option<DateTime>,
}

impl Pages for Warc {
    fn next(&mut self) -> Option<Found> {
        let damaged = self.recovery.damaged();
        if damaged > self.reported {
            self.reported = damaged;
            let why = format!("the gzip data is damaged near record {}; reading continued after that", self.position);
            return Some(self.failed(Problem::new("damaged", why)));
        }
        if self.ended {
            return None;
        }
        match self.page() {
            Ok(Some(task)) => Some(Found::Page(task)),
            Ok(None) if self.position == 0 => {
                self.ended = true;
                Some(self.failed(Problem::new("empty", "there is no record in this archive")))
            }
            Ok(None) => {
                self.ended = true;
                self.next()
            }
            Err(error) => {
                self.ended = true;
                let what = match self.packing {
                    Packing::None => crate::common::failure::why(&error),
                    packing => damage(&error, packing, true),
                };
                let why = format!("{what}; nothing after record {} can be read", self.position);
                Some(self.failed(Problem::new("damaged", why)))
            }
        }
    }
}

impl Warc {
    /// The next HTML response; `None` at the end.
    fn page(&mut self) -> io::Result<Option<Task>> {
        while !(self.first_only && self.position > 0) && self.find_record()? {
            self.position += 1;
            let record = self.head()?;
            let Some(length) = record.length else {
                // where it ends is only known when the next one begins
                return Ok(Some(
                    self.task(record, Content::Failed(Problem::new("damaged", "a record without a length"))),
                ));
            };
            let is_response = record.kind.eq_ignore_ascii_case("response");
            let most = if is_response { self.max_bytes.saturating_add(LONGEST_HEAD + SLACK) } else { OTHER_RECORD };
            let body = self.body(length, most)?;
            if !is_response {
                continue;
            }
            if let Some(task) = self.response(record, body) {
                return Ok(Some(task));
            }
        }
        Ok(None)
    }

    /// Advances to the next line that begins a record, and beyond it; `false` at the end.
    fn find_record(&mut self) -> io::Result<bool> {
        let mut line = Vec::new();
        let mut at_start = true;
        loop {
            let whole = self.line(&mut line)?;
            if line.is_empty() {
                return Ok(false);
            }
            if at_start && line.starts_with(b"WARC/") && whole {
                return Ok(true);
            }
            at_start = whole;
        }
    }

    /// Reads a line, up to the maximum length; returns whether its end was reached. Empty at the end of the input.
    fn line(&mut self, line: &mut Vec<u8>) -> io::Result<bool> {
        line.clear();
        self.input.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', line)?;
        Ok(line.last() == Some(&b'\n'))
    }

    fn head(&mut self) -> io::Result<Record> {
        let (mut record, mut line, mut total) = (Record::default(), Vec::new(), 0);
        while self.line(&mut line)? {
            let text = String::from_utf8_lossy(&line);
            let text = text.trim_end_matches(['\r', '\n']);
            total += line.len();
            if text.is_empty() || total > LONGEST_LINE {
                break;
            }
            let Some((name, value)) = text.split_once(':') else { continue };
            let value = value.trim();
            match name.trim().to_ascii_lowercase().as_str() {
                "warc-type" => record.kind = value.to_owned(),
                "warc-target-uri" => record.target = Some(value.trim_matches(['<', '>']).to_owned()),
                "warc-date" => record.date = DateTime::from_iso(value),
                "warc-truncated" => record.truncated = Some(value.to_owned()),
                "content-length" => record.length = value.parse().ok(),
                _ => {}
            }
        }
        Ok(record)
    }

    /// Reads the content of a record, at most `most` bytes of it; the next record follows. If the stated length is too
    /// large and reaches into the next record, it is cut there.
    fn body(&mut self, length: u64, most: usize) -> io::Result<Body> {
        let mut body = Vec::new();
        self.input.by_ref().take(length.min(most as u64)).read_to_end(&mut body)?;
        let is_short = (body.len() as u64) < length.min(most as u64);
        let mut rest = length.saturating_sub(body.len() as u64);
        while rest > 0 && !is_short {
            let buffered = self.input.fill_buf()?.len().min(usize::try_from(rest).unwrap_or(usize::MAX));
            if buffered == 0 {
                break;
            }
            self.input.consume(buffered);
            rest -= buffered as u64;
        }
        let behind = self.input.fill_buf()?;
        if !is_short && (behind.is_empty() || behind.starts_with(b"\r") || behind.starts_with(b"\n")) {
            return Ok(Body { bytes: body, damage: None });
        }
        // the boundary of the next record may extend beyond the end
        let end = body.len();
        self.input.by_ref().take(NEXT_RECORD.len() as u64).read_to_end(&mut body)?;
        let next = memchr::memmem::find(&body, NEXT_RECORD);
        self.input.push_back(body.split_off(next.unwrap_or(end)));
        let what = if is_short && next.is_none() {
            "the archive ends within the record"
        } else {
            "the record's length is wrong"
        };
        Ok(Body { bytes: body, damage: Some(what.to_owned()) })
    }

    /// The page in a response, unless it is not a page.
    fn response(&mut self, record: Record, body: Body) -> Option<Task> {
        let Body { bytes: message, damage } = body;
        let is_web = record.target.as_deref().is_some_and(|target| target.starts_with("http"));
        let Some(ParsedHead { head, body_at: at }) = Head::parse(&message).filter(|_| is_web) else {
            self.skipped.add("not an HTTP response");
            return None;
        };
        if let Some((from, to)) = record.target.as_deref().zip(head.redirect()) {
            self.skipped.redirect(from, to);
        }
        if !response::is_page(&head, &self.skipped) {
            return None;
        }
        let target = record.target.as_deref().unwrap_or_default();
        if self.wanted.as_ref().is_some_and(|wanted| !wanted.contains(response::page_key(target))) {
            self.skipped.add("not among the pages that the archive lists");
            return None;
        }
        let cut = record.truncated.as_ref().map(|why| format!("truncated by the crawler ({why})"));
        let damage = damage.or(cut);
        Some(self.task(record, Content::Response { head, message, at, damage }))
    }

    fn task(&self, record: Record, content: Content) -> Task {
        let name = record.target.clone().unwrap_or_else(|| format!("{}#{}", self.archive, self.position));
        let context = PageContext { base_url: record.target, fetched: record.date, ..PageContext::default() };
        Task::new(PageSource::within(&self.archive, self.position, name, context), content)
    }

    fn failed(&self, problem: Problem) -> Found {
        Found::Page(Task::new(PageSource::named(self.archive.clone()), Content::Failed(problem)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(crate) fn record(kind: &str, target: &str, body: &str, length: Option<usize>) -> String {
        let length = length.unwrap_or(body.len());
        format!(
            "WARC/1.0\r\nWARC-Type: {kind}\r\nwarc-target-uri: <{target}>\r\nContent-Length: {length}\r\n\r\n{body}\r\n\r\n"
        )
    }

    fn response(target: &str, page: &str) -> String {
        record("response", target, &format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{page}"), None)
    }

    /// The names of the pages, and for each its bytes, its damage, or why there is none.
    fn read(archive: &[u8]) -> Vec<(String, String)> {
        let stream = Box::new(io::Cursor::new(archive.to_owned()));
        let unpacked = Unpacked { stream, packing: Packing::None, recovery: Recovery::default() };
        let mut warc = Warc::new(unpacked, "a.warc".into(), 1000, Skipped::default());
        std::iter::from_fn(|| warc.next())
            .map(|found| {
                let Found::Page(task) = found else { panic!("no page") };
                let content = match task.content {
                    Content::Response { message, at, damage, .. } => {
                        format!("{}{}", String::from_utf8_lossy(&message[at..]), damage.unwrap_or_default())
                    }
                    Content::Failed(problem) => problem.why,
                    _ => panic!("another content"),
                };
                (task.source.name, content)
            })
            .collect()
    }

    fn pages(expected: &[(&str, &str)]) -> Vec<(String, String)> {
        expected.iter().map(|(name, content)| ((*name).to_owned(), (*content).to_owned())).collect()
    }

    const A: &str = "http://a.example/";
    const B: &str = "http://b.example/";

    #[test]
    fn html_responses_only() {
        let other = |head: &str| record("response", B, &format!("{head}\r\n\r\nx"), None);
        let archive = [
            record("warcinfo", "", "software: x", None),
            record("request", A, "GET / HTTP/1.1\r\n\r\n", None),
            response(A, "<p>a"),
            other("HTTP/1.1 404 Not Found\r\nContent-Type: text/html"),
            other("HTTP/1.1 200 OK\r\nContent-Type: image/png"),
            record("response", "dns:b.example", "20240101 1.2.3.4", None),
            record("revisit", B, "HTTP/1.1 200 OK\r\n\r\n", None),
            response(B, "<p>b"),
        ];
        assert_eq!(read(archive.concat().as_bytes()), pages(&[(A, "<p>a"), (B, "<p>b")]));
    }

    #[test]
    fn wrong_lengths_cost_no_neighbour() {
        let body = "HTTP/1.1 200 OK\r\n\r\n<p>a";
        for (length, content) in [
            (body.len() - 2, "<pthe record's length is wrong"),
            (body.len() + 9, "<p>athe record's length is wrong"),
            (body.len() + 100, "<p>athe record's length is wrong"),
            (usize::MAX, "<p>athe record's length is wrong"),
        ] {
            let archive = record("response", A, body, Some(length)) + &response(B, "<p>b");
            assert_eq!(read(archive.as_bytes()), pages(&[(A, content), (B, "<p>b")]), "{length}");
            let archive = record("request", A, body, Some(length)) + &response(B, "<p>b");
            assert_eq!(read(archive.as_bytes()), pages(&[(B, "<p>b")]), "{length}");
        }
        let none = record("response", A, body, None).replace("Content-Length", "Length") + &response(B, "<p>b");
        assert_eq!(read(none.as_bytes()), pages(&[(A, "a record without a length"), (B, "<p>b")]));
    }

    #[test]
    fn what_is_cut_and_what_is_no_archive() {
        let archive = response(A, "<p>a") + &response(B, "<p>b and more");
        let cut = &archive.as_bytes()[..archive.len() - 9];
        assert_eq!(read(cut), pages(&[(A, "<p>a"), (B, "<p>b andthe archive ends within the record")]));
        for empty in [&b""[..], &[b'x'; 200_000], b"\n\n\n", b"WARC/1.0"] {
            assert_eq!(read(empty), pages(&[("a.warc", "there is no record in this archive")]));
        }
        let endless = [b"WARC/1.0\r\nX: ".to_vec(), vec![b'x'; 1 << 20]].concat();
        assert_eq!(read(&endless), pages(&[("a.warc#1", "a record without a length")]));
    }

    #[test]
    fn a_long_page_is_cut_and_its_neighbour_comes() {
        let long = "x".repeat(3 << 20);
        let read = read((response(A, &long) + &response(B, "<p>b")).as_bytes());
        assert!(read[0].1.len() > 1000 && read[0].1.len() < long.len());
        assert_eq!(read[1..], pages(&[(B, "<p>b")]));
    }
}
