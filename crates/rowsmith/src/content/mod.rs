//! What the content of a page is made of, and its forms: one typed tree of blocks and inlines, read from the nodes that are the
//! content, from which Markdown, clean HTML and plain text are written.
//!
//! `read` makes the `tree`: code with its language, formulas as LaTeX, notes joined with their marks, data tables,
//! callouts, images by their best source. [`write`] has a file a form. Which nodes are the content ([`Kept`]) is decided before.

pub(crate) mod address;
pub(crate) mod kept;
pub(crate) mod options;
pub(crate) mod read;
pub(crate) mod tree;
pub(crate) mod write;

pub use address::{Addresses, safe_address};
pub use kept::{Kept, is_leaf};
pub use options::{Images, Links, MarkdownFlavor, MarkdownOptions};
pub(crate) use read::callout::is_callout;
pub use read::{Form, Reading, read};
pub use tree::Content;
pub use write::{html, markdown, plain};
