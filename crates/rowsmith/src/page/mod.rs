//! A page, parsed once, and every question that it answers.

mod article;
mod extract;
mod given;
mod item;
mod kept;
#[cfg(feature = "objects")]
mod objects;
mod options;
mod pagination;
mod places;
mod posts;
mod records;
mod remembered;
mod shown;
#[cfg(feature = "sites")]
mod site;
mod state;
mod tables;
#[cfg(feature = "wrappers")]
mod wrapper;

pub use article::ArticleOptions;
pub use extract::ExtractOptions;
pub use item::ItemOptions;
#[cfg(feature = "objects")]
pub use objects::ObjectsOptions;
pub use options::{GivenField, PageOptions};
pub use posts::PostsOptions;
pub use records::RecordsOptions;
#[cfg(feature = "sites")]
pub use site::{LearntSite, Site};
pub use tables::TablesOptions;

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use url::Url;

use crate::dom::{Base, Document, ParseOptions, address_of, base_of, parse};
use crate::error::Error;
use crate::limits::WithinWork;
use crate::limits::{Limits, Truncated};
use crate::page::kept::Remembered;
use crate::pagination::Found;
use crate::posts::Pivots;
use crate::recognize::date::DateTime;
use crate::records::{PageData, PageFacts};
use crate::tree::{Comparisons, PageTree, Similarities};
use crate::types::{PartKind, Warning};
use crate::warnings::page_warnings;

/// A parsed page. What several questions need (the comparison tree, facts about its nodes, lists, dates, posts) is
/// computed when it is first needed, and kept.
///
/// A page can be shared among threads. An answer does not depend on which questions were asked before, except on pages
/// that exceed [`Limits::max_work`]: each question may spend that much, and reuses what earlier questions found at no
/// cost.
///
/// Several questions about one page share the work:
///
/// ```
/// use rowsmith::{ArticleOptions, Page, PageOptions, RecordsOptions};
///
/// let html = b"<h1>Lamps</h1><p>All of our lamps are made by hand, and none of them is like another.</p>\
///              <ul><li><a href=/1>One</a> <b>$1</b><li><a href=/2>Two</a> <b>$2</b><li><a href=/3>Three</a> <b>$3</b></ul>";
/// let page = Page::parse(html, &PageOptions::new().url("https://example.com/list"))?;
/// let found = page.records(&RecordsOptions::new());
/// assert_eq!(found.regions[0].records.len(), 3);
/// // the lists are known now, and not looked for again
/// let article = page.article(&ArticleOptions::new());
/// assert!(article.text.contains("made by hand"));
/// # Ok::<(), rowsmith::Error>(())
/// ```
#[derive(Debug)]
pub struct Page {
    source: String,
    document: Arc<Document>,
    address: Option<Url>,
    base: OnceLock<Option<Base>>,
    fetched: Option<DateTime>,
    limits: Limits,
    list: Vec<Vec<String>>,
    part: Option<PartKind>,
    fields: Vec<GivenField>,
    tree: OnceLock<Arc<PageTree>>,
    facts: OnceLock<Arc<PageData>>,
    pivots: OnceLock<Pivots>,
    goes_on: OnceLock<Found>,
    comparisons: Mutex<Comparisons>,
    remembered: Mutex<Remembered>,
}

impl Page {
    /// Parses the bytes of a page: HTML in any encoding, or a [snapshot](crate::dom::layout::Snapshot), which includes
    /// the page's layout. Takes time linear in the length of the input.
    ///
    /// # Errors
    /// [`Error::Empty`] for input that is empty or only white space, [`Error::NotHtml`] for a picture, an archive or
    /// another binary format, [`Error::UnknownCharset`] for a charset that is not a WHATWG label, and
    /// [`Error::BadBaseUrl`] for an invalid page address. Malformed HTML is not an error, and neither is a page on
    /// which nothing is found.
    ///
    /// ```
    /// use rowsmith::{Error, Page, PageOptions};
    ///
    /// // what the HTTP header says of the encoding is worth passing on
    /// let latin = Page::parse(b"<title>Caf\xe9</title>", &PageOptions::new().charset("windows-1252"))?;
    /// assert_eq!(latin.article(&Default::default()).title(), Some("Café"));
    /// assert!(matches!(Page::parse(b"%PDF-1.7", &PageOptions::new()), Err(Error::NotHtml(_))));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn parse(bytes: &[u8], options: &PageOptions) -> Result<Page, Error> {
        let address = address_of(options.url.as_deref())?;
        let limits = options.limits.within_memory(bytes.len());
        let document = parse(bytes, &ParseOptions { limits, ..options.parsing() })?;
        Ok(Page {
            source: options.source.clone(),
            document: Arc::new(document),
            address,
            base: OnceLock::new(),
            fetched: options.fetched,
            limits,
            list: options.list.clone(),
            part: options.part,
            fields: options.fields.clone(),
            tree: OnceLock::new(),
            facts: OnceLock::new(),
            pivots: OnceLock::new(),
            goes_on: OnceLock::new(),
            comparisons: Mutex::default(),
            remembered: Mutex::default(),
        })
    }

    /// The name of the page in results, as given to [`PageOptions::source`](crate::PageOptions::source).
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let page = Page::parse(b"<p>Hello", &PageOptions::new().source("hello.html"))?;
    /// assert_eq!(page.source(), "hello.html");
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The address of the page, as given to [`PageOptions::url`](crate::PageOptions::url). A `<base>` element in the
    /// page does not change it.
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let page = Page::parse(b"<p>Hello", &PageOptions::new().url("https://example.com/list"))?;
    /// assert_eq!(page.url(), Some("https://example.com/list"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn url(&self) -> Option<&str> {
        self.address.as_ref().map(Url::as_str)
    }

    pub(crate) fn document(&self) -> &Arc<Document> {
        &self.document
    }

    pub(crate) fn tree(&self) -> &Arc<PageTree> {
        self.tree.get_or_init(|| Arc::new(PageTree::new(&self.document)))
    }

    pub(crate) fn address(&self) -> Option<&Url> {
        self.address.as_ref()
    }

    pub(crate) fn fetched(&self) -> Option<DateTime> {
        self.fetched
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The base address of the page's links, if known.
    pub(crate) fn base(&self) -> Option<&Base> {
        self.base.get_or_init(|| base_of(&self.document, self.address.as_ref())).as_ref()
    }

    /// Facts about the nodes of the page.
    pub(crate) fn facts(&self) -> PageFacts<'_> {
        let data = self.facts.get_or_init(|| Arc::clone(PageFacts::new(&self.document, self.tree()).data()));
        PageFacts::known(&self.document, self.tree(), Arc::clone(data))
    }

    /// The dates on the page.
    pub(crate) fn pivots(&self) -> &Pivots {
        self.pivots.get_or_init(|| Pivots::new(&self.document, self.tree()))
    }

    /// Compares subtrees of the page and keeps the results. Returns whether the work limit was exceeded.
    fn comparing<'f, T>(
        &self,
        facts: &'f PageFacts<'f>,
        compare: impl FnOnce(&mut Similarities<'f>) -> T,
    ) -> WithinWork<T> {
        let known = std::mem::take(&mut *self.comparisons.lock().unwrap_or_else(PoisonError::into_inner));
        let mut sims = Similarities::continuing(&facts.page.tree, &facts.classes, known, self.limits.max_work);
        let found = compare(&mut sims);
        let exhausted = sims.exhausted;
        *self.comparisons.lock().unwrap_or_else(PoisonError::into_inner) = sims.into_comparisons();
        WithinWork { found, exhausted }
    }

    /// The limits that parsing has exceeded.
    fn truncated(&self) -> Truncated {
        self.document.source.truncated
    }

    fn warnings(&self, truncated: Truncated, nothing: Option<Warning>) -> Vec<Warning> {
        page_warnings(&self.document, self.tree(), truncated, nothing)
    }
}
