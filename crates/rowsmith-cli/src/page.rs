//! What an extractor hands to the writers for one input.

use rowsmith::output::{RegionTable, Warning};
use serde::Serialize;

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
    /// What the user should know.
    pub(crate) warnings: Vec<Warning>,
    /// The result as JSON.
    pub(crate) line: String,
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
}
