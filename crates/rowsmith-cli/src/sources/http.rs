//! The parts of HTTP that are needed: the head of a response, and decoding of its body.

use std::io::{Cursor, Read};

use httparse::{ParserConfig, Response, Status};

use super::load::{self, Loaded, has_end};
use super::unpack::{Packing, Unpacked, unpack};

/// The most header lines that are read.
const HEADERS: usize = 256;
/// The longest head that is read, in bytes.
pub(crate) const LONGEST_HEAD: usize = 1 << 18;

/// What the head of a response says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Head {
    /// The status code.
    pub(crate) status: u16,
    /// The `Content-Type`, as it was sent.
    pub(crate) content_type: Option<String>,
    /// The codings of the body, in the order in which they were applied.
    pub(crate) encodings: Vec<String>,
    /// Whether the body is in chunks.
    pub(crate) chunked: bool,
    /// Where a redirect leads, as it was sent.
    pub(crate) location: Option<String>,
    /// By which the server can tell later whether the page has changed.
    pub(crate) validators: Validators,
}

/// What identifies a version of a page, as the server sent it (RFC 9110, section 8.8).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Validators {
    /// The `ETag`.
    pub(crate) tag: Option<String>,
    /// The `Last-Modified`.
    pub(crate) modified: Option<String>,
}

/// A head that was parsed from the beginning of a message.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct ParsedHead {
    /// The head.
    pub(crate) head: Head,
    /// Where in the message the body begins.
    pub(crate) body_at: usize,
}

impl Head {
    /// Parses the head of a message; `None` if it is not HTTP. Tolerates what old servers and crawlers write: lines
    /// without a name, continued lines, `HTTP/2` as text.
    pub(crate) fn parse(message: &[u8]) -> Option<ParsedHead> {
        let message = &message[..message.len().min(LONGEST_HEAD)];
        let rest = message.strip_prefix(b"HTTP/")?;
        let version = rest.iter().position(|&byte| byte == b' ')?;
        let mut text = b"HTTP/1.1".to_vec();
        text.extend_from_slice(&rest[version..]);
        let mut headers = [httparse::EMPTY_HEADER; HEADERS];
        let mut response = Response::new(&mut headers);
        let outcome = ParserConfig::default()
            .allow_spaces_after_header_name_in_responses(true)
            .allow_obsolete_multiline_headers_in_responses(true)
            .allow_multiple_spaces_in_response_status_delimiters(true)
            .ignore_invalid_headers_in_responses(true)
            .parse_response(&mut response, &text);
        let Ok(Status::Complete(length)) = outcome else { return None };
        let mut head = Head { status: response.code?, ..Head::default() };
        for header in response.headers.iter() {
            head.add(header.name, &String::from_utf8_lossy(header.value));
        }
        Some(ParsedHead { head, body_at: length + message.len() - text.len() })
    }

    /// Takes note of a header.
    pub(crate) fn add(&mut self, name: &str, value: &str) {
        let words = || value.split(',').map(|word| word.trim().to_ascii_lowercase()).filter(|word| !word.is_empty());
        match name.to_ascii_lowercase().as_str() {
            "content-type" => self.content_type = Some(value.to_owned()),
            "content-encoding" => self.encodings.extend(words()),
            "location" => self.location = Some(value.trim().to_owned()),
            "etag" => self.validators.tag = Some(value.trim().to_owned()),
            "last-modified" => self.validators.modified = Some(value.trim().to_owned()),
            "transfer-encoding" => {
                for word in words() {
                    match word.as_str() {
                        "chunked" => self.chunked = true,
                        "identity" => {}
                        _ => self.encodings.push(word),
                    }
                }
            }
            _ => {}
        }
    }

    /// Whether it brings what was asked for.
    pub(crate) fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// Where it redirects to, if it does.
    pub(crate) fn redirect(&self) -> Option<&str> {
        match self.status {
            301 | 302 | 303 | 307 | 308 => self.location.as_deref(),
            _ => None,
        }
    }

    /// Whether the body is declared to be HTML or XHTML; `None` if nothing is declared.
    pub(crate) fn is_html(&self) -> Option<bool> {
        let media_type = self.content_type.as_deref()?.split([';', ',']).next()?.trim().to_ascii_lowercase();
        match media_type.as_str() {
            "" => None,
            media_type => Some(matches!(media_type, "text/html" | "application/xhtml+xml")),
        }
    }

    /// The charset in the header, if it is a known one.
    pub(crate) fn charset(&self) -> Option<String> {
        self.content_type.as_deref().and_then(charset_of)
    }

    /// The body with its codings undone, up to one byte more than `max_bytes`. Archives often keep headers that no
    /// longer apply; a body that is not in chunks or not compressed is taken as it is.
    pub(crate) fn body(&self, sent: &[u8], max_bytes: usize) -> Loaded {
        let (mut damage, mut interrupted) = (None, false);
        let mut bytes = match self.chunked.then(|| join_chunks(sent)).flatten() {
            Some(chunks) => {
                damage = (!chunks.complete).then(|| "the chunked body ends early".to_owned());
                interrupted = !chunks.complete;
                chunks.joined
            }
            None => sent.to_owned(),
        };
        for encoding in self.encodings.iter().rev() {
            if let Some(decoded) = decode(encoding, &bytes, max_bytes) {
                damage = decoded.damage.or(damage);
                interrupted |= decoded.interrupted;
                bytes = decoded.bytes;
            }
        }
        bytes.truncate(max_bytes.saturating_add(1));
        let interrupted = interrupted && !has_end(&bytes);
        Loaded { bytes, damage, interrupted, ..Loaded::default() }
    }
}

/// The charset among the parameters of a media type, if it is a known one.
pub(crate) fn charset_of(media_type: &str) -> Option<String> {
    let parameters = media_type.split(';').skip(1);
    let charset = parameters.filter_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let is_charset = name.trim().eq_ignore_ascii_case("charset");
        is_charset.then(|| value.trim().trim_matches(['"', '\'']).to_owned())
    });
    charset.into_iter().find(|label| is_charset(label))
}

/// Whether there is a charset with this name.
pub(crate) fn is_charset(label: &str) -> bool {
    rowsmith::dom::decode(b"", Some(label)).is_ok()
}

/// The chunks of a body.
struct Chunks {
    /// The chunks one after the other.
    joined: Vec<u8>,
    /// Whether the last chunk was there.
    complete: bool,
}

/// Joins the chunks of a body; `None` if it does not begin with a chunk.
fn join_chunks(mut sent: &[u8]) -> Option<Chunks> {
    let mut joined = Vec::with_capacity(sent.len());
    let mut begun = false;
    loop {
        let (start, length) = match httparse::parse_chunk_size(sent) {
            Ok(Status::Complete(chunk)) => chunk,
            _ if begun => return Some(Chunks { joined, complete: false }),
            _ => return None,
        };
        begun = true;
        let rest = &sent[start..];
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        if length == 0 {
            return Some(Chunks { joined, complete: true });
        }
        joined.extend_from_slice(&rest[..length.min(rest.len())]);
        let Some(behind) = rest.get(length..) else { return Some(Chunks { joined, complete: false }) };
        sent = behind.strip_prefix(b"\r\n").or(behind.strip_prefix(b"\n")).unwrap_or(behind);
    }
}

/// Undoes one coding of a body; `None` if it is not coded in this way, or the coding is unknown.
fn decode(encoding: &str, bytes: &[u8], max_bytes: usize) -> Option<Loaded> {
    match encoding {
        "gzip" | "x-gzip" | "zstd" => {
            if Packing::of(bytes) == Packing::None {
                return None;
            }
            // this copies compressed bytes, which are few
            let Unpacked { stream, packing, .. } = unpack(Cursor::new(bytes.to_owned())).ok()?;
            load::read(stream, packing, max_bytes).ok()
        }
        "br" => read(brotli_decompressor::Decompressor::new(bytes, 1 << 14), max_bytes),
        // the standard requires a zlib stream here; some servers send it without the zlib header
        "deflate" => read(flate2::read::ZlibDecoder::new(bytes), max_bytes)
            .or_else(|| read(flate2::read::DeflateDecoder::new(bytes), max_bytes)),
        _ => None,
    }
}

/// What can be read; `None` if that is nothing.
fn read(stream: impl Read, max_bytes: usize) -> Option<Loaded> {
    let mut bytes = Vec::new();
    let outcome = stream.take(max_bytes.saturating_add(1) as u64).read_to_end(&mut bytes);
    let damage = outcome.is_err().then(|| "the compressed body is damaged".to_owned());
    let interrupted = damage.is_some();
    (!bytes.is_empty()).then_some(Loaded { bytes, damage, interrupted, ..Loaded::default() })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn parse(text: &str) -> ParsedHead {
        Head::parse(text.as_bytes()).unwrap()
    }

    #[test]
    fn heads_as_servers_write_them() {
        let text = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=\"Windows-1252\"\r\n\r\nbody";
        let ParsedHead { head: of, body_at: at } = parse(text);
        assert_eq!((of.status, &text[at..], of.is_html()), (200, "body", Some(true)));
        assert_eq!(of.charset().as_deref(), Some("Windows-1252"));
        let text = "HTTP/2 404\r\nno name\r\ncontent-type: application/pdf\r\nContent-Encoding: gzip, BR\r\n\r\nx";
        let ParsedHead { head: of, body_at: at } = parse(text);
        assert_eq!((of.status, &text[at..], of.is_html()), (404, "x", Some(false)));
        assert_eq!(of.encodings, ["gzip", "br"]);
        let of = parse("HTTP/1.0 200 OK\nTransfer-Encoding: chunked\nContent-Type: text/html;charset=klingon\n\n").head;
        assert_eq!((of.chunked, of.charset()), (true, None));
        assert_eq!(parse("HTTP/1.1 200 OK\r\n\r\n").head.is_html(), None);
        for text in ["", "GET / HTTP/1.1\r\n\r\n", "HTTP/1.1 200 OK\r\n", "<html>"] {
            assert_eq!(Head::parse(text.as_bytes()), None, "{text}");
        }
        let endless = "HTTP/1.1 200 OK\r\n".to_owned() + &"a: b\r\n".repeat(100_000);
        assert_eq!(Head::parse(endless.as_bytes()), None);
    }

    fn body(chunked: bool, encodings: &[&str], sent: &[u8]) -> (String, Option<String>) {
        let encodings = encodings.iter().map(|encoding| (*encoding).to_owned()).collect();
        let loaded = Head { chunked, encodings, ..Head::default() }.body(sent, 100);
        (String::from_utf8(loaded.bytes).unwrap(), loaded.damage)
    }

    #[test]
    fn chunks() {
        let of = |sent: &str| body(true, &[], sent.as_bytes());
        assert_eq!(of("3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n"), ("abcde".into(), None));
        assert_eq!(of("<p>no chunks"), ("<p>no chunks".into(), None));
        let early = Some("the chunked body ends early".to_owned());
        assert_eq!(of("3\r\nabc\r\n9\r\nde"), ("abcde".into(), early.clone()));
        assert_eq!(of("3\r\nabc\r\nwhat"), ("abc".into(), early.clone()));
        assert_eq!(of("ffffffffffffffff\r\nabc"), ("abc".into(), early));
    }

    #[test]
    fn codings() {
        let zlib = |write: &dyn Fn(&mut Vec<u8>)| {
            let mut out = Vec::new();
            write(&mut out);
            out
        };
        let level = flate2::Compression::default();
        let gzip = zlib(&|out| flate2::write::GzEncoder::new(out, level).write_all(b"text").unwrap());
        let deflate = zlib(&|out| flate2::write::ZlibEncoder::new(out, level).write_all(b"text").unwrap());
        let raw = zlib(&|out| flate2::write::DeflateEncoder::new(out, level).write_all(b"text").unwrap());
        // a Brotli stream of one uncompressed block
        let brotli = [&[0x8b, 0x01, 0x80][..], b"text", &[0x03]].concat();
        for (encoding, sent) in [("gzip", &gzip), ("deflate", &deflate), ("deflate", &raw), ("br", &brotli)] {
            assert_eq!(body(false, &[encoding], sent), ("text".into(), None), "{encoding}");
        }
        assert_eq!(body(false, &["gzip"], b"text"), ("text".into(), None));
        assert_eq!(body(false, &["unknown"], b"text"), ("text".into(), None));
        assert_eq!(body(false, &["br"], b"<p>plain"), ("<p>plain".into(), None));
    }

    #[test]
    fn a_bomb_is_cut() {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(&vec![b'a'; 1 << 24]).unwrap();
        let (text, damage) = body(false, &["gzip"], &encoder.finish().unwrap());
        assert_eq!((text.len(), damage), (101, None));
    }
}
