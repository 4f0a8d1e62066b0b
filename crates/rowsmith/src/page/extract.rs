//! What kind of page this is, and everything on it.

use crate::Budget;
use crate::article::result::{Renderings, article_result};
use crate::content::MarkdownOptions;
use crate::dom::ElementPaths;
use crate::extract::{self, Findings, Kind, KindModel, kind_evidence};
use crate::item;
#[cfg(feature = "objects")]
use crate::objects::{self, Schema, find_objects_on};
#[cfg(feature = "objects")]
use crate::output::{ObjectContext, object_table};
use crate::output::{PostWriter, TableContext, region_table};
use crate::page::Page;
use crate::page::remembered::Beside;
use crate::posts::{Chosen, Method, find_fields};
use crate::records::Ranked;
use crate::state::StateUse;
#[cfg(feature = "objects")]
use crate::types::ObjectTable;
use crate::types::{ExtractPage, KindProbabilities, LikelyKind, Post, RegionTable, Warning};

/// What to extract in addition to what every page gets.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ExtractOptions<'a> {
    /// The options of the extractors.
    pub search: extract::Options,
    /// Also give the text as Markdown.
    pub markdown: bool,
    /// How the Markdown is written.
    pub markdown_options: MarkdownOptions,
    /// Also give the text and the posts as HTML.
    pub html: bool,
    /// How lists use the data in the page's scripts and attributes.
    pub state: StateUse,
    /// Also find objects of this domain.
    #[cfg(feature = "objects")]
    pub schema: Option<&'a Schema>,
    #[cfg(not(feature = "objects"))]
    pub(crate) no_schema: std::marker::PhantomData<&'a ()>,
}

impl<'a> ExtractOptions<'a> {
    /// The default options: everything that the page holds, its text as plain text, and no objects.
    ///
    /// ```
    /// use rowsmith::{ExtractOptions, Page, PageOptions};
    ///
    /// let html = b"<h1>Low tide</h1><p>The boats lay on the sand all day, and nobody went out to fish.";
    /// let found = Page::parse(html, &PageOptions::new())?.extract(&ExtractOptions::new());
    /// assert!(found.text.contains("on the sand"));
    /// assert_eq!((found.markdown, found.html, found.areas), (None, None, None));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn new() -> ExtractOptions<'a> {
        ExtractOptions::default()
    }

    /// Sets how lists, posts and text are searched for.
    ///
    /// ```
    /// use rowsmith::options::{ExtractSearch, PostMethod, PostSearch};
    /// use rowsmith::{ExtractOptions, Page, PageOptions};
    ///
    /// let post = |name: &str, day: u32| {
    ///     let text = format!(
    ///         "{name} thinks that lamps are fine, and says so at some length today, as on any day, with all that can be said \
    ///          for lamps, for their light, and for those who make them."
    ///     );
    ///     format!("<div class=post><b>{name}</b> <i>2024-01-{day:02} 10:00</i><p class=body>{text}</p></div>")
    /// };
    /// let html = format!("<h1>Lamps</h1><div>{}{}{}{}</div>", post("ann", 5), post("bob", 6), post("cy", 8), post("dan", 9));
    /// let page = Page::parse(html.as_bytes(), &PageOptions::new())?;
    /// // posts by MiBAT as its paper has it, which gives no probability
    /// let mibat = PostSearch::new().method(PostMethod::Mibat);
    /// let options = ExtractOptions::new().search(ExtractSearch::new().posts(mibat));
    /// assert!(page.extract(&ExtractOptions::new()).posts_confidence.is_some());
    /// assert_eq!(page.extract(&options).posts_confidence, None);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn search(mut self, search: extract::Options) -> ExtractOptions<'a> {
        self.search = search;
        self
    }

    /// Also give the text as Markdown.
    ///
    /// ```
    /// use rowsmith::{ExtractOptions, Page, PageOptions};
    ///
    /// let html = b"<h1>Low tide</h1><p>The boats lay <b>on the sand</b> all day, and nobody went out to fish.";
    /// let found = Page::parse(html, &PageOptions::new())?.extract(&ExtractOptions::new().markdown(true));
    /// assert!(found.markdown.is_some_and(|text| text.contains("The boats lay **on the sand** all day")));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn markdown(mut self, markdown: bool) -> ExtractOptions<'a> {
        self.markdown = markdown;
        self
    }

    /// Sets how the text is written as Markdown, if it is given at all.
    ///
    /// ```
    /// use rowsmith::options::{MarkdownImages, MarkdownOptions};
    /// use rowsmith::{ExtractOptions, Page, PageOptions};
    ///
    /// let html = b"<h1>Low tide</h1><p>The boats <img src=/boats.jpg alt='on sand'> lay there all day, and nobody went out to fish.";
    /// let options = ExtractOptions::new().markdown(true).markdown_options(MarkdownOptions::new().images(MarkdownImages::Alt));
    /// let found = Page::parse(html, &PageOptions::new())?.extract(&options);
    /// assert!(found.markdown.is_some_and(|text| text.contains("The boats on sand lay there all day")));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn markdown_options(mut self, options: MarkdownOptions) -> ExtractOptions<'a> {
        self.markdown_options = options;
        self
    }

    /// Also give the text and the bodies of the posts as HTML: only allow-listed elements and safe addresses, and no
    /// scripts.
    ///
    /// ```
    /// use rowsmith::{ExtractOptions, Page, PageOptions};
    ///
    /// let html = b"<h1>Low tide</h1><p onclick=fish()>The boats lay <b>on the sand</b> all day, and nobody went out to fish.";
    /// let found = Page::parse(html, &PageOptions::new())?.extract(&ExtractOptions::new().html(true));
    /// assert!(found.html.is_some_and(|text| text.contains("<p>The boats lay <strong>on the sand</strong> all day")));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn html(mut self, html: bool) -> ExtractOptions<'a> {
        self.html = html;
        self
    }

    /// Sets how the data in the page's scripts and attributes is used, as
    /// [`RecordsOptions::state`](crate::RecordsOptions::state) does.
    ///
    /// ```
    /// use rowsmith::types::Kind;
    /// use rowsmith::options::StateUse;
    /// use rowsmith::{ExtractOptions, Page, PageOptions};
    ///
    /// let names = ["Attic by the church", "Studio above a bakery", "Cottage in the dunes", "Loft of a factory", "Garden flat in town"];
    /// let flat = |name: &str| format!(r#"{{"title":"{name}","price":{}50000,"url":"/flat/{}","image":"/i/{1}.jpg"}}"#, name.len(), &name[..4]);
    /// let flats = names.map(flat).join(",");
    /// let html = format!(r#"<div id=app></div><script>window.__STATE__ = {{"results":[{flats}]}}</script>"#);
    /// let page = Page::parse(html.as_bytes(), &PageOptions::new())?;
    /// assert_eq!(page.extract(&ExtractOptions::new()).kind, Kind::List);
    /// assert_ne!(page.extract(&ExtractOptions::new().state(StateUse::Nothing)).kind, Kind::List);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn state(mut self, state: StateUse) -> ExtractOptions<'a> {
        self.state = state;
        self
    }

    /// Also find objects of this domain.
    ///
    /// ```
    /// use rowsmith::schema::domain;
    /// use rowsmith::{ExtractOptions, Page, PageOptions};
    ///
    /// let item = |name: &str, price: &str| format!("<li><h3><a href=/{name}>{name}</a></h3><b>{price}</b></li>");
    /// let html = [item("Lamp", "$20"), item("Desk", "$75"), item("Chair", "$40")].concat();
    /// let products = domain("products").expect("it is shipped")?;
    /// let page = Page::parse(html.as_bytes(), &PageOptions::new())?;
    /// let areas = page.extract(&ExtractOptions::new().schema(&products)).areas.expect("a schema was given");
    /// assert_eq!(areas[0].objects().next().and_then(|lamp| lamp.text("price")), Some("$20"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[cfg(feature = "objects")]
    #[must_use]
    pub fn schema(mut self, schema: &'a Schema) -> ExtractOptions<'a> {
        self.schema = Some(schema);
        self
    }
}

impl Page {
    /// Says what kind of page this is, and extracts everything on it.
    ///
    /// The text and the metadata are always present. Posts are present if their confidence reaches what the `posts`
    /// options and `posts_beside` demand, or if the page is a thread. A list is present if its confidence reaches what the `records`
    /// options demand, or if the page is a list. Where a list and posts occupy the same place, a list page keeps the
    /// list and any other page keeps the posts. A page that holds nothing is not an error: its kind is
    /// [`Kind::Nothing`].
    ///
    /// The object of a page is present if [`Page::item`] would return it, or if the page is an item. A page about an
    /// object has its text as well, and the reviews and related things below it.
    ///
    /// [`ExtractPage::kinds`] has the probability of each kind, for callers who would rather set their own threshold.
    /// Each part costs what its own question would cost, but work that the parts share is done once.
    ///
    /// ```
    /// use rowsmith::types::Kind;
    /// use rowsmith::{ExtractOptions, Page, PageOptions};
    ///
    /// let items = ["Lamp", "Desk", "Chair", "Shelf", "Stool", "Table"];
    /// let items = items.map(|item| format!("<li><a href=/{item}>{item}</a> <b>$20.00</b> <img src={item}.jpg></li>"));
    /// let html = format!("<title>Shop</title><h1>Shop</h1><ul>{}</ul>", items.concat());
    /// let page = Page::parse(html.as_bytes(), &PageOptions::new())?;
    /// let found = page.extract(&ExtractOptions::new());
    /// assert_eq!(found.kind, Kind::List);
    /// assert_eq!(found.regions[0].records.len(), 6);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn extract(&self, options: &ExtractOptions<'_>) -> ExtractPage {
        let search = &options.search;
        self.with_findings(search, |found, exhausted| self.extracted(options, found, exhausted))
    }

    /// Runs all extractors on the page. A comparison of two subtrees is made once and serves all of them.
    fn with_findings<T>(&self, search: &extract::Options, then: impl FnOnce(Findings<'_>, bool) -> T) -> T {
        let facts = &self.facts();
        let lists = self.lists(facts, &search.records);
        let posts = self.likeliest(facts, &search.posts);
        let article = self.article_found(facts, &search.article_options(), Beside::AnyPosts);
        let item = item::search(&self.document, self.address(), &search.item);
        let found = Findings {
            facts,
            pivots: self.pivots(),
            lists: &lists.found,
            posts: posts.found.as_ref(),
            article: &article.found,
            verdict: item.verdict(&search.item),
            item: &item,
        };
        then(found, lists.exhausted || posts.exhausted)
    }

    /// The features from which the kind of the page is predicted, one for each of
    /// [`KIND_FEATURES`](crate::extract::KIND_FEATURES).
    #[cfg(any(feature = "lab", test))]
    pub fn kind_figures(&self, search: &extract::Options) -> Vec<f32> {
        self.with_findings(search, |found, _| kind_evidence(&found))
    }

    fn extracted(&self, options: &ExtractOptions<'_>, found: Findings<'_>, exhausted: bool) -> ExtractPage {
        let search = &options.search;
        let model = search.kinds.as_deref().unwrap_or_else(|| KindModel::built_in());
        let kinds = model.probabilities(&kind_evidence(&found));
        let LikelyKind { kind, probability: confidence } = kinds.best();
        let tables = TableContext {
            document: &self.document,
            page: self.tree(),
            paths: &ElementPaths::new(&self.document),
            base: self.base(),
            columns: &search.records.columns,
            align: search.records.align,
            work: Budget::new(self.limits.max_work),
            output: Budget::new(self.limits.max_output as u64),
        };
        let writer = Writer { page: self, options, found, tables };
        let (lists_shown, posts_shown) = parts(&found, kind, search);
        let mut result = writer.text();
        result.posts_confidence = posts_shown.and_then(|p| p.confidence);
        if let Some(shown) = posts_shown {
            (result.posts, result.posts_state) = writer.posts(shown);
        }
        result.regions =
            lists_shown.iter().map(|list| region_table(&writer.tables, list, kind == Kind::List)).collect();
        let verdict = &found.verdict;
        result.item = (kind == Kind::Item || verdict.is_item()).then(|| found.item.item(verdict, self.base()));
        let mut truncated = self.truncated();
        #[cfg(feature = "objects")]
        if let Some(schema) = options.schema {
            let (areas, exhausted) = writer.areas(schema);
            truncated.work |= exhausted;
            result.areas = Some(areas);
        }
        truncated.work |= exhausted || writer.tables.work.is_exhausted();
        truncated.output = writer.tables.output.is_exhausted();
        result.warnings = self.warnings(truncated, None);
        if found.item.cut {
            result.warnings.push(Warning::EmbeddedDataCut);
        }
        let shows = !result.posts.is_empty() || result.regions.iter().any(|region| region.main);
        let may_have = !shows && search.posts.method == Method::Learned;
        let shell = may_have.then(|| self.posts_of_shell(options.state, options.html, &writer.tables.output)).flatten();
        let mut from_state = self.with_state(&mut result.regions, options.state);
        let mut is_thread = false;
        if let Some(shell) = shell {
            let said: usize = shell.posts.iter().map(|post| post.body.len()).sum();
            let listed = result.regions.first().filter(|_| from_state.is_list).map_or(0, text_of);
            is_thread = shell.is_thread && !verdict.is_item() && said >= listed;
            if is_thread {
                // what the state lists stands beside the thread
                if from_state.is_list {
                    result.regions.remove(0);
                    from_state.is_list = false;
                }
                result.warnings.retain(|warning| *warning != Warning::ClientRendered);
            }
            result.posts = shell.posts;
            result.posts_state = Some(shell.state);
            result.warnings.extend(shell.warning);
        }
        let nothing = STATE_IS_NOT;
        let (kind, confidence, kinds) = match (is_thread, from_state.is_list) {
            (true, _) => (
                Kind::Thread,
                STATE_IS_KIND,
                KindProbabilities { thread: STATE_IS_KIND, nothing, ..KindProbabilities::default() },
            ),
            (_, true) => (
                Kind::List,
                STATE_IS_KIND,
                KindProbabilities { list: STATE_IS_KIND, nothing, ..KindProbabilities::default() },
            ),
            (false, false) => (kind, confidence, kinds),
        };
        from_state.warn_in(&mut result.warnings);
        let pagination = self.pagination_of(kind);
        ExtractPage { source: self.source.clone(), kind, confidence, kinds, pagination, ..result }
    }
}

/// The probability that an empty shell is a list page if its state holds a list, or a thread if it holds one: the share of the
/// shells with a list that were list pages, among 1,804 pages. Shells with a thread are too few to count.
const STATE_IS_KIND: f64 = 0.7;
const STATE_IS_NOT: f64 = 0.3;

/// The bytes of the texts of a table.
fn text_of(table: &RegionTable) -> usize {
    let cells = table.records.iter().flat_map(|record| record.cells.iter().flatten());
    cells.map(|cell| cell.text.len()).sum()
}

/// Which lists, and whether the posts, are part of the result.
fn parts<'f>(found: &Findings<'f>, kind: Kind, options: &extract::Options) -> (Vec<&'f Ranked>, Option<&'f Chosen>) {
    let sure = |confidence: Option<f64>, least: f64| confidence.is_none_or(|c| c >= least);
    let posts = found.posts;
    let beside = options.posts.min_confidence.max(options.posts_beside);
    let posts = posts.filter(|p| kind == Kind::Thread || sure(p.confidence, beside));
    let list = found.lists.first();
    let list = list.filter(|l| kind == Kind::List || sure(l.confidence, options.records.min_confidence));
    let lists = found.lists.iter().filter(|l| list.is_some() && l.main);
    match kind {
        Kind::List => {
            let lists: Vec<&Ranked> = lists.collect();
            let apart = |p: &&Chosen| !lists.iter().any(|l| l.candidate.overlaps(&p.candidate));
            let posts = posts.filter(apart);
            (lists, posts)
        }
        _ => {
            let apart = |l: &&Ranked| !posts.is_some_and(|p| p.candidate.overlaps(&l.candidate));
            (lists.filter(apart).collect(), posts)
        }
    }
}

/// What is needed to write the parts of a page.
struct Writer<'a> {
    page: &'a Page,
    options: &'a ExtractOptions<'a>,
    found: Findings<'a>,
    tables: TableContext<'a>,
}

impl Writer<'_> {
    /// The text, and the page's metadata.
    fn text(&self) -> ExtractPage {
        let renderings = Renderings {
            markdown: self.options.markdown.then_some(self.options.markdown_options),
            html: self.options.html,
        };
        let text = article_result(&self.page.document, self.found.article, self.tables.base, renderings);
        ExtractPage {
            metadata: text.metadata,
            text: text.text,
            markdown: renderings.markdown.map(|_| text.markdown),
            html: renderings.html.then_some(text.html),
            text_confidence: text.confidence,
            path: text.path,
            ..ExtractPage::default()
        }
    }

    /// The posts, and where the state has them.
    fn posts(&self, posts: &Chosen) -> (Vec<Post>, Option<String>) {
        let writer = PostWriter {
            document: &self.page.document,
            page: self.tables.page,
            pivots: self.found.pivots,
            paths: self.tables.paths,
            base: self.tables.base,
            now: self.page.fetched,
            html: self.options.html,
            further: &[],
            output: &self.tables.output,
        };
        let search = &self.options.search.posts;
        let nodes = find_fields(&self.found.facts.nodes, self.found.pivots, &posts.candidate, search.model());
        let mut posts = writer.posts(&nodes);
        let state = match search.method {
            Method::Learned => self.page.complete_posts(&mut posts, &nodes, &writer, self.options.state),
            Method::Mibat => None,
        };
        (posts, state)
    }

    #[cfg(feature = "objects")]
    /// The main areas of objects, and whether the work limit was exceeded.
    fn areas(&self, schema: &Schema) -> (Vec<ObjectTable>, bool) {
        let records = self.options.search.records.clone();
        let options = objects::Options { records, ..objects::Options::default() };
        let found = find_objects_on(self.found.facts, schema, &options, false, self.page.limits.max_work);
        let TableContext { page, paths, base, .. } = self.tables;
        let context = ObjectContext { page, paths, base, schema, output: &self.tables.output };
        (found.lists.iter().map(|list| object_table(&context, list)).collect(), found.exhausted)
    }
}
