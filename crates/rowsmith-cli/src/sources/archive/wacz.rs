//! Web archive collections (WACZ): ZIP files with WARC files, a list of the pages among the records, and an index that
//! says where the record of each address is. With it only the listed pages are read, however large the WARC files are.

use std::collections::{HashMap, HashSet};
use std::io::{BufRead, BufReader, Read};
use std::sync::Arc;
use std::vec::IntoIter;

use flate2::read::MultiGzDecoder;

use super::super::cdx::Line;
use super::super::pages::{Found, Pages as _};
use super::super::response::page_key;
use super::super::skipped::Skipped;
use super::super::task::{Content, Task};
use super::super::unpack::unpack;
use super::super::warc::Warc;
use super::file::{Section, Seekable};
use super::member::Members;
use crate::common::failure::why;
use crate::common::problem::Problem;
use crate::common::source::{PageContext, PageSource};

/// How many bytes are read of a list of pages, or of all indexes together, after decompression.
pub(super) const LONGEST: u64 = 256 << 20;

/// The addresses in a list of pages (`pages.jsonl`), in the form in which they are compared.
pub(super) fn listed(list: impl Read) -> impl Iterator<Item = String> {
    // any damage shows when the pages are not found
    let lines = BufReader::new(list.take(LONGEST)).lines().map_while(Result::ok);
    lines.filter_map(|line| {
        let page: serde_json::Value = serde_json::from_str(&line).ok()?;
        Some(page_key(page.get("url")?.as_str()?).to_owned())
    })
}

/// Whether a member is an index with an entry for every record. The list of an index's own blocks (`.idx`)
/// does not count.
pub(super) fn is_index(path: &str) -> bool {
    let name = path.strip_prefix("indexes/").unwrap_or_default();
    let name = name.strip_suffix(".gz").unwrap_or(name);
    name.ends_with(".cdx") || name.ends_with(".cdxj")
}

/// Where the listed pages are: their records by the path of the WARC file that they are in.
#[derive(Debug, Default)]
pub(super) struct Places {
    files: HashMap<String, Vec<Line>>,
    /// Where lines point to that were seen, since an index may say the same again and again.
    seen: HashSet<(String, u64)>,
    found: HashSet<String>,
}

impl Places {
    /// Adds what an index says about the listed pages. Its damage shows when pages are missing. Gives how many bytes were
    /// read of it, before or after its decompression, of at most `most`.
    pub(super) fn add(&mut self, path: &str, index: impl Read, listed: &HashSet<String>, most: u64) -> u64 {
        let mut index = index.take(most);
        if !path.ends_with(".gz") {
            self.add_lines(&mut index, listed);
            return most - index.limit();
        }
        let mut unpacked = MultiGzDecoder::new(&mut index).take(most);
        self.add_lines(&mut unpacked, listed);
        let left = unpacked.limit();
        most - left.min(index.limit())
    }

    fn add_lines(&mut self, index: &mut dyn Read, listed: &HashSet<String>) {
        let lines = BufReader::new(index).lines().map_while(Result::ok);
        for line in lines.filter_map(|line| Line::read(&line)) {
            let key = page_key(&line.address);
            if listed.contains(key) && self.seen.insert((line.file.clone(), line.offset)) {
                self.found.insert(key.to_owned());
                self.files.entry(format!("archive/{}", line.file)).or_default().push(line);
            }
        }
    }

    /// The places, in the order of the files; `None` unless every listed page has one, and every file is there, since a
    /// page that the index lacks would be lost.
    pub(super) fn complete(
        mut self,
        listed: &HashSet<String>,
        is_there: impl Fn(&str) -> bool,
    ) -> Option<HashMap<String, Vec<Line>>> {
        self.files.values_mut().for_each(|lines| lines.sort_by_key(|line| line.offset));
        let is_complete = self.found.len() == listed.len() && self.files.keys().all(|file| is_there(file));
        is_complete.then_some(self.files)
    }
}

/// The records of one WARC file that an index points to.
pub(super) struct Records {
    warc: Section,
    file: Seekable,
    /// The name of the WARC file in results.
    name: String,
    lines: IntoIter<Line>,
    listed: Arc<HashSet<String>>,
    max_bytes: usize,
    skipped: Skipped,
    position: u64,
}

impl Records {
    /// Reads these records of a WARC file that is stored as it is in `file`; `None` if at one of the places no record
    /// begins: then the index is of another file, and this one should be read from its beginning.
    pub(super) fn new(
        (file, warc): (Seekable, Section),
        name: String,
        lines: Vec<Line>,
        members: &Members,
    ) -> Option<Self> {
        let (max_bytes, skipped) = (members.max_bytes, members.skipped.clone());
        let listed = members.wanted.clone()?;
        let records = Records { warc, file, name, lines: lines.into_iter(), listed, max_bytes, skipped, position: 0 };
        let all_begin = records.lines.as_slice().iter().all(|line| {
            let mut start = [0; 5];
            let is_read = records.at(line).read_exact(&mut start).is_ok();
            is_read && (start.starts_with(&[0x1f, 0x8b]) || &start == b"WARC/")
        });
        all_begin.then_some(records)
    }

    fn at(&self, line: &Line) -> Section {
        let (start, end) = self.warc.range();
        let at = start.saturating_add(line.offset).min(end);
        self.file.section(at, line.length.unwrap_or(u64::MAX).min(end - at))
    }

    /// The next page; `None` at the end.
    pub(super) fn next(&mut self) -> Option<Found> {
        loop {
            let line = self.lines.next()?;
            self.position += 1;
            match self.page(&line) {
                Ok(Some(mut task)) => {
                    if let Some(origin) = &mut task.source.origin {
                        origin.position = self.position;
                    }
                    return Some(Found::Page(task));
                }
                // of a redirect, an image, a repeated record or one that is no response there is no page
                Ok(None) => {}
                Err(why) => return Some(self.failed(line, why)),
            }
        }
    }

    /// The page at a place, if there is one, or why it cannot be read.
    fn page(&self, line: &Line) -> Result<Option<Task>, String> {
        let elsewhere = || "its record is not where the archive's index says".to_owned();
        let unpacked = unpack(self.at(line)).map_err(|error| format!("its record is damaged: {}", why(&error)))?;
        let warc = Warc::new(unpacked, self.name.clone(), self.max_bytes, self.skipped.clone());
        let Some(Found::Page(task)) = warc.first_only().next() else { return Ok(None) };
        match &task.content {
            Content::Failed(problem) if problem.reason == "empty" => Err(elsewhere()),
            Content::Failed(problem) => Err(problem.why.clone()),
            _ if self.listed.contains(page_key(&task.source.name)) => Ok(Some(task)),
            _ => Err(elsewhere()),
        }
    }

    fn failed(&self, line: Line, why: String) -> Found {
        let context = PageContext { base_url: Some(line.address.clone()), ..PageContext::default() };
        let source = PageSource::within(&self.name, self.position, line.address, context);
        Found::Page(Task::new(source, Content::Failed(Problem::new("damaged", why))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> HashSet<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn a_list_of_pages() {
        let list = "{\"format\": \"json-pages-1.0\"}\n{\"url\": \"http://www.x.example/a#top\"}\nwhat\n{\"url\": 1}\n";
        assert_eq!(listed(list.as_bytes()).collect::<Vec<_>>(), ["x.example/a"]);
    }

    #[test]
    fn an_index_counts_if_it_has_every_page() {
        let line = |page: &str, at: u32| {
            format!("x 1 {{\"url\": \"http://x.example/{page}\", \"filename\": \"d.warc\", \"offset\": \"{at}\"}}\n")
        };
        let index = [line("b", 9), line("a", 5), line("image", 7), line("a", 5)].concat().into_bytes();
        let places = |listed: &str, there: &str, most: u64| {
            let (mut places, listed) = (Places::default(), keys(listed));
            places.add("indexes/index.cdx", index.as_slice(), &listed, most);
            let files = places.complete(&listed, |file| file == there)?;
            Some(files["archive/d.warc"].iter().map(|line| line.offset).collect::<Vec<_>>())
        };
        assert_eq!(places("x.example/a x.example/b", "archive/d.warc", LONGEST), Some(vec![5, 9]));
        assert_eq!(places("x.example/a x.example/c", "archive/d.warc", LONGEST), None, "a page is missing");
        assert_eq!(places("x.example/a x.example/b", "archive/e.warc", LONGEST), None, "the file is missing");
        assert_eq!(places("x.example/a x.example/b", "archive/d.warc", 60), None, "the index is too long");
    }

    #[test]
    fn what_is_no_text_counts_as_read() {
        let (index, listed) = (vec![0xff; 5000], keys("x.example/a"));
        assert_eq!(Places::default().add("indexes/index.cdx", index.as_slice(), &listed, LONGEST), 5000);
        assert_eq!(Places::default().add("indexes/index.cdx", index.as_slice(), &listed, 100), 100);
    }

    #[test]
    fn what_is_an_index() {
        for (path, is) in [
            ("indexes/index.cdx", true),
            ("indexes/index.cdx.gz", true),
            ("indexes/a.cdxj", true),
            ("indexes/index.idx", false),
            ("archive/a.cdx", false),
        ] {
            assert_eq!(is_index(path), is, "{path}");
        }
    }
}
