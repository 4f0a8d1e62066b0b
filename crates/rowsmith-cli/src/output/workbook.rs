//! A workbook as an output.

use std::path::PathBuf;

use super::page::Page;
use super::place::Place;
use super::sink::Sink;
use super::target::Target;
use super::writers::Shape;
use super::writers::xlsx::Workbook;
use crate::common::failure::Failure;
use crate::common::source::Origin;

/// Opens it; it is held in memory until it is finished.
pub(super) fn open_workbook(place: &Place, shape: Shape) -> Result<Box<dyn Sink>, Failure> {
    Ok(Box::new(Xlsx { target: Target::open(place, None)?, book: Workbook::new(shape.long) }))
}

struct Xlsx {
    target: Target,
    book: Workbook,
}

impl Sink for Xlsx {
    fn page(&mut self, page: &Page, origin: Option<&Origin>) -> Result<(), Failure> {
        self.book.page(page, origin).map_err(|error| self.target.failure(&error))
    }

    fn checkpoint(&mut self) -> Result<u64, Failure> {
        Ok(0)
    }

    fn finish(mut self: Box<Self>) -> Result<Option<PathBuf>, Failure> {
        let bytes = self.book.finish().map_err(|error| self.target.failure(&error))?;
        self.target.write(|out| out.write_all(&bytes))?;
        self.target.commit()?;
        Ok(None)
    }
}
