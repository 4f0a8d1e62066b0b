//! The article of a page: one [`ArticlePage`] per page.

use serde::{Deserialize, Serialize};

use crate::recognize::ValueType;
use crate::recognize::date::DateTime;
use crate::types::metadata::FilledColumn;
use crate::types::rounding::thousandths;
use crate::types::{Cell, Column, ColumnKind, Metadata, RecordRow, RegionTable, Warning};

/// The result of `article` on one page: one JSON line.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ArticlePage {
    /// The input as the caller named it.
    pub source: String,
    /// Title, author, date and the page's other metadata. Its fields become fields of the line.
    #[serde(flatten)]
    pub metadata: Metadata,
    /// The text: one line per block, with an empty line around paragraphs.
    pub text: String,
    /// The text as Markdown.
    pub markdown: String,
    /// The text as HTML with only allow-listed elements and safe addresses.
    pub html: String,
    /// The path of the smallest element that holds nine tenths of the text's words.
    pub path: String,
    /// The expected F1 of the text, 0 to 1.
    #[serde(serialize_with = "thousandths")]
    pub confidence: f64,
    /// What a user should know about this result; empty where all is well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

impl ArticlePage {
    /// The title, without the name of the site.
    ///
    /// ```
    /// use rowsmith::{ArticleOptions, Page, PageOptions};
    ///
    /// let html = b"<title>Low tide - The Pier</title><nav>The Pier</nav><h1>Low tide</h1><p>The boats lay on the sand all day.";
    /// let page = Page::parse(html, &PageOptions::new())?;
    /// assert_eq!(page.article(&ArticleOptions::new()).title(), Some("Low tide"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn title(&self) -> Option<&str> {
        self.metadata.title.as_deref()
    }

    /// The authors, joined by commas.
    ///
    /// ```
    /// use rowsmith::{ArticleOptions, Page, PageOptions};
    ///
    /// let html = b"<meta name=author content='Ann Lee'><h1>Low tide</h1><p>The boats lay on the sand all day.";
    /// let page = Page::parse(html, &PageOptions::new())?;
    /// assert_eq!(page.article(&ArticleOptions::new()).author(), Some("Ann Lee"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn author(&self) -> Option<&str> {
        self.metadata.author.as_deref()
    }

    /// The date of publication.
    ///
    /// ```
    /// use rowsmith::types::ArticlePage;
    ///
    /// let line = r#"{"source":"a.html","title":"Lamps","author":null,"date":"2024-01-05T10:15Z","tags":[],
    ///     "text":"","markdown":"","html":"","path":"/html[1]","confidence":0.9}"#;
    /// let page: ArticlePage = serde_json::from_str(line)?;
    /// let date = page.date().expect("the page has a date");
    /// assert_eq!((page.title(), date.day, date.offset), (Some("Lamps"), 5, Some(0)));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn date(&self) -> Option<DateTime> {
        self.metadata.date()
    }
}

/// An article as a table of one row: the text and the metadata.
///
/// ```
/// use rowsmith::types::{ArticlePage, article_table};
///
/// let mut page = ArticlePage::default();
/// page.metadata.title = Some("Low tide".into());
/// page.text = "The boats lay on the sand all day.".into();
/// let table = article_table(&page);
/// let row = table.record(0).expect("a row");
/// assert_eq!(row.text("title"), Some("Low tide"));
/// assert_eq!(row.text("text"), Some("The boats lay on the sand all day."));
/// ```
pub fn article_table(page: &ArticlePage) -> RegionTable {
    text_table(&page.metadata, &page.text, &page.path, page.confidence)
}

/// A text and its page's metadata as a table of one row.
pub(crate) fn text_table(metadata: &Metadata, text: &str, path: &str, confidence: f64) -> RegionTable {
    let text = FilledColumn {
        column: Column::new("text", ColumnKind::Text, ValueType::Text),
        cell: (!text.is_empty()).then(|| Cell::text(text)),
        byline: true,
    };
    let (byline, others): (Vec<_>, Vec<_>) = metadata.columns().partition(|filled| filled.byline);
    let filled = byline.into_iter().chain([text]).chain(others);
    let (columns, cells) = filled.map(|FilledColumn { column, cell, .. }| (column, cell)).unzip();
    RegionTable {
        score: confidence,
        confidence: Some(confidence),
        path: path.to_owned(),
        found_by: "article".into(),
        ..RegionTable::new(columns, vec![RecordRow::new(vec![path.to_owned()], cells)])
    }
}
