//! Limits on reading the embedded data of a page.

use std::cell::Cell;

/// Limits on the embedded data of one page. What exceeds one is left out, and [`Declared::cut`](super::Declared::cut)
/// says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Bytes that are read; those that are read twice count twice. Default 24 MiB; the largest of 340 pages of products
    /// and recipes has 3 MB.
    pub max_bytes: usize,
    /// Values, counting lists and objects. Default 1,000,000.
    pub max_values: usize,
    /// Nesting depth of lists and objects; anything deeper is left out. Default 96; none of the pages examined has 40.
    pub max_depth: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { max_bytes: 24 << 20, max_values: 1_000_000, max_depth: 96 }
    }
}

/// What is left of the limits while a page is read.
#[derive(Debug)]
pub(crate) struct Allowance {
    pub(crate) max_depth: usize,
    bytes: Cell<usize>,
    values: Cell<usize>,
    cut: Cell<bool>,
}

impl Allowance {
    pub(crate) fn new(bounds: &Bounds) -> Allowance {
        Allowance {
            max_depth: bounds.max_depth,
            bytes: Cell::new(bounds.max_bytes),
            values: Cell::new(bounds.max_values),
            cut: Cell::new(false),
        }
    }

    /// Subtracts bytes; `false` if there were not that many left.
    pub(crate) fn bytes(&self, count: usize) -> bool {
        self.take(&self.bytes, count)
    }

    /// Subtracts a value; `false` if none was left.
    pub(crate) fn value(&self) -> bool {
        self.take(&self.values, 1)
    }

    /// The number of bytes left.
    pub(crate) fn bytes_left(&self) -> usize {
        self.bytes.get()
    }

    fn take(&self, from: &Cell<usize>, count: usize) -> bool {
        match from.get().checked_sub(count) {
            Some(left) => {
                from.set(left);
                true
            }
            None => {
                from.set(0);
                self.cut.set(true);
                false
            }
        }
    }

    /// Records that something was left out.
    pub(crate) fn cut(&self) {
        self.cut.set(true);
    }

    pub(crate) fn is_cut(&self) -> bool {
        self.cut.get()
    }
}
