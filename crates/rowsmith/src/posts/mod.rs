//! Posts of threads, comments and reviews: MiBAT (Song et al., CIKM 2010), and what goes beyond it.

pub(crate) mod candidates;
pub(crate) mod fields;
pub(crate) mod mibat;
pub(crate) mod pivots;
pub(crate) mod ranking;

pub use candidates::pivot_boxes::pivot_boxes;
pub use candidates::post_candidates;
pub use fields::author::examples::PlacedName;
pub use fields::author::features::AUTHOR_FEATURES;
pub(crate) use fields::link_around;
pub use fields::{AuthorPlace, PostNodes, author_places, clean_html, find_fields};
pub use mibat::anchor_trees::{AnchorOptions, AnchorTrees};
pub use mibat::boundary::{Boundary, determine_boundary};
pub use mibat::measures::{Measure, Pairs, matched_siblings, similarity};
pub use mibat::{MibatOptions, is_dates_only, main_region, mibat};
pub use pivots::{AttributeDate, Pivot, Pivots};
pub use ranking::choose::{Chosen, choose_posts, measure_posts, posts_confidence_row, posts_shortlist};
pub use ranking::evidence::{POST_FEATURES, ProfileLinks, post_evidence};
pub use ranking::model::{PostModel, of_the_list};

use std::sync::Arc;

use crate::records::PageFacts;
use crate::tree::Similarities;

/// How the posts are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Method {
    /// Among all candidates, by the learnt model.
    #[default]
    Learned,
    /// The paper's own: MiBAT's regions, the one with the most matched nodes (5.4).
    Mibat,
}

/// Options of the extractor of posts.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// How the posts are chosen.
    pub method: Method,
    /// The model in place of the library's own.
    pub model: Option<Arc<PostModel>>,
    /// The least confidence with which a list is called the page's posts; of the learnt method.
    pub min_confidence: f64,
    /// Parameters of MiBAT.
    pub mibat: MibatOptions,
}

impl Default for Options {
    fn default() -> Self {
        Options { method: Method::Learned, model: None, min_confidence: 0.3, mibat: MibatOptions::default() }
    }
}

impl Options {
    /// The model that is asked: the caller's, or the library's own.
    pub(crate) fn model(&self) -> &PostModel {
        self.model.as_deref().unwrap_or_else(|| PostModel::built_in())
    }
}

/// The posts of a page, and whether `max_work` ([`Limits`](crate::Limits)) was passed. `None` if it has none.
pub fn find_posts(facts: &PageFacts<'_>, pivots: &Pivots, options: &Options, max_work: u64) -> (Option<Chosen>, bool) {
    let mut sims = Similarities::new(&facts.page.tree, &facts.classes, max_work);
    let chosen = likeliest_posts(facts, pivots, options, &mut sims, max_work);
    let sure = chosen.filter(|c| c.confidence.is_none_or(|p| p >= options.min_confidence));
    (sure, sims.exhausted)
}

/// What is most like posts on a page, however little that may be, where its subtrees may have been compared already.
pub fn likeliest_posts<'a>(
    facts: &'a PageFacts<'a>,
    pivots: &Pivots,
    options: &Options,
    sims: &mut Similarities<'a>,
    max_work: u64,
) -> Option<Chosen> {
    match options.method {
        Method::Learned => choose_posts(facts, pivots, &options.mibat, options.model(), sims, max_work),
        Method::Mibat => {
            let regions = mibat(facts, pivots, &options.mibat, sims, max_work);
            let main = main_region(facts, pivots, &regions, &options.mibat, sims);
            main.map(|(region, score)| Chosen { candidate: region.clone(), score, confidence: None })
        }
    }
}
