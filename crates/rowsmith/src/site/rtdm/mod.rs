//! RTDM: finds the article by patterns of a cluster's trees (Reis et al. 2004; step 1 is
//! [`crate::site::templates::cluster`]).

pub(crate) mod compose;
pub mod distance;
pub(crate) mod label;
pub(crate) mod matching;
pub(crate) mod pattern;

pub use compose::{compose, simplify};
pub use label::{BodyLabel, Labelled, label, label_passages};
pub use matching::{PatternMatch, accepts, match_page, nearest_nodes};
pub use pattern::{Pattern, Wildcard};

use crate::site::sample::SamplePage;

/// Options of RTDM.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RtdmOptions {
    /// Wildcards with at most this many ordinary nodes between them are merged with these (section 4.2). The paper does
    /// not give its number.
    pub gap: usize,
    /// How the body is distinguished from other passages.
    pub body: BodyLabel,
}

impl Default for RtdmOptions {
    fn default() -> Self {
        RtdmOptions { gap: 2, body: BodyLabel::Node }
    }
}

/// A page as a pattern without wildcards.
pub fn page_pattern(page: &SamplePage) -> Pattern {
    Pattern { tree: page.tree.clone(), texts: page.texts.clone() }
}

/// The pattern of a cluster's pages, which accepts each of them unless `max_work` was exceeded.
pub fn cluster_pattern(pages: &[&SamplePage], options: &RtdmOptions, max_work: u64) -> Pattern {
    let Some((first, rest)) = pages.split_first() else { return Pattern::default() };
    let composed = rest.iter().fold(page_pattern(first), |p, page| compose(&p, &page_pattern(page), max_work));
    simplify(&composed, options.gap)
}
