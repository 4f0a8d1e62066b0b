//! Wrappers: what was learnt of the pages of a site, applied to further pages of it without searching.
//!
//! [`learn`] groups pages by template, finds the main list of each by search, lets the pages of a template agree on
//! one, and keeps: what the pages have in common (RTDM's clusters, here by their elements), what records look like and
//! stand in (as FOREST's patterns with tolerant attributes), what else looks like them, DEPTA's seed tree with the
//! columns, as MiBAT's batch mode (6.3) keeps the best page's template, and statistics. [`apply`] takes the records and
//! columns of a further page by these, and says where the page departs from them.

mod apply;
mod cluster;
mod columns;
mod drift;
mod file;
mod format;
mod labels;
mod learn;
mod locate;
mod look;
mod prototype;
mod recognition;
mod selectors;
mod statistics;
#[cfg(test)]
mod tests;

pub use apply::{Applied, AppliedNodes, AppliedPage, ApplyOptions, apply, apply_to, template_fit, verdict};
pub use drift::Drift;
pub use file::WrapperError;
pub use format::*;
pub use learn::{Example, LearnInput, LearnOptions, learn, learn_records};
pub use locate::Verdict;
pub use recognition::Fit;
