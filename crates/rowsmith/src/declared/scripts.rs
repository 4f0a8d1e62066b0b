//! Data in scripts: JSON-LD, JSON, and literals in JavaScript.

use crate::declared::bounds::Allowance;
use crate::declared::literal::{read_prefix, read_whole};
use crate::declared::{Block, Data, Form};
use crate::dom::{AttrName, Document, NodeId, Tag};

/// The least number of values in a literal within a script; smaller ones are settings and are ignored.
const LEAST_VALUES: usize = 4;

/// Reads all scripts of a page. Takes linear time.
pub(crate) fn read(document: &Document, allowance: &Allowance, blocks: &mut Vec<Block>) {
    for node in document.nodes().filter(|&id| document.tag(id) == Tag::SCRIPT) {
        let text = document.raw_text(node);
        if text.trim().is_empty() {
            continue;
        }
        let kind = document.attr(node, AttrName::TYPE).unwrap_or_default().trim().to_ascii_lowercase();
        if kind.contains("json") {
            let form = if kind.contains("ld+json") { Form::JsonLd } else { Form::State };
            if let Some(data) = read_whole(text, allowance) {
                let name = document.attr(node, AttrName::ID).map(str::to_owned);
                blocks.push(Block { form, node, name, data });
            }
        } else if kind.is_empty() || kind == "module" || kind.contains("javascript") || kind.contains("ecmascript") {
            read_literals(text, node, allowance, blocks);
        }
    }
}

/// The objects and lists that a script assigns, or passes to a function.
fn read_literals(text: &str, node: NodeId, allowance: &Allowance, blocks: &mut Vec<Block>) {
    let begin = |before: &str, given: &str| {
        let quoted = before.strip_suffix('(').is_some_and(|before| before.trim_end().ends_with("JSON.parse"));
        (given.len(), quoted && given.starts_with(['"', '\'', '`']))
    };
    literals(
        text,
        allowance,
        begin,
        |json| read_whole(json, allowance),
        |before, data| {
            blocks.push(Block { form: Form::State, node, name: name_before(before), data });
        },
    );
}

/// Passes the data that a script assigns, or passes to a function, to `found`, each with the text before the sign that
/// precedes it.
///
/// `begin` gets the text up to and including the sign, and the text after it. It returns how much of the latter is left
/// from the position where a literal may begin, and whether that is a string that may contain data, which `decoded`
/// reads. Takes linear time, apart from what is read twice where literals do not end.
pub(crate) fn literals(
    text: &str,
    allowance: &Allowance,
    begin: impl Fn(&str, &str) -> (usize, bool),
    decoded: impl Fn(&str) -> Option<Data>,
    mut found: impl FnMut(&str, Data),
) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(skip) = memchr::memchr2(b'=', b'(', &bytes[at..]) {
        let sign = at + skip;
        at = sign + 1;
        let (left, quoted) = begin(&text[..at], text[at..].trim_start());
        let start = text.len() - left;
        let rest = &text[start..];
        if !quoted && (!rest.starts_with(['{', '[']) || !looks_like_data(rest)) {
            continue;
        }
        if allowance.bytes_left() == 0 {
            allowance.cut();
            return;
        }
        let Some(literal) = read_prefix(rest, allowance) else { continue };
        let data = match literal.data {
            Data::Text(text) if quoted => decoded(&text),
            data @ (Data::Object(_) | Data::List(_)) => Some(data),
            _ => None,
        };
        at = start + literal.end.max(1);
        while !text.is_char_boundary(at) {
            at += 1;
        }
        if let Some(data) = data.filter(|data| data.size() >= LEAST_VALUES) {
            found(&text[..sign], data);
        }
    }
}

/// Whether a bracket opens a data literal rather than a block of code: a name or value follows it.
fn looks_like_data(text: &str) -> bool {
    let Some(inner) = text.get(1..) else { return false };
    let inner = inner.trim_start();
    if text.starts_with('[') {
        return inner.starts_with(['{', '[', '"', '\'', '-']) || inner.starts_with(|c: char| c.is_ascii_digit());
    }
    let behind = match inner.chars().next() {
        Some(quote @ ('"' | '\'')) => inner[1..].find(quote).map(|end| &inner[end + 2..]),
        _ => {
            let end = inner.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).unwrap_or(inner.len());
            (end > 0).then(|| &inner[end..])
        }
    };
    behind.is_some_and(|behind| behind.trim_start().starts_with(':'))
}

/// The variable or function before a sign: `window.X`, `dataLayer.push`.
pub(crate) fn name_before(text: &str) -> Option<String> {
    let text = text.trim_end().trim_end_matches("JSON.parse").trim_end_matches(['=', ' ', '(', ':']);
    let part = |c: char| c.is_alphanumeric() || "_$.".contains(c);
    let start = text.char_indices().rev().take(80).take_while(|&(_, c)| part(c)).last().map(|(at, _)| at)?;
    Some(text[start..].to_owned())
}
