//! The shape of a text: which format it has, if no fixed bytes say so.

use super::form::{Archive, BINARY, Form, OFFICE_FILE, PROGRAM_PACKAGE, SIGNATURE, SVG};

/// Root elements with which XML is still a page although it has no element `html`: a fragment of a page.
const FRAGMENTS: &[&str] = &["html", "head", "body", "div", "table", "tbody", "ul", "ol", "dl", "main"];

/// The format of a text.
pub(super) fn text(bytes: &[u8]) -> Form {
    let whole = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let start = &whole[..whole.len().min(SIGNATURE)];
    let blank = start.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let shown = &start[blank..];
    if shown.is_empty() {
        // for a longer one the parser decides
        return if whole.len() <= SIGNATURE { Form::Empty } else { Form::Page };
    }
    if is_utf16(start) {
        return Form::Page;
    }
    if is_binary(start) {
        return Form::Other(BINARY);
    }
    let text = String::from_utf8_lossy(shown);
    let found = match shown[0] {
        b'<' => markup(&text),
        b'{' | b'[' => json(&text),
        byte if byte.is_ascii_alphanumeric() || byte == b'!' || byte == b'-' => lines(&text),
        _ => None,
    };
    found.unwrap_or(if has_element(whole) { Form::Page } else { Form::Text })
}

/// Whether every other byte is zero, as in UTF-16 with or without a byte order mark.
fn is_utf16(start: &[u8]) -> bool {
    if start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff") {
        return true;
    }
    let zeros = |first: usize| start.iter().skip(first).step_by(2).filter(|&&byte| byte == 0).count();
    let half = start.len() / 2;
    half >= 4 && (zeros(0) * 10 >= half * 7 && zeros(1) == 0 || zeros(1) * 10 >= half * 7 && zeros(0) == 0)
}

/// Whether more than a twentieth are control characters that do not occur in texts.
fn is_binary(start: &[u8]) -> bool {
    let odd = |byte: &&u8| matches!(**byte, 0..=8 | 14..=26 | 28..=31);
    start.iter().filter(odd).count() * 20 > start.len()
}

/// Whether anything looks like an element, a comment or a declaration.
fn has_element(bytes: &[u8]) -> bool {
    memchr::memchr_iter(b'<', bytes).any(|at| {
        bytes.get(at + 1).is_some_and(|next| next.is_ascii_alphabetic() || matches!(next, b'!' | b'/' | b'?'))
    })
}

/// The format of a text that begins with an element; `None` for pages.
fn markup(text: &str) -> Option<Form> {
    let root = root(text)?;
    let name = root.rsplit(':').next().unwrap_or(root);
    if matches!(name, "urlset" | "sitemapindex" | "rss" | "feed" | "RDF") {
        return Some(Form::List);
    }
    if name == "svg" {
        return Some(Form::Other(SVG));
    }
    let is_page = FRAGMENTS.iter().any(|fragment| name.eq_ignore_ascii_case(fragment));
    let is_xml = text.starts_with("<?xml") && !text.to_ascii_lowercase().contains("<html");
    (is_xml && !is_page).then_some(Form::Xml)
}

/// The name of the first element after declarations and comments.
pub(super) fn root(mut text: &str) -> Option<&str> {
    loop {
        text = text.trim_start();
        let end = match text {
            text if text.starts_with("<!--") => "-->",
            text if text.starts_with("<?") => "?>",
            text if text.get(..9).is_some_and(|start| start.eq_ignore_ascii_case("<!doctype")) => ">",
            _ => break,
        };
        text = &text[text.find(end)? + end.len()..];
    }
    let name = text.strip_prefix('<')?;
    Some(&name[..name.find(|c: char| c.is_whitespace() || matches!(c, '>' | '/'))?])
}

/// The format of a text that begins with a bracket; `None` if it is not JSON.
fn json(text: &str) -> Option<Form> {
    let inner = text[1..].trim_start();
    let next = inner.chars().next();
    let is_json = match text.as_bytes()[0] {
        b'{' => matches!(next, None | Some('"' | '}')),
        _ => match next {
            None | Some('{' | '[' | '"' | ']') => true,
            // numbers and words, but not a footnote as in "[1] See"
            _ => {
                let rest =
                    inner.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '+'));
                inner.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | 't' | 'f' | 'n'))
                    && (rest.trim_start().starts_with(',') || rest.trim() == "]")
            }
        },
    };
    if !is_json {
        return None;
    }
    let key = inner.strip_prefix('"').and_then(|rest| rest.split('"').next());
    Some(match key {
        Some("log") if ["\"creator\"", "\"entries\"", "\"pages\"", "\"version\""].iter().any(|k| text.contains(k)) => {
            Form::Archive(Archive::Har)
        }
        Some("urlkey") if text.contains("\"filename\"") && text.contains("\"offset\"") => Form::Archive(Archive::Cdx),
        _ if text.contains("https://jsonfeed.org/version/")
            || text.contains("https:\\/\\/jsonfeed.org\\/version\\/") =>
        {
            Form::List
        }
        _ => Form::Json,
    })
}

/// The format of a text that begins with a line of letters or digits; `None` for pages and plain text.
fn lines(text: &str) -> Option<Form> {
    if let Some(rest) = text.strip_prefix("HTTP/") {
        let status = rest.split(' ').nth(1)?;
        return (status.len() >= 3 && status.bytes().take(3).all(|b| b.is_ascii_digit())).then_some(Form::Http);
    }
    let first = text.lines().next()?;
    if is_index(first) {
        return Some(Form::Archive(Archive::Cdx));
    }
    if is_flow(first) {
        return Some(Form::Archive(Archive::Flows));
    }
    if first.starts_with("From ") && is_mail(text.split_once('\n')?.1) {
        return Some(Form::Archive(Archive::Mbox));
    }
    is_mail(text).then_some(Form::Mail)
}

/// Whether a line is from an index: "com,example)/ 20240101000000 {", or the legend of the older format.
fn is_index(line: &str) -> bool {
    let mut words = line.splitn(3, ' ');
    let (key, time) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let rest = words.next().unwrap_or_default();
    if key == "!OpenWayback-CDXJ" || key == "CDX" && line.starts_with("CDX N b") {
        return true;
    }
    let is_time = time.len() == 14 && time.bytes().all(|byte| byte.is_ascii_digit());
    key.contains(')') && is_time && (rest.starts_with('{') || rest.split(' ').count() >= 8)
}

/// Whether a line begins like a dump of mitmproxy: a length, and a dictionary that begins with a key.
fn is_flow(line: &str) -> bool {
    let Some((length, rest)) = line.split_once(':') else { return false };
    let Some((key_length, rest)) = rest.split_once(':') else { return false };
    let is_number = |text: &str| !text.is_empty() && text.len() < 13 && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number(length)
        && is_number(key_length)
        && key_length.parse::<usize>().ok().and_then(|length| rest.get(length..)?.chars().next()) == Some(';')
}

/// Whether a text begins with the head of a mail: header fields of mails, and nothing else.
fn is_mail(text: &str) -> bool {
    let (mut fields, mut telling, mut content) = (0, 0, false);
    for line in text.lines().take(200) {
        if line.is_empty() {
            break;
        }
        if line.starts_with([' ', '\t']) && fields > 0 {
            continue;
        }
        let Some((name, _)) = line.split_once(':') else {
            // the last line may be truncated
            return (content || telling >= 2) && fields >= 2 && text.ends_with(line);
        };
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
            return false;
        }
        fields += 1;
        match name.to_ascii_lowercase().as_str() {
            "mime-version" | "content-type" | "snapshot-content-location" => content = true,
            "from" | "to" | "date" | "subject" | "received" | "message-id" | "return-path" => telling += 1,
            _ => {}
        }
    }
    // without a field for its content type it is a mail only if that is plain
    fields >= 2 && (content || telling >= 2 && !has_element(text.as_bytes()))
}

/// What a ZIP file contains, if its first member tells.
pub(super) fn zip(bytes: &[u8]) -> Form {
    let length = match bytes {
        [b'P', b'K', 3, 4, ..] if bytes.len() > 30 => usize::from(u16::from_le_bytes([bytes[26], bytes[27]])),
        _ => 0,
    };
    let name = bytes.get(30..30 + length).unwrap_or_default();
    let behind = bytes.get(30 + length..).unwrap_or_default();
    let behind = &behind[..behind.len().min(120)];
    let opens = |what: &[u8]| memchr::memmem::find(behind, what).is_some();
    match name {
        b"[Content_Types].xml" | b"_rels/.rels" | b"docProps/app.xml" => Form::Other(OFFICE_FILE),
        b"mimetype" if opens(b"opendocument") => Form::Other(OFFICE_FILE),
        b"META-INF/" | b"META-INF/MANIFEST.MF" | b"AndroidManifest.xml" => Form::Other(PROGRAM_PACKAGE),
        _ => Form::Archive(Archive::Zip),
    }
}

/// Whether bytes begin with a tar header from before the format had a signature: its checksum is right.
pub(super) fn is_old_tar(bytes: &[u8]) -> bool {
    let Some(header) = bytes.get(..512) else { return false };
    if header[0] == 0 || header[0].is_ascii_control() || header[0] == b'<' {
        return false;
    }
    let digits = String::from_utf8_lossy(&header[148..156]);
    let Ok(expected) = u64::from_str_radix(digits.trim_matches(['\0', ' ']), 8) else { return false };
    let sum = |at: usize, byte: u8| if (148..156).contains(&at) { u64::from(b' ') } else { u64::from(byte) };
    expected == header.iter().enumerate().map(|(at, &byte)| sum(at, byte)).sum::<u64>()
}
