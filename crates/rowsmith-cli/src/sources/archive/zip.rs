//! ZIP files: members according to the directory at the end. A library reads the directory; members are read here,
//! since we need streams that are independent of the archive, and no member is trusted to be as long as it says.

use std::collections::{HashMap, HashSet};
use std::io::{self, BufReader, Read};
use std::sync::Arc;

use flate2::Crc;
use zip::{CompressionMethod, ZipArchive};

use super::super::cdx::Line;
use super::super::inputs::has_page_name;
use super::super::pages::{Found, Pages};
use super::super::skipped::Skipped;
use super::Budget;
use super::coding::unpacked;
use super::file::{Section, Seekable};
use super::member::{Members, Source};
use super::wacz::{self, Places, Records};
use crate::common::failure::why;
use crate::common::problem::Problem;

/// The members of a ZIP file.
pub(crate) struct Zip {
    file: Seekable,
    directory: ZipArchive<BufReader<Section>>,
    next: usize,
    members: Members,
    /// Of a WACZ file: the records to read, by the path of the WARC file that they are in, if its index has them all.
    places: HashMap<String, Vec<Line>>,
    /// Those that are being read.
    records: Option<Records>,
}

/// A member as listed in the directory.
struct Entry {
    path: String,
    method: CompressionMethod,
    is_encrypted: bool,
    at: Option<u64>,
    packed: u64,
    size: u64,
    crc: u32,
}

impl Zip {
    /// Reads the directory of a ZIP file.
    ///
    /// # Errors
    /// If there is none because the file is truncated or damaged.
    pub(crate) fn open(file: Seekable, archive: String, max_bytes: usize, skipped: Skipped) -> Result<Self, Problem> {
        let reader = BufReader::new(file.section(0, file.size));
        let directory = ZipArchive::new(reader).map_err(|error| {
            Problem::new(
                "damaged",
                format!("the ZIP archive is damaged or truncated: its directory cannot be read ({error})"),
            )
        })?;
        let budget = Budget::of_size(file.size);
        let mut members = Members::new(archive, max_bytes, skipped, budget);
        directory.file_names().filter_map(Result::ok).for_each(|path| members.expect(&path));
        let mut zip = Zip { file, directory, next: 0, members, places: HashMap::new(), records: None };
        if let Some(listed) = zip.listed_pages() {
            zip.places = zip.places_of(&listed).unwrap_or_default();
            zip.members.wanted = Some(Arc::new(listed));
        }
        Ok(zip)
    }

    /// The addresses of the pages listed in a WACZ file; `None` if it is not one, or lists none.
    fn listed_pages(&mut self) -> Option<HashSet<String>> {
        self.directory.index_for_name("datapackage.json")?;
        let mut listed = HashSet::new();
        for path in ["pages/pages.jsonl", "pages/extraPages.jsonl"] {
            let Some(entry) = self.directory.index_for_name(path).and_then(|at| self.entry(at).ok()) else { continue };
            listed.extend(self.content(&entry).into_iter().flat_map(wacz::listed));
        }
        (!listed.is_empty()).then_some(listed)
    }

    /// Where the listed pages are, if the indexes of a WACZ file say it of all of them.
    fn places_of(&mut self, listed: &HashSet<String>) -> Option<HashMap<String, Vec<Line>>> {
        let mut places = Places::default();
        let mut left = wacz::LONGEST;
        for at in 0..self.directory.len() {
            let Some(path) = self.directory.name_for_index(at).and_then(Result::ok) else { continue };
            if !wacz::is_index(&path) {
                continue;
            }
            let path = path.into_owned();
            let entry = self.entry(at).ok()?;
            left = left.saturating_sub(places.add(&path, self.content(&entry).ok()?, listed, left));
        }
        places.complete(listed, |path| self.directory.index_for_name(path).is_some())
    }

    /// Begins to read the records that an index points to in a member; `false` if there are none, or none where it says.
    fn begin_records(&mut self, entry: &Entry) -> bool {
        let Some(lines) = self.places.remove(&entry.path) else { return false };
        let Some(at) = entry.at.filter(|_| entry.is_stored()) else { return false };
        let warc = (self.file.clone(), self.file.section(at, entry.packed));
        self.records = Records::new(warc, self.members.name(&entry.path), lines, &self.members);
        if self.records.is_some() {
            self.members.begin();
        }
        self.records.is_some()
    }

    /// The content of a member, or why there is none.
    fn content(&self, entry: &Entry) -> Result<Box<dyn Read>, String> {
        if entry.is_encrypted {
            return Err("it is encrypted; unpack the archive with its password first".to_owned());
        }
        let at = entry.at.ok_or("its header is damaged")?;
        let packed = self.file.section(at, entry.packed);
        let content = unpacked(entry.method, entry.size, packed)
            .map_err(|error| format!("its data in the archive is damaged: {}", why(&error)))?
            .ok_or_else(|| format!("it is compressed with {}, which is not supported", entry.method))?;
        let inner = content.take(entry.size.saturating_add(1));
        Ok(Box::new(Checked::new(inner, entry)))
    }

    fn entry(&mut self, at: usize) -> Result<Entry, zip::result::ZipError> {
        let member = self.directory.by_index_raw(at)?;
        Ok(Entry {
            path: member.name()?.replace('\\', "/"),
            method: member.compression(),
            is_encrypted: member.encrypted(),
            at: member.data_start(),
            packed: member.compressed_size(),
            size: member.size(),
            crc: member.crc32(),
        })
    }

    fn member(&mut self, entry: &Entry) -> io::Result<Option<Found>> {
        self.members.budget.member()?;
        if self.begin_records(entry) {
            return Ok(self.next_record());
        }
        let failed = |members: &mut Members, why: String| {
            members.position += 1;
            Ok(Some(members.failed(&entry.path, Problem::new("damaged", why))))
        };
        let mut content = match self.content(entry) {
            Ok(content) => content,
            Err(why) if has_page_name(entry.path.as_ref()) => return failed(&mut self.members, why),
            Err(_) => {
                self.members.pass("encrypted or otherwise unreadable files in archives".to_owned());
                return Ok(None);
            }
        };
        // what is stored as it is need not be copied to be read later
        let stored = entry.at.filter(|_| entry.is_stored()).map(|at| self.file.section(at, entry.packed));
        let stored = stored.map(|inner| Box::new(Checked::new(inner, entry)) as Box<dyn Read + Send>);
        self.members.member(&entry.path, entry.size, Source { stream: &mut content, stored })
    }

    /// The next page of the records that are being read.
    fn next_record(&mut self) -> Option<Found> {
        let found = self.records.as_mut()?.next();
        if found.is_none() {
            self.records = None;
        }
        found
    }
}

impl Entry {
    /// Whether its bytes are in the archive as they are.
    fn is_stored(&self) -> bool {
        self.method == CompressionMethod::STORE && !self.is_encrypted
    }
}

impl Pages for Zip {
    fn next(&mut self) -> Option<Found> {
        if let Some(found) = self.next_record() {
            return Some(found);
        }
        while self.next < self.directory.len() {
            let at = self.next;
            self.next += 1;
            let entry = match self.entry(at) {
                Ok(entry) if entry.path.ends_with('/') => continue,
                Ok(entry) => entry,
                Err(error) => {
                    self.members.position += 1;
                    let path = self.directory.name_for_index(at).and_then(Result::ok).unwrap_or_default().into_owned();
                    let problem = Problem::new("damaged", format!("its header is damaged: {error}"));
                    return Some(self.members.failed(&path, problem));
                }
            };
            match self.member(&entry) {
                Ok(Some(found)) => return Some(found),
                Ok(None) => {}
                Err(error) => {
                    self.next = self.directory.len();
                    let what = format!("{}; nothing after member {} is read", why(&error), self.members.position);
                    return Some(self.members.broken(what));
                }
            }
        }
        self.members.end()
    }

    fn fraction(&self) -> Option<f64> {
        Some(self.next as f64 / self.directory.len().max(1) as f64)
    }
}

/// A member whose checksum is verified at its end.
struct Checked<R> {
    inner: R,
    crc: Crc,
    of: u32,
    size: u64,
}

impl<R> Checked<R> {
    fn new(inner: R, entry: &Entry) -> Self {
        Checked { inner, crc: Crc::new(), of: entry.crc, size: entry.size }
    }
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        if read == 0
            && !buffer.is_empty()
            && u64::from(self.crc.amount()) == self.size & 0xffff_ffff
            && self.crc.sum() != self.of
        {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "its checksum is wrong"));
        }
        self.crc.update(&buffer[..read]);
        Ok(read)
    }
}
