//! All that a page holds: one [`ExtractPage`] a page.

use serde::Serialize;

use crate::types::{Kind, KindProbabilities};
use crate::types::{ObjectTable, Post, RegionTable, Warning};

/// The result of `extract` on one page: one JSON line. What the page does not have is left out.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct ExtractPage {
    /// The input as the caller named it.
    pub source: String,
    /// What the page is.
    pub kind: Kind,
    /// The probability of it.
    #[serde(serialize_with = "rounded")]
    pub confidence: f64,
    /// The probability of each kind.
    pub kinds: KindProbabilities,
    /// The title, without the name of the site.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The authors of the article, joined by commas.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The date of publication, ISO 8601, as precise as the page gives it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The language as a tag, as the page declares it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The name of the site.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site_name: Option<String>,
    /// The canonical address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub canonical_url: Option<String>,
    /// The address of the lead image.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// Tags or keywords.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The main text, whatever the page is: of an article, what a list or a thread says.
    pub text: String,
    /// The same as Markdown, on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub markdown: Option<String>,
    /// The same as HTML of allow-listed elements and safe addresses, on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// The expected F1 of the text, 0 to 1.
    #[serde(serialize_with = "rounded")]
    pub text_confidence: f64,
    /// The path of the smallest element that holds nine tenths of the text's words.
    pub path: String,
    /// The posts of a thread; the comments or reviews of another page.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub posts: Vec<Post>,
    /// The probability that the page has posts and these are they, where there are any.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "some_rounded")]
    pub posts_confidence: Option<f64>,
    /// The lists, with a confidence for the first; `main` where the page is a list.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<RegionTable>,
    /// The areas of objects of a domain, where a schema was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub areas: Option<Vec<ObjectTable>>,
    /// What a user should know about this result; empty where all is well.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

fn rounded<S: serde::Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((value * 1e3).round() / 1e3)
}

fn some_rounded<S: serde::Serializer>(value: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_some(&value.map(|v| (v * 1e3).round() / 1e3))
}
