//! What an extractor hands to the writers for one input.

use std::borrow::Cow;

use rowsmith::types::{RegionTable, Warning};
use serde::{Deserialize, Serialize};

/// The result for one input, from any extractor: a line of JSON for programs, tables for people.
///
/// `line` is made by the thread that worked on the page, so that serialising runs in parallel, too; it is empty unless
/// a JSON format is asked for.
#[derive(Debug)]
pub(crate) struct Page {
    /// The input as the user named it; `-` for standard input.
    pub(crate) source: String,
    /// The tables, best first.
    pub(crate) tables: Vec<RegionTable>,
    /// What to call each table for people, if they have titles; otherwise empty.
    pub(crate) titles: Vec<String>,
    /// For each table the one that several pages share; empty if every page has its own tables.
    pub(crate) shared: Vec<Shared>,
    /// Warnings for the user.
    pub(crate) warnings: Vec<Warning>,
    /// The result as JSON.
    pub(crate) line: String,
    /// What the page is, if that was asked for.
    pub(crate) kind: Option<PageKind>,
}

impl Page {
    /// What the page is; empty if that was not asked for.
    pub(crate) fn kind_name(&self) -> &str {
        self.kind.as_ref().map_or("", |kind| &kind.name)
    }
}

/// What a page is, and the parts that it has.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct PageKind {
    /// The name of the kind.
    pub(crate) name: Cow<'static, str>,
    /// The probability of that kind.
    pub(crate) confidence: f64,
    /// The number of rows in the parts that make the page what it is.
    pub(crate) rows: u64,
    /// What one row of each table is: "record", "post", "article", "object".
    pub(crate) parts: Vec<Cow<'static, str>>,
}

/// A table shared by all pages of a template.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Shared {
    /// The name of the template, and of its part if it has several.
    pub(crate) name: String,
    /// The version of the wrapper.
    pub(crate) wrapper: String,
}
