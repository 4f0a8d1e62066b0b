//! Scrapy's cache of responses: one folder per response, with body, head and request in separate files.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::http::Head;
use super::response;
use super::skipped::Skipped;
use super::task::{Content, Task};
use super::unpack::{Unpacked, unpack};
use crate::common::source::{PageContext, PageSource};

/// The file with the body of a response.
pub(super) const BODY: &str = "response_body";
/// The file with the request, by which such folders are recognised.
pub(super) const META: &str = "meta";
const HEAD: &str = "response_headers";
/// How many bytes of the other files are read.
const LONGEST: u64 = 1 << 20;

/// Whether a file is the body of a cached response.
pub(super) fn is_body(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == BODY) && path.with_file_name(META).is_file()
}

/// The page in a cached response; `None` if it is not a page, which is counted.
pub(super) fn page(body: &Path, skipped: &Skipped) -> Option<Task> {
    let meta = text(&body.with_file_name(META)).unwrap_or_default();
    let status = value(&meta, "status").and_then(|status| status.parse().ok()).unwrap_or(200);
    let mut head = Head { status, ..Head::default() };
    for line in text(&body.with_file_name(HEAD)).unwrap_or_default().lines() {
        if let Some((name, value)) = line.split_once(':') {
            head.add(name.trim(), value.trim());
        }
    }
    if !response::is_page(&head, skipped) {
        return None;
    }
    let address = value(&meta, "response_url").or_else(|| value(&meta, "url"));
    let archive = body.parent().unwrap_or(body).to_string_lossy().into_owned();
    let name = address.clone().unwrap_or_else(|| body.to_string_lossy().into_owned());
    let context = PageContext { base_url: address, ..PageContext::default() };
    let source = PageSource::within(&archive, 1, name, context);
    Some(Task::new(source, Content::Body { head, path: PathBuf::from(body) }))
}

/// Reads a small file, which may be gzipped.
fn text(path: &Path) -> Option<String> {
    // nobody may ever write to a named pipe
    let path = Some(path).filter(|path| path.is_file())?;
    let Unpacked { stream, .. } = unpack(File::open(path).ok()?).ok()?;
    let mut bytes = Vec::new();
    stream.take(LONGEST).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// The value for a key in a dictionary as written by Python: a text or a number.
fn value(meta: &str, key: &str) -> Option<String> {
    let behind = ['\'', '"'].iter().find_map(|quote| meta.split_once(&format!("{quote}{key}{quote}:")))?.1.trim_start();
    let quote = behind.chars().next()?;
    if !matches!(quote, '\'' | '"') {
        return Some(behind.chars().take_while(char::is_ascii_digit).collect());
    }
    let (mut text, mut escaped) = (String::new(), false);
    for c in behind[1..].chars() {
        match c {
            _ if escaped => {
                text.push(c);
                escaped = false;
            }
            '\\' => escaped = true,
            c if c == quote => return Some(text),
            c => text.push(c),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_for() {
        let meta = r#"{'url': 'https://x.example/a', 'method': 'GET', 'status': 404, 'response_url': "https://x.example/it's", 'timestamp': 1.5}"#;
        let of = |key| value(meta, key);
        assert_eq!(of("url").as_deref(), Some("https://x.example/a"));
        assert_eq!(
            (of("response_url").as_deref(), of("status").as_deref()),
            (Some("https://x.example/it's"), Some("404"))
        );
        assert_eq!((of("none"), value("{'url': 'x", "url")), (None, None));
    }
}
