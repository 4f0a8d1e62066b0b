//! What is asked of a folder of pages, and what becomes of it.

use crate::limits::Limits;
use crate::site::feed::FeedItem;
use crate::site::forest::ForestOptions;
use crate::site::forest::signifiers::SignifierOptions;
use crate::site::rtdm::RtdmOptions;
use crate::site::templates::cluster::ClusterOptions;
use crate::types::ArticlePage;
/// Which method finds the block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SiteMethod {
    /// FOREST alone.
    Forest,
    /// RTDM alone.
    Rtdm,
    /// Where the two agree, their block; else that of the better supported one.
    #[default]
    Both,
}

/// How the articles of a site are found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SiteOptions {
    /// What a page may cost.
    pub limits: Limits,
    /// The method.
    pub method: SiteMethod,
    /// Items of the site's feed, see [`parse_feed`](crate::site::feed::parse_feed).
    pub feed: Vec<FeedItem>,
    /// Options of the clustering.
    pub cluster: ClusterOptions,
    /// Options of the signifiers.
    pub signifiers: SignifierOptions,
    /// Options of FOREST.
    pub forest: ForestOptions,
    /// Options of RTDM.
    pub rtdm: RtdmOptions,
    /// Options of the extraction of single pages, for pages that are like no other.
    pub article: crate::article::Options,
    /// At most so many pages are looked at together, evenly spread over the folder; the others are assigned to the
    /// clusters found and handled one at a time. Bounds memory, and time since clustering is quadratic. Default 48 (the
    /// paper's figure 5 sees no gain behind 10 of one template).
    pub sample: usize,
}

impl Default for SiteOptions {
    fn default() -> Self {
        SiteOptions {
            limits: Limits::default(),
            method: SiteMethod::default(),
            feed: Vec::new(),
            cluster: ClusterOptions::default(),
            signifiers: SignifierOptions::default(),
            forest: ForestOptions::default(),
            rtdm: RtdmOptions::default(),
            article: crate::article::Options::default(),
            sample: 48,
        }
    }
}

impl SiteOptions {
    /// All defaults: both methods, and no feed.
    pub fn new() -> SiteOptions {
        SiteOptions::default()
    }

    /// What a page may cost.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> SiteOptions {
        self.limits = limits;
        self
    }

    /// The method.
    #[must_use]
    pub fn method(mut self, method: SiteMethod) -> SiteOptions {
        self.method = method;
        self
    }

    /// Items of the site's feed, which name articles with their titles and dates.
    #[must_use]
    pub fn feed(mut self, feed: Vec<FeedItem>) -> SiteOptions {
        self.feed = feed;
        self
    }

    /// At most so many pages are looked at together.
    #[must_use]
    pub fn sample(mut self, sample: usize) -> SiteOptions {
        self.sample = sample;
        self
    }

    /// How the articles of single pages are found.
    #[must_use]
    pub fn article(mut self, article: crate::article::Options) -> SiteOptions {
        self.article = article;
        self
    }
}

/// What a page of a site is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PageKind {
    /// One article.
    #[default]
    Article,
    /// A list of articles, a page without text, or another page that no article could be found on.
    Other,
}

/// The article of a page of a site.
#[derive(Clone, PartialEq, Debug)]
pub struct SiteArticle {
    /// Its cluster, an index into the clusters of the result or model; `None` for a page that is like no other.
    pub cluster: Option<usize>,
    /// What it is.
    pub kind: PageKind,
    /// The result. Of pages that are no article it has what the page says of itself, and no text.
    pub page: ArticlePage,
}

/// Pages of one template.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ClusterSummary {
    /// Positions of the pages in the folder.
    pub pages: Vec<usize>,
    /// What they are.
    pub kind: PageKind,
    /// FOREST's generic wrapper.
    pub xpath: Option<String>,
    /// The share of the sample's pages on which FOREST and RTDM name the same block.
    pub agreement: f64,
    /// The method whose block was taken where they differ.
    pub taken: SiteMethod,
    /// How well the pages, each judged for itself, bear out that block: the expected F1 of its text as a share of the best
    /// choice's, on average. 0 by one method alone, and of a single page.
    pub support: f64,
}
