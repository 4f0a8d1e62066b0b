//! Options for learning a wrapper.

use crate::dom::document::Document;
use crate::limits::Budget;
use crate::limits::Limits;
use crate::objects::schema::domain_schema::Schema;
use crate::records::record::Record;
use crate::site::templates::cluster::ClusterOptions;
use crate::tree::page_tree::PageTree;
use crate::{article, posts, records};
use std::sync::Arc;
/// How wrappers are learnt.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LearnOptions {
    /// Limits on what a page may cost.
    pub limits: Limits,
    /// The search for the main list. Its least confidence is 0.1 here instead of 0.2: whoever learns from a page says
    /// that there is something on it, and several pages that agree are stronger evidence than one.
    pub records: records::Options,
    /// The search for posts.
    pub posts: posts::Options,
    /// The search for the article of a page that is not similar to any other.
    pub article: article::Options,
    /// How pages are grouped by template (RTDM 4.1).
    pub cluster: ClusterOptions,
    /// Which kinds of parts are looked for.
    pub kinds: Kinds,
    /// Also look for objects of this domain. On pages whose main list consists of objects, these become a part with the
    /// attributes as columns, in place of the list.
    pub schema: Option<Arc<Schema>>,
    /// The most pages that a template is learnt from; those with the highest confidence are used. Default 20 (MiBAT
    /// 6.3).
    pub max_pages: usize,
}

impl LearnOptions {
    /// The default options: lists, posts and articles, found by the models included in the library.
    ///
    /// ```
    /// use rowsmith::wrapper::{Kinds, LearnOptions};
    ///
    /// let options = LearnOptions::new();
    /// assert_eq!(options.kinds, Kinds::new());
    /// assert!(options.schema.is_none());
    /// ```
    pub fn new() -> LearnOptions {
        LearnOptions::default()
    }

    /// Sets limits on what a page may cost.
    ///
    /// ```
    /// use rowsmith::Limits;
    /// use rowsmith::wrapper::LearnOptions;
    ///
    /// let hurried = Limits::new().max_work(1_000_000);
    /// assert_eq!(LearnOptions::new().limits(hurried).limits.max_work, 1_000_000);
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> LearnOptions {
        self.limits = limits;
        self
    }

    /// Sets how main lists are searched for.
    ///
    /// ```
    /// use rowsmith::options::ListSearch;
    /// use rowsmith::wrapper::{LearnOptions, PartKind, Wrapper};
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let items = ["Chair", "Table", "Lamp", "Bed", "Sofa"].map(|name| format!("<li><a href=/{name}>{name}</a> <i>$ 5.00</i>"));
    /// let page = format!("<nav><a href=/>Home</a></nav><ul class=shop>{}</ul>", items.concat());
    /// let pages = [Page::parse(page.as_bytes(), &PageOptions::new())?];
    /// let has_list = |options: &LearnOptions| {
    ///     let wrapper = Wrapper::learn(&pages, options);
    ///     wrapper.templates[0].parts.iter().any(|part| part.kind == PartKind::List)
    /// };
    /// assert!(has_list(&LearnOptions::new()));
    /// let stern = ListSearch::new().min_confidence(1.0);
    /// assert!(!has_list(&LearnOptions::new().records(stern)), "nothing is so sure");
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn records(mut self, records: records::Options) -> LearnOptions {
        self.records = records;
        self
    }

    /// Sets how posts are searched for.
    ///
    /// ```
    /// use rowsmith::options::PostSearch;
    /// use rowsmith::wrapper::{LearnOptions, PartKind, Wrapper};
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let post = |name: &str, day: u32| {
    ///     let text = format!("{name} thinks that lamps are fine, and says so at some length today, as on any day.");
    ///     format!("<div class=post><a href=/u/{name}>{name}</a> <i>2024-01-{day:02} 10:00</i><p class=body>{text}</div>")
    /// };
    /// let html = format!("<h1>Lamps</h1><div>{}{}{}{}</div>", post("ann", 5), post("bob", 6), post("cy", 8), post("dan", 9));
    /// let pages = [Page::parse(html.as_bytes(), &PageOptions::new())?];
    /// let has_posts = |options: &LearnOptions| {
    ///     let wrapper = Wrapper::learn(&pages, options);
    ///     wrapper.templates[0].parts.iter().any(|part| part.kind == PartKind::Posts)
    /// };
    /// assert!(has_posts(&LearnOptions::new()));
    /// let stern = PostSearch::new().min_confidence(1.0);
    /// assert!(!has_posts(&LearnOptions::new().posts(stern)), "nothing is so sure");
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn posts(mut self, posts: posts::Options) -> LearnOptions {
        self.posts = posts;
        self
    }

    /// Sets what is looked for: lists, posts, articles, or some of these.
    ///
    /// ```
    /// use rowsmith::wrapper::{Kinds, LearnOptions, Wrapper};
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let items = ["Chair", "Table", "Lamp", "Bed", "Sofa"].map(|name| format!("<li><a href=/{name}>{name}</a> <i>$ 5.00</i>"));
    /// let page = format!("<nav><a href=/>Home</a></nav><ul class=shop>{}</ul>", items.concat());
    /// let pages = [Page::parse(page.as_bytes(), &PageOptions::new())?];
    /// let parts = |options: &LearnOptions| Wrapper::learn(&pages, options).templates[0].parts.len();
    /// assert_eq!(parts(&LearnOptions::new()), 1, "the list");
    /// assert_eq!(parts(&LearnOptions::new().kinds(Kinds::new().lists(false).articles(false))), 0);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn kinds(mut self, kinds: Kinds) -> LearnOptions {
        self.kinds = kinds;
        self
    }

    /// Also look for objects of a domain.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use rowsmith::schema::domain;
    /// use rowsmith::wrapper::{LearnOptions, PartKind, Wrapper};
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let items = ["Oak chair", "Table", "Lamp", "Bunk bed", "Sofa"].map(|name| format!("<li><a href='/{name}'><h3>{name}</h3></a><i>$ 5.00</i>"));
    /// let page = format!("<nav><a href=/>Home</a></nav><ul class=shop>{}</ul>", items.concat());
    /// let pages = [Page::parse(page.as_bytes(), &PageOptions::new())?];
    /// let products = Arc::new(domain("products").expect("it is shipped")?);
    /// let kind = |options: &LearnOptions| Wrapper::learn(&pages, options).templates[0].parts[0].kind;
    /// assert_eq!(kind(&LearnOptions::new()), PartKind::List);
    /// assert_eq!(kind(&LearnOptions::new().schema(products)), PartKind::Objects);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn schema(mut self, schema: Arc<Schema>) -> LearnOptions {
        self.schema = Some(schema);
        self
    }
}

/// The kinds of parts that are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Kinds {
    /// Lists of records.
    pub lists: bool,
    /// Posts of threads, and comments.
    pub posts: bool,
    /// Articles.
    pub articles: bool,
}

impl Kinds {
    /// All kinds of parts.
    ///
    /// ```
    /// use rowsmith::wrapper::Kinds;
    ///
    /// let all = Kinds::new();
    /// assert!(all.lists && all.posts && all.articles);
    /// ```
    pub fn new() -> Kinds {
        Kinds::default()
    }

    /// Sets whether lists of records are looked for.
    ///
    /// ```
    /// use rowsmith::wrapper::Kinds;
    ///
    /// assert!(!Kinds::new().lists(false).lists);
    /// ```
    #[must_use]
    pub fn lists(mut self, lists: bool) -> Kinds {
        self.lists = lists;
        self
    }

    /// Sets whether posts of threads, and comments, are looked for.
    ///
    /// ```
    /// use rowsmith::wrapper::Kinds;
    ///
    /// assert!(!Kinds::new().posts(false).posts);
    /// ```
    #[must_use]
    pub fn posts(mut self, posts: bool) -> Kinds {
        self.posts = posts;
        self
    }

    /// Sets whether articles are looked for.
    ///
    /// ```
    /// use rowsmith::wrapper::Kinds;
    ///
    /// assert!(!Kinds::new().articles(false).articles);
    /// ```
    #[must_use]
    pub fn articles(mut self, articles: bool) -> Kinds {
        self.articles = articles;
        self
    }
}

impl Default for Kinds {
    fn default() -> Self {
        Kinds { lists: true, posts: true, articles: true }
    }
}

impl Default for LearnOptions {
    fn default() -> Self {
        LearnOptions {
            limits: Limits::default(),
            records: records::Options { min_confidence: 0.1, ..records::Options::default() },
            posts: posts::Options::default(),
            article: article::Options::default(),
            cluster: ClusterOptions::default(),
            kinds: Kinds::default(),
            schema: None,
            max_pages: 20,
        }
    }
}

/// A page with its records: an example of a part.
#[derive(Clone, Copy)]
pub struct Example<'a> {
    /// The page.
    pub document: &'a Document,
    /// Its tree.
    pub page: &'a PageTree,
    /// Its records.
    pub records: &'a [Record],
}

pub(crate) fn budget(options: &LearnOptions) -> Budget {
    Budget::new(options.limits.max_work)
}
