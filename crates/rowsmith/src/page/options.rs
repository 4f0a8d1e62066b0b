//! What the caller knows about a page besides its bytes, and what the page may cost.

use crate::dom::ParseOptions;
use crate::limits::Limits;
use crate::recognize::date::DateTime;
use crate::types::PartKind;

/// What the caller knows about a page besides its bytes, and what the page may cost. All of it is optional.
///
/// ```
/// use rowsmith::PageOptions;
///
/// let options = PageOptions::new().source("list.html").url("https://example.com/list").charset("utf-8");
/// assert_eq!(options.url.as_deref(), Some("https://example.com/list"));
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct PageOptions {
    /// The name of the page in results: a file name, an address, or whatever the caller knows it by.
    pub source: String,
    /// The address of the page, used to make its links absolute. A `<base>` element in the page takes precedence.
    pub url: Option<String>,
    /// The encoding named by the HTTP header, as a WHATWG label. A byte order mark takes precedence.
    pub charset: Option<String>,
    /// When the page was fetched, which "3 hours ago" is relative to. Without it such dates stay texts.
    pub fetched: Option<DateTime>,
    /// Limits on what the page may cost.
    pub limits: Limits,
    /// The records of the page's list, as chosen by a person; see [`PageOptions::list`].
    pub list: Vec<Vec<String>>,
    /// What the page holds, as chosen by a person; see [`PageOptions::part`].
    pub part: Option<PartKind>,
    /// Where fields are, as chosen by a person; see [`PageOptions::field`].
    pub fields: Vec<GivenField>,
}

/// Where a field is on a page, as chosen by a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenField {
    /// The name of the field.
    pub name: String,
    /// The path of its element; `None` if the page lacks the field.
    pub path: Option<String>,
}

impl PageOptions {
    /// The default options: nothing is known about the page, and it may cost what [`Limits::default`] allows.
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let page = Page::parse(b"<p>Hello", &PageOptions::new())?;
    /// assert_eq!((page.source(), page.url()), ("", None));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn new() -> PageOptions {
        PageOptions::default()
    }

    /// Names the page in results: a file name, an address, or whatever the caller knows it by. The default is the empty
    /// name.
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions, RecordsOptions};
    ///
    /// let page = Page::parse(b"<p>Hello", &PageOptions::new().source("hello.html"))?;
    /// assert_eq!(page.records(&RecordsOptions::new()).source, "hello.html");
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn source(mut self, source: impl Into<String>) -> PageOptions {
        self.source = source.into();
        self
    }

    /// Sets the address of the page. With it, links and images in results come with their absolute addresses; without
    /// it they do so only if the page has a `<base>` element.
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions, RecordsOptions};
    ///
    /// let html = b"<ul><li><a href=/oak>Oak</a> <b>$45</b><li><a href=/elm>Elm</a> <b>$30</b><li><a href=/ash>Ash</a> <b>$25</b></ul>";
    /// let link = |options: &PageOptions| -> Result<Option<String>, rowsmith::Error> {
    ///     let found = Page::parse(html, options)?.records(&RecordsOptions::new());
    ///     Ok(found.records().next().and_then(|oak| oak.get("url")?.url.clone()))
    /// };
    /// assert_eq!(link(&PageOptions::new().url("https://example.com/trees"))?.as_deref(), Some("https://example.com/oak"));
    /// assert_eq!(link(&PageOptions::new())?, None);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn url(mut self, url: impl Into<String>) -> PageOptions {
        self.url = Some(url.into());
        self
    }

    /// Sets the encoding named by the HTTP header. Without it the encoding is taken from the page's own `<meta>`, or
    /// guessed from its bytes.
    ///
    /// ```
    /// use rowsmith::{ArticleOptions, Page, PageOptions};
    ///
    /// let html = b"<title>\xcc\xe8\xf0</title><p>\xcc\xe8\xf0";
    /// let russian = Page::parse(html, &PageOptions::new().charset("windows-1251"))?;
    /// assert_eq!(russian.article(&ArticleOptions::new()).title(), Some("Мир"));
    /// assert!(Page::parse(html, &PageOptions::new().charset("nonsense")).is_err());
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn charset(mut self, label: impl Into<String>) -> PageOptions {
        self.charset = Some(label.into());
        self
    }

    /// Sets when the page was fetched. Dates such as "3 hours ago" and "yesterday" are resolved relative to it.
    ///
    /// ```
    /// use rowsmith::PageOptions;
    /// use rowsmith::recognize::date::{DateContext, parse_date};
    ///
    /// let noon = parse_date("2024-05-01 12:00", &DateContext::default()).expect("a date");
    /// assert_eq!(PageOptions::new().fetched(noon).fetched, Some(noon));
    /// ```
    #[must_use]
    pub fn fetched(mut self, time: DateTime) -> PageOptions {
        self.fetched = Some(time);
        self
    }

    /// Sets limits on what the page may cost.
    ///
    /// ```
    /// use rowsmith::types::Warning;
    /// use rowsmith::{ArticleOptions, Limits, Page, PageOptions};
    ///
    /// let html = format!("<p>{}", "All day long. ".repeat(100));
    /// let short = Limits::new().max_bytes(200);
    /// let article = Page::parse(html.as_bytes(), &PageOptions::new().limits(short))?.article(&ArticleOptions::new());
    /// assert!(article.text.len() < 200);
    /// assert!(article.warnings.iter().any(|warning| matches!(warning, Warning::Truncated(passed) if passed.bytes)));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> PageOptions {
        self.limits = limits;
        self
    }

    /// Sets the records of the page's list, as chosen by a person. Each record is given by the element paths of the
    /// sibling subtrees that make it up, in the form of [`RecordRow::nodes`](crate::types::RecordRow::nodes). This list
    /// becomes the main list whatever a search would choose, and [`Wrapper::learn`](crate::wrapper::Wrapper::learn) learns from it, and
    /// not from pages of the same template for which no list was given. Paths that lead nowhere are ignored; if none is
    /// left, the page is searched as usual.
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions, RecordsOptions};
    ///
    /// let html = b"<table><tr><td>Tree<td>Price<tr><td>Oak<td>$45<tr><td>Elm<td>$30<tr><td>Ash<td>$25</table>";
    /// let row = |number: usize| vec![format!("/html[1]/body[1]/table[1]/tbody[1]/tr[{number}]")];
    /// let page = Page::parse(html, &PageOptions::new().list([row(2), row(3), row(4)]))?;
    /// let found = page.records(&RecordsOptions::new());
    /// assert_eq!(found.regions[0].records.len(), 3, "the first row is not a record");
    /// assert_eq!(found.regions[0].found_by, "given");
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn list(mut self, records: impl IntoIterator<Item = Vec<String>>) -> PageOptions {
        self.list = records.into_iter().collect();
        self
    }

    /// Says what the page holds, as chosen by a person: [`Wrapper::learn`](crate::wrapper::Wrapper::learn) then learns this part and no
    /// other from the pages of its template. The records of [`PageOptions::list`] are posts if the part is
    /// [`PartKind::Posts`].
    ///
    /// ```
    /// # #[cfg(feature = "wrappers")] {
    /// use rowsmith::types::PartKind;
    /// use rowsmith::wrapper::{LearnOptions, Wrapper};
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let html = b"<h1>Desk lamp</h1><b class=price>$49.00</b><p class=maker>Lumen<button>Add to cart</button>";
    /// let page = Page::parse(html, &PageOptions::new().part(PartKind::Item))?;
    /// let wrapper = Wrapper::learn(&[page], &LearnOptions::new());
    /// assert_eq!(wrapper.templates[0].parts[0].kind, PartKind::Item);
    /// # }
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn part(mut self, part: PartKind) -> PageOptions {
        self.part = Some(part);
        self
    }

    /// Says where a field of the page's part is, as chosen by a person: the path of the element, in the form of
    /// [`RecordRow::nodes`](crate::types::RecordRow::nodes), or `None` if the page lacks the field.
    /// [`Wrapper::learn`](crate::wrapper::Wrapper::learn) learns a selector from the fields of all pages, which takes the place of
    /// whatever a search would choose. Fields of an article are `title`, `author`, `date` and `text`, those of posts the columns
    /// of [`Page::posts`](crate::Page::posts); any other name is a further column. In a list or a thread, pointing at the field
    /// of one record is enough. Paths that lead nowhere are ignored.
    ///
    /// ```
    /// # #[cfg(feature = "wrappers")] {
    /// use rowsmith::types::PartKind;
    /// use rowsmith::wrapper::{ApplyOptions, LearnOptions, Wrapper};
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let html = |name: &str, maker: &str| format!("<h1>{name}</h1><b class=price>$49.00</b><p>New <p class=maker>{maker}");
    /// let options = PageOptions::new().part(PartKind::Item).field("maker", Some("/html[1]/body[1]/p[2]"));
    /// let page = Page::parse(html("Desk lamp", "Lumen").as_bytes(), &options)?;
    /// let wrapper = Wrapper::learn(&[page], &LearnOptions::new());
    /// let other = Page::parse(html("Floor lamp", "Ikon").as_bytes(), &PageOptions::new())?;
    /// let item = wrapper.apply(&other, &ApplyOptions::new()).item.expect("it is a page of this template");
    /// assert_eq!(item.record(0).and_then(|row| row.text("maker")), Some("Ikon"));
    /// # }
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn field(mut self, name: impl Into<String>, path: Option<&str>) -> PageOptions {
        self.fields.push(GivenField { name: name.into(), path: path.map(str::to_owned) });
        self
    }

    pub(super) fn parsing(&self) -> ParseOptions {
        ParseOptions { charset: self.charset.clone(), limits: self.limits }
    }
}
