//! Web archives: the HTML responses in a WARC file, one after the other.
//!
//! This is our own reader, since existing ones hold headers of any length in memory and stop at the first record with a
//! wrong length. Here every line and body is bounded, and if a record does not end where it says, the next `WARC/` line
//! is looked for, so that the next record is not lost.

use std::collections::HashSet;
use std::io::{self, BufRead, BufReader, Read, Seek, Write};
use std::sync::Arc;

use memchr::memmem;
use rowsmith::recognize::date::DateTime;
use tempfile::SpooledTempFile;

use super::http::{Head, LONGEST_HEAD, ParsedHead};
use super::load::damage;
use super::members::Recovery;
use super::pages::{Found, Pages};
use super::response;
use super::skipped::Skipped;
use super::stream::Pushback;
use super::task::{Content, Task};
use super::unpack::{Packing, Unpacked};
use crate::common::clock::instant;
use crate::common::problem::Problem;
use crate::common::source::{PageContext, PageSource};

/// The longest line of a record's head, and the longest head, in bytes.
const LONGEST_LINE: usize = 1 << 16;
/// How many bytes are read of a record that is not a response; they only serve to find its end.
const OTHER_RECORD: usize = 1 << 16;
/// How many bytes chunks, or a coding that makes a page longer, may add to a body.
const SLACK: usize = 1 << 20;
/// How a record begins; a digit follows, the first of its version.
const RECORD: &[u8] = b"WARC/";
/// The boundary between two records, which a digit follows.
const NEXT_RECORD: &[u8] = b"\r\n\r\nWARC/";
/// The length of a boundary with its digit.
const BOUNDARY: usize = NEXT_RECORD.len() + 1;
/// How much behind a record is looked at to see whether it ends there, in bytes.
const BEHIND: usize = 16;
/// How much of what stands behind the first boundary in a record is kept in memory, and in all, in bytes. A record that goes on for
/// longer is taken to end at the boundary.
const KEPT_IN_MEMORY: usize = 16 << 20;
const MOST_KEPT: u64 = 1 << 30;
/// How much of an archive may be read again because lengths were wrong, in bytes. Records that each state that they are as long as the
/// whole archive would otherwise be read as often as there are records.
const MOST_READ_AGAIN: u64 = 4 << 30;
/// How much of a record is looked through at a time, in bytes.
const PORTION: u64 = 1 << 16;

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
    /// The number of bytes that were read in vain, and had to be read again.
    read_again: u64,
    /// Whether the archive ends within its last record.
    ends_early: bool,
    ended: bool,
}

impl Warc {
    /// Reads an archive; at most about `max_bytes` of a response are held.
    pub(crate) fn new(unpacked: Unpacked, archive: String, max_bytes: usize, skipped: Skipped) -> Self {
        let Unpacked { stream, packing, recovery } = unpacked;
        recovery.begin();
        let input = Pushback::new(stream);
        Warc {
            input,
            archive,
            packing,
            max_bytes,
            position: 0,
            skipped,
            recovery,
            reported: 0,
            wanted: None,
            first_only: false,
            read_again: 0,
            ends_early: false,
            ended: false,
        }
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
    /// Why records may have been lost by that.
    lost: Option<String>,
}

impl Body {
    /// A body that ends where it says.
    fn whole(bytes: Vec<u8>) -> Self {
        Body { bytes, damage: None, lost: None }
    }
}

/// What stands behind the first boundary in a long record, until it is known whose it is.
struct Kept {
    file: SpooledTempFile,
    bytes: u64,
}

impl Default for Kept {
    fn default() -> Self {
        Kept { file: SpooledTempFile::new(KEPT_IN_MEMORY), bytes: 0 }
    }
}

impl Kept {
    /// Adds bytes.
    fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)?;
        self.bytes += bytes.len() as u64;
        Ok(())
    }

    /// Reads them all again.
    fn read(mut self) -> io::Result<impl BufRead + Send> {
        self.file.rewind()?;
        Ok(BufReader::with_capacity(PORTION as usize, self.file))
    }
}

/// Where the first boundary between two records is.
fn boundary(bytes: &[u8]) -> Option<usize> {
    let is_version = |at: &usize| bytes.get(at + NEXT_RECORD.len()).is_some_and(u8::is_ascii_digit);
    memmem::find_iter(bytes, NEXT_RECORD).find(is_version)
}

/// The last bytes, in which a boundary may begin.
fn end_of(bytes: &[u8]) -> &[u8] {
    &bytes[bytes.len().saturating_sub(BOUNDARY - 1)..]
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
                match self.ends_early && !self.first_only {
                    true => {
                        let why = format!("the archive ends within record {}", self.position);
                        Some(self.failed(Problem::new("damaged", why)))
                    }
                    false => self.next(),
                }
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
                if let Some(lost) = body.lost {
                    return Ok(Some(self.task(record, Content::Failed(Problem::new("damaged", lost)))));
                }
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
                "warc-date" => record.date = instant(value),
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
        if self.read_again > MOST_READ_AGAIN {
            return self.body_to_boundary(length, most);
        }
        let mut body = Vec::new();
        self.input.by_ref().take(length.min(most as u64)).read_to_end(&mut body)?;
        let is_short = (body.len() as u64) < length.min(most as u64);
        let rest = length.saturating_sub(body.len() as u64);
        if rest > 0 && !is_short {
            return self.long_body(body, rest);
        }
        if !is_short && self.is_at_end(|| boundary(&body).is_some())? {
            return Ok(Body::whole(body));
        }
        let found = self.back_to_boundary(&mut body)?;
        Ok(Body { bytes: body, damage: Some(self.wrong(is_short && !found)), lost: None })
    }

    /// The same for a record that is longer than what is held of it, by `rest` bytes, which are passed over. Whether a boundary
    /// among them is part of the content, or the beginning of a record that the stated length reaches into, shows only at
    /// the end; so what stands behind the first one is kept until then. Where it cannot be kept, as in a temporary folder
    /// that is full, the stated length is believed.
    fn long_body(&mut self, mut body: Vec<u8>, mut rest: u64) -> io::Result<Body> {
        let cut = boundary(&body);
        let mut kept = cut.map(|_| Kept::default());
        // why it could not be kept
        let mut lost = None;
        // begins with the end of the portion before, since a boundary may begin there
        let mut portion = end_of(&body).to_vec();
        let mut is_too_long = false;
        while rest > 0 && !is_too_long {
            let before = portion.len();
            self.input.by_ref().take(rest.min(PORTION)).read_to_end(&mut portion)?;
            let new = &portion[before..];
            if new.is_empty() {
                break;
            }
            rest -= new.len() as u64;
            let added = match &mut kept {
                _ if lost.is_some() => Ok(()),
                Some(kept) => kept.add(new),
                None => boundary(&portion).map_or(Ok(()), |at| kept.insert(Kept::default()).add(&portion[at..])),
            };
            lost = lost.or(added.err());
            is_too_long = lost.is_none() && kept.as_ref().is_some_and(|kept| kept.bytes > MOST_KEPT);
            portion.drain(..portion.len() - end_of(&portion).len());
        }
        let is_short = rest > 0 && !is_too_long;
        if !is_short && !is_too_long && self.is_at_end(|| kept.is_some())? {
            return Ok(Body::whole(body));
        }
        let found = match kept {
            Some(kept) if lost.is_none() => {
                self.read_again += kept.bytes;
                self.input.push_back_stream(Box::new(kept.read()?));
                if let Some(at) = cut {
                    self.push_back(body.split_off(at));
                }
                true
            }
            // a record that reaches over others ends where they begin, whatever becomes of them
            Some(_) => {
                body.truncate(cut.unwrap_or(body.len()));
                self.back_to_boundary(&mut portion)?
            }
            None => self.back_to_boundary(&mut portion)?,
        };
        let wrong = self.wrong(is_short && !found);
        let lost = lost.map(|error| {
            let (folder, why) = (std::env::temp_dir(), crate::common::failure::why(&error));
            format!(
                "{wrong}, and records that it reaches over were lost; the temporary folder {} cannot be written: {why}",
                folder.display()
            )
        });
        let damage = lost.clone().unwrap_or(wrong);
        Ok(Body { bytes: body, damage: Some(damage), lost })
    }

    /// The same in an archive of which much was read in vain already, since lengths were wrong: the record ends at the first
    /// boundary, whatever length it states.
    fn body_to_boundary(&mut self, length: u64, most: usize) -> io::Result<Body> {
        let (mut body, mut portion, mut rest) = (Vec::new(), Vec::new(), length);
        let mut hold = |bytes: std::vec::Drain<'_, u8>| {
            let room = most - body.len();
            body.extend(bytes.take(room));
        };
        let damage = loop {
            let before = portion.len();
            self.input.by_ref().take(rest.min(PORTION)).read_to_end(&mut portion)?;
            let new = (portion.len() - before) as u64;
            rest -= new;
            if let Some(at) = boundary(&portion) {
                self.input.push_back(portion.split_off(at));
                break Some(self.wrong(false));
            }
            if rest == 0 {
                let is_wrong = !self.is_at_end(|| false)?;
                if is_wrong {
                    self.back_to_boundary(&mut portion)?;
                }
                break is_wrong.then(|| self.wrong(false));
            }
            if new == 0 {
                break Some(self.wrong(true));
            }
            // what may be the beginning of a boundary waits for the next portion
            hold(portion.drain(..portion.len() - end_of(&portion).len()));
        };
        hold(portion.drain(..));
        Ok(Body { bytes: body, damage, lost: None })
    }

    /// What is wrong with a record that does not end where it says.
    fn wrong(&mut self, ends_early: bool) -> String {
        self.ends_early |= ends_early;
        if ends_early { "the archive ends within the record" } else { "the record's length is wrong" }.to_owned()
    }

    /// Goes back to the first boundary in what was read last, which may extend beyond its end, and cuts it off there; returns
    /// whether there is one.
    fn back_to_boundary(&mut self, read: &mut Vec<u8>) -> io::Result<bool> {
        let end = read.len();
        self.input.by_ref().take(BOUNDARY as u64).read_to_end(read)?;
        let next = boundary(read);
        self.push_back(read.split_off(next.unwrap_or(end)));
        Ok(next.is_some())
    }

    fn push_back(&mut self, bytes: Vec<u8>) {
        self.read_again += bytes.len() as u64;
        self.input.push_back(bytes);
    }

    /// Whether a record ends here: the next one follows behind line breaks, or nothing does. Some programs put blanks before the
    /// line breaks, or fill up what they write with NUL. Line breaks before anything else are believed, too, unless the record
    /// reaches over the beginning of another one.
    fn is_at_end(&mut self, reaches_over: impl FnOnce() -> bool) -> io::Result<bool> {
        let mut behind = Vec::new();
        self.input.by_ref().take(BEHIND as u64).read_to_end(&mut behind)?;
        let blanks = behind.iter().take_while(|byte| matches!(byte, b'\r' | b'\n' | b' ' | b'\t' | 0)).count();
        let (blanks, next) = behind.split_at(blanks);
        let has_break = blanks.iter().any(|byte| matches!(byte, b'\r' | b'\n' | 0));
        // the last of the bytes that are looked at may be within the beginning of a record
        let begins_record = RECORD.starts_with(&next[..next.len().min(RECORD.len())])
            && next.get(RECORD.len()).is_none_or(u8::is_ascii_digit);
        let is_end = behind.is_empty() || has_break && (begins_record || !reaches_over());
        self.input.push_back(behind);
        Ok(is_end)
    }

    /// The page in a response, unless it is not a page.
    fn response(&mut self, record: Record, body: Body) -> Option<Task> {
        let Body { bytes: message, damage, .. } = body;
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
        let is_cut = record.truncated.is_some() || self.ends_early;
        Some(self.task(record, Content::Response { head, message, at, damage, is_cut }))
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
mod tests;
