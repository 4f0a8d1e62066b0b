//! Texts in state as a reader sees them.

use crate::dom::one_line;

/// A text on one line, without markup and character references.
pub(crate) fn plain(text: &str) -> String {
    let marked = text.contains('<') && text.contains('>');
    let stripped = if marked { without_tags(text) } else { text.to_owned() };
    let read = if stripped.contains('&') { without_references(&stripped) } else { stripped };
    one_line(&read)
}

/// The words of a text without case and punctuation, for comparing.
pub(crate) fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.extend(word.chars().flat_map(char::to_lowercase));
    }
    out
}

fn without_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        let opens = rest[start + 1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!');
        let end = if opens { rest[start..].find('>') } else { None };
        if opens && end.is_none() {
            break;
        }
        match end {
            Some(end) => {
                out.push_str(&rest[..start]);
                // the contents of block elements are separated
                let block = ["<p", "<br", "<li", "<div", "</p", "</li", "</div"];
                if block.iter().any(|tag| rest[start..].starts_with(tag)) {
                    out.push(' ');
                }
                rest = &rest[start + end + 1..];
            }
            None => {
                out.push_str(&rest[..=start]);
                rest = &rest[start + 1..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// Names of character references that are used to escape data.
const NAMED: &[(&str, char)] = &[
    ("amp", '&'),
    ("quot", '"'),
    ("apos", '\''),
    ("lt", '<'),
    ("gt", '>'),
    ("nbsp", ' '),
    ("ndash", '–'),
    ("mdash", '—'),
    ("rsquo", '’'),
    ("lsquo", '‘'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("hellip", '…'),
    ("reg", '®'),
    ("trade", '™'),
    ("eacute", 'é'),
    ("auml", 'ä'),
    ("ouml", 'ö'),
    ("uuml", 'ü'),
    ("Auml", 'Ä'),
    ("Ouml", 'Ö'),
    ("Uuml", 'Ü'),
    ("szlig", 'ß'),
    ("euro", '€'),
    ("pound", '£'),
];

/// The longest character reference, in bytes.
const LONGEST: usize = 10;

pub(crate) fn without_references(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        out.push_str(&rest[..start]);
        let body = &rest[start + 1..];
        let end = body.bytes().take(LONGEST).position(|b| b == b';');
        let read = end.and_then(|end| {
            let name = &body[..end];
            let number = name.strip_prefix('#').and_then(|number| match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok(),
                None => number.parse().ok(),
            });
            number.and_then(char::from_u32).or_else(|| NAMED.iter().find(|known| known.0 == name).map(|known| known.1))
        });
        match (read, end) {
            (Some(letter), Some(end)) => {
                out.push(letter);
                rest = &body[end + 1..];
            }
            _ => {
                out.push('&');
                rest = body;
            }
        }
    }
    out.push_str(rest);
    out
}
