//! What text formats have in common.

use std::io::{self, Write};

use crate::output::page::Page;

/// A format that is text and written from beginning to end.
pub(crate) trait TextWriter {
    /// Writes one page more.
    fn page(&mut self, out: &mut dyn Write, page: &Page) -> io::Result<()>;

    /// What earlier runs have written is there already.
    fn go_on(&mut self) {}

    /// Writes what comes behind the last page.
    fn finish(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

/// What the writers have to know of the run, beside the pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    /// Columns of the terminal that a table may take; 0 for any number.
    pub(crate) width: usize,
    /// Whether to colour.
    pub(crate) colour: bool,
    /// One row a cell.
    pub(crate) long: bool,
    /// Whether there may be several pages.
    pub(crate) sources: bool,
    /// Whether there may be several regions a page, by what was asked for.
    pub(crate) regions: bool,
    /// What a row is.
    pub(crate) noun: &'static str,
}
