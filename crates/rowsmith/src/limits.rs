//! Bounds on what one page may cost, and which of them a page has passed.

use std::cell::Cell;

use serde::Serialize;

/// Bounds on what one page may cost. A page that passes one is cut there and its result says so
/// ([`Truncated`]); nothing is ever unbounded, and no page ends in a panic, an abort or a hang.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of the page that are read; what follows is ignored. Default 64 MiB.
    pub max_bytes: usize,
    /// Nodes (elements and texts) of the document. Default 4,000,000.
    pub max_nodes: usize,
    /// Depth of open elements. Deeper elements are kept, without their content, as children of the deepest
    /// element allowed, and their content follows them there, so nothing is lost but nesting. The tree builder walks
    /// its open elements for most tags, so this bounds time too: see `lab/PERFORMANCE.md`. Default 256; browsers
    /// have 512, and the deepest of 2,021 real pages 67.
    pub max_depth: usize,
    /// Different names of elements, and of attributes, those that HTML knows included. Attributes of further names are left out, elements of further
    /// names are dissolved. Default 16,384; the most on 2,021 real pages is 1,284.
    pub max_names: usize,
    /// Steps of comparing subtrees (cells of the dynamic programs) a page: so many to find its lists, and as many to
    /// align their items. Default 200 million, about a second.
    pub max_work: u64,
    /// Bytes of the paths and cells in a result. Records behind them are left out. Default 256 MiB.
    pub max_output: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            max_bytes: 64 << 20,
            max_nodes: 4_000_000,
            max_depth: 256,
            max_names: 16_384,
            max_work: 200_000_000,
            max_output: 256 << 20,
        }
    }
}

/// Which limits a page has passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Truncated {
    /// Bytes behind [`Limits::max_bytes`] were ignored.
    pub bytes: bool,
    /// Nodes behind [`Limits::max_nodes`] were ignored.
    pub nodes: bool,
    /// Elements deeper than [`Limits::max_depth`] were flattened, or formatting elements that were left open many
    /// times over were closed.
    pub depth: bool,
    /// Attributes or elements of names behind [`Limits::max_names`] were left out.
    pub names: bool,
    /// Comparisons behind [`Limits::max_work`] were not made, or made coarsely.
    pub work: bool,
    /// Records or regions behind [`Limits::max_output`] were left out.
    pub output: bool,
}

/// What is left of a limit while a page is worked on.
#[derive(Debug)]
pub(crate) struct Budget {
    left: Cell<u64>,
    exhausted: Cell<bool>,
}

impl Budget {
    pub(crate) fn new(limit: u64) -> Budget {
        Budget { left: Cell::new(limit), exhausted: Cell::new(false) }
    }

    /// Takes `amount` off; `false`, from then on, if that was not left.
    pub(crate) fn spend(&self, amount: u64) -> bool {
        match self.left.get().checked_sub(amount) {
            Some(left) if !self.exhausted.get() => {
                self.left.set(left);
                true
            }
            _ => {
                self.exhausted.set(true);
                false
            }
        }
    }

    /// Whether something was refused.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.exhausted.get()
    }
}
