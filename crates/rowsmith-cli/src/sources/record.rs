//! Recordings of runs: what servers answer, kept in a web archive (WARC 1.1, ISO 28500) that later runs read instead of
//! the network, and from which a server can be asked whether a page has changed since.
//!
//! An archive is only ever continued. Each record is a gzip member of its own and is written at once, so a run that is
//! killed leaves at most one that is cut off; the next run removes it.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use url::Url;
use uuid::Uuid;

use super::http::Validators;
use crate::common::clock::now;
use crate::common::failure::{Failure, why};
use crate::common::lock::{self, Hold};

/// What all names of recordings end in.
const ENDING: &str = ".warc.gz";
/// The media types of the records.
const REQUEST: &str = "application/http; msgtype=request";
const RESPONSE: &str = "application/http; msgtype=response";
/// The profile of a record that says that a page has not changed (WARC 1.1, section 6.7.3).
const NOT_MODIFIED: &str = "http://netpreserve.org/warc/1.1/revisit/server-not-modified";

/// A web archive that is being written.
pub(crate) struct Recording {
    archive: Mutex<File>,
    /// Whether it had records before.
    pub(super) is_continued: bool,
    /// The pages that were in it before.
    earlier: Mutex<EarlierPages>,
}

/// The pages that a recording had before, with their responses as they were sent.
pub(super) struct EarlierPages {
    places: HashMap<String, Place>,
    responses: File,
    end: u64,
}

impl EarlierPages {
    pub(super) fn new() -> io::Result<EarlierPages> {
        Ok(EarlierPages { places: HashMap::new(), responses: tempfile::tempfile()?, end: 0 })
    }

    /// Adds a page with its response, in place of an earlier one of this address.
    pub(super) fn add(&mut self, url: Url, validators: Validators, message: &[u8], body_at: usize) -> io::Result<()> {
        self.responses.write_all(message)?;
        let length = message.len() as u64;
        self.places.insert(url.into(), Place { validators, at: self.end, length, body_at });
        self.end += length;
        Ok(())
    }

    /// Forgets the page of this address.
    pub(super) fn forget(&mut self, url: &Url) {
        self.places.remove(url.as_str());
    }
}

/// Where an earlier response is.
struct Place {
    validators: Validators,
    at: u64,
    length: u64,
    body_at: usize,
}

/// An earlier response.
pub(super) struct Earlier {
    /// The whole message: head and body.
    pub(super) message: Vec<u8>,
    /// Where in the message the body begins.
    pub(super) body_at: usize,
}

/// A request and its response, as they are kept.
pub(super) struct Exchange<'a> {
    /// The address that was asked for.
    pub(super) url: &'a Url,
    /// The head of the request, without what is secret.
    pub(super) request: &'a [u8],
    /// The head of the response.
    pub(super) head: &'a [u8],
    /// Its body, in the codings in which it was sent.
    pub(super) body: &'a [u8],
    /// Why the body is not whole, in the words of the standard.
    pub(super) truncated: Option<&'static str>,
}

impl Recording {
    /// Begins an archive, or continues one, of whose earlier pages nothing is known yet.
    ///
    /// # Errors
    /// If the name is not that of an archive, something else is in its place, another run records into it, or it cannot be written.
    pub(super) fn open(path: &Path) -> Result<Recording, Failure> {
        let place = path.display().to_string();
        if !place.ends_with(ENDING) {
            return Err(Failure::Usage(format!(
                "--record: the name of a recording ends in {ENDING}, unlike '{place}'"
            )));
        }
        let failure = |error: io::Error| Failure::output(&place, &error);
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(failure)?;
        if lock::hold(&file) == Hold::Another {
            return Err(Failure::Output { place, why: "another run is recording into it".to_owned() });
        }
        let Some(end) = end_of_records(&file).map_err(failure)? else {
            return Err(Failure::Usage(format!("--record: '{place}' exists and is not a web archive")));
        };
        file.set_len(end).map_err(failure)?;
        file.seek(SeekFrom::Start(end)).map_err(failure)?;
        let earlier = EarlierPages::new().map_err(|error| Failure::output("temporary file", &error))?;
        if end == 0 {
            let about = format!("software: rowsmith/{}\r\nformat: WARC File Format 1.1\r\n", env!("CARGO_PKG_VERSION"));
            let record =
                record(&[("WARC-Type", "warcinfo"), ("Content-Type", "application/warc-fields")], &[about.as_bytes()]);
            file.write_all(&record.map_err(failure)?.member).map_err(failure)?;
        }
        Ok(Recording { archive: Mutex::new(file), is_continued: end > 0, earlier: Mutex::new(earlier) })
    }

    /// The same recording, with the pages that were in it before.
    pub(super) fn knowing(self, earlier: EarlierPages) -> Recording {
        Recording { earlier: Mutex::new(earlier), ..self }
    }

    fn known(&self) -> MutexGuard<'_, EarlierPages> {
        self.earlier.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// By what a server can tell whether the page in the archive is still the current one.
    pub(super) fn validators(&self, url: &Url) -> Option<Validators> {
        self.known().places.get(url.as_str()).map(|place| place.validators.clone())
    }

    /// The response in the archive.
    pub(super) fn earlier(&self, url: &Url) -> io::Result<Option<Earlier>> {
        let mut known = self.known();
        let Some(&Place { at, length, body_at, .. }) = known.places.get(url.as_str()) else { return Ok(None) };
        known.responses.seek(SeekFrom::Start(at))?;
        let mut message = Vec::new();
        Read::by_ref(&mut known.responses).take(length).read_to_end(&mut message)?;
        Ok(Some(Earlier { message, body_at }))
    }

    /// Keeps a request and its response.
    pub(super) fn keep(&self, exchange: &Exchange<'_>) -> io::Result<()> {
        let Exchange { url, request, head, body, truncated } = exchange;
        let target = ("WARC-Target-URI", url.as_str());
        let mut fields = vec![("WARC-Type", "response"), target, ("Content-Type", RESPONSE)];
        fields.extend(truncated.map(|why| ("WARC-Truncated", why)));
        self.write(&fields, &[head, body], target, request)
    }

    /// Keeps that the page in the archive is still the current one.
    pub(super) fn keep_unchanged(&self, url: &Url, request: &[u8], head: &[u8]) -> io::Result<()> {
        let target = ("WARC-Target-URI", url.as_str());
        let fields = [
            ("WARC-Type", "revisit"),
            target,
            ("WARC-Profile", NOT_MODIFIED),
            ("WARC-Refers-To-Target-URI", url.as_str()),
            ("Content-Type", RESPONSE),
        ];
        self.write(&fields, &[head], target, request)
    }

    fn write(&self, fields: &[(&str, &str)], parts: &[&[u8]], target: (&str, &str), request: &[u8]) -> io::Result<()> {
        let Record { id, mut member } = record(fields, parts)?;
        let asked = [("WARC-Type", "request"), target, ("Content-Type", REQUEST), ("WARC-Concurrent-To", &id)];
        member.extend(record(&asked, &[request])?.member);
        self.archive.lock().unwrap_or_else(PoisonError::into_inner).write_all(&member)
    }
}

/// A record as it is written.
struct Record {
    id: String,
    member: Vec<u8>,
}

fn record(fields: &[(&str, &str)], parts: &[&[u8]]) -> io::Result<Record> {
    let id = format!("<urn:uuid:{}>", Uuid::new_v4());
    let length: usize = parts.iter().map(|part| part.len()).sum();
    let mut member = GzEncoder::new(Vec::new(), Compression::default());
    let date = now().map(|now| now.to_iso()).unwrap_or_default();
    write!(member, "WARC/1.1\r\n")?;
    for (name, value) in fields {
        write!(member, "{name}: {value}\r\n")?;
    }
    write!(member, "WARC-Record-ID: {id}\r\nWARC-Date: {date}\r\nContent-Length: {length}\r\n\r\n")?;
    for part in parts {
        member.write_all(part)?;
    }
    member.write_all(b"\r\n\r\n")?;
    Ok(Record { id, member: member.finish()? })
}

/// Where the last whole record ends; `None` if the file is not empty and begins with something else.
fn end_of_records(file: &File) -> io::Result<Option<u64>> {
    let mut reader = BufReader::with_capacity(1 << 16, file);
    let mut end = 0;
    while !reader.fill_buf()?.is_empty() {
        let mut member = GzDecoder::new(&mut reader);
        let mut start = [0; 5];
        let begun = member.read_exact(&mut start);
        if end == 0 && (begun.is_err() || start != *b"WARC/") {
            return Ok(None);
        }
        if begun.and_then(|()| io::copy(&mut member, &mut io::sink())).is_err() {
            break;
        }
        end = reader.stream_position()?;
    }
    Ok(Some(end))
}

/// Why something could not be kept, as the reason for which a page fails: a recording with gaps would not give the same
/// rows.
pub(super) fn unkept(error: &io::Error) -> crate::common::problem::Problem {
    crate::common::problem::Problem::new("recording", format!("its response cannot be recorded: {}", why(error)))
}
