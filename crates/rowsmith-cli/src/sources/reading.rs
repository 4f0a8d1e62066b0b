//! The pages of files and streams for other programs: what the commands read, without running one of them.

use std::collections::BTreeMap;
use std::io::Read;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rowsmith::Truncated;
use rowsmith::recognize::date::DateTime;
use rowsmith::types::Warning;

use super::inputs::Inputs;
use super::queue::Queue;
use super::settings::Settings;
use super::task::Task;
use crate::common::panics;
use crate::common::problem::Problem;
use crate::common::source::Origin;

/// Something with pages in it.
pub enum PageFiles {
    /// Pages, archives, lists of pages, patterns, and folders of these, as the commands take them. Addresses among them are
    /// pages that could not be read, since nothing is fetched.
    Paths(Vec<PathBuf>),
    /// The bytes of one file.
    Stream {
        /// What to call it in results.
        name: String,
        /// Its bytes, which are read once, from the beginning to the end.
        stream: Box<dyn Read + Send>,
    },
}

/// How pages are read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadOptions {
    /// The most bytes of a page, after decompression. A longer page is cut, with a warning.
    pub max_bytes: usize,
    /// The Parquet column with the pages; guessed if not given.
    pub html_column: Option<String>,
    /// The Parquet column with their addresses; guessed if not given.
    pub url_column: Option<String>,
}

impl Default for ReadOptions {
    /// The library's limit for a page; columns are guessed.
    fn default() -> Self {
        ReadOptions { max_bytes: rowsmith::Limits::default().max_bytes, html_column: None, url_column: None }
    }
}

/// A page that was read, with what the place where it was found says of it.
#[derive(Clone, PartialEq, Debug)]
pub struct ReadPage {
    /// Its name in results: the path of its file, or its address.
    pub name: String,
    /// Its address, if that is known.
    pub url: Option<String>,
    /// The charset of its HTTP header, if it has one.
    pub charset: Option<String>,
    /// When it was fetched, if that is known.
    pub fetched: Option<DateTime>,
    /// The archive that it was in, and the number of its record or row there, from 1.
    pub place: Option<(String, u64)>,
    /// What was wrong with the file, although the page could be read.
    pub warnings: Vec<Warning>,
    /// Its bytes, or why there are none.
    pub html: Result<Vec<u8>, String>,
}

/// Calls `each` with the pages of some files, one after the other and in their order, until it breaks. The commands would
/// find the same pages in them. One page is held at a time.
///
/// Once `stopped` is set, which any thread may do, what is open is not read further.
///
/// The result says what else was in archives, and how often, by kind: pictures, redirects, pages with an error status.
pub fn read_pages(
    files: PageFiles,
    options: &ReadOptions,
    stopped: &Arc<AtomicBool>,
    mut each: impl FnMut(ReadPage) -> ControlFlow<()>,
) -> BTreeMap<String, u64> {
    let settings = Settings {
        stopped: Arc::clone(stopped),
        max_bytes: options.max_bytes,
        html_column: options.html_column.clone(),
        url_column: options.url_column.clone(),
        ..Settings::default()
    };
    let mut tasks = match files {
        PageFiles::Paths(arguments) => {
            let inputs = Inputs { arguments, lists: Vec::new() };
            Queue::new(Box::new(inputs.iter()), &settings)
        }
        PageFiles::Stream { name, stream } => Queue::of_stream(name, stream, &settings),
    };
    let _ = tasks.try_for_each(|task| each(read(task, &settings)));
    settings.skipped.counts()
}

/// Reads a page.
fn read(task: Task, settings: &Settings) -> ReadPage {
    let Task { mut source, content, .. } = task;
    let loaded = panics::catch(|| Ok(content.load(&mut source.context, settings)))
        .unwrap_or_else(|why| Err(Problem::of_page(why)));
    let context = source.context;
    let (warnings, html) = match loaded {
        Ok(loaded) => {
            let mut bytes = loaded.bytes;
            let mut truncated = Truncated::default();
            truncated.bytes = bytes.len() > settings.max_bytes;
            let cut = truncated.bytes.then_some(Warning::Truncated(truncated));
            bytes.truncate(settings.max_bytes);
            let damage = loaded.damage.map(Warning::DamagedInput);
            (cut.into_iter().chain(damage).chain(loaded.note.map(Warning::Other)).collect(), Ok(bytes))
        }
        Err(problem) => (Vec::new(), Err(problem.why)),
    };
    ReadPage {
        name: source.name,
        url: context.base_url.or(context.saved_from),
        charset: context.charset,
        fetched: context.fetched,
        place: source.origin.map(|Origin { archive, position }| (archive, position)),
        warnings,
        html,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn record(target: &str, message: &str) -> String {
        format!(
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {target}\r\nWARC-Date: 2024-05-01T12:00:00Z\r\n\
             Content-Length: {}\r\n\r\n{message}\r\n\r\n",
            message.len()
        )
    }

    fn pages_of(name: &str, bytes: &[u8]) -> (Vec<ReadPage>, BTreeMap<String, u64>) {
        let mut pages = Vec::new();
        let stream = Box::new(Cursor::new(bytes.to_owned()));
        let skipped = read_pages(
            PageFiles::Stream { name: name.to_owned(), stream },
            &ReadOptions::default(),
            &Arc::default(),
            |page| {
                pages.push(page);
                ControlFlow::Continue(())
            },
        );
        (pages, skipped)
    }

    #[test]
    fn pages_of_an_archive_are_given_with_what_it_says_of_them() {
        let page = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=latin1\r\n\r\n<p>a";
        let picture = "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\nx";
        let archive = record("http://a.example/", page) + &record("http://b.example/", picture);
        let (pages, skipped) = pages_of("a.warc", archive.as_bytes());
        let expected = ReadPage {
            name: "http://a.example/".to_owned(),
            url: Some("http://a.example/".to_owned()),
            charset: Some("latin1".to_owned()),
            fetched: DateTime::from_iso("2024-05-01T12:00:00Z"),
            place: Some(("a.warc".to_owned(), 1)),
            warnings: Vec::new(),
            html: Ok(b"<p>a".to_vec()),
        };
        assert_eq!(pages, [expected]);
        assert_eq!(skipped.into_values().sum::<u64>(), 1);
    }

    #[test]
    fn a_stream_may_be_a_page() {
        let (pages, _) = pages_of("a page", b"<p>a");
        assert_eq!((pages[0].name.as_str(), &pages[0].html), ("a page", &Ok(b"<p>a".to_vec())));
        assert_eq!(pages.len(), 1);
    }

    #[test]
    fn what_cannot_be_read_keeps_its_place_and_nothing_is_fetched() {
        let folder = tempfile::tempdir().unwrap();
        let page = folder.path().join("page.html");
        std::fs::write(&page, "<p>a").unwrap();
        let paths = vec![folder.path().join("none.html"), page.clone(), "https://a.example/".into(), page];
        let mut found = Vec::new();
        read_pages(PageFiles::Paths(paths), &ReadOptions::default(), &Arc::default(), |page| {
            found.push(page.html.map_err(|why| why.contains("nothing is fetched") || why.contains("fetching")));
            if found.len() == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(found, [Err(false), Ok(b"<p>a".to_vec()), Err(true)]);
    }

    #[test]
    fn a_page_that_is_too_long_is_cut_and_says_so() {
        let options = ReadOptions { max_bytes: 5, ..ReadOptions::default() };
        for (page, cut) in [("<p>ab", false), ("<p>abc", true)] {
            let stream = Box::new(Cursor::new(page.as_bytes().to_owned()));
            read_pages(PageFiles::Stream { name: "a".to_owned(), stream }, &options, &Arc::default(), |page| {
                assert_eq!((page.html, page.warnings.len()), (Ok(b"<p>ab".to_vec()), usize::from(cut)));
                ControlFlow::Continue(())
            });
        }
    }

    #[test]
    fn an_archive_is_not_read_further_once_it_is_stopped() {
        let picture = record("http://b.example/", "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\nx");
        let page = record("http://a.example/", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>a");
        let stopped = Arc::new(AtomicBool::new(false));
        // endless
        let stream = Box::new(Cursor::new(page).chain(Repeated { bytes: picture.into_bytes(), at: 0 }));
        let mut found = Vec::new();
        read_pages(PageFiles::Stream { name: "a".to_owned(), stream }, &ReadOptions::default(), &stopped, |page| {
            found.push(page.html.is_ok());
            stopped.store(true, std::sync::atomic::Ordering::Relaxed);
            ControlFlow::Continue(())
        });
        assert_eq!(found, [true, false]);
    }

    /// The same bytes again and again.
    struct Repeated {
        bytes: Vec<u8>,
        at: usize,
    }

    impl Read for Repeated {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let read = (&self.bytes[self.at..]).read(buffer)?;
            self.at = (self.at + read) % self.bytes.len();
            Ok(read)
        }
    }
}
