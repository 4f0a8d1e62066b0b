//! Everything on a page: one [`ExtractPage`] per page.

use serde::{Deserialize, Serialize};

use crate::recognize::date::DateTime;
use crate::types::article_page::text_table;
use crate::types::metadata::only_stated;
use crate::types::posts::{further_columns, posts_with_confidence};
use crate::types::rounding::{some_thousandths, thousandths};
use crate::types::{
    Kind, KindProbabilities, Metadata, ObjectTable, PageItem, Pagination, Post, RegionTable, Warning, item_table,
};

/// The result of `extract` on one page: one JSON line. Parts that the page does not have are left out.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExtractPage {
    /// The input as the caller named it.
    pub source: String,
    /// What the page is.
    pub kind: Kind,
    /// The probability of that kind.
    #[serde(serialize_with = "thousandths")]
    pub confidence: f64,
    /// The probability of each kind.
    pub kinds: KindProbabilities,
    /// Title, author, date and the page's other metadata. Its fields become fields of the line.
    #[serde(flatten, serialize_with = "only_stated")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::types::metadata::OnlyStated"))]
    pub metadata: Metadata,
    /// The main text, whatever kind of page this is: that of an article, or the texts of a list or a thread.
    pub text: String,
    /// The main text as Markdown, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub markdown: Option<String>,
    /// The main text as HTML with only allow-listed elements and safe addresses, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// The expected F1 of the text, 0 to 1.
    #[serde(serialize_with = "thousandths")]
    pub text_confidence: f64,
    /// The path of the smallest element that holds nine tenths of the text's words.
    pub path: String,
    /// The posts of a thread, or the comments or reviews on another page.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub posts: Vec<Post>,
    /// The probability that the page has posts and that these are they. `None` without posts.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "some_thousandths")]
    pub posts_confidence: Option<f64>,
    /// Where the same posts stand in the data of the page's scripts, if they are there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub posts_state: Option<String>,
    /// The lists, with a confidence for the first. They are marked `main` if the page is a list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<RegionTable>,
    /// The object that the page is about, if it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<PageItem>,
    /// The areas of objects of a domain, if a schema was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub areas: Option<Vec<ObjectTable>>,
    /// Where the list or thread continues: next page, all pages, number of records.
    #[serde(flatten)]
    pub pagination: Pagination,
    /// What a user should know about this result; empty where all is well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

impl ExtractPage {
    /// The title, without the name of the site.
    ///
    /// ```
    /// use rowsmith::{ExtractOptions, Page, PageOptions};
    ///
    /// let html = b"<title>Low tide - The Pier</title><nav>The Pier</nav><h1>Low tide</h1><p>The boats lay on the sand all day.";
    /// let page = Page::parse(html, &PageOptions::new())?;
    /// assert_eq!(page.extract(&ExtractOptions::new()).title(), Some("Low tide"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn title(&self) -> Option<&str> {
        self.metadata.title.as_deref()
    }

    /// The authors of the article, joined by commas.
    ///
    /// ```
    /// use rowsmith::{ExtractOptions, Page, PageOptions};
    ///
    /// let html = b"<h1>Low tide</h1><p class=byline>By <a rel=author href=/ann>Ann Lee</a></p><p>The boats lay on the sand all day.";
    /// let page = Page::parse(html, &PageOptions::new())?;
    /// assert_eq!(page.extract(&ExtractOptions::new()).author(), Some("Ann Lee"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn author(&self) -> Option<&str> {
        self.metadata.author.as_deref()
    }

    /// The date of publication.
    ///
    /// ```
    /// use rowsmith::{ExtractOptions, Page, PageOptions};
    ///
    /// let html = b"<meta property=article:published_time content=2024-01-05T10:15:00Z><h1>Low tide</h1><p>The boats lay on the sand.";
    /// let found = Page::parse(html, &PageOptions::new())?.extract(&ExtractOptions::new());
    /// assert_eq!(found.date().map(|date| (date.year, date.month, date.day)), Some((2024, 1, 5)));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn date(&self) -> Option<DateTime> {
        self.metadata.date()
    }

    /// The text and the metadata as a table of one row, as [`article_table`](crate::types::article_table) makes it.
    ///
    /// ```
    /// use rowsmith::{ExtractOptions, Page, PageOptions};
    ///
    /// let html = b"<title>Low tide</title><h1>Low tide</h1><p>The boats lay on the sand all day, and nobody went out to fish.";
    /// let found = Page::parse(html, &PageOptions::new())?.extract(&ExtractOptions::new());
    /// let table = found.article_table();
    /// assert_eq!(table.records.len(), 1);
    /// assert_eq!(table.record(0).and_then(|row| row.text("title")), Some("Low tide"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn article_table(&self) -> RegionTable {
        text_table(&self.metadata, &self.text, &self.path, self.text_confidence)
    }

    /// The object that the page is about as a table of one row, as [`item_table`] makes it; `None` if there is none.
    ///
    /// ```
    /// use rowsmith::types::{ExtractPage, PageItem};
    ///
    /// let mut page = ExtractPage::default();
    /// assert_eq!(page.item_table(), None);
    /// let mut lamp = PageItem::default();
    /// lamp.name = Some("Desk lamp".into());
    /// page.item = Some(lamp);
    /// let table = page.item_table().expect("there is an item");
    /// assert_eq!(table.record(0).and_then(|row| row.text("name")), Some("Desk lamp"));
    /// ```
    pub fn item_table(&self) -> Option<RegionTable> {
        self.item.as_ref().map(item_table)
    }

    /// The posts as a table, as [`posts_table`](crate::types::posts_table) makes it; `None` for no posts.
    ///
    /// ```
    /// use rowsmith::types::{ExtractPage, Post};
    ///
    /// let mut post = Post::default();
    /// (post.author, post.body) = (Some("ann".into()), "Which lamp is best?".into());
    /// let mut page = ExtractPage::default();
    /// assert_eq!(page.posts_table(), None);
    /// page.posts = vec![post];
    /// let table = page.posts_table().expect("there is a post");
    /// assert_eq!(table.record(0).and_then(|row| row.text("author")), Some("ann"));
    /// ```
    pub fn posts_table(&self) -> Option<RegionTable> {
        posts_with_confidence(&self.posts, &further_columns(&self.posts), self.posts_confidence, None)
    }
}
