//! The bytes of an input, decompressed and limited in size.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::common::failure::why;
use crate::common::problem::Problem;
use crate::sources::unpack::{Packing, Unpacked, unpack};

/// The bytes of a page.
#[derive(PartialEq, Eq, Debug, Default)]
pub(crate) struct Loaded {
    /// At most one byte more than the limit, by which the library knows that there was more.
    pub(crate) bytes: Vec<u8>,
    /// What was wrong with the compression or the transfer, if something came out nevertheless.
    pub(crate) damage: Option<String>,
    /// Whether the connection, the file or the compressed data ended before the page did.
    pub(crate) interrupted: bool,
    /// Other things that the user should know, such as that it was read as a page although it hardly is one.
    pub(crate) note: Option<String>,
}

impl Loaded {
    /// Whether the end of the page is missing: it was interrupted, or is longer than what is read of one.
    pub(crate) fn is_cut(&self, max_bytes: usize) -> bool {
        self.interrupted || self.bytes.len() > max_bytes && !has_end(&self.bytes)
    }
}

/// Whether the end of a page is there.
pub(crate) fn has_end(bytes: &[u8]) -> bool {
    let end = b"</html";
    bytes.windows(end.len()).rev().any(|part| part.eq_ignore_ascii_case(end))
}

/// Reads a file as one page; compressed data is recognised by its first bytes, whatever the name of the file.
///
/// # Errors
/// If the file cannot be read, or nothing in it can be decompressed.
pub(crate) fn load(path: &Path, max_bytes: usize) -> Result<Loaded, Problem> {
    let file = File::open(path).map_err(|error| Problem::unreadable(&error))?;
    let Unpacked { stream, packing, .. } = unpack(file).map_err(|error| Problem::unreadable(&error))?;
    read(stream, packing, max_bytes)
}

/// Reads the rest of a stream, up to one byte more than the limit. If it is compressed, what came out before an error
/// is kept: half a page is better than none, as long as a warning says so.
pub(crate) fn read(stream: impl Read, packing: Packing, max_bytes: usize) -> Result<Loaded, Problem> {
    let mut bytes = Vec::new();
    let outcome = stream.take(max_bytes.saturating_add(1) as u64).read_to_end(&mut bytes);
    if packing == Packing::None {
        outcome.map_err(|error| Problem::unreadable(&error))?;
        return Ok(Loaded { bytes, ..Loaded::default() });
    }
    let error = outcome.err();
    let damage = error.as_ref().map(|error| damage(error, packing, !bytes.is_empty()));
    // of what has something else behind it nothing is missing
    let interrupted = error.is_some_and(|error| !is_followed(&error, !bytes.is_empty())) && !has_end(&bytes);
    match damage {
        Some(damage) if bytes.is_empty() => {
            Err(Problem::new("damaged", format!("nothing can be decompressed: {damage}")))
        }
        damage => Ok(Loaded { bytes, damage, interrupted, ..Loaded::default() }),
    }
}

/// Whether the error in a compressed stream is that something else stands behind it.
fn is_followed(error: &io::Error, begun: bool) -> bool {
    error.kind() == io::ErrorKind::InvalidInput && begun && error.to_string().contains("header")
}

/// What is wrong with a compressed stream, after an error in it.
pub(crate) fn damage(error: &io::Error, packing: Packing, begun: bool) -> String {
    let name = packing.name();
    match error.kind() {
        io::ErrorKind::UnexpectedEof => format!("the {name} stream ends early"),
        _ if is_followed(error, begun) => {
            format!("what follows the {name} stream is not {name} and was ignored")
        }
        _ => format!("the {name} stream is corrupt ({})", why(error)),
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

    fn read(bytes: &[u8], max_bytes: usize) -> Result<Loaded, Problem> {
        let Unpacked { stream, packing, .. } = unpack(io::Cursor::new(bytes.to_owned())).unwrap();
        super::read(stream, packing, max_bytes)
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
        assert_eq!(read(&page[..], 1 << 20), Ok(Loaded { bytes: page.clone(), ..Loaded::default() }));
        assert_eq!(read(&gz(&page)[..], 1 << 20), Ok(Loaded { bytes: page.clone(), ..Loaded::default() }));
        let two = [gz(&page[..50_000]), gz(&page[50_000..])].concat();
        assert_eq!(read(&two[..], 1 << 20), Ok(Loaded { bytes: page, ..Loaded::default() }));
        assert_eq!(read(&b"\x1f"[..], 9), Ok(Loaded { bytes: vec![0x1f], ..Loaded::default() }));
        assert_eq!(read(&b""[..], 9), Ok(Loaded::default()));
        assert_eq!(read(&gz(b"")[..], 9), Ok(Loaded::default()));
    }

    #[test]
    fn one_byte_more_than_the_limit_is_read() {
        assert_eq!(read(&[b'a'; 100][..], 10).unwrap().bytes.len(), 11);
        let bomb = gz(&vec![b'a'; 1 << 24]);
        assert_eq!(read(&bomb[..], 10).unwrap(), Loaded { bytes: vec![b'a'; 11], ..Loaded::default() });
        assert_eq!(read(&b"abc"[..], usize::MAX).unwrap().bytes, b"abc");
    }

    #[test]
    fn a_page_beyond_the_limit_is_cut_unless_its_end_has_come() {
        for (page, is_cut) in [("<p>abc", true), ("<p>abc</HTML>   ", false)] {
            let loaded = read(page.as_bytes(), page.len() - 2).unwrap();
            assert_eq!((loaded.is_cut(page.len() - 2), loaded.is_cut(page.len())), (is_cut, false), "{page}");
        }
    }

    #[test]
    fn of_a_damaged_stream_what_can_be_had() {
        let page = noise(100_000);
        let whole = gz(&page);
        let cut = read(&whole[..whole.len() / 2], 1 << 20).unwrap();
        assert!(cut.bytes.len() > 1000 && page.starts_with(&cut.bytes), "{}", cut.bytes.len());
        assert_eq!((cut.damage.as_deref(), cut.interrupted), (Some("the gzip stream ends early"), true));
        let trailing = read(&[&whole[..], b"garbage, not gzip"].concat()[..], 1 << 20).unwrap();
        assert!(trailing.bytes == page && !trailing.interrupted && trailing.damage.unwrap().contains("follows"));
        let mut wrong_sum = whole.clone();
        let at = wrong_sum.len() - 5;
        wrong_sum[at] ^= 1;
        assert!(read(&wrong_sum[..], 1 << 20).unwrap().damage.unwrap().contains("corrupt"));
        // where the end of the page has come, nothing of it is missing
        let ended = gz(b"<p>a</p></html>");
        let ended = read(&ended[..ended.len() - 1], 1 << 20).unwrap();
        assert!(ended.damage.is_some() && !ended.interrupted, "{ended:?}");
        assert!(read(&whole[..6], 1 << 20).unwrap_err().why.contains("nothing can be decompressed"));
    }
}
