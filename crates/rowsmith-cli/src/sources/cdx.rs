//! Indexes of web archives, as published by Common Crawl: lines that say in which WARC file, at which position and with
//! which length the record of a page is. The records are read from the files beside the index; nothing is fetched.

use std::fs::File;
use std::io::{self, BufRead, Read, Seek, SeekFrom};
use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use super::http::Head;
use super::pages::{Found, Pages};
use super::response;
use super::skipped::Skipped;
use super::stream::Stream;
use super::task::{Content, Task};
use super::unpack::unpack;
use super::warc::Warc;
use crate::common::failure::why;
use crate::common::problem::Problem;
use crate::common::source::{PageContext, PageSource};

/// The longest line, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// The pages listed in an index.
pub(super) struct Index {
    input: Stream,
    name: String,
    folder: PathBuf,
    max_bytes: usize,
    skipped: Skipped,
    line: u64,
    ended: bool,
}

/// A line of an index: where the record of an address is.
#[derive(PartialEq, Debug)]
pub(super) struct Line {
    pub(super) address: String,
    /// The WARC file, as the index names it.
    pub(super) file: String,
    /// Where in the file the record begins, and how many bytes it has there.
    pub(super) offset: u64,
    pub(super) length: Option<u64>,
    status: Option<u16>,
    media_type: Option<String>,
}

impl Index {
    /// Reads an index whose WARC files are in a folder.
    pub(super) fn new(input: Stream, name: String, folder: PathBuf, max_bytes: usize, skipped: Skipped) -> Self {
        Index { input, name, folder, max_bytes, skipped, line: 0, ended: false }
    }

    fn page(&self, line: &Line) -> Option<Task> {
        let head =
            Head { status: line.status.unwrap_or(200), content_type: line.media_type.clone(), ..Head::default() };
        if !response::is_page(&head, &self.skipped) {
            return None;
        }
        let context = PageContext { base_url: Some(line.address.clone()), ..PageContext::default() };
        let source = PageSource::within(&self.name, self.line, line.address.clone(), context);
        let content = match self.record(line) {
            Ok(Some(task)) => task.content,
            Ok(None) => return None,
            Err(problem) => Content::Failed(problem),
        };
        Some(Task::new(source, content))
    }

    /// The record for a line; `None` if it is not a page, which is counted.
    fn record(&self, line: &Line) -> Result<Option<Task>, Problem> {
        let missing = || Problem::new("unreadable", format!("'{}' is not beside the index", line.file));
        let path = beside(&self.folder, &line.file).ok_or_else(missing)?;
        let unreadable = |error: io::Error| Problem::new("unreadable", format!("'{}': {}", line.file, why(&error)));
        let mut file = File::open(&path).map_err(unreadable)?;
        file.seek(SeekFrom::Start(line.offset)).map_err(unreadable)?;
        let unpacked = unpack(file.take(line.length.unwrap_or(u64::MAX))).map_err(unreadable)?;
        let mut warc = Warc::new(unpacked, line.file.clone(), self.max_bytes, self.skipped.clone()).first_only();
        match warc.next() {
            Some(Found::Page(task)) => Ok(Some(task)),
            _ => Ok(None),
        }
    }
}

/// A file named by an index, in the folder of the index: by its whole path there, or by its name alone. Nothing else is
/// opened, whatever the index says.
fn beside(folder: &Path, file: &str) -> Option<PathBuf> {
    let path = Path::new(file);
    let is_inside = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    let whole = is_inside.then(|| folder.join(path)).filter(|path| path.is_file());
    whole.or_else(|| path.file_name().map(|name| folder.join(name)).filter(|path| path.is_file()))
}

impl Line {
    /// Parses a line in any of three formats: key, time and JSON; just JSON; eleven words.
    pub(super) fn read(line: &str) -> Option<Line> {
        if let Some(at) = line.find('{') {
            let fields: Value = serde_json::from_str(&line[at..]).ok()?;
            let text = |name: &str| match fields.get(name)? {
                Value::String(text) => Some(text.clone()),
                Value::Number(number) => Some(number.to_string()),
                _ => None,
            };
            return Some(Line {
                address: text("url")?,
                file: text("filename")?,
                offset: text("offset")?.parse().ok()?,
                length: text("length").and_then(|length| length.parse().ok()),
                status: text("status").and_then(|status| status.parse().ok()),
                media_type: text("mime").filter(|mime| mime != "unk" && mime != "warc/revisit"),
            });
        }
        let words: Vec<&str> = line.split(' ').collect();
        let [_, _, address, media_type, status, .., length, offset, file] = words.as_slice() else { return None };
        Some(Line {
            address: (*address).to_owned(),
            file: (*file).to_owned(),
            offset: offset.parse().ok()?,
            length: length.parse().ok(),
            status: status.parse().ok(),
            media_type: Some((*media_type).to_owned()).filter(|media_type| !matches!(media_type.as_str(), "-" | "unk")),
        })
    }
}

impl Pages for Index {
    fn next(&mut self) -> Option<Found> {
        let mut bytes = Vec::new();
        while !self.ended {
            bytes.clear();
            self.line += 1;
            let read = self.input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes);
            let failed =
                |problem| Some(Found::Page(Task::new(PageSource::named(self.name.clone()), Content::Failed(problem))));
            match read {
                Ok(0) => self.ended = true,
                Ok(_) => {
                    let text = String::from_utf8_lossy(&bytes);
                    let text = text.trim();
                    if text.is_empty() || text.starts_with("CDX ") || text.starts_with('!') {
                        continue;
                    }
                    let Some(line) = Line::read(text) else {
                        return failed(Problem::new("damaged", format!("line {} is not from an index", self.line)));
                    };
                    if let Some(task) = self.page(&line) {
                        return Some(Found::Page(task));
                    }
                }
                Err(error) => {
                    self.ended = true;
                    return failed(Problem::new("damaged", format!("{}; behind line {}", why(&error), self.line)));
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_three_forms() {
        let json = r#"{"url": "http://x.example/", "mime": "text/html", "status": "200", "length": "5", "offset": "7", "filename": "a/b.warc.gz"}"#;
        let line = Line::read(json).unwrap();
        assert_eq!((line.offset, line.length, line.file.as_str()), (7, Some(5), "a/b.warc.gz"));
        assert_eq!(Line::read(&format!("example,x)/ 20240101000000 {json}")), Line::read(json));
        let words = "example,x)/ 20240101000000 http://x.example/ text/html 200 HASH - - 5 7 a/b.warc.gz";
        assert_eq!(Line::read(words), Line::read(json));
        assert_eq!((Line::read("what"), Line::read("x {\"url\": 1}")), (None, None));
    }

    #[test]
    fn only_what_is_beside_the_index_is_opened() {
        let folder = crate::common::scratch::Folder::new("index");
        std::fs::write(folder.0.join("b.warc"), "").unwrap();
        assert!(beside(&folder.0, "b.warc").is_some() && beside(&folder.0, "a/b.warc").is_some());
        assert_eq!((beside(&folder.0, "/etc/passwd"), beside(&folder.0, "../../etc/passwd")), (None, None));
    }
}
