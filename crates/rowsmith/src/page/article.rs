//! The article of a page.

use crate::Budget;
use crate::article;
use crate::article::blocks::main_posts::may_have_posts;
use crate::article::result::{Renderings, article_with, is_text};
use crate::content::{Block, MarkdownOptions};
use crate::dom::ElementPaths;
use crate::limits::Truncated;
use crate::output::{are_shown, discussion};
use crate::page::Page;
use crate::page::posts::PostsOptions;
use crate::page::remembered::Beside;
use crate::types::{ArticlePage, Warning};

/// How the article of a page is found.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ArticleOptions {
    /// How the text is chosen.
    pub search: article::Options,
    /// How the text is written as Markdown.
    pub markdown: MarkdownOptions,
    /// Whether Markdown and HTML have the discussion below the text, if there is one.
    pub comments: bool,
}

impl ArticleOptions {
    /// The default options.
    ///
    /// ```
    /// use rowsmith::{ArticleOptions, Page, PageOptions};
    ///
    /// let html = b"<nav><a href=/>Home</a></nav><h1>Low tide</h1><p>The boats lay on the sand all day, and nobody went out to fish.";
    /// let article = Page::parse(html, &PageOptions::new())?.article(&ArticleOptions::new());
    /// assert!(article.text.contains("on the sand") && !article.text.contains("Home"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn new() -> ArticleOptions {
        ArticleOptions::default()
    }

    /// Sets how the text is chosen.
    ///
    /// ```
    /// use rowsmith::options::{ArticleSearch, ListMethod, ListSearch};
    /// use rowsmith::{ArticleOptions, Page, PageOptions};
    ///
    /// let html = b"<p>All the trees that we have, and how old they are.<ul><li>Oak <p>An <i>old</i> tree<li>Elm <b>30</b><li>Ash <b>25</b></ul>";
    /// let page = Page::parse(html, &PageOptions::new())?;
    /// // a text is judged by the lists beside it, too: here by those that MDR-2 finds
    /// let records = ListSearch::new().method(ListMethod::Mdr2);
    /// let options = ArticleOptions::new().search(ArticleSearch::new().records(records));
    /// assert_ne!(page.article(&options).confidence, page.article(&ArticleOptions::new()).confidence);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn search(mut self, search: article::Options) -> ArticleOptions {
        self.search = search;
        self
    }

    /// Sets how the text is written as Markdown.
    ///
    /// ```
    /// use rowsmith::options::{MarkdownLinks, MarkdownOptions};
    /// use rowsmith::{ArticleOptions, Page, PageOptions};
    ///
    /// let html = b"<h1>Low tide</h1><p>The boats lay on <a href=/sand>the sand</a> all day, and nobody went out to fish.";
    /// let page = Page::parse(html, &PageOptions::new().url("https://pier.example/tide"))?;
    /// let markdown = |links| page.article(&ArticleOptions::new().markdown(MarkdownOptions::new().links(links))).markdown;
    /// assert!(markdown(MarkdownLinks::Inline).contains("on [the sand](https://pier.example/sand) all day"));
    /// assert!(markdown(MarkdownLinks::Reference).ends_with("\n\n[1]: https://pier.example/sand"));
    /// assert!(markdown(MarkdownLinks::None).contains("on the sand all day"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn markdown(mut self, markdown: MarkdownOptions) -> ArticleOptions {
        self.markdown = markdown;
        self
    }

    /// Also gives the discussion in Markdown and HTML: below the text, a quotation for each post, with its author and date,
    /// and with its answers in it. Posts are found as by [`Page::posts`]. The opening post of a thread is not
    /// repeated if it is the text; others are taken from the text. [`ArticlePage::text`] remains as it is. Where the posts
    /// are the text, as those of a thread, they are written so whether asked for or not.
    ///
    /// ```
    /// use rowsmith::{ArticleOptions, Page, PageOptions};
    ///
    /// let post = |name: &str, day: u32| {
    ///     let text = format!("{name} thinks that lamps are <b>fine</b>, and says so at some length today, as on any day.");
    ///     format!("<div class=post><a href=/u/{name}>{name}</a> <i>2024-01-{day:02} 10:00</i><p class=body>{text}</div>")
    /// };
    /// let html = format!("<h1>Lamps</h1><div>{}{}{}{}</div>", post("ann", 5), post("bob", 6), post("cy", 8), post("dan", 9));
    /// let page = Page::parse(html.as_bytes(), &PageOptions::new())?;
    /// let markdown = page.article(&ArticleOptions::new().comments(true)).markdown;
    /// assert!(markdown.contains("> **dan** · 2024-01-09\n>\n> dan thinks that lamps are **fine**, and"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn comments(mut self, comments: bool) -> ArticleOptions {
        self.comments = comments;
        self
    }
}

/// The confidence that posts must have to be written as such without being asked for.
const LEAST_SURE: f64 = 0.4;

impl Page {
    /// Returns the article of this page: its main text and metadata, judged from this page alone. On a page without an
    /// article the result is the text most likely to be one, with a low [`ArticlePage::confidence`] (the F1, counted in
    /// words, that is expected of the text); if even that is below 0.2 the text is empty, and a warning says that there is
    /// no article. If you have several pages of one site, [`Site`](crate::Site) judges them
    /// together.
    ///
    /// Takes time linear in the size of the page times its depth, plus what finding its lists costs.
    ///
    /// ```
    /// use rowsmith::{ArticleOptions, Page, PageOptions};
    ///
    /// let text = "The lamp was lit at dusk, as every evening, and nobody on the pier thought anything of it. ".repeat(4);
    /// let html = format!("<title>The lamp</title><nav><a href=/>Home</a></nav><h1>The lamp</h1><p>{text}</p>");
    /// let page = Page::parse(html.as_bytes(), &PageOptions::new())?;
    /// let article = page.article(&ArticleOptions::new());
    /// assert_eq!(article.title(), Some("The lamp"));
    /// assert!(article.text.contains("as every evening"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn article(&self, options: &ArticleOptions) -> ArticlePage {
        let found = self.article_found(&self.facts(), &options.search, Beside::LikelyPosts);
        let mut truncated = self.truncated();
        truncated.work |= found.exhausted;
        let renderings = Renderings::all(options.markdown);
        let mut result = article_with(&self.document, &found.found, self.base(), renderings, |shown| {
            self.discussion(options, shown, &mut truncated)
        });
        result.source = self.source.clone();
        let nothing = (!is_text(&found.found)).then_some(Warning::NoArticleFound);
        result.warnings = self.warnings(truncated, nothing);
        result
    }

    /// The posts of the page as content, without the one that is the text: if comments are asked for, or if the text is
    /// the thread.
    fn discussion(&self, options: &ArticleOptions, shown: &mut [bool], truncated: &mut Truncated) -> Vec<Block> {
        if !options.comments && !may_have_posts(self.pivots()) {
            return Vec::new();
        }
        let posts = PostsOptions::new().search(options.search.posts.clone());
        let found = self.found_posts(&posts);
        let is_sure = found.confidence.is_none_or(|p| p >= LEAST_SURE);
        let is_the_text = || is_sure && are_shown(&self.document, self.tree(), &found.posts, shown);
        if !options.comments && !is_the_text() {
            return Vec::new();
        }
        let output = Budget::new(self.limits.max_output as u64);
        let paths = ElementPaths::new(&self.document);
        let writer = self.post_writer(&found, &paths, false, &output);
        let posts = writer.posts(&found.posts);
        truncated.work |= found.exhausted;
        truncated.output |= output.is_exhausted();
        discussion(&writer, &found.posts, &posts, shown, options.comments)
    }
}
