//! Byte streams that are looked into before they are read, and decompressed by what their first bytes say.

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::sources::members::{Members, Recovery};

/// A stream of bytes to read pages from.
pub(crate) type Stream = Box<dyn BufRead + Send>;

const GZIP: &[u8] = &[0x1f, 0x8b];
const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];
/// The skippable frame in which archives in `.warc.zst` carry their dictionary.
const ZSTD_DICTIONARY: &[u8] = &[0x5d, 0x2a, 0x4d, 0x18];

/// How a stream is compressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Packing {
    /// Not at all.
    None,
    /// As gzip, in one member or several.
    Gzip,
    /// As Zstandard, in one frame or several.
    Zstd,
}

impl Packing {
    /// What the first bytes of a stream say.
    pub(crate) fn of(start: &[u8]) -> Self {
        match start {
            start if start.starts_with(GZIP) => Packing::Gzip,
            start if start.starts_with(ZSTD) || start.starts_with(ZSTD_DICTIONARY) => Packing::Zstd,
            _ => Packing::None,
        }
    }

    /// Its name in messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Packing::None => "plain",
            Packing::Gzip => "gzip",
            Packing::Zstd => "zstd",
        }
    }
}

/// The first bytes of a stream, at most `count`, and the stream as it was before.
pub(crate) fn peek(mut stream: Stream, count: u64) -> io::Result<(Vec<u8>, Stream)> {
    let mut start = Vec::new();
    stream.by_ref().take(count).read_to_end(&mut start)?;
    let whole = Cursor::new(start.clone()).chain(stream);
    Ok((start, Box::new(whole)))
}

/// Decompresses a stream, whatever it is called; how it was compressed comes with it.
pub(crate) fn unpack(stream: impl Read + Send + 'static) -> io::Result<(Stream, Packing)> {
    let (stream, packing, _) = unpack_members(stream)?;
    Ok((stream, packing))
}

/// As [`unpack`]; of gzip data, the reader can be told to go on behind a member that is damaged.
pub(crate) fn unpack_members(stream: impl Read + Send + 'static) -> io::Result<(Stream, Packing, Recovery)> {
    let recovery = Recovery::default();
    let stream: Stream = Box::new(BufReader::with_capacity(1 << 16, stream));
    let (start, stream) = peek(stream, 4)?;
    let packing = Packing::of(&start);
    let unpacked: Stream = match packing {
        Packing::None => stream,
        Packing::Gzip => Box::new(BufReader::with_capacity(1 << 16, Members::new(stream, recovery.clone()))),
        Packing::Zstd => zstd(stream, start.starts_with(ZSTD_DICTIONARY))?,
    };
    Ok((unpacked, packing, recovery))
}

/// The largest window that a Zstandard stream may ask for, as a power of two: 128 MiB, what the tool itself takes.
#[cfg(feature = "zstd")]
const ZSTD_WINDOW: u32 = 27;

#[cfg(feature = "zstd")]
fn zstd(mut stream: Stream, has_dictionary: bool) -> io::Result<Stream> {
    let mut decoder = match has_dictionary {
        true => {
            let dictionary = read_dictionary(&mut stream)?;
            zstd::stream::read::Decoder::with_dictionary(stream, &dictionary)?
        }
        false => zstd::stream::read::Decoder::with_buffer(stream)?,
    };
    decoder.window_log_max(ZSTD_WINDOW)?;
    Ok(Box::new(BufReader::with_capacity(1 << 16, decoder)))
}

/// The dictionary at the beginning of an archive in `.warc.zst`, which may itself be compressed.
#[cfg(feature = "zstd")]
fn read_dictionary(stream: &mut Stream) -> io::Result<Vec<u8>> {
    const LARGEST: u64 = 16 << 20;
    let mut head = [0; 8];
    stream.read_exact(&mut head)?;
    let length = u64::from(u32::from_le_bytes([head[4], head[5], head[6], head[7]]));
    let mut frame = Vec::new();
    stream.take(length.min(LARGEST)).read_to_end(&mut frame)?;
    if !frame.starts_with(ZSTD) {
        return Ok(frame);
    }
    let mut dictionary = Vec::new();
    zstd::stream::read::Decoder::with_buffer(&frame[..])?.take(LARGEST).read_to_end(&mut dictionary)?;
    Ok(dictionary)
}

#[cfg(not(feature = "zstd"))]
fn zstd(_: Stream, _: bool) -> io::Result<Stream> {
    Err(io::Error::other("this rowsmith was built without zstd; build it with the feature 'zstd'"))
}

/// A stream into which bytes can be put back.
pub(crate) struct Pushback {
    inner: Stream,
    front: Vec<u8>,
    at: usize,
}

impl Pushback {
    /// The stream as it is.
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
    /// The reader, and where its count can be read.
    pub(crate) fn new(inner: R) -> (Self, Arc<AtomicU64>) {
        let count = Arc::new(AtomicU64::new(0));
        (Counted { inner, count: count.clone() }, count)
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
    fn a_stream_is_the_same_after_a_look() {
        let stream: Stream = Box::new(&b"abcdef"[..]);
        let (start, mut stream) = peek(stream, 4).unwrap();
        let mut whole = Vec::new();
        stream.read_to_end(&mut whole).unwrap();
        assert_eq!((start.as_slice(), whole.as_slice()), (&b"abcd"[..], &b"abcdef"[..]));
    }

    #[cfg(feature = "zstd")]
    #[test]
    fn zstandard_with_and_without_a_dictionary() {
        let text = b"<ul><li>one <li>two</ul>".repeat(9);
        let read = |bytes: Vec<u8>| {
            let (mut stream, packing) = unpack(Cursor::new(bytes)).unwrap();
            let mut whole = Vec::new();
            stream.read_to_end(&mut whole).unwrap();
            assert_eq!(packing, Packing::Zstd);
            whole
        };
        let plain = zstd::encode_all(&text[..], 1).unwrap();
        assert_eq!(read([plain.clone(), plain.clone()].concat()), text.repeat(2));
        let dictionary = b"<ul><li>one <li>two</ul>".to_vec();
        let mut encoder = zstd::stream::Encoder::with_dictionary(Vec::new(), 1, &dictionary).unwrap();
        io::Write::write_all(&mut encoder, &text).unwrap();
        let frame = encoder.finish().unwrap();
        let with = |dictionary: &[u8]| {
            [ZSTD_DICTIONARY, &(dictionary.len() as u32).to_le_bytes(), dictionary, &frame].concat()
        };
        assert_eq!(read(with(&dictionary)), text);
        assert_eq!(read(with(&zstd::encode_all(&dictionary[..], 1).unwrap())), text);
    }
}
