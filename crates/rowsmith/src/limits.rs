//! Bounds on what one page may cost, and which of them a page has passed.

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
    /// element allowed, and their content follows them there, as in browsers; so nothing is lost but nesting.
    /// A tree builder walks its open elements for most tags, so this bounds time too. Default 512, Blink's.
    pub max_depth: usize,
    /// Steps of comparing subtrees (cells of the dynamic programs) a page. Default 200 million, about a second.
    pub max_work: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { max_bytes: 64 << 20, max_nodes: 4_000_000, max_depth: 512, max_work: 200_000_000 }
    }
}

/// Which limits a page has passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Truncated {
    /// Bytes behind [`Limits::max_bytes`] were ignored.
    pub bytes: bool,
    /// Nodes behind [`Limits::max_nodes`] were ignored.
    pub nodes: bool,
    /// Elements deeper than [`Limits::max_depth`] were flattened.
    pub depth: bool,
    /// Comparisons behind [`Limits::max_work`] were not made, or made coarsely.
    pub work: bool,
}
