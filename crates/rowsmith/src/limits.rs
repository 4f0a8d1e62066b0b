//! Limits on what one page may cost, and a record of those that a page has exceeded.

use std::cell::Cell;

use serde::Serialize;

/// Limits on what one page may cost. A page that exceeds one is cut off there and its result says so ([`Truncated`]).
/// Every cost is bounded, and no page causes a panic, an abort or a hang.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of the page that are read; the rest is ignored. The default is 64 MiB.
    pub max_bytes: usize,
    /// Nodes (elements and texts) of the document. The default is 4,000,000.
    pub max_nodes: usize,
    /// Depth of open elements. Elements below it become empty children of the deepest element allowed, and their
    /// content follows them there, so only nesting is lost. The tree builder walks its open elements for most tags, so
    /// this bounds time too: see `lab/PERFORMANCE.md`. The default is 256; browsers allow 512, and the deepest of 2,021
    /// real pages has 67.
    pub max_depth: usize,
    /// The number of different names of elements, and likewise of attributes, including those known to HTML. Attributes
    /// with names beyond this number are left out, and such elements are replaced by their content. The default is
    /// 16,384; the maximum on 2,021 real pages is 1,284.
    pub max_names: usize,
    /// Steps for comparing subtrees (cells of the dynamic programs) per page: this many for finding its lists, and as
    /// many again for aligning their items. The default is 200 million, which takes about a second.
    pub max_work: u64,
    /// Bytes of the paths and cells in a result. Records beyond this are left out. The default is 256 MiB.
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

impl Limits {
    /// The default limits, which are far above what real pages need.
    ///
    /// ```
    /// use rowsmith::{Limits, Page, PageOptions};
    ///
    /// let page = Page::parse(b"<p>Hello", &PageOptions::new().limits(Limits::new()))?;
    /// assert_eq!(Limits::new().max_depth, 256);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn new() -> Limits {
        Limits::default()
    }

    /// Sets how many bytes of the page are read.
    ///
    /// ```
    /// use rowsmith::types::Warning;
    /// use rowsmith::{ArticleOptions, Limits, Page, PageOptions};
    ///
    /// let html = format!("<p>{}", "All day long. ".repeat(100));
    /// let page = Page::parse(html.as_bytes(), &PageOptions::new().limits(Limits::new().max_bytes(200)))?;
    /// let article = page.article(&ArticleOptions::new());
    /// assert!(article.warnings.iter().any(|warning| matches!(warning, Warning::Truncated(passed) if passed.bytes)));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn max_bytes(mut self, max_bytes: usize) -> Limits {
        self.max_bytes = max_bytes;
        self
    }

    /// Sets how many elements and texts the document may have.
    ///
    /// ```
    /// use rowsmith::types::Warning;
    /// use rowsmith::{Limits, Page, PageOptions, RecordsOptions};
    ///
    /// let html = "<p>text".repeat(1000);
    /// let page = Page::parse(html.as_bytes(), &PageOptions::new().limits(Limits::new().max_nodes(100)))?;
    /// let found = page.records(&RecordsOptions::new());
    /// assert!(found.warnings.iter().any(|warning| matches!(warning, Warning::Truncated(passed) if passed.nodes)));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn max_nodes(mut self, max_nodes: usize) -> Limits {
        self.max_nodes = max_nodes;
        self
    }

    /// Sets how deep open elements may be.
    ///
    /// ```
    /// use rowsmith::Limits;
    /// use rowsmith::dom::{ParseOptions, parse};
    ///
    /// let deep = "<div>".repeat(100);
    /// let is_cut = |limits| parse(deep.as_bytes(), &ParseOptions::new().limits(limits)).map(|page| page.source.truncated.depth);
    /// assert_eq!(is_cut(Limits::new()), Ok(false));
    /// assert_eq!(is_cut(Limits::new().max_depth(50)), Ok(true));
    /// ```
    #[must_use]
    pub fn max_depth(mut self, max_depth: usize) -> Limits {
        self.max_depth = max_depth;
        self
    }

    /// Sets how many different names of elements, and of attributes, are kept.
    ///
    /// ```
    /// use rowsmith::Limits;
    ///
    /// assert_eq!(Limits::new().max_names(1_000).max_names, 1_000);
    /// ```
    #[must_use]
    pub fn max_names(mut self, max_names: usize) -> Limits {
        self.max_names = max_names;
        self
    }

    /// Sets how many steps the comparison of subtrees may take.
    ///
    /// ```
    /// use rowsmith::Limits;
    ///
    /// assert_eq!(Limits::new().max_work(1_000_000).max_work, 1_000_000);
    /// ```
    #[must_use]
    pub fn max_work(mut self, max_work: u64) -> Limits {
        self.max_work = max_work;
        self
    }

    /// Sets how many bytes the paths and cells of a result may have.
    ///
    /// ```
    /// use rowsmith::Limits;
    ///
    /// assert_eq!(Limits::new().max_output(1_000_000).max_output, 1_000_000);
    /// ```
    #[must_use]
    pub fn max_output(mut self, max_output: usize) -> Limits {
        self.max_output = max_output;
        self
    }

    /// Sets how many bytes of memory the page may take with what is found in it, about.
    ///
    /// ```
    /// use rowsmith::Limits;
    ///
    /// assert_eq!(Limits::new().max_memory(100 << 20).max_memory, Some(100 << 20));
    /// ```
    #[must_use]
    pub fn max_memory(mut self, max_memory: impl Into<Option<usize>>) -> Limits {
        self.max_memory = max_memory.into();
        self
    }
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

/// The limits that a page has exceeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Truncated {
    /// Bytes beyond [`Limits::max_bytes`] were ignored.
    pub bytes: bool,
    /// Nodes beyond [`Limits::max_nodes`] were ignored.
    pub nodes: bool,
    /// Elements deeper than [`Limits::max_depth`] were flattened, or formatting elements that had been left open many
    /// times were closed.
    pub depth: bool,
    /// Attributes or elements with names beyond [`Limits::max_names`] were left out.
    pub names: bool,
    /// Comparisons beyond [`Limits::max_work`] were skipped, or made coarsely.
    pub work: bool,
    /// Records or regions beyond [`Limits::max_output`] were left out.
    pub output: bool,
}

/// What was found on a page with no more work than [`Limits::max_work`], and whether that sufficed.
///
/// What is compared less, or not at all, for want of work may be missing from what was found; whoever passes it on says so
/// ([`Truncated::work`]).
#[derive(Clone, Debug)]
pub struct WithinWork<T> {
    /// What was found.
    pub found: T,
    /// Whether the work was used up before all was compared.
    pub exhausted: bool,
}

/// What is left of a limit during the work on a page.
#[derive(Debug)]
pub(crate) struct Budget {
    left: Cell<u64>,
    exhausted: Cell<bool>,
}

impl Budget {
    pub(crate) fn new(limit: u64) -> Budget {
        Budget { left: Cell::new(limit), exhausted: Cell::new(false) }
    }

    /// Subtracts `amount`. Returns `false`, now and on every later call, if less than that was left.
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

    /// Whether a request was refused.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.exhausted.get()
    }
}
