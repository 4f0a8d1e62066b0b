//! What an extractor hands to the writers for one input.

use rowsmith::types::{RegionTable, Warning};
use serde::{Deserialize, Serialize};

use crate::sources::Origin;

/// The result on one input, of whatever extractor: a line of JSON for programs, tables for people.
///
/// `line` is made where the page was extracted, so that serialising runs in parallel too; it is empty unless a JSON
/// format is asked for.
#[derive(Debug)]
pub(crate) struct Page {
    /// The input as the user named it; `-` for standard input.
    pub(crate) source: String,
    /// The tables, best first.
    pub(crate) tables: Vec<RegionTable>,
    /// For each table the one that several pages share; empty if every page has tables of its own.
    pub(crate) shared: Vec<Shared>,
    /// What the user should know.
    pub(crate) warnings: Vec<Warning>,
    /// The result as JSON.
    pub(crate) line: String,
    /// What the page is, where that was asked for.
    pub(crate) kind: Option<PageKind>,
}

/// What a page is, and the parts that it has.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PageKind {
    /// The name of the kind.
    pub(crate) name: &'static str,
    /// The probability of it.
    pub(crate) confidence: f64,
    /// Rows of the parts that make the page what it is.
    pub(crate) rows: u64,
    /// What a row of each table is: "record", "post", "article", "object".
    pub(crate) parts: Vec<&'static str>,
}

/// A table that all pages of a template share.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Shared {
    /// The name of the template, and of its part if it has several.
    pub(crate) name: String,
    /// The version of the wrapper.
    pub(crate) wrapper: String,
}

/// How a page's JSON is laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Layout {
    /// No JSON is wanted.
    None,
    /// One line.
    Line,
    /// Indented.
    Indented,
}

impl Layout {
    /// The JSON of a result.
    pub(crate) fn json(self, result: &impl Serialize) -> Result<String, String> {
        match self {
            Layout::None => Ok(String::new()),
            Layout::Line => serde_json::to_string(result),
            Layout::Indented => serde_json::to_string_pretty(result),
        }
        .map_err(|error| format!("the result cannot be written as JSON: {error}"))
    }

    /// Adds to the JSON of a result, an object, where its page stood: the fields `archive` and `position`.
    pub(crate) fn add_origin(self, line: &mut String, origin: &Origin) {
        let (Ok(archive), Some(body)) = (serde_json::to_string(&origin.archive), line.strip_suffix('}')) else {
            return;
        };
        let space = if self == Layout::Indented { "\n  " } else { "" };
        let (colon, end) = if self == Layout::Indented { (": ", "\n}") } else { (":", "}") };
        let position = origin.position;
        let body = body.trim_end();
        *line = format!("{body},{space}\"archive\"{colon}{archive},{space}\"position\"{colon}{position}{end}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_page_stood_is_in_its_json() {
        let origin = Origin { archive: "a \"b\".warc".into(), position: 7 };
        for layout in [Layout::Line, Layout::Indented] {
            let mut line = layout.json(&serde_json::json!({"source": "x", "regions": []})).unwrap();
            layout.add_origin(&mut line, &origin);
            let back: serde_json::Value = serde_json::from_str(&line).unwrap();
            assert_eq!((back["archive"].as_str(), back["position"].as_u64()), (Some("a \"b\".warc"), Some(7)));
            assert_eq!((back["source"].as_str(), line.contains('\n')), (Some("x"), layout == Layout::Indented));
        }
        let mut none = String::new();
        Layout::None.add_origin(&mut none, &origin);
        assert!(none.is_empty());
    }
}
