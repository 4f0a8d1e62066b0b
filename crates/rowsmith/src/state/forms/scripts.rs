//! State in scripts: JSON, values assigned to variables, and arguments of functions.

use crate::declared::Data;
use crate::declared::bounds::Allowance;
use crate::declared::literal::{read_prefix, read_whole};
use crate::declared::scripts::{literals, name_before};
use crate::dom::{AttrName, Document, NodeId, Tag};
use crate::state::forms::{flight, functions, indexed, strings};
use crate::state::piece::{Form, Piece};

/// Shorter scripts, in bytes, are settings and are ignored.
const LEAST_BYTES: usize = 120;

/// The least number of values in a literal within a script.
const LEAST_VALUES: usize = 8;

/// Reads all scripts. Takes linear time.
pub(crate) fn read(document: &Document, allowance: &Allowance, pieces: &mut Vec<Piece>) {
    let mut linked = Vec::new();
    let mut streams = Streams::default();
    for node in document.nodes().filter(|&id| document.tag(id) == Tag::SCRIPT) {
        let text = document.raw_text(node);
        let before = pieces.len();
        if text.len() < LEAST_BYTES {
            // the pieces of a stream are often short
            if text.contains("__next_f") || text.contains("streamController") {
                streams.gather(text, allowance);
            }
            continue;
        }
        let kind = document.attr(node, AttrName::TYPE).unwrap_or_default().trim().to_ascii_lowercase();
        let is_code = kind.is_empty() || kind == "module" || kind.contains("javascript") || kind.contains("ecmascript");
        if is_code && !starts_as_data(text) {
            if streams.gather(text, allowance) {
                continue;
            }
            match functions::read(text, allowance) {
                Some(piece) => pieces.push(piece),
                None => read_literals(text, allowance, pieces),
            }
        } else if kind.contains("ld+json") {
            linked.extend(read_whole(text, allowance));
        } else if is_code || kind.contains("json") || starts_as_data(text) {
            let data = read_whole(text, allowance).or_else(|| strings::decoded(text.trim(), allowance));
            if let Some(data) = data {
                let name = script_name(document, node);
                match indexed::hydrated(&data, allowance) {
                    Some(data) => pieces.push(Piece::new(Form::Indexed, name, data)),
                    None => pieces.push(Piece::new(Form::Json, name, data)),
                }
            }
        }
        pieces[before..].iter_mut().for_each(|piece| piece.node = node);
    }
    streams.finish(allowance, pieces);
    if !linked.is_empty() {
        // objects in scripts of their own also form a list
        let flat = linked.into_iter().flat_map(|data| match data {
            Data::List(list) => list,
            other => vec![other],
        });
        pieces.push(Piece::new(Form::JsonLd, "ld+json", Data::List(flat.collect())));
    }
}

/// Whether a script begins with data and not with code.
fn starts_as_data(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with("{\"") || text.starts_with("[{") || text.starts_with("<!--{") || text.starts_with("%7B%22")
}

fn script_name(document: &Document, node: NodeId) -> String {
    let named = document.attr(node, AttrName::ID).filter(|id| !id.is_empty());
    named.map_or_else(|| "script".to_owned(), |id| format!("script#{id}"))
}

/// Streams whose pieces are spread over several scripts.
#[derive(Default)]
struct Streams {
    flight: String,
    enqueued: String,
}

impl Streams {
    /// Takes the pieces in a script; `false` if it has none.
    fn gather(&mut self, text: &str, allowance: &Allowance) -> bool {
        let mut found = false;
        for (call, to) in [("__next_f.push(", &mut self.flight), ("streamController.enqueue(", &mut self.enqueued)] {
            let mut rest = text;
            while let Some(at) = memchr::memmem::find(rest.as_bytes(), call.as_bytes()) {
                found = true;
                rest = &rest[at + call.len()..];
                let Some(literal) = read_prefix(rest, allowance) else { break };
                match literal.data {
                    Data::Text(text) => to.push_str(&text),
                    Data::List(parts) => {
                        if let Some(Data::Text(text)) = parts.last() {
                            to.push_str(text);
                        }
                    }
                    _ => {}
                }
                rest = rest.get(literal.end..).unwrap_or_default();
            }
        }
        found
    }

    fn finish(self, allowance: &Allowance, pieces: &mut Vec<Piece>) {
        if !self.flight.is_empty() {
            pieces.push(Piece::new(Form::Flight, "self.__next_f", flight::read(&self.flight, allowance)));
        }
        for line in self.enqueued.lines() {
            let data = read_prefix(line, allowance).map(|literal| literal.data);
            if let Some(data) = data.and_then(|data| indexed::hydrated(&data, allowance)) {
                pieces.push(Piece::new(Form::Indexed, "streamController", data));
            }
        }
    }
}

/// How many names a function may get before an argument that may be data.
const MOST_NAMES: usize = 3;

/// The data that a function gets after names and short texts: `start(app, "list", {…})`.
fn behind_names(given: &str) -> &str {
    let mut rest = given;
    for _ in 0..MOST_NAMES {
        let end = rest.bytes().take(60).position(|b| !(b.is_ascii_alphanumeric() || b"_$.\"'-/".contains(&b)));
        let behind = end.filter(|&end| end > 0).and_then(|end| rest[end..].trim_start().strip_prefix(','));
        match behind {
            Some(behind) => rest = behind.trim_start(),
            None => break,
        }
    }
    if rest.starts_with(['{', '[']) { rest } else { given }
}

/// The objects and lists that a script assigns, or passes to a function, including strings that contain them.
fn read_literals(text: &str, allowance: &Allowance, pieces: &mut Vec<Piece>) {
    let begin = |before: &str, given: &str| {
        let rest = if before.ends_with('(') { behind_names(given) } else { given };
        (rest.len(), rest.starts_with(['"', '\'', '`']) && strings::may_hold_data(&rest[1..]))
    };
    literals(
        text,
        allowance,
        begin,
        |held| strings::decoded(held, allowance),
        |before, data| {
            if data.size() < LEAST_VALUES {
                return;
            }
            let before = ["decodeURIComponent", "atob", "unescape", "(", "JSON.parse"]
                .iter()
                .fold(before.trim_end(), |before, call| before.trim_end_matches(call).trim_end());
            let name = name_before(before).unwrap_or_else(|| "script".to_owned());
            let data = indexed::hydrated(&data, allowance).unwrap_or(data);
            pieces.push(Piece::new(Form::Literal, name, data));
        },
    );
}
