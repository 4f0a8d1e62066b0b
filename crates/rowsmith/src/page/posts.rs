//! The posts of a page.

#[cfg(feature = "wrappers")]
use std::sync::Arc;

use crate::Budget;
use crate::dom::ElementPaths;
use crate::output::{PostWriter, column_of};
use crate::page::Page;
use crate::page::given::GIVEN;
use crate::page::state::{BY_STATE, PostsOfState};
use crate::posts::{self, PostNodes, find_fields};
use crate::records::{ColumnDraft, Generator};
use crate::state::StateUse;
use crate::types::posts::further_columns;
use crate::types::{Column, PostsPage, Warning};

#[cfg(feature = "wrappers")]
use crate::wrapper::{Wrapper, host_of, posts_by_wrapper};

/// How the posts of a page are found.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct PostsOptions {
    /// How posts are found and chosen.
    pub search: posts::Options,
    /// Fill in [`crate::types::Post::html`].
    pub html: bool,
    /// How the data in the page's scripts and attributes is used: unless it is [`StateUse::Nothing`], authors and dates that the page
    /// does not show are taken from it, and all posts if the page itself shows none.
    pub state: StateUse,
    /// Find posts by this wrapper of their site. Of its templates with posts the one that fits the page best is used, however poor the
    /// fit. A page on which it finds none, of another template of the site perhaps, is searched as without it
    /// ([`PostsPage::found_by`] says so); MiBAT's batch mode ([`posts::Method::Mibat`]) is the template alone.
    #[cfg(feature = "wrappers")]
    pub template: Option<Arc<Wrapper>>,
}

impl PostsOptions {
    /// The default options: posts in which the trained model has enough confidence, with their bodies as plain text.
    ///
    /// ```
    /// use rowsmith::types::Warning;
    /// use rowsmith::{Page, PageOptions, PostsOptions};
    ///
    /// let found = Page::parse(b"<h1>Lamps</h1><p>No answers yet.", &PageOptions::new())?.posts(&PostsOptions::new());
    /// assert!(found.posts.is_empty() && found.warnings.contains(&Warning::NoPostsFound));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn new() -> PostsOptions {
        PostsOptions::default()
    }

    /// Sets how posts are found and chosen.
    ///
    /// ```
    /// use rowsmith::options::{PostMethod, PostSearch};
    /// use rowsmith::{Page, PageOptions, PostsOptions};
    ///
    /// let post = |name: &str, day: u32| {
    ///     let text = format!("{name} thinks that lamps are fine, and says so at some length today, as on any day.");
    ///     format!("<div class=post><a href=/u/{name}>{name}</a> <i>2024-01-{day:02} 10:00</i><p class=body>{text}</div>")
    /// };
    /// let html = [post("ann", 5), post("bob", 6), post("cy", 8), post("dan", 9)].concat();
    /// let page = Page::parse(html.as_bytes(), &PageOptions::new())?;
    /// // MiBAT as its paper has it, which gives no probability
    /// let mibat = PostSearch::new().method(PostMethod::Mibat);
    /// let found = page.posts(&PostsOptions::new().search(mibat));
    /// assert_eq!((found.posts.len(), found.confidence), (4, None));
    /// assert!(page.posts(&PostsOptions::new()).confidence.is_some());
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn search(mut self, search: posts::Options) -> PostsOptions {
        self.search = search;
        self
    }

    /// Sets how the data in the page's scripts and attributes is used. By default it completes posts (authors and dates that the page
    /// does not show), and posts are taken from it if the page itself shows none: of forums that scripts fill, and reviews that are
    /// loaded later.
    ///
    /// ```
    /// use rowsmith::options::StateUse;
    /// use rowsmith::{Page, PageOptions, PostsOptions};
    ///
    /// let post = |name: &str, text: &str| format!(r#"{{"user":"{name}","text":"{text}","createdAt":"2024-01-05T10:00"}}"#);
    /// let posts = [post("ann", "Which lamp is best?"), post("bob", "The small one is.")].join(",");
    /// let html = format!("<div id=app></div><script>window.thread = {{posts: [{posts}]}}</script>");
    /// let page = Page::parse(html.as_bytes(), &PageOptions::new())?;
    /// let found = page.posts(&PostsOptions::new());
    /// assert_eq!(found.posts[1].author.as_deref(), Some("bob"));
    /// assert_eq!((found.found_by.as_deref(), found.state.as_deref()), (Some("state"), Some("window.thread.posts[]")));
    /// assert!(page.posts(&PostsOptions::new().state(StateUse::Nothing)).posts.is_empty());
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn state(mut self, state: StateUse) -> PostsOptions {
        self.state = state;
        self
    }

    /// Also give the bodies as HTML, without scripts and layout.
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions, PostsOptions};
    ///
    /// let post = |name: &str, day: u32| {
    ///     let text = format!("{name} thinks that lamps are <b>fine</b>, and says so at some length today, as on any day.");
    ///     format!("<div class=post><a href=/u/{name}>{name}</a> <i>2024-01-{day:02} 10:00</i><p class=body>{text}</div>")
    /// };
    /// let html = [post("ann", 5), post("bob", 6), post("cy", 8), post("dan", 9)].concat();
    /// let found = Page::parse(html.as_bytes(), &PageOptions::new())?.posts(&PostsOptions::new().html(true));
    /// assert!(found.posts[0].html.as_ref().is_some_and(|body| body.contains("lamps are <b>fine</b>")));
    /// assert!(found.posts[0].body.contains("lamps are fine"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn html(mut self, html: bool) -> PostsOptions {
        self.html = html;
        self
    }
}

/// Posts as nodes, and the method that found them.
pub(super) struct FoundPosts {
    pub(super) posts: Vec<PostNodes>,
    /// The dates that the posts refer to, if they are not those of the page.
    pivots: Option<posts::Pivots>,
    /// Columns in addition to the fields that all posts may have.
    further: Vec<ColumnDraft>,
    pub(super) confidence: Option<f64>,
    /// What found them.
    found_by: Option<&'static str>,
    pub(super) exhausted: bool,
}

impl FoundPosts {
    /// Whether posts may be completed by the page's state, or be those of it: a wrapper, and MiBAT, look at what is shown only.
    fn takes_state(&self, search: &posts::Options) -> bool {
        search.method == posts::Method::Learned && self.found_by != Some(Generator::Template.name())
    }
}

impl Page {
    /// Returns the posts of the page: those of a thread, or the comments or reviews below something else. Each has what
    /// the page shows of it: author, date, body, quotes, title, number, link, and the post that it answers. On a page
    /// without posts the result has none, and a warning that says so.
    ///
    /// Relative dates ("3 hours ago") need [`PageOptions::fetched`](crate::PageOptions::fetched). A page with a single
    /// post has nothing to compare it with; if it belongs to a forum, use a wrapper that [`Wrapper::learn_posts`] has
    /// learnt from other pages of that forum ([`PostsOptions::template`]).
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions, PostsOptions};
    ///
    /// let post = |name: &str, day: u32| {
    ///     let text = format!("{name} thinks that lamps are fine, and says so at some length today, as on any day.");
    ///     format!("<div class=post><a href=/u/{name}>{name}</a> <i>2024-01-{day:02} 10:00</i><p class=body>{text}</div>")
    /// };
    /// let html = format!("<h1>Lamps</h1><div>{}{}{}{}</div>", post("ann", 5), post("bob", 6), post("cy", 8), post("dan", 9));
    /// let page = Page::parse(html.as_bytes(), &PageOptions::new())?;
    /// let found = page.posts(&PostsOptions::new());
    /// assert_eq!(found.posts.len(), 4);
    /// assert_eq!(found.posts[0].date.as_deref(), Some("2024-01-05T10:00"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn posts(&self, options: &PostsOptions) -> PostsPage {
        let found = self.found_posts(options);
        let mut truncated = self.truncated();
        truncated.work |= found.exhausted;
        let output = Budget::new(self.limits.max_output as u64);
        let paths = ElementPaths::new(&self.document);
        let writer = self.post_writer(&found, &paths, options.html, &output);
        let mut posts = writer.posts(&found.posts);
        let takes_state = found.takes_state(&options.search);
        let state = match takes_state {
            true => self.complete_posts(&mut posts, &found.posts, &writer, options.state),
            false => None,
        };
        let from_state = posts.is_empty() && takes_state;
        let from_state = if from_state { self.posts_of_state(options.state, options.html, &output) } else { None };
        truncated.output = output.is_exhausted();
        if let Some(PostsOfState { posts, state, warning, .. }) = from_state {
            let mut warnings = self.warnings(truncated, warning);
            warnings.retain(|warning| *warning != Warning::ClientRendered);
            let (source, pagination) = (self.source.clone(), self.pagination_if(true));
            let found_by = Some(BY_STATE.into());
            let (state, columns) = (Some(state), further_columns(&posts));
            return PostsPage { source, confidence: None, found_by, state, posts, pagination, columns, warnings };
        }
        let nothing = posts.is_empty().then_some(Warning::NoPostsFound);
        let warnings = self.warnings(truncated, nothing);
        let found_by = found.found_by.filter(|_| !posts.is_empty()).map(Into::into);
        let is_new = |column: &Column| found.further.iter().all(|draft| draft.name != column.name);
        let further = further_columns(&posts).into_iter().filter(is_new);
        let columns = found.further.iter().map(column_of).chain(further).collect();
        let pagination = self.pagination_if(!posts.is_empty());
        let (source, confidence) = (self.source.clone(), found.confidence);
        PostsPage { source, confidence, found_by, state, posts, pagination, columns, warnings }
    }

    /// What writes the posts that were found.
    pub(super) fn post_writer<'a>(
        &'a self,
        found: &'a FoundPosts,
        paths: &'a ElementPaths<'a>,
        html: bool,
        output: &'a Budget,
    ) -> PostWriter<'a> {
        PostWriter {
            document: &self.document,
            page: self.tree(),
            pivots: found.pivots.as_ref().unwrap_or_else(|| self.pivots()),
            paths,
            base: self.base(),
            now: self.fetched,
            html,
            further: &found.further,
            output,
        }
    }

    pub(super) fn found_posts(&self, options: &PostsOptions) -> FoundPosts {
        #[cfg(feature = "wrappers")]
        if let Some(wrapper) = &options.template {
            let host = host_of(self.address.as_ref(), &self.document);
            let found = posts_by_wrapper(wrapper, &self.document, self.tree(), host.as_deref(), self.limits.max_work);
            // MiBAT's batch mode (6.3) is the template alone
            if !found.posts.is_empty() || options.search.method == posts::Method::Mibat {
                return FoundPosts {
                    posts: found.posts,
                    pivots: Some(found.pivots),
                    further: found.further,
                    confidence: None,
                    found_by: Some(Generator::Template.name()),
                    exhausted: false,
                };
            }
        }
        let facts = self.facts();
        if let Some(candidate) = self.given_posts() {
            return FoundPosts {
                posts: find_fields(&facts.nodes, self.pivots(), &candidate, options.search.model()),
                pivots: None,
                further: Vec::new(),
                confidence: Some(1.0),
                found_by: Some(GIVEN),
                exhausted: false,
            };
        }
        let likeliest = self.likeliest(&facts, &options.search);
        let sure = |c: &&posts::Chosen| c.confidence.is_none_or(|p| p >= options.search.min_confidence);
        let chosen = likeliest.found.as_ref().filter(sure);
        FoundPosts {
            posts: chosen
                .map(|c| find_fields(&facts.nodes, self.pivots(), &c.candidate, options.search.model()))
                .unwrap_or_default(),
            pivots: None,
            further: Vec::new(),
            confidence: chosen.and_then(|c| c.confidence),
            found_by: chosen.map(|c| c.candidate.generator.name()),
            exhausted: likeliest.exhausted,
        }
    }
}
