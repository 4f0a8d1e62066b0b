//! HAR files: a browser's requests and responses, as saved by its developer tools. They are read entry by entry; the
//! whole file is never held in memory.

use std::io::{self, BufRead};

use serde::Deserialize;

use super::http::{Head, charset_of};
use super::load::Loaded;
use super::mail::decode_base64;
use super::pages::{Found, Pages};
use super::response;
use super::skipped::Skipped;
use super::stream::Stream;
use super::task::{Content, Task};
use crate::common::clock::instant;
use crate::common::failure::why;
use crate::common::problem::Problem;
use crate::common::source::{PageContext, PageSource};

/// How much longer an entry may be than the page in it: escapes, base64, headers.
const SLACK: usize = 6;

/// The pages of a file.
pub(super) struct Har {
    input: Stream,
    archive: String,
    max_bytes: usize,
    position: u64,
    skipped: Skipped,
    begun: bool,
    ended: bool,
    given: bool,
}

#[derive(Deserialize)]
struct Entry {
    request: Request,
    response: Answer,
    #[serde(rename = "startedDateTime", default)]
    started: serde_json::Value,
}

#[derive(Deserialize)]
struct Request {
    url: String,
}

#[derive(Deserialize)]
struct Answer {
    status: i64,
    #[serde(default)]
    content: Body,
}

#[derive(Deserialize, Default)]
struct Body {
    #[serde(rename = "mimeType", default)]
    media_type: Option<String>,
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    encoding: Option<String>,
}

impl Har {
    /// Reads a file.
    pub(super) fn new(input: Stream, archive: String, max_bytes: usize, skipped: Skipped) -> Self {
        Har { input, archive, max_bytes, position: 0, skipped, begun: false, ended: false, given: false }
    }

    /// The next entry that is a page; `None` at the end.
    fn page(&mut self) -> io::Result<Option<Task>> {
        if !self.begun {
            self.begun = true;
            if !find_entries(&mut self.input)? {
                return Err(io::Error::other("there is no list of entries in it"));
            }
        }
        let most = self.max_bytes.saturating_mul(SLACK).saturating_add(1 << 20);
        while let Some(element) = next_element(&mut self.input, most)? {
            self.position += 1;
            let entry = match element {
                Element::Whole(bytes) => serde_json::from_slice::<Entry>(&bytes).map_err(|error| error.to_string()),
                Element::TooLong => Err("it is too long".to_owned()),
            };
            let entry = match entry {
                Ok(entry) => entry,
                Err(why) => {
                    let problem = Problem::new("damaged", format!("an entry that cannot be read: {why}"));
                    let name = format!("{}#{}", self.archive, self.position);
                    let source = PageSource::within(&self.archive, self.position, name, PageContext::default());
                    return Ok(Some(Task::new(source, Content::Failed(problem))));
                }
            };
            if let Some(task) = self.task(entry) {
                return Ok(Some(task));
            }
        }
        Ok(None)
    }

    fn task(&mut self, entry: Entry) -> Option<Task> {
        let Entry { request: Request { url }, response: Answer { status, content }, started } = entry;
        let fetched = started.as_str().and_then(instant);
        let Body { media_type, text, encoding } = content;
        let mut head = Head { status: u16::try_from(status).unwrap_or(0), ..Head::default() };
        head.content_type = media_type.filter(|media_type| !media_type.is_empty() && media_type != "x-unknown");
        if !response::is_page(&head, &self.skipped) {
            return None;
        }
        let Some(text) = text.filter(|text| !text.is_empty()) else {
            self.skipped.add("responses whose body was not kept");
            return None;
        };
        let is_base64 = encoding.as_deref() == Some("base64");
        // what the page declares about its encoding was true before it became a text
        let charset = match is_base64 {
            true => head.content_type.as_deref().and_then(charset_of),
            false => Some("utf-8".to_owned()),
        };
        let mut bytes = if is_base64 { decode_base64(&text) } else { text.into_bytes() };
        bytes.truncate(self.max_bytes.saturating_add(1));
        let context = PageContext { base_url: Some(url.clone()), charset, fetched, ..PageContext::default() };
        let source = PageSource::within(&self.archive, self.position, url, context);
        Some(Task::new(source, Content::Bytes(Loaded { bytes, ..Loaded::default() })))
    }

    fn failed(&self, reason: &'static str, why: String) -> Found {
        let source = PageSource::named(self.archive.clone());
        Found::Page(Task::new(source, Content::Failed(Problem::new(reason, why))))
    }
}

impl Pages for Har {
    fn next(&mut self) -> Option<Found> {
        if self.ended {
            return None;
        }
        match self.page() {
            Ok(Some(task)) => {
                self.given = true;
                Some(Found::Page(task))
            }
            Ok(None) => {
                self.ended = true;
                let why = "no page's body is in this HAR file; save it 'with content'";
                (!self.given).then(|| self.failed("empty", why.to_owned()))
            }
            Err(error) => {
                self.ended = true;
                let what = format!("{}; nothing after entry {} can be read", why(&error), self.position);
                Some(self.failed("damaged", what))
            }
        }
    }
}

/// An element of a list.
enum Element {
    Whole(Vec<u8>),
    /// An element of which not everything was kept.
    TooLong,
}

/// A position within JSON.
#[derive(Default)]
struct Place {
    depth: usize,
    in_text: bool,
    escaped: bool,
}

impl Place {
    /// Advances by a byte.
    fn step(&mut self, byte: u8) {
        if self.in_text {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => self.in_text = false,
                _ => {}
            }
            return;
        }
        match byte {
            b'"' => self.in_text = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }
}

/// Advances beyond the bracket that begins the list `entries` of the object `log`; `false` if there is none.
fn find_entries(input: &mut Stream) -> io::Result<bool> {
    const LONGEST_KEY: usize = 64;
    let (mut place, mut text) = (Place::default(), Vec::new());
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(false);
        }
        let mut found = None;
        for (at, &byte) in buffer.iter().enumerate() {
            let was_in_text = place.in_text;
            if place.depth == 2 && byte == b'[' && !was_in_text && text == b"entries" {
                found = Some(at + 1);
                break;
            }
            place.step(byte);
            match (was_in_text, place.in_text) {
                (false, true) => text.clear(),
                (true, true) if text.len() < LONGEST_KEY => text.push(byte),
                _ => {}
            }
        }
        let length = buffer.len();
        input.consume(found.unwrap_or(length));
        if found.is_some() {
            return Ok(true);
        }
    }
}

/// The next element of a list of objects, up to this many bytes of it; `None` at the end.
fn next_element(input: &mut Stream, most: usize) -> io::Result<Option<Element>> {
    let (mut place, mut bytes, mut is_long) = (Place::default(), Vec::new(), false);
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Err(io::Error::other("the file ends within the list of entries"));
        }
        let (mut end, mut is_last) = (None, false);
        let mut from = if place.depth == 0 { buffer.len() } else { 0 };
        for (at, &byte) in buffer.iter().enumerate() {
            if place.depth == 0 && byte == b']' {
                (end, is_last) = (Some(at + 1), true);
                break;
            }
            let was = place.depth;
            place.step(byte);
            match (was, place.depth) {
                (0, 1) => from = at,
                (1, 0) => {
                    end = Some(at + 1);
                    break;
                }
                _ => {}
            }
        }
        let used = end.unwrap_or(buffer.len());
        let part = buffer.get(from..used).unwrap_or_default();
        match bytes.len() + part.len() > most {
            true => is_long = true,
            false => bytes.extend_from_slice(part),
        }
        input.consume(used);
        match end {
            Some(_) if is_last => return Ok(None),
            Some(_) if is_long => return Ok(Some(Element::TooLong)),
            Some(_) => return Ok(Some(Element::Whole(bytes))),
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn entry(url: &str, status: u16, media_type: &str, text: &str) -> String {
        format!(
            r#"{{"request": {{"url": "{url}", "x": "]}}"}}, "response": {{"status": {status}, "content":
            {{"mimeType": "{media_type}", {text}}}}}}}"#
        )
    }

    fn read(har: &str, capacity: usize) -> Vec<(String, String)> {
        let stream = Box::new(BufReader::with_capacity(capacity, io::Cursor::new(har.to_owned())));
        let mut pages = Har::new(stream, "a.har".into(), 1000, Skipped::default());
        let mut found = Vec::new();
        while let Some(Found::Page(Task { source, content, .. })) = pages.next() {
            found.push((
                source.name,
                match content {
                    Content::Bytes(loaded) => String::from_utf8(loaded.bytes).unwrap(),
                    Content::Failed(problem) => problem.why,
                    _ => panic!("another content"),
                },
            ));
        }
        found
    }

    #[test]
    fn pages_among_what_was_asked_for() {
        let entries = [
            entry("https://x.example/", 200, "text/html", r#""text": "<p class=\"a\">\u00e9 {[""#),
            entry("https://x.example/a.css", 200, "text/css", r#""text": "p {}""#),
            entry(
                "https://x.example/b",
                200,
                "text/html; charset=utf-8",
                r#""text": "PHA+Yg==", "encoding": "base64""#,
            ),
            entry("https://x.example/c", 301, "text/html", r#""text": "<p>moved""#),
            entry("https://x.example/d", 200, "text/html", r#""size": 7"#),
        ];
        let har = format!(
            r#"{{"log": {{"entries_": ["entries"], "pages": [{{"entries": [1]}}], "entries": [{}]}}}}"#,
            entries.join(" , ")
        );
        let expected = [("https://x.example/", "<p class=\"a\">é {["), ("https://x.example/b", "<p>b")];
        for capacity in [1, 7, 1 << 16] {
            assert_eq!(read(&har, capacity), expected.map(|(a, b)| (a.to_owned(), b.to_owned())), "{capacity}");
        }
        let cut = read(&har[..har.len() / 2], 9);
        assert_eq!(cut[0].0, "https://x.example/");
        assert!(cut.last().unwrap().1.starts_with("the file ends within the list of entries"), "{cut:?}");
        let none = read(r#"{"log": {"version": "1.2", "entries": []}}"#, 9);
        assert!(none[0].1.contains("with content"), "{none:?}");
        assert!(read(r#"{"log": {"version": "1.2"}}"#, 9)[0].1.contains("no list of entries"));
    }
}
