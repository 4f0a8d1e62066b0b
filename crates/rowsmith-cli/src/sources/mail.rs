//! Mails, and pages that browsers save as one file (MHTML): the same format (RFC 2045 to 2047, RFC 2557). The page is
//! the first part that is HTML, with the encoding and the address stated by the part.
//!
//! This is our own reader: little of the format is needed, and the part has to be returned as bytes, before its charset
//! is decoded.

use super::http::charset_of;

/// The deepest nesting of parts.
const DEEPEST: usize = 8;
/// The most parts that are looked at.
const MOST_PARTS: usize = 10_000;
/// The longest head of a part, in bytes.
const LONGEST_HEAD: usize = 1 << 18;

/// The page of a mail or MHTML file.
#[derive(PartialEq, Eq, Debug, Default)]
pub(super) struct MailPage {
    /// The HTML, with its transfer encoding undone.
    pub(super) bytes: Vec<u8>,
    /// The charset stated by its part.
    pub(super) charset: Option<String>,
    /// Its address.
    pub(super) address: Option<String>,
    /// What is wrong with it.
    pub(super) damage: Option<String>,
    /// Whether the page is a set of frames, and this is the largest of them.
    pub(super) is_frame: bool,
}

/// The fields of a part's head that are needed here.
#[derive(Default, Debug)]
struct Head {
    content_type: Option<String>,
    encoding: String,
    location: Option<String>,
    id: Option<String>,
    is_attachment: bool,
}

/// A part: its head and what follows.
struct Part<'a> {
    head: Head,
    body: &'a [u8],
    /// Whether its closing delimiter is missing.
    is_cut: bool,
}

/// The page; `None` if no part is HTML.
pub(super) fn page(bytes: &[u8]) -> Option<MailPage> {
    let mail = part(bytes, false);
    let whole = mail.head.location.clone();
    let mut left = MOST_PARTS;
    let mut found = Vec::new();
    collect(mail, 0, &mut left, &mut found);
    let main = found.iter().position(|part| !part.head.is_attachment).unwrap_or(0);
    let is_frameset = |part: &Part<'_>| contains(&decoded(part).bytes, b"<frameset");
    let is_frame = found.get(main).is_some_and(is_frameset) && found.len() > 1;
    let chosen = match is_frame {
        true => (0..found.len()).filter(|&at| at != main).max_by_key(|&at| found[at].body.len())?,
        false => main,
    };
    let part = found.get(chosen)?;
    let Decoded { bytes, damage } = decoded(part);
    let is_web = |address: &String| address.starts_with("http://") || address.starts_with("https://");
    let charset = part.head.content_type.as_deref().and_then(charset_of);
    let address = part.head.location.clone().filter(is_web).or(whole.filter(is_web));
    let cut = part.is_cut.then(|| "the file ends within the page".to_owned());
    Some(MailPage { bytes, charset, address, damage: cut.or(damage), is_frame })
}

/// The HTML parts below a part, best first.
fn collect<'a>(part: Part<'a>, depth: usize, left: &mut usize, found: &mut Vec<Part<'a>>) {
    if *left == 0 || depth > DEEPEST {
        return;
    }
    *left -= 1;
    let media_type = part.head.media_type();
    match media_type.as_str() {
        "text/html" | "application/xhtml+xml" => found.push(part),
        "message/rfc822" => collect(self::part(part.body, part.is_cut), depth + 1, left, found),
        multipart if multipart.starts_with("multipart/") => {
            let Some(boundary) = part.head.parameter("boundary") else { return };
            let mut parts = split(part.body, &boundary, *left);
            // the root of a page comes first, wherever it is
            if let Some(start) = part.head.parameter("start")
                && let Some(at) = parts.iter().position(|part| part.head.id.as_deref() == Some(start.as_str()))
            {
                parts[..=at].rotate_right(1);
            }
            for part in parts {
                collect(part, depth + 1, left, found);
            }
        }
        _ => {}
    }
}

/// Splits a part into its head and the rest.
fn part(bytes: &[u8], is_cut: bool) -> Part<'_> {
    let mut head = Head::default();
    let (mut at, mut field) = (0, String::new());
    while at < bytes.len().min(LONGEST_HEAD) {
        let end = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |length| at + length + 1);
        let line = String::from_utf8_lossy(&bytes[at..end]);
        let line = line.trim_end_matches(['\r', '\n']);
        at = end;
        if line.starts_with([' ', '\t']) && !line.trim().is_empty() {
            field.push(' ');
            field.push_str(line.trim());
            continue;
        }
        head.add(&field);
        field = line.to_owned();
        if line.is_empty() {
            break;
        }
    }
    head.add(&field);
    Part { head, body: &bytes[at..], is_cut }
}

impl Head {
    fn add(&mut self, field: &str) {
        let Some((name, value)) = field.split_once(':') else { return };
        let value = value.trim();
        match name.trim().to_ascii_lowercase().as_str() {
            "content-type" => self.content_type = Some(value.to_owned()),
            "content-transfer-encoding" => self.encoding = value.to_ascii_lowercase(),
            // an address that was folded contains no spaces itself
            "content-location" | "snapshot-content-location" => {
                self.location = Some(value.split_whitespace().collect());
            }
            "content-id" => self.id = Some(value.to_owned()),
            "content-disposition" => self.is_attachment = value.to_ascii_lowercase().starts_with("attachment"),
            _ => {}
        }
    }

    /// The type without its parameters, in lower case; text if nothing is stated.
    fn media_type(&self) -> String {
        let media_type = self.content_type.as_deref().and_then(|value| value.split(';').next()).unwrap_or("text/plain");
        media_type.trim().to_ascii_lowercase()
    }

    /// A parameter of the type.
    fn parameter(&self, wanted: &str) -> Option<String> {
        let mut rest = self.content_type.as_deref()?.split_once(';')?.1;
        loop {
            let (name, value) = rest.split_once('=')?;
            let value = value.trim_start();
            let (value, behind) = match value.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                None => value.split_once(';').map_or((value, ""), |(value, _)| (value, &rest[rest.len()..])),
            };
            if name.trim_matches([' ', ';', '\t']).eq_ignore_ascii_case(wanted) {
                return Some(value.trim().to_owned());
            }
            rest = match behind.is_empty() {
                true => rest.split_once('=')?.1.split_once(';')?.1,
                false => behind,
            };
        }
    }
}

/// The parts between boundaries, at most `most`. What precedes the first boundary is not a part; the last part may be
/// truncated.
fn split<'a>(body: &'a [u8], boundary: &str, most: usize) -> Vec<Part<'a>> {
    let mark = format!("--{boundary}");
    let (mut parts, mut begun) = (Vec::new(), None);
    if boundary.is_empty() {
        return parts;
    }
    for at in memchr::memmem::find_iter(body, mark.as_bytes()) {
        let behind = &body[at + mark.len()..];
        let ends = |rest: &[u8]| {
            let line = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
            line.iter().all(u8::is_ascii_whitespace)
        };
        let closes = behind.starts_with(b"--");
        let starts_line = at == 0 || body[at - 1] == b'\n';
        // a longer boundary that begins with this one
        if !starts_line || !closes && !ends(behind) {
            continue;
        }
        if let Some(from) = begun.take() {
            let text: &[u8] = &body[from..at];
            let text = text.strip_suffix(b"\n").unwrap_or(text);
            parts.push(part(text.strip_suffix(b"\r").unwrap_or(text), false));
        }
        if closes || parts.len() >= most {
            return parts;
        }
        begun = Some(at + mark.len() + memchr::memchr(b'\n', behind).map_or(behind.len(), |length| length + 1));
    }
    if let Some(from) = begun {
        parts.push(part(&body[from..], true));
    }
    parts
}

/// The result of undoing a transfer encoding.
struct Decoded {
    bytes: Vec<u8>,
    damage: Option<String>,
}

fn decoded(part: &Part<'_>) -> Decoded {
    match part.head.encoding.as_str() {
        "quoted-printable" => Decoded { bytes: quoted_printable(part.body), damage: None },
        "base64" => base64(part.body),
        _ => Decoded { bytes: part.body.to_owned(), damage: None },
    }
}

/// Decodes quoted-printable text; invalid codes are left as they are.
fn quoted_printable(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let end = if line.ends_with(b"\r\n") { 2 } else { usize::from(line.ends_with(b"\n")) };
        let (shown, end) = line.split_at(line.len() - end);
        // spaces at the end were added in transit
        let shown = &shown[..shown.iter().rposition(|&b| b != b' ' && b != b'\t').map_or(0, |last| last + 1)];
        let continued = shown.strip_suffix(b"=");
        let mut rest = continued.unwrap_or(shown);
        while let Some(at) = memchr::memchr(b'=', rest) {
            out.extend_from_slice(&rest[..at]);
            let code = rest.get(at + 1..at + 3).and_then(|code| std::str::from_utf8(code).ok());
            match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
                Some(byte) => {
                    out.push(byte);
                    rest = &rest[at + 3..];
                }
                None => {
                    out.push(b'=');
                    rest = &rest[at + 1..];
                }
            }
        }
        out.extend_from_slice(rest);
        if continued.is_none() {
            out.extend_from_slice(end);
        }
    }
    out
}

/// Decodes base64 as far as it is valid; line breaks and other characters in between are skipped, as RFC 2045 requires.
fn base64(text: &[u8]) -> Decoded {
    let value = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    };
    let (mut bytes, mut bits, mut held) = (Vec::with_capacity(text.len() / 4 * 3), 0_u32, 0);
    for digit in text.iter().take_while(|&&byte| byte != b'=').filter_map(|&byte| value(byte)) {
        bits = bits << 6 | u32::from(digit);
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    Decoded { bytes, damage: (held >= 6).then(|| "the base64 data ends early".to_owned()) }
}

/// Decodes base64 within a text, as in HAR files.
pub(super) fn decode_base64(text: &str) -> Vec<u8> {
    base64(text.as_bytes()).bytes
}

fn contains(bytes: &[u8], what: &[u8]) -> bool {
    bytes.windows(what.len()).take(1 << 16).any(|window| window.eq_ignore_ascii_case(what))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(mail: &str) -> (String, Option<String>, Option<String>) {
        let page = page(mail.replace('\n', "\r\n").as_bytes()).unwrap();
        (String::from_utf8_lossy(&page.bytes).into_owned(), page.address, page.damage)
    }

    const SAVED: &str = "From: <Saved by Blink>
Snapshot-Content-Location: https://x.example/list?a=1
Subject: =?utf-8?Q?x?=
MIME-Version: 1.0
Content-Type: multipart/related;
\ttype=\"text/html\";
\tboundary=\"----MultipartBoundary--x----\"


------MultipartBoundary--x----
Content-Type: text/html
Content-ID: <frame-1@mhtml.blink>
Content-Transfer-Encoding: quoted-printable
Content-Location: https://x.example/
 list?a=3D1

<ul><li><a href=3D\"/p/1\">Caf=C3=A9</a> a long=
 line =3D=
</ul>
------MultipartBoundary--x----
Content-Type: image/png
Content-Transfer-Encoding: base64

iVBORw0KGgo=
------MultipartBoundary--x------
";

    #[test]
    fn a_page_saved_by_a_browser() {
        let (html, address, damage) = text(SAVED);
        assert_eq!(html, "<ul><li><a href=\"/p/1\">Café</a> a long line =</ul>");
        assert_eq!((address.as_deref(), damage), (Some("https://x.example/list?a=3D1"), None));
        // truncated within the page
        let (html, _, damage) = text(&SAVED[..SAVED.find(" line").unwrap()]);
        assert_eq!(html, "<ul><li><a href=\"/p/1\">Café</a> a long");
        assert_eq!(damage.as_deref(), Some("the file ends within the page"));
    }

    #[test]
    fn mails_with_and_without_a_page() {
        let mail = |parts: &str| {
            format!(
                "From: a@b.example\nSubject: x\nContent-Type: multipart/alternative; boundary=b; x=y\n\n--b\n{parts}\n--b--\n"
            )
        };
        let plain = "Content-Type: text/plain\n\nHello";
        let html =
            "Content-Type: text/html; charset=\"iso-8859-1\"\nContent-Transfer-Encoding: base64\n\nPHA+SGVs\nbG8=";
        assert_eq!(text(&mail(&format!("{plain}\n--b\n{html}"))).0, "<p>Hello");
        let found = page(mail(html).as_bytes()).unwrap();
        assert_eq!((found.charset.as_deref(), found.address), (Some("iso-8859-1"), None));
        assert_eq!(page(mail(plain).as_bytes()), None);
        // attachments come after what is shown, and a forwarded mail is searched
        let attached = "Content-Type: text/html\nContent-Disposition: attachment; filename=x.html\n\n<p>attached";
        let forwarded = format!("Content-Type: message/rfc822\n\nSubject: y\n{html}");
        assert_eq!(text(&mail(&format!("{attached}\n--b\n{forwarded}"))).0, "<p>Hello");
        assert_eq!(text(&mail(attached)).0, "<p>attached");
        assert_eq!(text(&format!("Subject: x\n{html}")).0, "<p>Hello");
    }

    #[test]
    fn a_set_of_frames_is_its_largest() {
        let part = |html: &str| format!("--b\nContent-Type: text/html\n\n{html}\n");
        let frames = part("<FRAMESET cols=2>") + &part("<p>menu") + &part("<p>the page itself");
        let page = page(format!("Content-Type: multipart/related; boundary=b\n\n{frames}--b--").as_bytes()).unwrap();
        assert!(page.is_frame && page.bytes == b"<p>the page itself");
    }

    #[test]
    fn codes_that_are_none_stay() {
        assert_eq!(quoted_printable(b"a=3Db=zz=\r\nc =20\t \r\n=E4="), b"a=b=zzc  \r\n\xe4");
        assert_eq!(decode_base64("PHA-\n eA"), b"<p>x");
        for nesting in ["Content-Type: multipart/mixed; boundary=b\n\n--b\n".repeat(500), "Content-Type: x; a".into()] {
            assert_eq!(page(nesting.as_bytes()), None);
        }
    }
}
