//! Gzip data with many members, as in archives: a damaged member need not cost those after it.

use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use flate2::bufread::GzDecoder;

use super::stream::{Pushback, Stream};

/// The first bytes of a member: the format and its only method.
const MEMBER: [u8; 3] = [0x1f, 0x8b, 8];

/// Replaces what could not be read in the output: the end of a record.
const GAP: &[u8] = b"\r\n\r\n";

/// Whether to continue after damage, and how often that was done; shared between the reader and its user.
#[derive(Clone, Default, Debug)]
pub(crate) struct Recovery {
    wanted: Arc<AtomicBool>,
    damaged: Arc<AtomicU64>,
}

impl Recovery {
    /// From now on, continue after damage.
    pub(crate) fn begin(&self) {
        self.wanted.store(true, Ordering::Relaxed);
    }

    /// How often it continued after damage.
    pub(crate) fn damaged(&self) -> u64 {
        self.damaged.load(Ordering::Relaxed)
    }
}

/// Decompresses all members. If one is damaged and recovery is enabled, it continues with the next thing that looks
/// like a member, after the position at which the damage was noticed (for a truncated member, that is within the next
/// one). If there is none, the damage is an error.
pub(crate) struct Members {
    /// `None` at the end, or after an error.
    member: Option<GzDecoder<Pushback>>,
    gap: &'static [u8],
    recovery: Recovery,
}

impl Members {
    /// Reads members from a stream.
    pub(crate) fn new(stream: Stream, recovery: Recovery) -> Self {
        Members { member: Some(GzDecoder::new(Pushback::new(stream))), gap: &[], recovery }
    }

    /// Advances to the next member after damage.
    fn recover(&mut self, mut stream: Pushback, error: io::Error) -> io::Result<()> {
        if !self.recovery.wanted.load(Ordering::Relaxed) || !find_member(&mut stream)? {
            return Err(error);
        }
        self.recovery.damaged.fetch_add(1, Ordering::Relaxed);
        self.gap = GAP;
        self.member = Some(GzDecoder::new(stream));
        Ok(())
    }
}

impl Read for Members {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.gap.is_empty() {
                return self.gap.read(buffer);
            }
            let Some(member) = &mut self.member else { return Ok(0) };
            let outcome = member.read(buffer);
            if buffer.is_empty() || matches!(outcome, Ok(1..)) {
                return outcome;
            }
            let Some(mut stream) = self.member.take().map(GzDecoder::into_inner) else { return Ok(0) };
            match outcome {
                Ok(_) if stream.fill_buf()?.is_empty() => return Ok(0),
                // the decoder would consume more than it reports
                Ok(_) if stream.fill_buf()?.first() != MEMBER.first() => {
                    self.recover(stream, io::Error::new(io::ErrorKind::InvalidInput, "invalid gzip header"))?;
                }
                Ok(_) => self.member = Some(GzDecoder::new(stream)),
                Err(error) => self.recover(stream, error)?,
            }
        }
    }
}

/// Advances to the next bytes that look like the beginning of a member; `false` if there are none.
fn find_member(stream: &mut Pushback) -> io::Result<bool> {
    let mut last = [0; 2];
    loop {
        let buffer = stream.fill_buf()?;
        if buffer.is_empty() {
            return Ok(false);
        }
        // across the boundary of two buffers
        for at in 0..buffer.len() {
            if last == MEMBER[..2] && buffer[at] == MEMBER[2] {
                stream.consume(at + 1);
                stream.push_back(MEMBER.to_vec());
                return Ok(true);
            }
            last = [last[1], buffer[at]];
        }
        let length = buffer.len();
        stream.consume(length);
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use super::*;

    fn gz(text: &str) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    }

    fn read(bytes: &[u8], recover: bool) -> (String, bool, u64) {
        let recovery = Recovery::default();
        if recover {
            recovery.begin();
        }
        let mut text = Vec::new();
        let outcome = Members::new(Box::new(Cursor::new(bytes.to_owned())), recovery.clone()).read_to_end(&mut text);
        (String::from_utf8_lossy(&text).into_owned(), outcome.is_ok(), recovery.damaged())
    }

    #[test]
    fn members_behind_a_damaged_one() {
        let (a, b, c) = (gz("aaa"), gz("bbb"), gz("ccc"));
        for recover in [false, true] {
            assert_eq!(read(&[&a[..], &b, &c].concat(), recover), ("aaabbbccc".into(), true, 0));
        }
        // when a member is truncated, the decoder notices only in the next one that something is missing
        let cut = [&a[..], &b[..b.len() - 9], &a, &c].concat();
        let (text, whole, damaged) = read(&cut, true);
        assert!(
            text.starts_with("aaa") && text.ends_with("\r\n\r\nccc") && whole && damaged >= 1,
            "{text:?} {damaged}"
        );
        assert!(!read(&cut, false).1);
        let noise = [&a[..], b"noise \x1f\x1f\x8b no \x1f\x8b", &c].concat();
        assert_eq!(read(&noise, true), ("aaa\r\n\r\nccc".into(), true, 1));
        let end = [&a[..], &b[..5]].concat();
        assert_eq!(read(&end, true), ("aaa".into(), false, 0));
        let headers = [&a[..], &MEMBER.repeat(50_000)[..], &c].concat();
        assert!(read(&headers, true).0.starts_with("aaa"));
    }
}
