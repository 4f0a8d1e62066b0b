//! Posts as they are serialised: one [`PostsPage`] per page.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::recognize::ValueType;
use crate::recognize::date::DateTime;
use crate::types::cell::{NamedCell, deserialize_cells, serialize_cells};
use crate::types::column::{Column, ColumnKind};
use crate::types::rounding::some_thousandths;
use crate::types::warning::Warning;
use crate::types::{Cell, Pagination, RecordRow, RegionTable, Role};

/// The result of `posts` on one page: one JSON line.
///
/// ```
/// use rowsmith::types::PostsPage;
///
/// let line = r#"{"source":"thread.html","posts":[{"nodes":["/html[1]/body[1]/article[1]"],
///     "author":"ann","date":"2024-01-05T10:15","body":"Which lamp is best?"}]}"#;
/// let page: PostsPage = serde_json::from_str(line)?;
/// let first = &page.posts[0];
/// assert_eq!(first.author.as_deref(), Some("ann"));
/// assert_eq!(first.date().map(|date| date.hour), Some(10));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PostsPage {
    /// The input as the caller named it.
    pub source: String,
    /// The probability that the page has posts and that these are they. Only the trained method gives it.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "some_thousandths")]
    pub confidence: Option<f64>,
    /// What the posts were found by, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found_by: Option<Cow<'static, str>>,
    /// Where the same posts stand in the data of the page's scripts, if they are there: it completes them, and they are taken from
    /// there if the page itself shows none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// The posts in document order.
    pub posts: Vec<Post>,
    /// Where the thread continues: next page, all pages.
    #[serde(flatten)]
    pub pagination: Pagination,
    /// The further columns whose cells are in [`Post::cells`]: `rating` and `score`, where a post has one, and those of a wrapper. This field is
    /// not written to result lines.
    #[serde(skip)]
    pub columns: Vec<Column>,
    /// What a user should know about this result; empty where all is well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

/// A post, comment or review. Fields that the page does not show are left out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Post {
    /// The paths of the sibling subtrees that make the post; none if it is taken from the data of a script.
    pub nodes: Vec<String>,
    /// The number that the page shows for it, as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// The title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The name of the author.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The author's page; absolute if the base address is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author_url: Option<String>,
    /// The date in ISO 8601, as precise as the page states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The date as the page has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date_text: Option<String>,
    /// What the author wrote, including quotes, as lines of text.
    pub body: String,
    /// The body as HTML without scripts and layout, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// The quoted parts of the body, as texts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub quotes: Vec<String>,
    /// The link to the post.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The post that this one answers, as its index in the list (from 0), if answers are nested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<usize>,
    /// Further things that the page shows of the post, by column: the author's number of posts, rank, image. Only
    /// wrappers find them, since they have seen where posts have them, and of reviews that stand in the data of the page's
    /// scripts the `rating`. Serialised as the fields `cells` and `urls`, as
    /// in a record.
    #[serde(
        flatten,
        skip_serializing_if = "Vec::is_empty",
        serialize_with = "serialize_cells",
        deserialize_with = "deserialize_cells"
    )]
    #[cfg_attr(feature = "schema", schemars(with = "crate::types::cell::OptionalCellMaps"))]
    pub cells: Vec<NamedCell>,
}

/// A column that posts may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PostColumn {
    /// Its name, which is that of a field of [`Post`].
    pub name: &'static str,
    /// What its items are taken from.
    pub kind: ColumnKind,
    /// The type of its texts.
    pub value_type: ValueType,
}

impl PostColumn {
    const fn text(name: &'static str, value_type: ValueType) -> PostColumn {
        PostColumn { name, kind: ColumnKind::Text, value_type }
    }

    const fn link(name: &'static str) -> PostColumn {
        PostColumn { name, kind: ColumnKind::Link, value_type: ValueType::Url }
    }
}

/// The columns that posts may have, in their order.
pub const POST_COLUMNS: [PostColumn; 10] = [
    PostColumn::text("number", ValueType::Text),
    PostColumn::text("title", ValueType::Text),
    PostColumn::text("author", ValueType::Text),
    PostColumn::link("author_url"),
    PostColumn::text("date", ValueType::Date),
    PostColumn::text("date_text", ValueType::Text),
    PostColumn::text("body", ValueType::Text),
    PostColumn::text("html", ValueType::Text),
    PostColumn::link("url"),
    PostColumn::text("parent", ValueType::Number),
];

impl PostsPage {
    /// The result for a page with these posts, about which nothing else is known.
    ///
    /// ```
    /// use rowsmith::types::{Post, PostsPage};
    ///
    /// let page = PostsPage::new("thread.html", vec![Post::default(), Post::default()]);
    /// assert_eq!((page.source.as_str(), page.posts.len()), ("thread.html", 2));
    /// assert_eq!(page.confidence, None);
    /// ```
    pub fn new(source: impl Into<String>, posts: Vec<Post>) -> PostsPage {
        PostsPage { source: source.into(), posts, ..PostsPage::default() }
    }
}

impl Post {
    /// When it was written, parsed from the field `date`.
    ///
    /// ```
    /// use rowsmith::types::Post;
    ///
    /// let mut post = Post::default();
    /// assert_eq!(post.date(), None);
    /// post.date = Some("2024-01-05T10:15".into());
    /// assert_eq!(post.date().map(|date| (date.day, date.hour)), Some((5, 10)));
    /// ```
    pub fn date(&self) -> Option<DateTime> {
        DateTime::from_iso(self.date.as_deref()?)
    }

    /// The cell of the post in a further column; see [`Post::cells`].
    ///
    /// ```
    /// use rowsmith::types::PostsPage;
    ///
    /// let line = r#"{"source":"thread.html","posts":[{"nodes":["/html[1]/body[1]/article[1]"],"body":"Which lamp is best?",
    ///     "cells":{"rank":"Senior member"}}]}"#;
    /// let page: PostsPage = serde_json::from_str(line)?;
    /// assert_eq!(page.posts[0].get("rank").map(|cell| cell.text.as_str()), Some("Senior member"));
    /// assert_eq!(page.posts[0].get("flair"), None);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn get(&self, column: &str) -> Option<&Cell> {
        self.cells.iter().find(|named| named.name == column).map(|named| &named.cell)
    }

    /// The text in a column of [`POST_COLUMNS`].
    fn field(&self, column: &str) -> Option<String> {
        match column {
            "number" => self.number.clone(),
            "title" => self.title.clone(),
            "author" => self.author.clone(),
            "author_url" => self.author_url.clone(),
            "date" => self.date.clone(),
            "date_text" => self.date_text.clone(),
            "body" => Some(self.body.clone()).filter(|body| !body.is_empty()),
            "html" => self.html.clone(),
            "url" => self.url.clone(),
            "parent" => self.parent.map(|n| n.to_string()),
            _ => None,
        }
    }
}

/// The column of the ratings that reviews give.
pub(crate) const RATING: &str = "rating";
/// The column of the points, votes or likes that posts got.
pub(crate) const SCORE: &str = "score";

/// The columns that posts have beside their fields, without a wrapper.
pub(crate) fn further_columns(posts: &[Post]) -> Vec<Column> {
    let column = |(name, role)| {
        let is_there = posts.iter().any(|post| post.get(name).is_some());
        is_there.then(|| Column { role: Some(role), ..Column::new(name, ColumnKind::Text, ValueType::Number) })
    };
    [(RATING, Role::Rating), (SCORE, Role::Score)].into_iter().filter_map(column).collect()
}

/// The posts of a page as a table with one row per post. Its columns are the fields that any post has, followed by the
/// further columns. `None` if there are no posts.
///
/// ```
/// use rowsmith::types::{Post, PostsPage, posts_table};
///
/// let (mut first, mut second) = (Post::default(), Post::default());
/// (first.author, first.body) = (Some("ann".into()), "Which lamp is best?".into());
/// second.body = "The small one.".into();
/// let table = posts_table(&PostsPage::new("thread.html", vec![first, second])).expect("there are posts");
/// let names: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
/// assert_eq!(names, ["author", "body"]);
/// assert_eq!(table.record(1).and_then(|row| row.text("author")), None);
/// ```
pub fn posts_table(page: &PostsPage) -> Option<RegionTable> {
    posts_with_confidence(&page.posts, &page.columns, page.confidence, page.found_by.clone())
}

/// Posts as a table with the columns that any post has, and with the given properties of the whole table.
pub(crate) fn posts_with_confidence(
    posts: &[Post],
    further: &[Column],
    confidence: Option<f64>,
    found_by: Option<Cow<'static, str>>,
) -> Option<RegionTable> {
    let used = |column: &str| posts.iter().any(|post| post.field(column).is_some());
    let table = posts_table_of(posts, &used, further)?;
    let (score, found_by) = (confidence.unwrap_or(1.0), found_by.unwrap_or("posts".into()));
    Some(RegionTable { score, confidence, found_by, ..table })
}

/// Posts as a table with the given columns of [`POST_COLUMNS`], and further ones. `None` if there are no posts.
pub(crate) fn posts_table_of(posts: &[Post], wanted: &dyn Fn(&str) -> bool, further: &[Column]) -> Option<RegionTable> {
    let first = posts.first()?;
    let used: Vec<PostColumn> = POST_COLUMNS.into_iter().filter(|column| wanted(column.name)).collect();
    let own = used.iter().map(|column| Column::new(column.name, column.kind, column.value_type));
    let columns = own.chain(further.iter().cloned()).collect();
    let cell = |post: &Post, column: &PostColumn| {
        let text = post.field(column.name)?;
        let url = (column.kind == ColumnKind::Link && text.contains("://")).then(|| text.clone());
        Some(Cell { text, url })
    };
    let row = |post: &Post| {
        let own = used.iter().map(|column| cell(post, column));
        let cells = own.chain(further.iter().map(|column| post.get(&column.name).cloned()));
        RecordRow::new(post.nodes.clone(), cells.collect())
    };
    let above = first.nodes.first().map_or("", |n| n.rsplit_once('/').map_or("", |(up, _)| up));
    Some(RegionTable {
        score: 1.0,
        path: above.to_owned(),
        found_by: "posts".into(),
        ..RegionTable::new(columns, posts.iter().map(row).collect())
    })
}
