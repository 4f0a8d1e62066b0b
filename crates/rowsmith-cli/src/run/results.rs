//! What comes of a page, and of a run.

use crate::common::problem::Problem;
use crate::common::source::PageSource;
use crate::output::page::Page;

/// How a run ended that came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// Every input gave a result; exit code 0.
    AllWell,
    /// At least one did not; exit code 1.
    SomeFailed,
}

/// What an extractor makes of an input's bytes.
pub(crate) struct Extracted {
    /// The page for the writers.
    pub(crate) page: Page,
    /// Notices that have no place in the result.
    pub(crate) notices: Vec<String>,
}

/// A page that was worked on.
pub(crate) struct Worked {
    /// Which it was.
    pub(crate) source: PageSource,
    /// Its result, or why there is none.
    pub(crate) outcome: Result<Kept, Problem>,
    /// Inputs that are done with it.
    pub(crate) done: f64,
}

/// A result until it is written.
pub(crate) struct Kept {
    /// What the sink needs of it.
    pub(crate) page: Page,
    /// Notices that have no place in the result.
    pub(crate) notices: Vec<String>,
    /// Records in it.
    pub(crate) records: u64,
    /// Bytes that it holds in memory, roughly.
    pub(super) weight: usize,
}
