//! The results of a page and of a run.

use crate::common::problem::Problem;
use crate::common::source::PageSource;
use crate::output::page::Page;

/// How a completed run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// Every input gave a result; exit code 0.
    AllWell,
    /// At least one did not; exit code 1.
    SomeFailed,
}

/// What an extractor makes from the bytes of an input.
pub(crate) struct Extracted {
    /// The page for the writers.
    pub(crate) page: Page,
    /// Notices that are not part of the result.
    pub(crate) notices: Vec<String>,
}

/// A page that was worked on.
pub(crate) struct Worked {
    /// Identifies it.
    pub(crate) source: PageSource,
    /// Its result, or why there is none.
    pub(crate) outcome: Result<Kept, Problem>,
    /// The number of inputs that are done with it.
    pub(crate) done: f64,
}

/// A result until it is written.
pub(crate) struct Kept {
    /// What the sink needs of it.
    pub(crate) page: Page,
    /// Notices that are not part of the result.
    pub(crate) notices: Vec<String>,
    /// The number of records in it.
    pub(crate) records: u64,
    /// Whether any record has a value.
    pub(super) has_values: bool,
    /// The approximate number of bytes that it takes in memory.
    pub(super) weight: usize,
}
