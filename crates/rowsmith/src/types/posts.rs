//! Posts as they are serialised: one [`PostsPage`] a page.

use serde::Serialize;

use crate::recognize::ValueType;
use crate::types::column::{Column, ColumnCategory, ColumnKind};
use crate::types::table::{Cell, RecordRow, RegionTable, serialize_cells};
use crate::types::warning::Warning;

/// The result of `posts` on one page: one JSON line.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PostsPage {
    /// The input as the caller named it.
    pub source: String,
    /// The probability that the page has posts and these are they; of the learnt method.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "rounded")]
    pub confidence: Option<f64>,
    /// What found the posts, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found_by: Option<&'static str>,
    /// The posts in document order.
    pub posts: Vec<Post>,
    /// The further columns, whose cells posts have in [`Post::cells`]; of a wrapper.
    #[serde(skip)]
    pub columns: Vec<Column>,
    /// What a user should know about this result; empty where all is well.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

/// A post, comment or review. Fields that the page does not show are left out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Post {
    /// The paths of the sibling subtrees that make the post.
    pub nodes: Vec<String>,
    /// The number that the page gives it, as shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// The title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The name of the author.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The author's page, absolute where the base is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author_url: Option<String>,
    /// The date in ISO 8601, as far as the page gives it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The date as the page has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date_text: Option<String>,
    /// What the author wrote, quotes included, as lines of text.
    pub body: String,
    /// The same as HTML without scripts and layout, on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// The texts of the body that are quoted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub quotes: Vec<String>,
    /// The link to the post.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The post that this one answers, where answers are nested: its place in the list, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<usize>,
    /// What the page shows of the post beside these, by column: the author's number of posts, rank, image. Of a wrapper,
    /// which has seen where posts have it. Serialised as the fields `cells` and `urls` of a record.
    #[serde(flatten, skip_serializing_if = "Vec::is_empty", serialize_with = "serialize_cells")]
    pub cells: Vec<(String, Cell)>,
}

fn rounded<S: serde::Serializer>(value: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_some(&value.map(|v| (v * 1e3).round() / 1e3))
}

/// The columns that posts may have, in their order, with what they are.
pub const POST_COLUMNS: [(&str, ColumnKind, ValueType); 10] = [
    ("number", ColumnKind::Text, ValueType::Text),
    ("title", ColumnKind::Text, ValueType::Text),
    ("author", ColumnKind::Text, ValueType::Text),
    ("author_url", ColumnKind::Link, ValueType::Url),
    ("date", ColumnKind::Text, ValueType::Date),
    ("date_text", ColumnKind::Text, ValueType::Text),
    ("body", ColumnKind::Text, ValueType::Text),
    ("html", ColumnKind::Text, ValueType::Text),
    ("url", ColumnKind::Link, ValueType::Url),
    ("parent", ColumnKind::Text, ValueType::Number),
];

impl Post {
    /// The text of a column of [`POST_COLUMNS`].
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

/// The posts of a page as a table: a row a post, the fields that any post has as columns, then the further ones. `None`
/// for no posts.
pub fn posts_table(page: &PostsPage) -> Option<RegionTable> {
    let used = |column: &str| page.posts.iter().any(|post| post.field(column).is_some());
    let table = posts_table_of(&page.posts, &used, &page.columns)?;
    let (score, found_by) = (page.confidence.unwrap_or(1.0), page.found_by.unwrap_or("posts"));
    Some(RegionTable { score, confidence: page.confidence, found_by, ..table })
}

/// Posts as a table of those of [`POST_COLUMNS`] that are wanted, and of further ones. `None` for no posts.
pub fn posts_table_of(posts: &[Post], wanted: &dyn Fn(&str) -> bool, further: &[Column]) -> Option<RegionTable> {
    let first = posts.first()?;
    let used: Vec<(&str, ColumnKind, ValueType)> = POST_COLUMNS.into_iter().filter(|c| wanted(c.0)).collect();
    let columns = used
        .iter()
        .map(|&(name, kind, value_type)| Column {
            name: name.to_owned(),
            kind,
            category: ColumnCategory::Distinctive,
            value_type,
        })
        .chain(further.iter().cloned())
        .collect();
    let cell = |post: &Post, name: &str, kind: ColumnKind| {
        let text = post.field(name)?;
        let url = (kind == ColumnKind::Link && text.contains("://")).then(|| text.clone());
        Some(Cell { text, url })
    };
    let named = |post: &Post, name: &str| post.cells.iter().find(|c| c.0 == name).map(|c| c.1.clone());
    let row = |post: &Post| RecordRow {
        nodes: post.nodes.clone(),
        cells: used
            .iter()
            .map(|&(name, kind, _)| cell(post, name, kind))
            .chain(further.iter().map(|column| named(post, &column.name)))
            .collect(),
    };
    let above = first.nodes.first().map_or("", |n| n.rsplit_once('/').map_or("", |(up, _)| up));
    Some(RegionTable {
        main: true,
        score: 1.0,
        confidence: None,
        path: above.to_owned(),
        found_by: "posts",
        evidence: Vec::new(),
        columns,
        records: posts.iter().map(row).collect(),
    })
}
