//! Recognises the format of bytes by their content, never by name: first with the table [`MAGIC`], then by the shape of
//! a text.

use super::form::{Archive, Form, OFFICE, Other, SIGNATURE, TAKE_OUT};
use super::shape;

/// Where the signature of a format is.
struct Magic {
    /// What precedes everything, if the format is only recognised together with that.
    start: &'static [u8],
    at: usize,
    bytes: &'static [u8],
    form: Form,
}

impl Magic {
    fn is_in(&self, bytes: &[u8]) -> bool {
        bytes.starts_with(self.start) && bytes.get(self.at..).is_some_and(|rest| rest.starts_with(self.bytes))
    }
}

const fn at(at: usize, bytes: &'static [u8], form: Form) -> Magic {
    Magic { start: b"", at, bytes, form }
}

const fn other(bytes: &'static [u8], name: &'static str, advice: &'static str) -> Magic {
    Magic { start: b"", at: 0, bytes, form: Form::Other(Other { name, advice }) }
}

const fn within(start: &'static [u8], at: usize, bytes: &'static [u8], name: &'static str) -> Magic {
    Magic { start, at, bytes, form: Form::Other(Other { name, advice: "" }) }
}

/// The signatures of formats. Formats of pages come first, since they are the most frequent.
const MAGIC: &[Magic] = &[
    at(0, b"\x1f\x8b", Form::Packed("gzip")),
    at(0, b"PK\x03\x04", Form::Archive(Archive::Zip)),
    at(0, b"PK\x05\x06", Form::Archive(Archive::Zip)),
    at(0, b"WARC/", Form::Archive(Archive::Warc)),
    at(0, b"filedesc://", Form::Archive(Archive::Arc)),
    at(0, b"PAR1", Form::Archive(Archive::Parquet)),
    at(0, b"bplist00", Form::WebArchive),
    at(0, b"\x28\xb5\x2f\xfd", Form::Packed("zstd")),
    at(0, b"\x5d\x2a\x4d\x18", Form::Packed("zstd")),
    at(4, b"1AY&SY", Form::Packed("bzip2")),
    at(0, b"\xfd7zXZ\x00", Form::Packed("xz")),
    at(0, b"7z\xbc\xaf\x27\x1c", Form::Archive(Archive::SevenZip)),
    other(b"%PDF-", "a PDF document", "turn it into HTML first, for example with pdftohtml"),
    other(b"\x89PNG\r\n\x1a\n", "a PNG image", ""),
    other(b"\xff\xd8\xff", "a JPEG image", ""),
    other(b"GIF87a", "a GIF image", ""),
    other(b"GIF89a", "a GIF image", ""),
    within(b"BM", 6, b"\0\0\0\0", "a BMP image"),
    other(b"II*\x00", "a TIFF image", ""),
    other(b"MM\x00*", "a TIFF image", ""),
    other(b"\x00\x00\x01\x00", "an icon", ""),
    other(b"\x00\x00\x00\x0cJXL ", "a JPEG XL image", ""),
    other(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an office document", OFFICE),
    other(b"{\\rtf", "an office document (RTF)", OFFICE),
    other(b"%!PS", "a PostScript document", "turn it into PDF and that into HTML first"),
    other(b"SQLite format 3\x00", "an SQLite database", TAKE_OUT),
    other(b"Rar!\x1a\x07", "a RAR archive", "unpack it first, and name the folder"),
    other(b"MSCF\x00\x00\x00\x00", "a cabinet archive", "unpack it first, and name the folder"),
    other(b"ITSF\x03\0\0\0", "a compiled help file (CHM)", "unpack it first, for example with 7z, and name the folder"),
    other(b"!<arch>\n", "a library or Debian package", ""),
    other(b"ARROW1\x00\x00", "an Arrow file", "write it as Parquet first"),
    other(b"Obj\x01", "an Avro file", "write it as Parquet first"),
    other(b"\x7fELF", "a program", ""),
    other(b"MZ\x90\x00", "a program", ""),
    other(b"\xca\xfe\xba\xbe", "a program", ""),
    other(b"\xcf\xfa\xed\xfe", "a program", ""),
    other(b"\x00asm", "a program", ""),
    other(b"wOFF", "a font", ""),
    other(b"wOF2", "a font", ""),
    other(b"OTTO\x00", "a font", ""),
    other(b"\x00\x01\x00\x00\x00", "a font", ""),
    other(b"ID3", "audio", ""),
    other(b"OggS", "audio", ""),
    other(b"fLaC", "audio", ""),
    other(b"FLV\x01", "a video", ""),
    other(b"\x1aE\xdf\xa3", "a video", ""),
    at(257, b"ustar", Form::Archive(Archive::Tar)),
    within(b"RIFF", 8, b"WEBP", "a WebP image"),
    within(b"RIFF", 8, b"WAVE", "audio"),
    within(b"RIFF", 8, b"AVI ", "a video"),
    // after its length, which is below 16 MB
    within(b"\0", 4, b"ftyp", "a video or AVIF image"),
];

/// The format of bytes, judging by their beginning. A text is searched to its end for an element, but for nothing else.
///
/// Takes less than 20 µs, except for long texts without any element.
pub(crate) fn tell(bytes: &[u8]) -> Form {
    let known = MAGIC.iter().find(|magic| magic.is_in(bytes));
    match known.map(|magic| magic.form) {
        Some(Form::Archive(Archive::Zip)) => shape::zip(bytes),
        Some(form) => form,
        None if shape::is_old_tar(bytes) => Form::Archive(Archive::Tar),
        None => shape::text(bytes),
    }
}

/// Whether a text declares itself HTML, rather than just containing something that looks like an element.
pub(super) fn is_surely_html(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(SIGNATURE)];
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start).trim_ascii_start().to_ascii_lowercase();
    let has = |what: &[u8]| memchr::memmem::find(&start, what).is_some();
    start.starts_with(b"<") && [&b"<!doctype html"[..], b"<html", b"<head", b"<body"].into_iter().any(has)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(bytes: &[u8]) -> &'static str {
        tell(bytes).name()
    }

    #[test]
    fn pages_are_pages() {
        for page in [
            &b"<!DOCTYPE html><html>"[..],
            b"\xef\xbb\xbf  <html><body>{\"a\": 1}",
            b"<p>Hello",
            b"Hello <b>you</b>",
            b"<!-- saved from url=(0019)https://x.example/ --><html>",
            b"<?xml version='1.0'?><!DOCTYPE html><html xmlns='http://www.w3.org/1999/xhtml'>",
            b"<?xml version='1.0'?><div>a fragment</div>",
            b"\xff\xfe<\0h\0t\0m\0l\0>\0",
            b"<\0h\0t\0m\0l\0>\0",
            b"\0<\0h\0t\0m\0l\0>",
            b"Subject: <b>no mail</b>",
            b"{ not json } <p>a page",
            b"[1] <p>a footnote",
            b"Picture WEBP <p>in a text",
            b"new ftyp <p>",
            b"BZh <p>",
            b"BMW <p>",
            b"#!/usr/bin/perl\n<p>",
            b"Subject: a\nDate: b\n\n<p>a list that printed mails",
        ] {
            assert_eq!(tell(page), Form::Page, "{}", String::from_utf8_lossy(page));
        }
        let late = [&b"word ".repeat(2000)[..], b"<p>x"].concat();
        assert_eq!(tell(&late), Form::Page);
    }

    #[test]
    fn what_is_no_page_has_a_name() {
        assert_eq!(tell(b" \r\n\t"), Form::Empty);
        assert_eq!(name(b"a,b\n1 < 2,3\n"), "plain text");
        assert_eq!(name(b"{\"a\": [1, 2]}"), "JSON");
        assert_eq!(name(b"\xef\xbb\xbf [ {\"a\": 1}, {\"a\": \"<p>\"} ]"), "JSON");
        assert_eq!(name(b"<?xml version='1.0'?><books><book/></books>"), "XML");
        assert_eq!(name(b"<rss version='2.0'><channel>"), "a sitemap or feed");
        assert_eq!(name(b"{\"version\": \"https://jsonfeed.org/version/1.1\"}"), "a sitemap or feed");
        assert_eq!(name(b"{\"log\": {\"version\": \"1.2\", \"creator\": {}}}"), "a HAR file");
        assert_eq!(name(b"From: <a@b.example>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related\r\n"), {
            "a mail or MHTML file"
        });
        assert_eq!(name(b"From a@b.example Mon Jan  1 00:00:00 2024\nSubject: x\nFrom: a@b.example\n"), "a mailbox");
        assert_eq!(name(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>"), "an HTTP response");
        assert_eq!(name(b"com,example)/ 20240101000000 {\"url\": \"https://example.com/\"}"), "an index of WARC files");
        assert_eq!(name(b"<svg xmlns='http://www.w3.org/2000/svg'>"), "an SVG image");
        assert_eq!(
            name(b"\x01\x02\x03\x04\x00\x00\x07\x00<p>\x01\x02\x03\x04\x00\x00\x07"),
            "binary data of unknown format"
        );
        assert_eq!(
            name(b"PK\x03\x04............\0\0\0\0\0\0\0\0\0\0\x13\0\0\0[Content_Types].xml"),
            "an office document"
        );
        assert_eq!(name(b"PK\x03\x04............\0\0\0\0\0\0\0\0\0\0\x06\0\0\0a.html<p>"), "a ZIP archive");
    }

    #[test]
    fn no_magic_hides_behind_another() {
        for (at, magic) in MAGIC.iter().enumerate() {
            let mut bytes = vec![b'x'; magic.at.max(magic.start.len())];
            bytes[..magic.start.len()].copy_from_slice(magic.start);
            bytes.truncate(magic.at);
            bytes.extend_from_slice(magic.bytes);
            let first = MAGIC.iter().position(|magic| magic.is_in(&bytes));
            assert_eq!(first, Some(at), "{:?}", magic.bytes);
        }
    }
}
