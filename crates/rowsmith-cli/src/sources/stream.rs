//! Byte streams: with the first bytes read in advance, with bytes put back, and with bytes counted.

use std::io::{self, BufRead, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A stream of bytes to read pages from.
pub(crate) type Stream = Box<dyn BufRead + Send>;

/// A stream whose first bytes are known.
pub(crate) struct Peeked {
    /// The first bytes.
    pub(crate) start: Vec<u8>,
    /// The stream as it was before, including the first bytes.
    pub(crate) stream: Stream,
}

/// Reads the first bytes of a stream, at most `count`.
pub(crate) fn peek(mut stream: Stream, count: u64) -> io::Result<Peeked> {
    let mut start = Vec::new();
    stream.by_ref().take(count).read_to_end(&mut start)?;
    let whole = Cursor::new(start.clone()).chain(stream);
    Ok(Peeked { start, stream: Box::new(whole) })
}

/// A stream into which bytes can be put back.
pub(crate) struct Pushback {
    /// What comes after `front`, the last of them first. There is always one.
    streams: Vec<Stream>,
    front: Vec<u8>,
    at: usize,
}

impl Pushback {
    /// Starts with nothing put back.
    pub(crate) fn new(inner: Stream) -> Self {
        Pushback { streams: vec![inner], front: Vec::new(), at: 0 }
    }

    /// Puts bytes before what comes next.
    pub(crate) fn push_back(&mut self, mut bytes: Vec<u8>) {
        if let Some(at) = self.at.checked_sub(bytes.len()) {
            // most often they were there just now: a long front is not copied for each of them
            self.front[at..self.at].copy_from_slice(&bytes);
            self.at = at;
            return;
        }
        bytes.extend_from_slice(&self.front[self.at..]);
        (self.front, self.at) = (bytes, 0);
    }

    /// Puts a stream before what comes next.
    pub(crate) fn push_back_stream(&mut self, stream: Stream) {
        if self.at < self.front.len() {
            let front = std::mem::take(&mut self.front).split_off(self.at);
            self.streams.push(Box::new(Cursor::new(front)));
        }
        (self.front, self.at) = (Vec::new(), 0);
        self.streams.push(stream);
    }

    /// The stream that is read now; those that have ended are dropped.
    fn current(&mut self) -> io::Result<&mut Stream> {
        let mut at = self.streams.len() - 1;
        while at > 0 && self.streams[at].fill_buf()?.is_empty() {
            self.streams.truncate(at);
            at -= 1;
        }
        Ok(&mut self.streams[at])
    }
}

impl Read for Pushback {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Pushback {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at < self.front.len() {
            return Ok(&self.front[self.at..]);
        }
        self.front = Vec::new();
        self.at = 0;
        self.current()?.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        if self.at < self.front.len() {
            self.at += amount;
        } else if let Some(stream) = self.streams.last_mut() {
            stream.consume(amount);
        }
    }
}

/// Counts the bytes that are read, for the progress bar, and ends where nobody wants more.
pub(crate) struct Counted<R> {
    inner: R,
    count: Arc<AtomicU64>,
    stopped: Arc<AtomicBool>,
}

impl<R> Counted<R> {
    /// Counts what is read of `inner`. Once `stopped` is set, reading fails.
    pub(crate) fn new(inner: R, stopped: Arc<AtomicBool>) -> Self {
        Counted { inner, count: Arc::default(), stopped }
    }

    /// The count, which can be read even after the reader has been given away.
    pub(crate) fn count(&self) -> Arc<AtomicU64> {
        self.count.clone()
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.stopped.load(Ordering::Relaxed) {
            return Err(io::Error::other("nobody wants more of it"));
        }
        let read = self.inner.read(buffer)?;
        self.count.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_back_comes_next() {
        let mut stream = Pushback::new(Box::new(&b"fgh"[..]));
        stream.push_back(b"de".to_vec());
        stream.push_back_stream(Box::new(&b"bc"[..]));
        stream.push_back(b"xa".to_vec());
        let mut read = Vec::new();
        stream.by_ref().take(1).read_to_end(&mut read).unwrap();
        stream.push_back(b"_".to_vec());
        stream.by_ref().take(4).read_to_end(&mut read).unwrap();
        stream.push_back(b"c".to_vec());
        stream.push_back_stream(Box::new(&b""[..]));
        stream.read_to_end(&mut read).unwrap();
        assert_eq!(read, b"x_abccdefgh");
    }

    #[test]
    fn a_stream_is_the_same_after_its_first_bytes_were_read() {
        let stream: Stream = Box::new(&b"abcdef"[..]);
        let Peeked { start, mut stream } = peek(stream, 4).unwrap();
        let mut whole = Vec::new();
        stream.read_to_end(&mut whole).unwrap();
        assert_eq!((start.as_slice(), whole.as_slice()), (&b"abcd"[..], &b"abcdef"[..]));
    }
}
