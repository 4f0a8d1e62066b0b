//! Mailboxes: the mails in an mbox file, one after the other, that have an HTML part.

use std::io::{self, BufRead, Read};

use super::load::{Loaded, has_end};
use super::mail::{self, MailPage};
use super::pages::{Found, Pages};
use super::skipped::Skipped;
use super::stream::Stream;
use super::task::{Content, Task};
use crate::common::failure::why;
use crate::common::problem::Problem;
use crate::common::source::{PageContext, PageSource};

/// How much longer a mail may be than the page in it: attachments, and four letters for three bytes.
const SLACK: usize = 4;
/// How many bytes of a line are looked at in one go.
const LINE: u64 = 1 << 16;

/// The mails of a file.
pub(super) struct Mbox {
    input: Stream,
    archive: String,
    max_bytes: usize,
    position: u64,
    skipped: Skipped,
    ended: bool,
    given: bool,
}

impl Mbox {
    /// Reads a mailbox.
    pub(super) fn new(input: Stream, archive: String, max_bytes: usize, skipped: Skipped) -> Self {
        Mbox { input, archive, max_bytes, position: 0, skipped, ended: false, given: false }
    }

    /// The next mail, up to the line that begins another.
    fn mail(&mut self) -> io::Result<Vec<u8>> {
        let most = self.max_bytes.saturating_mul(SLACK);
        let (mut mail, mut line, mut blank) = (Vec::new(), Vec::new(), false);
        let mut whole = true;
        loop {
            line.clear();
            self.input.by_ref().take(LINE).read_until(b'\n', &mut line)?;
            if line.is_empty() {
                self.ended = true;
                return Ok(mail);
            }
            if whole && line.starts_with(b"From ") && (blank || mail.is_empty()) {
                if mail.is_empty() && self.position == 0 {
                    self.position = 1;
                    continue;
                }
                return Ok(mail);
            }
            // such lines are quoted within mails
            let quoted = line.iter().position(|&byte| byte != b'>').unwrap_or(0);
            let text = if quoted > 0 && line[quoted..].starts_with(b"From ") { &line[1..] } else { &line[..] };
            if mail.len() + text.len() <= most {
                mail.extend_from_slice(text);
            }
            blank = whole && matches!(&line[..], b"\n" | b"\r\n");
            whole = line.last() == Some(&b'\n');
        }
    }
}

impl Pages for Mbox {
    fn next(&mut self) -> Option<Found> {
        while !self.ended {
            let mail = match self.mail() {
                Ok(mail) => mail,
                Err(error) => {
                    (self.ended, self.given) = (true, true);
                    let problem = Problem::new("damaged", format!("nothing more can be read: {}", why(&error)));
                    let source = PageSource::named(self.archive.clone());
                    return Some(Found::Page(Task::new(source, Content::Failed(problem))));
                }
            };
            let position = self.position;
            self.position += 1;
            let Some(MailPage { bytes, charset, address, damage, .. }) = mail::page(&mail) else {
                if !mail.is_empty() {
                    self.skipped.add("mails without HTML");
                }
                continue;
            };
            self.given = true;
            let context = PageContext { base_url: address, charset, ..PageContext::default() };
            let name = format!("{}#{position}", self.archive);
            let source = PageSource::within(&self.archive, position, name, context);
            let interrupted = damage.is_some() && !has_end(&bytes);
            let loaded = Loaded { bytes, damage, interrupted, ..Loaded::default() };
            return Some(Found::Page(Task::new(source, Content::Bytes(loaded))));
        }
        if std::mem::replace(&mut self.given, true) {
            return None;
        }
        let problem = Problem::new("empty", "there is no mail with an HTML part in this mailbox");
        Some(Found::Page(Task::new(PageSource::named(self.archive.clone()), Content::Failed(problem))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mails_one_behind_the_other() {
        let html =
            |at: u32| format!("From a@b.example now\nSubject: {at}\nContent-Type: text/html\n\n<p>{at}\n>From me\n");
        let plain = "From a@b.example now\nSubject: no\n\ntext\nFrom here it is text, too\n";
        let mbox = [html(1), plain.to_owned(), html(3)].join("\n");
        let skipped = Skipped::default();
        let mut pages = Mbox::new(Box::new(io::Cursor::new(mbox)), "a.mbox".into(), 1000, skipped.clone());
        let mut found = Vec::new();
        while let Some(Found::Page(Task { source, content: Content::Bytes(loaded), .. })) = pages.next() {
            found.push((source.name, String::from_utf8(loaded.bytes).unwrap().trim_end().to_owned()));
        }
        let expected = [("a.mbox#1", "<p>1\nFrom me"), ("a.mbox#3", "<p>3\nFrom me")];
        assert_eq!(found, expected.map(|(name, text)| (name.to_owned(), text.to_owned())));
        assert_eq!(skipped.counts()["mails without HTML"], 1);
    }
}
