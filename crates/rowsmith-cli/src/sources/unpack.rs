//! Decompresses streams according to their first bytes.

use std::io::{self, BufReader, Read};

use super::members::{Members, Recovery};
use super::stream::{Peeked, Stream, peek};

const GZIP: &[u8] = &[0x1f, 0x8b];
const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];
/// The skippable frame with the dictionary in `.warc.zst` archives.
const ZSTD_DICTIONARY: &[u8] = &[0x5d, 0x2a, 0x4d, 0x18];

/// For bzip2 including the first block, since texts may begin with the same letters.
const BZIP2_BLOCK: &[u8] = b"1AY&SY";
const XZ: &[u8] = b"\xfd7zXZ\x00";

/// Whether a stream begins like bzip2, with a block or, if it is empty, its end.
fn is_bzip2(start: &[u8]) -> bool {
    let behind = start.strip_prefix(b"BZh").and_then(|rest| rest.get(1..7));
    behind.is_some_and(|behind| behind == BZIP2_BLOCK || behind == b"\x17\x72\x45\x38\x50\x90")
}

/// How a stream is compressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Packing {
    /// Not at all.
    None,
    /// As gzip, in one member or several.
    Gzip,
    /// With Zstandard, in one frame or several.
    Zstd,
    /// As bzip2, in one stream or several.
    Bzip2,
    /// As xz, in one stream or several.
    Xz,
}

impl Packing {
    /// The compression according to the first bytes of a stream.
    pub(crate) fn of(start: &[u8]) -> Self {
        match start {
            start if start.starts_with(GZIP) => Packing::Gzip,
            start if start.starts_with(ZSTD) || start.starts_with(ZSTD_DICTIONARY) => Packing::Zstd,
            start if is_bzip2(start) => Packing::Bzip2,
            start if start.starts_with(XZ) => Packing::Xz,
            _ => Packing::None,
        }
    }

    /// Its name in messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Packing::None => "plain",
            Packing::Gzip => "gzip",
            Packing::Zstd => "zstd",
            Packing::Bzip2 => "bzip2",
            Packing::Xz => "xz",
        }
    }
}

/// A decompressed stream.
pub(crate) struct Unpacked {
    /// The decompressed stream.
    pub(crate) stream: Stream,
    /// How it was compressed.
    pub(crate) packing: Packing,
    /// For gzip data, lets the user of the reader ask it to continue after a damaged member.
    pub(crate) recovery: Recovery,
}

/// Decompresses a stream, whatever its name.
pub(crate) fn unpack(stream: impl Read + Send + 'static) -> io::Result<Unpacked> {
    let recovery = Recovery::default();
    let stream: Stream = Box::new(BufReader::with_capacity(1 << 16, stream));
    let Peeked { start, stream } = peek(stream, 10)?;
    let packing = Packing::of(&start);
    let stream: Stream = match packing {
        Packing::None => stream,
        Packing::Gzip => Box::new(BufReader::with_capacity(1 << 16, Members::new(stream, recovery.clone()))),
        Packing::Zstd => zstd(stream, start.starts_with(ZSTD_DICTIONARY))?,
        Packing::Bzip2 => bzip2(stream)?,
        Packing::Xz => xz(stream)?,
    };
    Ok(Unpacked { stream, packing, recovery })
}

/// The largest window that a Zstandard stream may ask for, as a power of two: 128 MiB, the limit of the zstd tool
/// itself.
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

/// The dictionary at the beginning of a `.warc.zst` archive, which may itself be compressed.
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
    Err(io::Error::other(
        "this rowsmith was built without zstd; build it with '--features zstd', or everything with '--features full'",
    ))
}

#[cfg(feature = "archives")]
fn bzip2(stream: Stream) -> io::Result<Stream> {
    Ok(Box::new(BufReader::with_capacity(1 << 16, bzip2::bufread::MultiBzDecoder::new(stream))))
}

#[cfg(feature = "archives")]
fn xz(stream: Stream) -> io::Result<Stream> {
    let decoder = lzma_rust2::XzReader::new(stream, true);
    Ok(Box::new(BufReader::with_capacity(1 << 16, decoder)))
}

#[cfg(not(feature = "archives"))]
fn bzip2(_: Stream) -> io::Result<Stream> {
    Err(io::Error::other(
        "this rowsmith was built without bzip2; build it with '--features archives', or everything with '--features full'",
    ))
}

#[cfg(not(feature = "archives"))]
fn xz(_: Stream) -> io::Result<Stream> {
    Err(io::Error::other(
        "this rowsmith was built without xz; build it with '--features archives', or everything with '--features full'",
    ))
}

#[cfg(all(test, feature = "zstd"))]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn zstandard_with_and_without_a_dictionary() {
        let text = b"<ul><li>one <li>two</ul>".repeat(9);
        let read = |bytes: Vec<u8>| {
            let Unpacked { mut stream, packing, .. } = unpack(Cursor::new(bytes)).unwrap();
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
