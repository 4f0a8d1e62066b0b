//! The JSON of a result, made by the thread that worked on the page, so that serialising runs in parallel, too.

use serde::Serialize;

use crate::args::Format;
use crate::common::source::Origin;

/// How JSON is laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Layout {
    Line,
    Indented,
}

/// The layout for a format; `None` if it needs no JSON.
fn layout(format: Format) -> Option<Layout> {
    match format {
        Format::Jsonl => Some(Layout::Line),
        Format::Json => Some(Layout::Indented),
        Format::Table | Format::Csv | Format::Md | Format::Xlsx | Format::Sqlite | Format::Parquet => None,
        Format::Tsv | Format::Report | Format::Feed | Format::Arrow => None,
        Format::Text | Format::MdText | Format::Html => None,
    }
}

/// The JSON of a result in the layout of the format; empty if the format needs none.
///
/// # Errors
/// If the result cannot be written as JSON.
pub(crate) fn json(format: Format, result: &impl Serialize) -> Result<String, String> {
    let json = match layout(format) {
        None => Ok(String::new()),
        Some(Layout::Line) => serde_json::to_string(result),
        Some(Layout::Indented) => serde_json::to_string_pretty(result),
    };
    json.map(escaped).map_err(|error| format!("the result cannot be written as JSON: {error}"))
}

/// Escapes the control characters that JSON allows (U+007F to U+009F, of which U+009B controls terminals). They only
/// occur in strings, so the value is the same.
pub(super) fn escaped(json: String) -> String {
    let steers = |c: char| matches!(c, '\u{7f}'..='\u{9f}');
    if !json.contains(steers) {
        return json;
    }
    let mut out = String::with_capacity(json.len() + 64);
    for c in json.chars() {
        match steers(c) {
            true => out.extend(["\\u00".to_owned(), format!("{:02x}", u32::from(c))]),
            false => out.push(c),
        }
    }
    out
}

/// Adds the place of the page in an archive to the JSON object of a result: the fields `archive` and `position`.
pub(crate) fn add_origin(format: Format, json: &mut String, origin: &Origin) {
    let Some(layout) = layout(format) else { return };
    let (Ok(archive), Some(body)) = (serde_json::to_string(&origin.archive).map(escaped), json.strip_suffix('}'))
    else {
        return;
    };
    let (space, colon, end) = match layout {
        Layout::Line => ("", ":", "}"),
        Layout::Indented => ("\n  ", ": ", "\n}"),
    };
    let position = origin.position;
    let body = body.trim_end();
    *json = format!("{body},{space}\"archive\"{colon}{archive},{space}\"position\"{colon}{position}{end}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escapes() {
        let value = serde_json::json!({"a\u{9b}": "x\u{9b}31m\u{7f}\u{85}\u{1b}\\ größer 値段\u{a0}"});
        for format in [Format::Jsonl, Format::Json] {
            let written = json(format, &value).unwrap();
            assert!(written.chars().all(|c| c == '\n' || !c.is_control()), "{written:?}");
            assert!(written.contains("x\\u009b31m\\u007f\\u0085\\u001b\\\\ größer 値段\u{a0}"), "{written}");
            assert_eq!(serde_json::from_str::<serde_json::Value>(&written).unwrap(), value);
        }
        let origin = Origin { archive: "a\u{9b}.warc".into(), position: 7 };
        let mut line = json(Format::Jsonl, &value).unwrap();
        add_origin(Format::Jsonl, &mut line, &origin);
        assert!(!line.contains(char::is_control) && line.contains("a\\u009b.warc"), "{line}");
    }

    #[test]
    fn where_a_page_stood_is_in_its_json() {
        let origin = Origin { archive: "a \"b\".warc".into(), position: 7 };
        for format in [Format::Jsonl, Format::Json] {
            let mut line = json(format, &serde_json::json!({"source": "x", "regions": []})).unwrap();
            add_origin(format, &mut line, &origin);
            let back: serde_json::Value = serde_json::from_str(&line).unwrap();
            assert_eq!((back["archive"].as_str(), back["position"].as_u64()), (Some("a \"b\".warc"), Some(7)));
            assert_eq!((back["source"].as_str(), line.contains('\n')), (Some("x"), format == Format::Json));
        }
        let mut document = "{a}".to_owned();
        add_origin(Format::Text, &mut document, &origin);
        assert_eq!(document, "{a}");
    }
}
