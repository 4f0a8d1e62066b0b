//! From bytes to text: which encoding a page has.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};
use rustc_hash::FxHashSet;
use serde::Serialize;

use crate::error::Error;

/// Where the encoding of a page was taken from, in order of precedence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
#[serde(rename_all = "snake_case")]
pub enum EncodingSource {
    /// A byte order mark.
    Bom,
    /// The caller, usually from an HTTP header.
    Caller,
    /// A `<meta>` within the first 1,024 bytes (or a little more, see [`decode`]).
    Meta,
    /// The bytes are valid UTF-8 or ASCII. Also used if a `<meta>` names another encoding but the non-ASCII bytes are
    /// all valid UTF-8.
    Utf8,
    /// Guessed from the bytes (chardetng), and possibly wrong.
    Guessed,
}

/// The text of a page, and how it was decoded.
#[derive(Debug)]
pub struct Decoded<'a> {
    /// The text; borrowed if the bytes were UTF-8 already.
    pub text: Cow<'a, str>,
    /// The WHATWG name of the encoding.
    pub encoding: &'static str,
    /// Where the encoding was taken from.
    pub source: EncodingSource,
    /// Whether malformed sequences were replaced by U+FFFD.
    pub malformed: bool,
}

/// How many bytes are searched for a `<meta>`. The standard says 1,024. Real pages put scripts before it, so browsers,
/// like this library, look further if the first kilobyte has none.
const PRESCAN_BYTES: usize = 16 << 10;

/// Decodes the bytes of a page. The encoding is that of a byte order mark; else `charset` (a WHATWG label, as in an
/// HTTP header); else that of a `<meta>` near the start, unless the bytes disprove it; else UTF-8 if the bytes are
/// valid UTF-8; else a guess. Malformed bytes are not an error: they become U+FFFD.
///
/// # Errors
/// [`Error::UnknownCharset`] if `charset` is not a label of the encoding standard.
///
/// ```
/// use rowsmith::dom::{EncodingSource, decode};
///
/// let page = decode(b"<meta charset=windows-1252>Caf\xe9", None)?;
/// assert_eq!(page.text, "<meta charset=windows-1252>Café");
/// assert_eq!((page.encoding, page.source), ("windows-1252", EncodingSource::Meta));
/// // what the HTTP header says goes before what the page says
/// assert_eq!(decode(b"<meta charset=windows-1252>\xe9", Some("koi8-r"))?.encoding, "KOI8-R");
/// # Ok::<(), rowsmith::Error>(())
/// ```
pub fn decode<'a>(bytes: &'a [u8], charset: Option<&str>) -> Result<Decoded<'a>, Error> {
    let (encoding, source, body) = if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        (encoding, EncodingSource::Bom, &bytes[length..])
    } else if let Some(label) = charset {
        let encoding =
            Encoding::for_label(label.trim().as_bytes()).ok_or_else(|| Error::UnknownCharset(label.to_owned()))?;
        (encoding, EncodingSource::Caller, bytes)
    } else if let Some(encoding) = utf16_without_bom(bytes) {
        (encoding, EncodingSource::Guessed, bytes)
    } else if let Some(encoding) = meta_prescan(&bytes[..bytes.len().min(PRESCAN_BYTES)]) {
        match encoding != UTF_8 && was_saved_as_utf8(bytes) {
            true => (UTF_8, EncodingSource::Utf8, bytes),
            false => (encoding, EncodingSource::Meta, bytes),
        }
    } else if std::str::from_utf8(bytes).is_ok() {
        (UTF_8, EncodingSource::Utf8, bytes)
    } else {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        detector.feed(bytes, true);
        (detector.guess(None, Utf8Detection::Allow), EncodingSource::Guessed, bytes)
    };
    let (text, malformed) = encoding.decode_without_bom_handling(body);
    Ok(Decoded { text, encoding: encoding.name(), source, malformed })
}

/// Whether a page that declares another encoding is UTF-8 nevertheless. Programs that save pages convert them and leave
/// the `<meta>` as it was, and text in another encoding is hardly ever valid UTF-8 by chance. Of 2,021 real pages 18
/// declare another encoding and have non-ASCII bytes, and all of them are UTF-8.
fn was_saved_as_utf8(bytes: &[u8]) -> bool {
    !bytes.is_ascii() && std::str::from_utf8(bytes).is_ok()
}

/// In UTF-16, text that is mostly ASCII has a zero in every second byte; `<` followed by `!` or `h`, or white space,
/// comes first.
fn utf16_without_bom(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(64) & !1];
    if head.len() < 8 {
        return None;
    }
    let zero_share = |offset: usize| {
        let column = head.iter().skip(offset).step_by(2);
        column.clone().filter(|&&b| b == 0).count() * 10 >= column.count() * 9
    };
    match (zero_share(0), zero_share(1)) {
        (false, true) => Some(UTF_16LE),
        (true, false) => Some(UTF_16BE),
        _ => None,
    }
}

/// The encoding that a `<meta charset>` or `<meta http-equiv content>` declares: "prescan a byte stream to
/// determine its encoding" of the HTML standard.
fn meta_prescan(bytes: &[u8]) -> Option<&'static Encoding> {
    let mut at = 0;
    while let Some(offset) = bytes[at..].iter().position(|&b| b == b'<') {
        at += offset;
        let rest = &bytes[at..];
        if rest.starts_with(b"<!--") {
            // "<!-->" ends a comment too
            at += 2 + find(&rest[2..], b"-->")? + 2;
        } else if starts_with_ignoring_case(rest, b"<meta") && rest.get(5).is_some_and(|&b| is_space(b) || b == b'/') {
            let mut attributes = Attributes { bytes, at: at + 5 };
            if let Some(encoding) = meta_encoding(&mut attributes) {
                return Some(encoding);
            }
            at = attributes.at;
        } else if rest.get(1).is_some_and(|b| b.is_ascii_alphabetic())
            || rest.get(1) == Some(&b'/') && rest.get(2).is_some_and(|b| b.is_ascii_alphabetic())
        {
            let name_end = rest.iter().position(|&b| is_space(b) || b == b'>')?;
            let mut attributes = Attributes { bytes, at: at + name_end };
            while attributes.next().is_some() {}
            at = attributes.at;
        } else if matches!(rest.get(1), Some(b'!' | b'/' | b'?')) {
            at += rest.iter().position(|&b| b == b'>')?;
        }
        at += 1;
        if at >= bytes.len() {
            return None;
        }
    }
    None
}

fn meta_encoding(attributes: &mut Attributes<'_>) -> Option<&'static Encoding> {
    let (mut pragma, mut charset, mut needs_pragma) = (false, None, false);
    let mut seen: FxHashSet<Vec<u8>> = FxHashSet::default();
    while let Some((name, value)) = attributes.next() {
        if seen.contains(&name) {
            continue;
        }
        match name.as_slice() {
            b"http-equiv" => pragma |= value == b"content-type",
            b"content" if charset.is_none() => {
                if let Some(found) = charset_in_content(&value) {
                    charset = Some(found);
                    needs_pragma = true;
                }
            }
            b"charset" => {
                charset = Encoding::for_label(&value);
                needs_pragma = false;
            }
            _ => {}
        }
        seen.insert(name);
    }
    // a tag that does not end does not count
    attributes.peek()?;
    let encoding = charset.filter(|_| !needs_pragma || pragma)?;
    Some(match encoding {
        // a page that can say so in ASCII is not UTF-16
        e if e == UTF_16LE || e == UTF_16BE => UTF_8,
        e if e == X_USER_DEFINED => WINDOWS_1252,
        e => e,
    })
}

/// The encoding named in `text/html; charset=…`.
fn charset_in_content(content: &[u8]) -> Option<&'static Encoding> {
    let mut rest = content;
    loop {
        let at = find(rest, b"charset")?;
        rest = rest[at + 7..].trim_ascii_start();
        if let Some(value) = rest.strip_prefix(b"=") {
            let value = value.trim_ascii_start();
            let label = match value.first()? {
                &quote @ (b'"' | b'\'') => value[1..].iter().position(|&b| b == quote).map(|end| &value[1..=end])?,
                _ => value.split(|&b| is_space(b) || b == b';').next()?,
            };
            return Encoding::for_label(label);
        }
    }
}

/// "Get an attribute" of the prescan: lower-cased name and value; `None` at the end of the tag.
struct Attributes<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Attributes<'_> {
    fn next(&mut self) -> Option<(Vec<u8>, Vec<u8>)> {
        while self.peek().is_some_and(|b| is_space(b) || b == b'/') {
            self.at += 1;
        }
        if self.peek()? == b'>' {
            return None;
        }
        let mut name = Vec::new();
        while let Some(b) = self.peek() {
            if is_space(b) || b == b'/' || b == b'>' || b == b'=' && !name.is_empty() {
                break;
            }
            name.push(b.to_ascii_lowercase());
            self.at += 1;
        }
        self.skip_space();
        if self.peek() != Some(b'=') {
            return Some((name, Vec::new()));
        }
        self.at += 1;
        self.skip_space();
        let mut value = Vec::new();
        match self.peek()? {
            quote @ (b'"' | b'\'') => {
                self.at += 1;
                while let Some(b) = self.peek() {
                    self.at += 1;
                    if b == quote {
                        return Some((name, value));
                    }
                    value.push(b.to_ascii_lowercase());
                }
                None
            }
            _ => {
                while let Some(b) = self.peek().filter(|&b| !is_space(b) && b != b'>') {
                    value.push(b.to_ascii_lowercase());
                    self.at += 1;
                }
                Some((name, value))
            }
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(is_space) {
            self.at += 1;
        }
    }
}

fn is_space(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'\n' | b'\r' | b'\x0c')
}

fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    haystack.windows(needle.len()).position(|w| w == needle)
}

fn starts_with_ignoring_case(bytes: &[u8], prefix: &[u8]) -> bool {
    bytes.len() >= prefix.len() && bytes[..prefix.len()].eq_ignore_ascii_case(prefix)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(bytes: &[u8], charset: Option<&str>) -> (String, &'static str, EncodingSource) {
        let d = decode(bytes, charset).expect("decodes");
        (d.text.into_owned(), d.encoding, d.source)
    }

    #[test]
    fn bom_wins_over_everything() {
        let (text, encoding, source) = of(b"\xef\xbb\xbf<meta charset=koi8-r>\xc3\xa9", Some("latin1"));
        assert_eq!((text.as_str(), encoding, source), ("<meta charset=koi8-r>é", "UTF-8", EncodingSource::Bom));
        let utf16: Vec<u8> = "\u{feff}<p>é".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(of(&utf16, None).0, "<p>é");
    }

    #[test]
    fn caller_wins_over_meta() {
        assert_eq!(of(b"<meta charset=utf-8>\xe9", Some("ISO-8859-1")).0, "<meta charset=utf-8>é");
        assert_eq!(decode(b"x", Some("nonsense")).unwrap_err(), Error::UnknownCharset("nonsense".into()));
    }

    #[test]
    fn meta_is_found_as_the_standard_says() {
        for (page, encoding) in [
            ("<meta charset=windows-1251>", "windows-1251"),
            ("<META HTTP-EQUIV='Content-Type' CONTENT=\"text/html; charset=Shift_JIS\">", "Shift_JIS"),
            ("<!-- <meta charset=big5> --><meta charset='gbk'>", "GBK"),
            ("<meta content='text/html; charset=big5'><meta charset=euc-kr>", "EUC-KR"),
            ("<a title='<meta charset=big5>'><meta charset=koi8-u>", "KOI8-U"),
            ("<meta charset=utf-16le>", "UTF-8"),
            ("<meta charset=euc-jp", "UTF-8"),
            ("<meta http-equiv=content-type content=\"text/html; charset='big5\">", "UTF-8"),
            ("<!DOCTYPE html><html><head><script src=x></script><meta charset = \"iso-8859-2\" >", "ISO-8859-2"),
        ] {
            assert_eq!(of(page.as_bytes(), None).1, encoding, "{page}");
        }
    }

    #[test]
    fn a_page_saved_as_utf8_keeps_its_old_meta() {
        let page = "<meta charset=iso-8859-1>größer";
        assert_eq!(of(page.as_bytes(), None), (page.to_owned(), "UTF-8", EncodingSource::Utf8));
        assert_eq!(of(b"<meta charset=iso-8859-1>gr\xf6\xdfer", None).2, EncodingSource::Meta);
    }

    #[test]
    fn without_a_word_utf8_then_a_guess() {
        assert_eq!(of("größer".as_bytes(), None).2, EncodingSource::Utf8);
        let (text, _, source) = of(b"Die gr\xf6\xdfte Stra\xdfe in der sch\xf6nen Stadt", None);
        assert_eq!((text.as_str(), source), ("Die größte Straße in der schönen Stadt", EncodingSource::Guessed));
        let utf16: Vec<u8> = "<html><p>plain".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(of(&utf16, None).0, "<html><p>plain");
    }

    #[test]
    fn malformed_bytes_are_replaced() {
        let d = decode(b"a\xffb", Some("utf-8")).expect("decodes");
        assert_eq!((d.text.as_ref(), d.malformed), ("a\u{fffd}b", true));
    }
}
