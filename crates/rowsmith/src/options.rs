//! Parameters of the extractors, each with the value in its paper and the figure that led to ours.
//!
//! The options of the facade ([`RecordsOptions`](crate::RecordsOptions) and the like) hold these in their field
//! `search`.

pub use crate::article::Options as ArticleSearch;
pub use crate::content::{
    Images as MarkdownImages, Links as MarkdownLinks, MarkdownFlavor, MarkdownOptions, Notes as MarkdownNotes,
};
pub use crate::extract::Options as ExtractSearch;
#[cfg(feature = "objects")]
pub use crate::objects::{Method as ObjectMethod, Options as ObjectSearch};
pub use crate::page::GivenField;
pub use crate::posts::{Method as PostMethod, MibatOptions, Options as PostSearch};
pub use crate::records::{
    AlignOptions, ColumnOptions, Method as ListMethod, Options as ListSearch, RegionOptions, VisualOptions,
};
pub use crate::state::StateUse;
pub use crate::types::DateKind;
