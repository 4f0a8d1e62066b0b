//! Posts of threads, comments and reviews: MiBAT (Song et al., CIKM 2010), and extensions of it.

pub(crate) mod candidates;
pub(crate) mod fields;
pub(crate) mod marks;
pub(crate) mod mibat;
pub(crate) mod pivots;
pub(crate) mod profiles;
pub(crate) mod ranking;

pub use candidates::pivot_boxes::pivot_boxes;
pub use candidates::post_candidates;
pub use fields::author::examples::PlacedName;
pub use fields::author::features::AUTHOR_FEATURES;
pub(crate) use fields::rough_fields;
pub use fields::{AuthorPlace, PostNodes, author_places, clean_html, find_fields};
pub(crate) use fields::{is_dropped, link_around};
pub use mibat::anchor_trees::{AnchorOptions, AnchorTrees};
pub use mibat::boundary::{Boundary, determine_boundary};
pub use mibat::measures::{Measure, Pairs, PivotedTree, matched_siblings, similarity};
pub use mibat::{MibatOptions, is_dates_only, main_region, mibat};
pub use pivots::{AttributeDate, Pivot, Pivots};
pub use ranking::choose::{Chosen, choose_posts, measure_posts, posts_confidence_row, posts_shortlist};
pub use ranking::evidence::POST_FEATURES;
pub use ranking::model::{PostModel, of_the_list};

use std::sync::Arc;

use crate::limits::WithinWork;
use crate::records::PageFacts;
use crate::tree::Similarities;

/// How the posts are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Method {
    /// Among all candidates, by the trained model.
    #[default]
    Learned,
    /// The paper's own way: the one of MiBAT's regions with the most matched nodes (5.4).
    Mibat,
}

/// Options for extracting posts.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// How the posts are chosen.
    pub method: Method,
    /// A model to use instead of the one included in the library.
    pub model: Option<Arc<PostModel>>,
    /// The least confidence with which a list is taken to be the page's posts; for [`Method::Learned`].
    pub min_confidence: f64,
    /// Parameters of MiBAT.
    pub mibat: MibatOptions,
}

impl Options {
    /// The default options: posts are chosen by the trained model.
    ///
    /// ```
    /// use rowsmith::options::{PostMethod, PostSearch};
    ///
    /// assert_eq!(PostSearch::new().method, PostMethod::Learned);
    /// ```
    pub fn new() -> Options {
        Options::default()
    }

    /// Sets how the posts are chosen.
    ///
    /// ```
    /// use rowsmith::options::{PostMethod, PostSearch};
    /// use rowsmith::{Page, PageOptions, PostsOptions};
    ///
    /// let post = |name: &str, day: u32| {
    ///     let text = format!("{name} thinks that lamps are fine, and says so at some length today, as on any day.");
    ///     format!("<div class=post><a href=/u/{name}>{name}</a> <i>2024-01-{day:02} 10:00</i><p class=body>{text}</div>")
    /// };
    /// let html = format!("<h1>Lamps</h1><div>{}{}{}{}</div>", post("ann", 5), post("bob", 6), post("cy", 8), post("dan", 9));
    /// let mibat = PostsOptions::new().search(PostSearch::new().method(PostMethod::Mibat));
    /// let found = Page::parse(html.as_bytes(), &PageOptions::new())?.posts(&mibat);
    /// assert_eq!(found.posts.len(), 4);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn method(mut self, method: Method) -> Options {
        self.method = method;
        self
    }

    /// Sets the least confidence with which a list is taken to be the page's posts.
    ///
    /// ```
    /// use rowsmith::options::PostSearch;
    ///
    /// assert_eq!(PostSearch::new().min_confidence(0.5).min_confidence, 0.5);
    /// ```
    #[must_use]
    pub fn min_confidence(mut self, min_confidence: f64) -> Options {
        self.min_confidence = min_confidence;
        self
    }

    /// Sets the parameters of MiBAT.
    ///
    /// ```
    /// use rowsmith::options::{MibatOptions, PostSearch};
    ///
    /// let search = PostSearch::new().mibat(MibatOptions::new().threshold(0.5));
    /// assert_eq!(search.mibat.threshold, 0.5);
    /// ```
    #[must_use]
    pub fn mibat(mut self, mibat: MibatOptions) -> Options {
        self.mibat = mibat;
        self
    }

    /// Chooses by another model than the one included in the library.
    #[cfg(feature = "lab")]
    #[must_use]
    pub fn with_model(mut self, model: Arc<PostModel>) -> Options {
        self.model = Some(model);
        self
    }
}

impl Default for Options {
    fn default() -> Self {
        Options { method: Method::Learned, model: None, min_confidence: 0.2, mibat: MibatOptions::default() }
    }
}

impl Options {
    /// The model to use: the caller's, or the one included in the library.
    pub(crate) fn model(&self) -> &PostModel {
        self.model.as_deref().unwrap_or_else(|| PostModel::built_in())
    }
}

/// The posts of a page, found with no more work than `max_work` ([`Limits`](crate::Limits)). `None` if it has none.
pub fn find_posts(
    facts: &PageFacts<'_>,
    pivots: &Pivots,
    options: &Options,
    max_work: u64,
) -> WithinWork<Option<Chosen>> {
    let mut sims = Similarities::new(&facts.page.tree, &facts.classes, max_work);
    let chosen = likeliest_posts(facts, pivots, options, &mut sims, max_work);
    let sure = chosen.filter(|c| c.confidence.is_none_or(|p| p >= options.min_confidence));
    WithinWork { found: sure, exhausted: sims.exhausted }
}

/// The list most likely to be posts, however unlikely it is. Reuses earlier comparisons of the page's subtrees.
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
