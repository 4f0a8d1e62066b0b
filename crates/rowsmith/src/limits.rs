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
    /// Bytes of memory that the page may take with what is found in it, about. Nodes and output behind that are left out, by what
    /// they cost at most, as if [`max_nodes`](Limits::max_nodes) and [`max_output`](Limits::max_output) were lower. `None`, the default, stands
    /// for 64 MiB and 40 times the bytes of the page, or 512 MiB if that is more: what is cut by that has more than 600,000 nodes and
    /// hardly anything but tags.
    pub max_memory: Option<usize>,
}

/// Bytes that a page may take, whatever its length, and for each of its bytes. None of 3,243 real pages is cut by that.
const MEMORY: usize = 64 << 20;
const MEMORY_A_BYTE: usize = 40;
/// Bytes that any page may take: with less, tables of some ten thousand rows of short cells would be cut.
const LEAST_MEMORY: usize = 512 << 20;

/// Bytes that the command takes by itself, with the models.
const OWN: usize = 28 << 20;
/// Bytes that a byte of the page takes beside its nodes: as it was read, decoded, and as text of the document.
const A_BYTE: usize = 4;
/// Bytes that a node takes at most with a record of its own in the result: 770 of `extract` by `eval/memory.py`.
const A_NODE: usize = 800;
/// How many times a byte of output is in memory at once: as a cell, as it is written, and as what that grows by.
const OUTPUT_COPIES: usize = 4;

impl Default for Limits {
    fn default() -> Self {
        Limits {
            max_bytes: 64 << 20,
            max_nodes: 4_000_000,
            max_depth: 256,
            max_names: 16_384,
            max_work: 200_000_000,
            max_output: 256 << 20,
            max_memory: None,
        }
    }
}

impl Limits {
    /// These limits for a page of so many bytes, with no more nodes and output than fit into its memory.
    pub(crate) fn within_memory(self, bytes: usize) -> Limits {
        let bytes = bytes.min(self.max_bytes);
        let by_length = MEMORY.saturating_add(bytes.saturating_mul(MEMORY_A_BYTE));
        let memory = self.max_memory.unwrap_or(by_length.max(LEAST_MEMORY));
        let left = memory.saturating_sub(OWN).saturating_sub(bytes.saturating_mul(A_BYTE));
        Limits {
            max_nodes: self.max_nodes.min(left / A_NODE),
            max_output: self.max_output.min(left / OUTPUT_COPIES),
            ..self
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
