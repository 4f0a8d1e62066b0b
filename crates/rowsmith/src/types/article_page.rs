//! The article of a page: one [`ArticlePage`] a page.

use serde::Serialize;

use crate::recognize::ValueType;
use crate::types::{Cell, Column, ColumnCategory, ColumnKind, RecordRow, RegionTable, Warning};

/// The result of `article` on one page: one JSON line.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct ArticlePage {
    /// The input as the caller named it.
    pub source: String,
    /// The title, without the name of the site.
    pub title: Option<String>,
    /// The authors, joined by commas.
    pub author: Option<String>,
    /// The date of publication, ISO 8601, as precise as the page gives it.
    pub date: Option<String>,
    /// The language as a tag, as the page declares it.
    pub language: Option<String>,
    /// The name of the site.
    pub site_name: Option<String>,
    /// The canonical address.
    pub canonical_url: Option<String>,
    /// The address of the lead image.
    pub image: Option<String>,
    /// Tags or keywords.
    pub tags: Vec<String>,
    /// The description.
    pub description: Option<String>,
    /// The text: a line a block, an empty line around paragraphs.
    pub text: String,
    /// The text as Markdown.
    pub markdown: String,
    /// The text as HTML of allow-listed elements and safe addresses.
    pub html: String,
    /// The path of the smallest element that holds nine tenths of the text's words.
    pub path: String,
    /// The expected F1 of the text, 0 to 1.
    #[serde(serialize_with = "rounded")]
    pub confidence: f64,
    /// What a user should know about this result; empty where all is well.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

fn rounded<S: serde::Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((value * 1e3).round() / 1e3)
}

/// An article as a table of one row: the metadata and the text.
pub fn article_table(page: &ArticlePage) -> RegionTable {
    let text = |value: &Option<String>| value.clone().map(|text| Cell { text, url: None });
    let some = |text: String| (!text.is_empty()).then_some(Cell { text, url: None });
    let values = [
        ("title", ColumnKind::Text, ValueType::Text, text(&page.title)),
        ("author", ColumnKind::Text, ValueType::Text, text(&page.author)),
        ("date", ColumnKind::Text, ValueType::Date, text(&page.date)),
        ("text", ColumnKind::Text, ValueType::Text, some(page.text.clone())),
        ("url", ColumnKind::Link, ValueType::Url, text(&page.canonical_url)),
        ("image", ColumnKind::Image, ValueType::Url, text(&page.image)),
        ("site_name", ColumnKind::Text, ValueType::Text, text(&page.site_name)),
        ("language", ColumnKind::Text, ValueType::Text, text(&page.language)),
        ("tags", ColumnKind::Text, ValueType::Text, some(page.tags.join(", "))),
        ("description", ColumnKind::Text, ValueType::Text, text(&page.description)),
    ];
    let (columns, cells) = values
        .into_iter()
        .map(|(name, kind, value_type, cell)| {
            let name = name.to_owned();
            (Column { name, kind, category: ColumnCategory::Distinctive, value_type }, cell)
        })
        .unzip();
    RegionTable {
        main: true,
        score: page.confidence,
        confidence: Some(page.confidence),
        path: page.path.clone(),
        found_by: "article",
        evidence: Vec::new(),
        columns,
        records: vec![RecordRow { nodes: vec![page.path.clone()], cells }],
    }
}
