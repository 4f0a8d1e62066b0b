//! What reading the embedded data of a page may cost.

use std::cell::Cell;

/// Bounds of the embedded data of one page. What passes one is left out, and said ([`Declared::cut`](super::Declared::cut)).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Bytes that are read, those that are read twice counted twice. Default 24 MiB; the largest of 340 pages of
    /// products and recipes has 3 MB.
    pub max_bytes: usize,
    /// Values, those of lists and objects included. Default 1,000,000.
    pub max_values: usize,
    /// Depth of lists and objects within each other; what lies deeper is left out. Default 96; no page looked at has 40.
    pub max_depth: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { max_bytes: 24 << 20, max_values: 1_000_000, max_depth: 96 }
    }
}

/// What is left of the bounds while a page is read.
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

    /// Takes bytes off; `false` if so many were not left.
    pub(crate) fn bytes(&self, count: usize) -> bool {
        self.take(&self.bytes, count)
    }

    /// Takes a value off; `false` if none was left.
    pub(crate) fn value(&self) -> bool {
        self.take(&self.values, 1)
    }

    /// Bytes that are left.
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

    /// Notes that something was left out.
    pub(crate) fn cut(&self) {
        self.cut.set(true);
    }

    pub(crate) fn is_cut(&self) -> bool {
        self.cut.get()
    }
}
