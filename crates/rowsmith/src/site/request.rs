//! Options for the articles of a site, and the results.

use crate::content::MarkdownOptions;
use crate::limits::Limits;
use crate::site::feed::FeedItem;
use crate::site::forest::ForestOptions;
use crate::site::forest::signifiers::SignifierOptions;
use crate::site::rtdm::RtdmOptions;
use crate::site::templates::cluster::ClusterOptions;
use crate::types::ArticlePage;
/// The method that finds the element with the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum SiteMethod {
    /// Only FOREST.
    Forest,
    /// Only RTDM.
    Rtdm,
    /// Both: if they agree, their block; otherwise the one with better support.
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
    /// The items of the site's feed; see [`parse_feed`](crate::site::feed::parse_feed).
    pub feed: Vec<FeedItem>,
    /// Options for the clustering.
    pub cluster: ClusterOptions,
    /// Options for the signifiers.
    pub signifiers: SignifierOptions,
    /// Options for FOREST.
    pub forest: ForestOptions,
    /// Options for RTDM.
    pub rtdm: RtdmOptions,
    /// Options for extracting single pages, used for pages that are not similar to any other.
    pub article: crate::article::Options,
    /// At most this many pages, evenly spaced over the folder, are looked at together; the others are assigned to the
    /// clusters found and handled one at a time. This bounds memory, and time since clustering is quadratic. Default 48
    /// (the paper's figure 5 shows no gain beyond 10 pages of one template).
    pub sample: usize,
    /// How texts are written as Markdown.
    pub markdown: MarkdownOptions,
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
            markdown: MarkdownOptions::default(),
        }
    }
}

impl SiteOptions {
    /// The default options: both methods, and no feed.
    ///
    /// ```
    /// use rowsmith::SiteOptions;
    /// use rowsmith::sites::SiteMethod;
    ///
    /// let options = SiteOptions::new();
    /// assert_eq!((options.method, options.feed.len(), options.sample), (SiteMethod::Both, 0, 48));
    /// ```
    pub fn new() -> SiteOptions {
        SiteOptions::default()
    }

    /// Sets limits on what a page may cost.
    ///
    /// ```
    /// use rowsmith::types::Warning;
    /// use rowsmith::{Limits, Page, PageOptions, Site, SiteOptions};
    ///
    /// let html = b"<h1>Trees</h1><ul><li><a href=/oak>Oak</a> <p>An <i>old</i> tree<li><a href=/elm>Elm</a> <b>$30</b><li><a href=/ash>Ash</a></ul>";
    /// let pages = [Page::parse(html, &PageOptions::new())?];
    /// let none = Limits::new().max_work(0);
    /// let cut = Site::articles(&pages, &SiteOptions::new().limits(none));
    /// assert!(matches!(cut.pages[0].page.warnings[..], [Warning::Truncated(passed)] if passed.work));
    /// assert!(Site::articles(&pages, &SiteOptions::new()).pages[0].page.warnings.is_empty());
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> SiteOptions {
        self.limits = limits;
        self
    }

    /// Sets the method that finds the text: FOREST, RTDM, or both.
    ///
    /// ```
    /// use rowsmith::sites::SiteMethod;
    /// use rowsmith::{Page, PageOptions, Site, SiteOptions};
    ///
    /// # let page = |title: &str| {
    /// #     let text = format!("{title} was seen at the harbour, where it had been expected for a long time. ").repeat(5);
    /// #     let html = format!("<title>{title} | The Pier</title><ul><li><a href=/>Home</a></ul><div class=post><h1>{title}</h1><p>{text}</p></div>");
    /// #     Page::parse(html.as_bytes(), &PageOptions::new())
    /// # };
    /// // pages of one template, called "<title>A lamp | The Pier</title>" and so on
    /// let pages = [page("A lamp")?, page("The old crane")?, page("Fog")?];
    /// let taken = |options: &SiteOptions| Site::learn(&pages, options).site.templates()[0].taken;
    /// assert_eq!(taken(&SiteOptions::new().method(SiteMethod::Rtdm)), SiteMethod::Rtdm);
    /// assert_eq!(taken(&SiteOptions::new().method(SiteMethod::Forest)), SiteMethod::Forest);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn method(mut self, method: SiteMethod) -> SiteOptions {
        self.method = method;
        self
    }

    /// Sets how texts are written as Markdown.
    ///
    /// ```
    /// use rowsmith::SiteOptions;
    /// use rowsmith::options::{MarkdownLinks, MarkdownOptions};
    ///
    /// let options = SiteOptions::new().markdown(MarkdownOptions::new().links(MarkdownLinks::None));
    /// assert_eq!(options.markdown.links, MarkdownLinks::None);
    /// ```
    #[must_use]
    pub fn markdown(mut self, markdown: MarkdownOptions) -> SiteOptions {
        self.markdown = markdown;
        self
    }

    /// Sets the items of the site's feed. They name the articles and say what these are about, which helps to
    /// distinguish their text from the rest of the page.
    ///
    /// ```
    /// use rowsmith::SiteOptions;
    /// use rowsmith::sites::parse_feed;
    ///
    /// let rss = br#"<rss version="2.0"><channel><title>The Pier</title><item><title>Low tide</title>
    ///     <link>https://pier.example/tide</link><description>The boats lay on the sand.</description></item></channel></rss>"#;
    /// let options = SiteOptions::new().feed(parse_feed(rss)?);
    /// assert_eq!(options.feed[0].description, "The boats lay on the sand.");
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn feed(mut self, feed: Vec<FeedItem>) -> SiteOptions {
        self.feed = feed;
        self
    }

    /// Sets how many pages are looked at together, at most. What is learnt from them is then applied to the others.
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions, Site, SiteOptions};
    ///
    /// # let page = |title: &str| {
    /// #     let text = format!("{title} was seen at the harbour, where it had been expected for a long time. ").repeat(5);
    /// #     let html = format!("<title>{title} | The Pier</title><ul><li><a href=/>Home</a></ul><div class=post><h1>{title}</h1><p>{text}</p></div>");
    /// #     Page::parse(html.as_bytes(), &PageOptions::new())
    /// # };
    /// // pages of one template, called "<title>A lamp | The Pier</title>" and so on
    /// let pages = [page("A lamp")?, page("The old crane")?, page("Fog")?];
    /// // learnt from the first two, applied to the third
    /// let site = Site::articles(&pages, &SiteOptions::new().sample(2));
    /// assert_eq!(site.pages[2].page.title(), Some("Fog"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn sample(mut self, sample: usize) -> SiteOptions {
        self.sample = sample;
        self
    }

    /// Sets how to find the articles of pages that are not similar to any other page, as
    /// [`ArticleOptions`](crate::ArticleOptions) does.
    ///
    /// ```
    /// use rowsmith::SiteOptions;
    /// use rowsmith::options::{ArticleSearch, ListMethod, ListSearch};
    ///
    /// let records = ListSearch::new().method(ListMethod::Mdr2);
    /// let options = SiteOptions::new().article(ArticleSearch::new().records(records));
    /// assert_eq!(options.article.records.method, ListMethod::Mdr2);
    /// ```
    #[must_use]
    pub fn article(mut self, article: crate::article::Options) -> SiteOptions {
        self.article = article;
        self
    }
}

/// The kind of a page of a site.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum PageKind {
    /// One article.
    #[default]
    Article,
    /// Not an article: a list of articles, a page without text, or another page on which no article was found.
    Other,
}

/// The article of a page of a site.
#[derive(Clone, PartialEq, Debug)]
pub struct SiteArticle {
    /// Its cluster, as an index into the clusters of the result or model; `None` for a page that is not similar to any
    /// other.
    pub cluster: Option<usize>,
    /// The kind of the page.
    pub kind: PageKind,
    /// The result. For pages that are not articles it has the page's metadata and no text.
    pub page: ArticlePage,
}

/// Pages of one template.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ClusterSummary {
    /// Positions of the pages in the folder.
    pub pages: Vec<usize>,
    /// The kind of its pages.
    pub kind: PageKind,
    /// FOREST's generic wrapper, which tells where the text is.
    pub xpath: Option<String>,
    /// The share of the sample's pages on which FOREST and RTDM found the same block.
    pub agreement: f64,
    /// The method whose block was used where they differ.
    pub taken: SiteMethod,
    /// How well the pages, each judged by itself, support that block: the expected F1 of its text as a share of the
    /// best choice's, on average. 0 if only one method was used, and for a single page.
    pub support: f64,
}
