//! What text formats have in common.

use std::io::{self, Write};

use crate::output::page::Page;

/// A format that is text and is written from beginning to end.
pub(crate) trait TextWriter {
    /// Writes the next page.
    fn page(&mut self, out: &mut dyn Write, page: &Page) -> io::Result<()>;

    /// The output of earlier runs exists already.
    fn go_on(&mut self) {}

    /// Writes what comes after the last page.
    fn finish(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

/// What the writers have to know about the run, in addition to the pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    /// The number of terminal columns that a table may take; 0 for any number.
    pub(crate) width: usize,
    /// Whether to use colours.
    pub(crate) colour: bool,
    /// One row per cell.
    pub(crate) long: bool,
    /// Values in place of texts, where a format has no types.
    pub(crate) typed: bool,
    /// Whether there may be several pages.
    pub(crate) sources: bool,
    /// Whether there may be several regions per page, judging by what was asked for.
    pub(crate) regions: bool,
    /// What one row is.
    pub(crate) noun: &'static str,
}
