//! Recordings that are continued: which of their pages a server can be asked about.

use std::fs::File;
use std::io;
use std::path::Path;

use url::Url;

use super::http::Validators;
use super::pages::{Found, Pages};
use super::record::{EarlierPages, Recording};
use super::skipped::Skipped;
use super::task::{Content, Task};
use super::unpack::unpack;
use super::warc::Warc;
use crate::common::failure::Failure;

/// Begins a recording, or continues one.
///
/// # Errors
/// If the name is not that of an archive, something else is in its place, or it cannot be read or written.
pub(crate) fn open_recording(path: &Path, max_bytes: usize) -> Result<Recording, Failure> {
    let recording = Recording::open(path)?;
    if !recording.is_continued {
        return Ok(recording);
    }
    let earlier = earlier(path, max_bytes).map_err(|error| Failure::output(&path.display().to_string(), &error))?;
    Ok(recording.knowing(earlier))
}

/// The pages in an archive whose servers can tell whether they have changed; of several versions, the last.
fn earlier(path: &Path, max_bytes: usize) -> io::Result<EarlierPages> {
    let mut archive = Warc::new(unpack(File::open(path)?)?, path.display().to_string(), max_bytes, Skipped::default());
    let mut earlier = EarlierPages::new()?;
    while let Some(found) = archive.next() {
        let Found::Page(Task { source, content, .. }) = found else { continue };
        let (Some(address), Content::Response { head, message, at, damage, .. }) = (source.context.base_url, content)
        else {
            continue;
        };
        let Ok(url) = Url::parse(&address) else { continue };
        if damage.is_some() || head.validators == Validators::default() || head.status != 200 {
            earlier.forget(&url);
        } else {
            earlier.add(url, head.validators, &message, at)?;
        }
    }
    Ok(earlier)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;
    use crate::common::scratch::Folder;
    use crate::sources::record::{Earlier, Exchange};

    const HEAD: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nETag: \"1\"\r\n\r\n";

    fn keep(recording: &Recording, url: &str, body: &str) {
        let url = Url::parse(url).unwrap();
        let exchange = Exchange {
            url: &url,
            request: b"GET / HTTP/1.1\r\n\r\n",
            head: HEAD,
            body: body.as_bytes(),
            truncated: None,
        };
        recording.keep(&exchange).unwrap();
    }

    #[test]
    fn an_archive_is_continued_after_its_last_whole_record() {
        let folder = Folder::new("recording");
        let path = folder.0.join("a.warc.gz");
        let (a, b) = ("https://x.example/a", "https://x.example/b");
        keep(&open_recording(&path, 1000).unwrap(), a, "<p>one");
        let whole = std::fs::read(&path).unwrap();
        for torn in [&[][..], &whole[..20], &whole[..3], b"rubbish"] {
            std::fs::write(&path, [&whole[..], torn].concat()).unwrap();
            let recording = open_recording(&path, 1000).unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), whole);
            keep(&recording, b, "<p>two");
            keep(&recording, a, "<p>three");
            // two runs that recorded into one archive would mix their records
            if cfg!(unix) {
                let changed = std::fs::read(&path).unwrap();
                assert!(matches!(open_recording(&path, 1000), Err(Failure::Output { .. })));
                assert_eq!(std::fs::read(&path).unwrap(), changed);
            }
            drop(recording);
            let recording = open_recording(&path, 1000).unwrap();
            for (address, body) in [(a, "<p>three"), (b, "<p>two")] {
                let url = Url::parse(address).unwrap();
                assert_eq!(recording.validators(&url).unwrap().tag.as_deref(), Some("\"1\""));
                let Earlier { message, body_at } = recording.earlier(&url).unwrap().unwrap();
                assert_eq!(&message[body_at..], body.as_bytes());
            }
        }
    }

    #[test]
    fn nothing_else_is_overwritten() {
        let folder = Folder::new("recording-other");
        let mut other = GzEncoder::new(Vec::new(), Compression::default());
        other.write_all(b"precious data").unwrap();
        for bytes in [other.finish().unwrap(), b"precious data".to_vec()] {
            let path = folder.0.join("a.warc.gz");
            std::fs::write(&path, &bytes).unwrap();
            assert!(matches!(open_recording(&path, 1000), Err(Failure::Usage(_))));
            assert_eq!(std::fs::read(&path).unwrap(), bytes);
        }
        assert!(matches!(open_recording(&folder.0.join("a.txt"), 1000), Err(Failure::Usage(_))));
        assert!(!folder.0.join("a.txt").exists());
    }
}
