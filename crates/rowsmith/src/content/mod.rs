//! The content of a page and its output formats: one typed tree of blocks and inlines, read from the nodes that form
//! the content, from which Markdown, clean HTML and plain text are written.
//!
//! `read` builds the `tree`: code with its language, formulas as LaTeX, notes connected with their marks, data tables,
//! callouts, images in their best version. [`write`] has one file per format. Which nodes form the content ([`Kept`])
//! is decided beforehand.

pub(crate) mod address;
pub(crate) mod kept;
pub(crate) mod options;
pub(crate) mod read;
pub(crate) mod tree;
pub(crate) mod write;

pub use address::{Addresses, safe_address};
pub use kept::{Kept, is_leaf};
pub use options::{Images, Links, MarkdownFlavor, MarkdownOptions, Notes};
pub(crate) use read::callout::is_callout;
pub(crate) use read::code::{is_code_block, is_code_title};
pub(crate) use read::raw_math::without_number;
pub(crate) use read::read_part;
pub use read::{Form, Reading, read};
pub use tree::Content;
pub(crate) use tree::{Block, BlockKind, Inline, InlineKind, SpanKind};
pub use write::{html, markdown, plain};
