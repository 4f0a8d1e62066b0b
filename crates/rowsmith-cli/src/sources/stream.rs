//! Byte streams: with the first bytes read in advance, with bytes put back, and with bytes counted.

use std::io::{self, BufRead, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

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
    inner: Stream,
    front: Vec<u8>,
    at: usize,
}

impl Pushback {
    /// Starts with nothing put back.
    pub(crate) fn new(inner: Stream) -> Self {
        Pushback { inner, front: Vec::new(), at: 0 }
    }

    /// Puts bytes before what comes next.
    pub(crate) fn push_back(&mut self, mut bytes: Vec<u8>) {
        bytes.extend_from_slice(&self.front[self.at..]);
        (self.front, self.at) = (bytes, 0);
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
        self.inner.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        if self.at < self.front.len() { self.at += amount } else { self.inner.consume(amount) }
    }
}

/// Counts the bytes that are read, for the progress bar.
pub(crate) struct Counted<R> {
    inner: R,
    count: Arc<AtomicU64>,
}

impl<R> Counted<R> {
    /// Counts what is read of `inner`.
    pub(crate) fn new(inner: R) -> Self {
        Counted { inner, count: Arc::default() }
    }

    /// The count, which can be read even after the reader has been given away.
    pub(crate) fn count(&self) -> Arc<AtomicU64> {
        self.count.clone()
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.count.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_the_same_after_its_first_bytes_were_read() {
        let stream: Stream = Box::new(&b"abcdef"[..]);
        let Peeked { start, mut stream } = peek(stream, 4).unwrap();
        let mut whole = Vec::new();
        stream.read_to_end(&mut whole).unwrap();
        assert_eq!((start.as_slice(), whole.as_slice()), (&b"abcd"[..], &b"abcdef"[..]));
    }
}
