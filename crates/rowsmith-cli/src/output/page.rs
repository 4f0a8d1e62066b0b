//! What an extractor hands to the writers for one input.

use rowsmith::types::{RegionTable, Warning};
use serde::{Deserialize, Serialize};

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
    /// What to call each table for people, where they have titles; else empty.
    pub(crate) titles: Vec<String>,
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
