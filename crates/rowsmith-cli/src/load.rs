//! The bytes of an input, decompressed, within a bound.

use std::fs::File;
use std::io::{self, BufReader, Read};

use flate2::read::MultiGzDecoder;

use crate::failure::why;
use crate::inputs::Input;

/// The bytes of a page.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Loaded {
    /// At most one byte more than the limit, which is how the library knows that there was more.
    pub(crate) bytes: Vec<u8>,
    /// What was wrong with the compression, if something came out all the same.
    pub(crate) damage: Option<String>,
}

/// Reads an input; gzip data is recognised by its first bytes, whatever the file is called.
///
/// # Errors
/// A message for the user: the input cannot be read, or nothing of it can be decompressed.
pub(crate) fn load(input: &Input, max_bytes: usize) -> Result<Loaded, String> {
    match input {
        Input::Stdin => read(io::stdin().lock(), max_bytes),
        Input::File(path) => read(File::open(path).map_err(|error| why(&error))?, max_bytes),
        Input::Unreadable { why, .. } => Err(why.clone()),
    }
}

fn read(source: impl Read, max_bytes: usize) -> Result<Loaded, String> {
    let mut source = BufReader::with_capacity(1 << 16, source);
    let mut start = Vec::with_capacity(2);
    source.by_ref().take(2).read_to_end(&mut start).map_err(|error| why(&error))?;
    let compressed = start == [0x1f, 0x8b];
    let bound = max_bytes.saturating_add(1);
    let whole = io::Cursor::new(start).chain(source);
    if compressed {
        return decompress(whole, bound);
    }
    let mut bytes = Vec::new();
    whole.take(bound as u64).read_to_end(&mut bytes).map_err(|error| why(&error))?;
    Ok(Loaded { bytes, damage: None })
}

/// Decompresses up to `bound` bytes. What came out before an error is kept: half a page is better than none, as long
/// as the user is told.
fn decompress(source: impl Read, bound: usize) -> Result<Loaded, String> {
    let mut bytes = Vec::new();
    let outcome = MultiGzDecoder::new(source).take(bound as u64).read_to_end(&mut bytes);
    let damage = outcome.err().map(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => "the gzip stream ends early".to_owned(),
        io::ErrorKind::InvalidInput if !bytes.is_empty() && error.to_string().contains("header") => {
            "what follows the gzip stream is no gzip and was ignored".to_owned()
        }
        _ => format!("the gzip stream is corrupt ({})", why(&error)),
    });
    match damage {
        Some(damage) if bytes.is_empty() => Err(format!("nothing can be decompressed: {damage}")),
        damage => Ok(Loaded { bytes, damage }),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn gz(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn noise(length: usize) -> Vec<u8> {
        let mut state = 1u32;
        let next = |_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        (0..length).map(next).collect()
    }

    #[test]
    fn plain_and_compressed_bytes_come_out_the_same() {
        let page = noise(100_000);
        assert_eq!(read(&page[..], 1 << 20), Ok(Loaded { bytes: page.clone(), damage: None }));
        assert_eq!(read(&gz(&page)[..], 1 << 20), Ok(Loaded { bytes: page.clone(), damage: None }));
        let two = [gz(&page[..50_000]), gz(&page[50_000..])].concat();
        assert_eq!(read(&two[..], 1 << 20), Ok(Loaded { bytes: page, damage: None }));
        assert_eq!(read(&b"\x1f"[..], 9), Ok(Loaded { bytes: vec![0x1f], damage: None }));
        assert_eq!(read(&b""[..], 9), Ok(Loaded { bytes: vec![], damage: None }));
        assert_eq!(read(&gz(b"")[..], 9), Ok(Loaded { bytes: vec![], damage: None }));
    }

    #[test]
    fn one_byte_more_than_the_limit_is_read() {
        assert_eq!(read(&[b'a'; 100][..], 10).unwrap().bytes.len(), 11);
        let bomb = gz(&vec![b'a'; 1 << 24]);
        assert_eq!(read(&bomb[..], 10).unwrap(), Loaded { bytes: vec![b'a'; 11], damage: None });
        assert_eq!(read(&b"abc"[..], usize::MAX).unwrap().bytes, b"abc");
    }

    #[test]
    fn of_a_damaged_stream_what_can_be_had() {
        let page = noise(100_000);
        let whole = gz(&page);
        let cut = read(&whole[..whole.len() / 2], 1 << 20).unwrap();
        assert!(cut.bytes.len() > 1000 && page.starts_with(&cut.bytes), "{}", cut.bytes.len());
        assert_eq!(cut.damage.as_deref(), Some("the gzip stream ends early"));
        let trailing = read(&[&whole[..], b"garbage, not gzip"].concat()[..], 1 << 20).unwrap();
        assert!(trailing.bytes == page && trailing.damage.unwrap().contains("follows"));
        let mut wrong_sum = whole.clone();
        let at = wrong_sum.len() - 5;
        wrong_sum[at] ^= 1;
        assert!(read(&wrong_sum[..], 1 << 20).unwrap().damage.unwrap().contains("corrupt"));
        assert!(read(&whole[..6], 1 << 20).unwrap_err().contains("nothing can be decompressed"));
    }
}
