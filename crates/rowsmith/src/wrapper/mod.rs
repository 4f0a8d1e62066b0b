//! Wrappers: what was learnt from pages of a site, applied to further pages of it without searching.
//!
//! [`Wrapper::learn`] groups pages by template (RTDM's clusters), finds the list, posts and article of each by search,
//! and decides what the pages of a template hold. It stores what the pages have in common, what records look like and
//! where they are (as FOREST's patterns with tolerant attributes), what other elements look similar, DEPTA's seed tree
//! with the columns of lists, the fields of posts (as MiBAT's batch mode (6.3) keeps the best page's template), and
//! statistics. An article is a part with one record, a post a record with author, date and body. [`Wrapper::apply`]
//! uses these to extract records and columns from a further page, and reports how the page deviates from them.

pub(crate) mod apply;
pub(crate) mod error;
pub(crate) mod export;
pub(crate) mod file;
pub(crate) mod format;
pub(crate) mod labels;
pub(crate) mod learn;
pub(crate) mod mend;
pub(crate) mod options;
pub(crate) mod parts;
#[cfg(test)]
mod pointed_tests;
pub(crate) mod prepared;
pub(crate) mod recognition;
#[cfg(test)]
mod tests;

pub use apply::Applier;
pub use apply::applied::Applied;
pub(crate) use apply::applied::host_of;
pub use apply::page::ApplyOptions;
pub(crate) use apply::posts_by_wrapper;
pub use error::WrapperError;
pub use export::{ExportForm, Exported};
pub use format::{
    ColumnLocator, ColumnSelector, ColumnStatistics, Part, Selectors, Statistics, Template, VERSION, Wrapper,
};
pub use learn::Learnt;
pub(crate) use learn::learn;
#[cfg(feature = "lab")]
pub use mend::pairs::{ColumnPair, ColumnPairs, PlacedColumn, column_pairs, evidence_names};
pub use mend::{Alarm, FoundBack, Mended, MendedColumn, MendedTemplate};
pub(crate) use mend::{is_mendable, repair, update};
pub use options::{Kinds, LearnOptions};

// functions on nodes of comparison trees, which only the laboratory has access to
#[cfg(feature = "lab")]
pub use apply::{AppliedNodes, apply_to, template_fit, verdict};
#[cfg(not(feature = "lab"))]
pub(crate) use apply::{AppliedNodes, apply_to, template_fit, verdict};
#[cfg(feature = "lab")]
pub use options::Example;
#[cfg(not(feature = "lab"))]
pub(crate) use options::Example;
#[cfg(feature = "lab")]
pub use parts::{locate::Verdict, part::learn_records};
#[cfg(not(feature = "lab"))]
pub(crate) use parts::{locate::Verdict, part::learn_records};
#[cfg(feature = "lab")]
pub use recognition::Fit;
#[cfg(not(feature = "lab"))]
pub(crate) use recognition::Fit;

pub use crate::types::{AppliedPage, Drift, PartKind};
