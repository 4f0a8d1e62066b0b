//! Dumps of mitmproxy: flows one after the other, each a dictionary in typed netstrings (a length, the bytes, a sign
//! for the type).

use std::io::{self, BufRead, Read};

use rowsmith::recognize::date::parse_unix;

use super::http::Head;
use super::pages::{Found, Pages};
use super::response::{self, Response};
use super::skipped::Skipped;
use super::stream::Stream;
use super::task::{Content, Task};
use crate::common::failure::why;
use crate::common::problem::Problem;
use crate::common::source::PageSource;

/// How many bytes a flow may have in addition to its page.
const SLACK: usize = 16 << 20;
/// The most digits in a length.
const DIGITS: u64 = 13;

/// The pages of a dump.
pub(super) struct Flows {
    input: Stream,
    archive: String,
    max_bytes: usize,
    position: u64,
    skipped: Skipped,
    ended: bool,
    given: bool,
}

/// A value: its type sign and its bytes.
#[derive(Clone, Copy)]
struct Value<'a> {
    sign: u8,
    bytes: &'a [u8],
}

impl Flows {
    /// Reads a dump.
    pub(super) fn new(input: Stream, archive: String, max_bytes: usize, skipped: Skipped) -> Self {
        Flows { input, archive, max_bytes, position: 0, skipped, ended: false, given: false }
    }

    /// The next flow that is a page; `None` at the end.
    fn page(&mut self) -> io::Result<Option<Task>> {
        loop {
            let mut digits = Vec::new();
            self.input.by_ref().take(DIGITS).read_until(b':', &mut digits)?;
            if digits.is_empty() {
                return Ok(None);
            }
            let length =
                digits.strip_suffix(b":").and_then(|digits| std::str::from_utf8(digits).ok()?.parse::<u64>().ok());
            let Some(length) = length else { return Err(io::Error::other("a flow without a length")) };
            self.position += 1;
            let most = self.max_bytes.saturating_add(SLACK) as u64;
            let mut bytes = Vec::new();
            self.input.by_ref().take(length.min(most)).read_to_end(&mut bytes)?;
            if (bytes.len() as u64) < length.min(most) {
                return Err(io::Error::other("the file ends within a flow"));
            }
            // skip the rest of a flow that is too long, and the sign after it
            io::copy(&mut self.input.by_ref().take(length - bytes.len() as u64 + 1), &mut io::sink())?;
            match bytes.len() as u64 == length {
                true => {
                    if let Some(task) = self.flow(Value { sign: b'}', bytes: &bytes }) {
                        return Ok(Some(task));
                    }
                }
                false => self.skipped.add("flows that are too long"),
            }
        }
    }

    fn flow(&self, flow: Value<'_>) -> Option<Task> {
        let (Some(request), Some(answer)) = (flow.get("request"), flow.get("response")) else {
            self.skipped.add("flows without a response");
            return None;
        };
        let text =
            |of: Value<'_>, key: &str| of.get(key).map(|value| String::from_utf8_lossy(value.bytes).into_owned());
        let (scheme, path) = (text(request, "scheme")?, text(request, "path")?);
        let (host, port) = (text(request, "host")?, text(request, "port")?);
        let header_host = headers(request).into_iter().find(|(name, _)| name.eq_ignore_ascii_case("host"));
        let authority = text(request, "authority").filter(|authority| !authority.is_empty());
        let is_default = matches!((scheme.as_str(), port.as_str()), ("https", "443") | ("http", "80"));
        let own = if is_default { host } else { format!("{host}:{port}") };
        let host = authority.or(header_host.map(|(_, host)| host)).unwrap_or(own);
        let host = if scheme == "https" { host.strip_suffix(":443").unwrap_or(&host) } else { &host };
        let mut head = Head { status: text(answer, "status_code")?.parse().ok()?, ..Head::default() };
        headers(answer).iter().filter(|(name, _)| !name.eq_ignore_ascii_case("transfer-encoding")).for_each(
            |(name, value)| {
                head.add(name, value);
            },
        );
        if !response::is_page(&head, &self.skipped) {
            return None;
        }
        let message = answer.get("content").map_or(Vec::new(), |content| content.bytes.to_owned());
        let started = text(request, "timestamp_start");
        let fetched = started.as_deref().and_then(parse_unix);
        let response = Response { head, message, at: 0, damage: None, is_cut: false, fetched };
        Some(response::page(response, &format!("{scheme}://{host}{path}"), &self.archive, self.position))
    }
}

impl<'a> Value<'a> {
    /// Parses the value at the beginning of some bytes; what follows it is left there.
    fn read(bytes: &mut &'a [u8]) -> Option<Value<'a>> {
        let colon = memchr::memchr(b':', &bytes[..bytes.len().min(DIGITS as usize)])?;
        let length: usize = std::str::from_utf8(&bytes[..colon]).ok()?.parse().ok()?;
        let end = (colon + 1).checked_add(length)?;
        let value = Value { sign: *bytes.get(end)?, bytes: bytes.get(colon + 1..end)? };
        *bytes = &bytes[end + 1..];
        Some(value)
    }

    /// The values in a dictionary or list.
    fn parts(self) -> impl Iterator<Item = Value<'a>> {
        let mut rest = if matches!(self.sign, b'}' | b']') { self.bytes } else { &[] };
        std::iter::from_fn(move || Value::read(&mut rest))
    }

    /// The value for a key.
    fn get(self, key: &str) -> Option<Value<'a>> {
        let mut parts = self.parts();
        while let (Some(name), Some(value)) = (parts.next(), parts.next()) {
            if name.bytes == key.as_bytes() {
                return (value.sign != b'~').then_some(value);
            }
        }
        None
    }
}

/// The headers of a message: pairs of a name and a value.
fn headers(message: Value<'_>) -> Vec<(String, String)> {
    let text = |value: Value<'_>| String::from_utf8_lossy(value.bytes).into_owned();
    let pairs = message.get("headers").into_iter().flat_map(Value::parts).take(1000);
    pairs
        .filter_map(|pair| {
            let mut parts = pair.parts();
            Some((text(parts.next()?), text(parts.next()?)))
        })
        .collect()
}

impl Pages for Flows {
    fn next(&mut self) -> Option<Found> {
        if self.ended {
            return None;
        }
        let page = self.page();
        let failed = |reason: &'static str, why: String| {
            let source = PageSource::named(self.archive.clone());
            Some(Found::Page(Task::new(source, Content::Failed(Problem::new(reason, why)))))
        };
        match page {
            Ok(Some(task)) => {
                self.given = true;
                Some(Found::Page(task))
            }
            Ok(None) => {
                self.ended = true;
                if self.given { None } else { failed("empty", "there is no page among these flows".to_owned()) }
            }
            Err(error) => {
                self.ended = true;
                failed("damaged", format!("{}; nothing after flow {} can be read", why(&error), self.position))
            }
        }
    }
}
