//! The text of a wrapper's file: how it is broken into lines, and which place is on which line.

/// Longer values are broken into several lines.
const WIDTH: usize = 110;
/// The same for the part that is not for people.
const WIDE: usize = 1500;

/// JSON without spaces, broken into lines: short values on one line, others with one entry per line. What follows
/// `"recognition":` on the first level gets long lines without spaces.
pub(crate) fn laid_out(compact: &str) -> String {
    let ends = ends_of(compact);
    let bytes = compact.as_bytes();
    let mut out = String::with_capacity(compact.len() * 5 / 4);
    let (mut at, mut depth, mut dense) = (0, 0usize, false);
    let break_line = |out: &mut String, depth: usize| {
        out.push('\n');
        out.extend(std::iter::repeat_n(' ', depth));
    };
    while at < bytes.len() {
        match bytes[at] {
            b'{' | b'[' => {
                let end = ends.get(&at).copied().unwrap_or(at);
                if end - at <= if dense { WIDE } else { WIDTH } {
                    push_inline(&compact[at..=end], !dense, &mut out);
                    at = end;
                } else {
                    depth += 1;
                    out.push(char::from(bytes[at]));
                    break_line(&mut out, depth);
                }
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                break_line(&mut out, depth);
                out.push(char::from(bytes[at]));
            }
            b',' => {
                out.push(',');
                break_line(&mut out, depth);
            }
            b':' => out.push_str(if dense { ":" } else { ": " }),
            b'"' => {
                let end = end_of_text(bytes, at);
                dense |= depth == 1 && &compact[at..=end] == "\"recognition\"";
                out.push_str(&compact[at..=end]);
                at = end;
            }
            other => out.push(char::from(other)),
        }
        at += 1;
    }
    out
}

fn push_inline(text: &str, spaced: bool, out: &mut String) {
    let mut in_text = false;
    let mut escape = false;
    for c in text.chars() {
        out.push(c);
        if in_text {
            in_text = escape || c != '"';
            escape = !escape && c == '\\';
        } else if c == '"' {
            in_text = true;
        } else if spaced && matches!(c, ',' | ':') {
            out.push(' ');
        }
    }
}

/// Where each object and array ends, by where it begins.
fn ends_of(compact: &str) -> std::collections::BTreeMap<usize, usize> {
    let bytes = compact.as_bytes();
    let (mut open, mut ends) = (Vec::new(), std::collections::BTreeMap::new());
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'{' | b'[' => open.push(at),
            b'}' | b']' => {
                if let Some(from) = open.pop() {
                    ends.insert(from, at);
                }
            }
            b'"' => at = end_of_text(bytes, at),
            _ => {}
        }
        at += 1;
    }
    ends
}

/// The closing quotation mark of the string that begins at an opening one.
fn end_of_text(bytes: &[u8], from: usize) -> usize {
    let mut at = from + 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at.min(bytes.len() - 1)
}

/// A value in a JSON text.
struct Spot {
    /// Its place: `templates[0].parts[1].css`.
    place: String,
    from: usize,
    /// Its last byte.
    to: usize,
}

/// The values of a JSON text with their places, up to where it stops being valid.
fn spots(text: &str) -> Vec<Spot> {
    enum Open {
        Object,
        Array(usize),
    }
    let bytes = text.as_bytes();
    let mut found: Vec<Spot> = Vec::new();
    // the open values, with their places and their indices among those found
    let mut open: Vec<(Open, String, usize)> = Vec::new();
    let mut key: Option<String> = None;
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        let is_value = !matches!(byte, b'}' | b']' | b',' | b':') && !byte.is_ascii_whitespace();
        let is_key = byte == b'"' && key.is_none() && matches!(open.last(), Some((Open::Object, ..)));
        if is_key {
            let end = end_of_text(bytes, at);
            key = text.get(at + 1..end).map(str::to_owned);
            at = end + 1;
            continue;
        }
        if is_value {
            let place = match open.last() {
                None => String::new(),
                Some((Open::Array(n), place, _)) => format!("{place}[{n}]"),
                Some((Open::Object, place, _)) => {
                    let key = key.take().unwrap_or_default();
                    if place.is_empty() { key } else { format!("{place}.{key}") }
                }
            };
            let number = found.len();
            let mut to = at;
            match byte {
                b'{' => open.push((Open::Object, place.clone(), number)),
                b'[' => open.push((Open::Array(0), place.clone(), number)),
                b'"' => to = end_of_text(bytes, at),
                _ => {
                    let rest = bytes[at..].iter().take_while(|b| b.is_ascii_alphanumeric() || b"+-._".contains(b));
                    to = at + rest.count().max(1) - 1;
                }
            }
            found.push(Spot { place, from: at, to });
            at = to;
        } else if matches!(byte, b'}' | b']') {
            if let Some((_, _, number)) = open.pop() {
                found[number].to = at;
            }
            key = None;
        } else if byte == b',' {
            key = None;
            if let Some((Open::Array(n), ..)) = open.last_mut() {
                *n += 1;
            }
        }
        at += 1;
    }
    for (.., number) in open {
        found[number].to = bytes.len();
    }
    found
}

/// The line, from 1, of a place, or of the nearest enclosing one if it is not in the text itself.
pub(crate) fn line_of(text: &str, place: &str) -> usize {
    let spots = spots(text);
    let mut wanted = place;
    loop {
        if let Some(spot) = spots.iter().find(|spot| spot.place == wanted) {
            return 1 + text.as_bytes()[..spot.from].iter().filter(|b| **b == b'\n').count();
        }
        match wanted.rfind(['.', '[']) {
            Some(at) => wanted = &wanted[..at],
            None => return 1,
        }
    }
}

/// The place of the innermost value at a line and column, both from 1.
pub(crate) fn place_at(text: &str, line: usize, column: usize) -> String {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let at = start + column.saturating_sub(1);
    let within = spots(text).into_iter().filter(|spot| spot.from <= at && at <= spot.to + 1);
    within.max_by_key(|spot| spot.from).map_or_else(String::new, |spot| spot.place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_have_lines() {
        let text = "{\"a\": 1,\n \"b\": [{\"c\": \"x,]\"},\n  {\"c\": 2, \"d\": [1, 2]}\n ],\n \"e\": {}}";
        assert_eq!(
            (line_of(text, "b"), line_of(text, "b[1].d[1]"), line_of(text, "e"), line_of(text, "b[0].z")),
            (2, 3, 5, 2)
        );
        assert_eq!(place_at(text, 3, 9), "b[1].c");
        assert_eq!(place_at(text, 2, 14), "b[0].c");
        assert_eq!(place_at("{\"a\": [1, }", 1, 11), "a");
    }

    #[test]
    fn texts_are_broken_into_lines_and_mean_the_same() {
        let long: Vec<String> = (0..40).map(|n| format!("a, b: {{\"{n}\\")).collect();
        let value = serde_json::json!({"a": [1, 2], "long": long, "recognition": {"t": long}, "none": {}});
        let text = laid_out(&serde_json::to_string(&value).unwrap());
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
        assert!(text.contains("\n \"a\": [1, 2]") && text.lines().count() > 40, "{text}");
    }
}
