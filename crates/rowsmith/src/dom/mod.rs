//! From bytes to a frozen [`Document`]: decoding, parsing, paths and text.
//!
//! Parsing follows the HTML standard with scripting off, so that the content of `<noscript>` is part of the page.

pub(crate) mod address;
pub(crate) mod arena;
pub(crate) mod decode;
pub(crate) mod document;
pub(crate) mod escape;
pub(crate) mod freeze;
pub(crate) mod join;
pub mod layout;
pub(crate) mod path;
pub(crate) mod repair;
pub(crate) mod saved;
pub(crate) mod shown;
pub(crate) mod tags;
pub(crate) mod text;
pub(crate) mod tokens;

pub(crate) use address::{Base, absolute, address_of, base_of, declared_addresses};
pub use decode::{Decoded, EncodingSource, decode};
pub use document::{Children, Document, NodeId, SourceNotes};
pub use escape::escape;
pub(crate) use escape::escape_anywhere;
pub(crate) use path::PathFinder;
pub use path::{ElementPaths, find_path};
pub use repair::repaired;
pub use saved::page_of_asset_folder;
pub(crate) use tags::heading_level;
pub use tags::{AttrName, Display, Tag, display, is_raw_text, is_void};
pub(crate) use tags::{breaks, is_formatting};
pub(crate) use text::{TextWriter, is_struck_out, one_line};
#[cfg(feature = "lab")]
pub use text::{is_hidden, text_without};
#[cfg(not(feature = "lab"))]
pub(crate) use text::{is_hidden, text_without};
pub use text::{line, text};

use crate::dom::layout::{Layout, Snapshot};
use crate::error::Error;
use crate::limits::{Limits, Truncated};

/// How a page is parsed.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ParseOptions {
    /// The encoding named by the HTTP header, as a WHATWG label. A byte order mark takes precedence.
    pub charset: Option<String>,
    /// Limits on what the page may cost.
    pub limits: Limits,
}

impl ParseOptions {
    /// The default options: the encoding is found out, within the default limits.
    ///
    /// ```
    /// use rowsmith::dom::{Document, ParseOptions, parse, text};
    ///
    /// let page = parse(b"<p>Hello", &ParseOptions::new())?;
    /// assert_eq!(text(&page, Document::ROOT), "Hello");
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn new() -> ParseOptions {
        ParseOptions::default()
    }

    /// Sets the encoding named by the HTTP header.
    ///
    /// ```
    /// use rowsmith::dom::{Document, ParseOptions, parse, text};
    ///
    /// let page = parse(b"<p>caf\xe9", &ParseOptions::new().charset("windows-1252"))?;
    /// assert_eq!(text(&page, Document::ROOT), "café");
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn charset(mut self, charset: impl Into<String>) -> ParseOptions {
        self.charset = Some(charset.into());
        self
    }

    /// Sets limits on what the page may cost.
    ///
    /// ```
    /// use rowsmith::Limits;
    /// use rowsmith::dom::{Document, ParseOptions, parse, text};
    ///
    /// let page = parse(b"<p>Hello, world", &ParseOptions::new().limits(Limits::new().max_bytes(8)))?;
    /// assert_eq!(text(&page, Document::ROOT), "Hello");
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> ParseOptions {
        self.limits = limits;
        self
    }
}

/// Parses the bytes of a page. If they are a [`Snapshot`], the document gets its layout.
///
/// Takes time linear in the length of the page (times at most [`Limits::max_depth`] for adversarial input).
///
/// # Errors
/// [`Error::Empty`] for input that is empty or only white space, [`Error::NotHtml`] for a picture, an archive or
/// another binary format, [`Error::UnknownCharset`] for a charset that is not a WHATWG label. Malformed HTML is not an
/// error.
///
/// ```
/// let page = rowsmith::dom::parse(b"<p>Hello", &Default::default())?;
/// assert_eq!(rowsmith::dom::text(&page, rowsmith::dom::Document::ROOT), "Hello");
/// # Ok::<(), rowsmith::Error>(())
/// ```
pub fn parse(bytes: &[u8], options: &ParseOptions) -> Result<Document, Error> {
    if let Some(format) = binary_format(bytes) {
        return Err(Error::NotHtml(format));
    }
    let layout_at = Snapshot::find(bytes);
    let layout = layout_at.and_then(|_| Snapshot::read(bytes));
    let bytes = layout_at.map_or(bytes, |at| &bytes[..at]);
    let mut truncated = Truncated::default();
    let max_bytes = options.limits.max_bytes.min(u32::MAX as usize / 4);
    let head = if bytes.len() > max_bytes {
        truncated.bytes = true;
        &bytes[..max_bytes]
    } else {
        bytes
    };
    let decoded = decode(head, options.charset.as_deref())?;
    if decoded.text.trim().is_empty() {
        return Err(Error::Empty);
    }
    let text = repaired(&decoded.text);
    let arena = tokens::build(&text, &options.limits, &mut truncated);
    let asset_folder = saved::asset_folder(&text);
    let (encoding, encoding_source, malformed) = (decoded.encoding, decoded.source, decoded.malformed);
    drop(text);
    let mut document = freeze::freeze(arena, SourceNotes { encoding, encoding_source, malformed, truncated });
    document.asset_folder = asset_folder;
    match layout.map(|read| read.and_then(|snapshot| Layout::of(&document, &snapshot))) {
        Some(Ok(layout)) => document.layout = Some(layout),
        Some(Err(error)) => document.layout_error = Some(error),
        None => {}
    }
    Ok(document)
}

/// The name of a well-known binary format, recognised by the first bytes.
fn binary_format(bytes: &[u8]) -> Option<&'static str> {
    const SIGNATURES: &[(&[u8], &str)] = &[
        (b"\x89PNG\r\n\x1a\n", "a PNG image"),
        (b"\xff\xd8\xff", "a JPEG image"),
        (b"GIF87a", "a GIF image"),
        (b"GIF89a", "a GIF image"),
        (b"%PDF-", "a PDF document"),
        (b"PK\x03\x04", "a ZIP archive (or an office document)"),
        (b"\x1f\x8b", "gzip data"),
        (b"\x28\xb5\x2f\xfd", "zstd data"),
        (b"BZh", "bzip2 data"),
        (b"\xfd7zXZ\x00", "xz data"),
        (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
        (b"\x7fELF", "a program"),
        (b"SQLite format 3\x00", "an SQLite database"),
        (b"PAR1", "a Parquet file"),
        (b"wOFF", "a font"),
        (b"wOF2", "a font"),
        (b"\x00\x00\x01\x00", "an icon"),
        (b"ID3", "audio"),
        (b"OggS", "audio"),
    ];
    if let Some((_, name)) = SIGNATURES.iter().find(|(signature, _)| bytes.starts_with(signature)) {
        return Some(name);
    }
    match bytes {
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("a WebP image"),
        [_, _, _, _, b'f', b't', b'y', b'p', ..] => Some("a video or AVIF image"),
        _ => None,
    }
}
