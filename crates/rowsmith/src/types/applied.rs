//! The result of applying a wrapper: one [`AppliedPage`] per page.

use serde::{Deserialize, Serialize, Serializer};

use crate::recognize::date::DateTime;
use crate::types::cell::{NamedCell, deserialize_cells, serialize_cells};
use crate::types::{ArticlePage, Drift, Metadata, ObjectTable, Post, RegionTable, Warning};

/// The result of applying a wrapper to a page: one JSON line. What the page holds is in the same fields that the single
/// extractors use: `regions` for lists, `areas` for objects, `posts`, and the fields of an [`ArticlePage`]; `item` is the object that the page is about.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AppliedPage {
    /// The input as the caller named it.
    pub source: String,
    /// The template that the page fits, if any.
    pub template: Option<String>,
    /// How well the page fits the nearest template, from 0 to 1.
    pub fit: f32,
    /// The article. Its fields become fields of the line.
    #[serde(flatten)]
    pub article: Option<AppliedArticle>,
    /// The posts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub posts: Vec<Post>,
    /// The objects of a domain, one table per part. A table has all attributes of its part, even those that this page
    /// lacks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub areas: Vec<ObjectTable>,
    /// One table per list, with all columns of its part, even those that this page lacks. Parts without records are
    /// left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<RegionTable>,
    /// The object that the page is about, as a table of one row, if the template has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<RegionTable>,
    /// All parts as tables, each with its kind. This field is not written to result lines.
    #[serde(skip)]
    pub tables: Vec<PartTable>,
    /// How the page deviates from what was learnt. Empty if it does not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drift: Vec<Drift>,
    /// Other things that a user should know about this result.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

/// The article of an [`AppliedPage`].
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AppliedArticle {
    /// Title, author, date and the page's other metadata.
    #[serde(flatten)]
    pub metadata: Metadata,
    /// The text: one line per block, with an empty line around paragraphs.
    pub text: String,
    /// The text as Markdown, if asked for.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub markdown: String,
    /// The text as HTML with only allow-listed elements and safe addresses, if asked for.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub html: String,
    /// The path of the article's element.
    pub path: String,
    /// The columns that a person added to the template. Serialised as the fields `cells` and `urls`, as in a record.
    #[serde(
        flatten,
        skip_serializing_if = "Vec::is_empty",
        serialize_with = "serialize_cells",
        deserialize_with = "deserialize_cells"
    )]
    #[cfg_attr(feature = "schema", schemars(with = "crate::types::cell::OptionalCellMaps"))]
    pub cells: Vec<NamedCell>,
}

impl AppliedArticle {
    /// The date of publication.
    ///
    /// ```
    /// use rowsmith::types::AppliedArticle;
    ///
    /// let mut article = AppliedArticle::default();
    /// assert_eq!(article.date(), None);
    /// article.metadata.date = Some("2024-01-05T10:15Z".into());
    /// assert_eq!(article.date().map(|date| (date.day, date.hour)), Some((5, 10)));
    /// ```
    pub fn date(&self) -> Option<DateTime> {
        self.metadata.date()
    }
}

impl From<ArticlePage> for AppliedArticle {
    fn from(page: ArticlePage) -> AppliedArticle {
        let ArticlePage { metadata, text, markdown, html, path, .. } = page;
        AppliedArticle { metadata, text, markdown, html, path, cells: Vec::new() }
    }
}

/// A part of a page as a table.
#[derive(Clone, PartialEq, Debug)]
pub struct PartTable {
    /// What the part is.
    pub kind: PartKind,
    /// Its table.
    pub table: RegionTable,
}

/// What a part of a page is.
///
/// Exhaustive on purpose: what a further kind of part is called and written as must be decided by whoever uses it, and the
/// compiler names the places.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(description = "What a part of a page is."))]
#[serde(rename_all = "snake_case")]
pub enum PartKind {
    /// The main list: records and their columns.
    List,
    /// The posts of a thread, or comments: records with author, date and body.
    Posts,
    /// The article: one record with title, author, date and body.
    Article,
    /// Objects of a domain.
    Objects,
    /// The object that the page is about: one record, the page, with the fields that a person pointed at.
    Item,
}

impl PartKind {
    /// The name of the kind in files and tables.
    ///
    /// ```
    /// use rowsmith::types::PartKind;
    ///
    /// assert_eq!((PartKind::Posts.name(), PartKind::Item.name()), ("posts", "item"));
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            PartKind::List => "list",
            PartKind::Posts => "posts",
            PartKind::Article => "article",
            PartKind::Objects => "objects",
            PartKind::Item => "item",
        }
    }
}

impl Serialize for AppliedPage {
    /// A page with nothing else gets an empty `regions`, to say that it has none.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Line<'a> {
            source: &'a str,
            template: &'a Option<String>,
            fit: f32,
            #[serde(flatten)]
            article: &'a Option<AppliedArticle>,
            #[serde(skip_serializing_if = "<[Post]>::is_empty")]
            posts: &'a [Post],
            #[serde(skip_serializing_if = "<[ObjectTable]>::is_empty")]
            areas: &'a [ObjectTable],
            #[serde(skip_serializing_if = "Option::is_none")]
            item: &'a Option<RegionTable>,
            #[serde(skip_serializing_if = "Option::is_none")]
            regions: Option<&'a [RegionTable]>,
            #[serde(skip_serializing_if = "<[Drift]>::is_empty")]
            drift: &'a [Drift],
            #[serde(skip_serializing_if = "<[Warning]>::is_empty")]
            warnings: &'a [Warning],
        }
        let AppliedPage { source, template, fit, article, posts, areas, regions, item, tables: _, drift, warnings } =
            self;
        let nothing = posts.is_empty() && areas.is_empty() && article.is_none() && item.is_none();
        let regions = (!regions.is_empty() || nothing).then_some(regions.as_slice());
        Line { source, template, fit: *fit, article, posts, areas, item, regions, drift, warnings }
            .serialize(serializer)
    }
}
