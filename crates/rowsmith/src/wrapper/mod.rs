//! Wrappers: what was learnt of the pages of a site, and applied to further pages of it without searching.

mod columns;
mod format;
mod labels;
mod learn;
mod locate;
mod look;
mod prototype;
mod apply;

pub use format::*;
pub use learn::{LearnPage, learn_list};
pub use apply::{Applied, apply_template, verdict};
pub use locate::Verdict;
