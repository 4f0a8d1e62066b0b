//! The layout of a wrapper's file: first what it extracts, for people, then how that is recognised, as compactly as
//! possible.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::recognize::ValueType;
use crate::types::{ColumnCategory, ColumnKind, PartKind, Role};
use crate::wrapper::format::{ArticleRules, ColumnAttribute, ColumnStatistics, ObjectRules, Statistics, Tail};

/// A wrapper's file: templates of pages, what is extracted from each, and how it is recognised.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct WrapperFile {
    /// The version of this file format.
    pub(crate) rowsmith_wrapper: u32,
    /// What is extracted from the pages of each template. This part is for people to read and to edit.
    pub(crate) templates: Vec<TemplateEntry>,
    /// How pages and records are recognised, by the `id` of the template. This part is not meant to be edited.
    #[serde(default)]
    pub(crate) recognition: BTreeMap<String, TemplateMarks>,
}

/// A template: pages with the same structure, and what is extracted from them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct TemplateEntry {
    /// Its key in `recognition`; do not change it.
    pub(crate) id: String,
    /// Its name, unique in the file. Database tables and result lines use it. May be changed.
    pub(crate) name: String,
    /// The hosts of its pages, if known. A page from one of them is matched only with templates of that host. May be
    /// changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) hosts: Vec<String>,
    /// How many pages it was learnt from.
    pub(crate) pages: u32,
    /// The addresses or names of some of these pages, if known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) sources: Vec<String>,
    /// What its pages hold: a list, objects, posts, an article, or several of these. Parts may be removed.
    pub(crate) parts: Vec<PartEntry>,
}

/// What pages of a template hold: records with columns.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct PartEntry {
    /// Its key in `recognition`; do not change it.
    pub(crate) id: String,
    /// The kind of the part.
    pub(crate) kind: PartKind,
    /// A CSS selector of the records. As long as it is unchanged, records are recognised by more than it expresses; if
    /// changed, it alone decides.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) css: String,
    /// The same as XPath, for information; it is overwritten. Change `css` instead.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) xpath: String,
    /// How the selector compares with the wrapper on the pages learnt from: the share of the wrapper's records that
    /// `css` selects, and the share of what it selects that are records.
    #[serde(default)]
    pub(crate) css_agreement: [f32; 2],
    /// The columns in the order of the output. They may be renamed, moved, removed and added to.
    pub(crate) columns: Vec<ColumnEntry>,
}

/// A column.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct ColumnEntry {
    /// Its key in `recognition`, which must not be changed; a column that you add has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<String>,
    /// Its name, unique within the part. May be changed, except for the fields of posts and articles.
    pub(crate) name: String,
    /// What it means to a person. May be changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) role: Option<Role>,
    /// The type of its values: text, number, price, date, url. Databases, workbooks and Parquet use it. May be changed,
    /// except for objects, where the schema decides.
    #[serde(default, rename = "type")]
    pub(crate) value_type: ValueType,
    /// What its values are taken from: the text, the target of a link, or the source of an image.
    #[serde(default = "text", skip_serializing_if = "is_text")]
    pub(crate) takes: ColumnKind,
    /// The attribute with the value, used together with `css`: for a column of your own, or if a page has the sources
    /// of images elsewhere than in `src`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) html_attribute: Option<String>,
    /// What the page itself calls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) label: Option<String>,
    /// One of its values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) example: Option<String>,
    /// A CSS selector within a record, of which the first match counts. As long as it is unchanged, the column is
    /// recognised by more than it expresses; if changed, it alone decides.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) css: String,
    /// The same as XPath, for information; it is overwritten. Change `css` instead.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) xpath: String,
    /// The share of the wrapper's values on the pages learnt from for which `css` gives exactly the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) css_agreement: Option<f32>,
    /// The share of records that had a value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) filled: Option<f32>,
}

fn text() -> ColumnKind {
    ColumnKind::Text
}

fn is_text(kind: &ColumnKind) -> bool {
    *kind == ColumnKind::Text
}

/// Numbers or names, by the share of pages or records that have them.
pub(crate) type ByShare<T> = BTreeMap<String, Vec<T>>;

/// How the pages of a template, and its parts on them, are recognised. Elements are written as
/// `tag.class#id@attribute=value`, where names that not all elements have follow a slash and their share in
/// thousandths: `li.card/250.new`. Runs of digits in names become `0`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct TemplateMarks {
    /// Elements outside of records by tag and classes.
    pub(crate) elements: ByShare<String>,
    /// Tag paths outside of records, as indices into `places`.
    pub(crate) paths: ByShare<u32>,
    /// The lowest fit among the pages learnt from.
    pub(crate) least_fit: f32,
    /// Paths to which others refer by index: each is a step, preceded by the index of the path that it extends.
    pub(crate) places: Vec<String>,
    /// Elements around and in records to which others refer by index.
    pub(crate) around: Vec<String>,
    /// Its parts, by their `id`. One that the template no longer lists was removed by a person.
    pub(crate) parts: BTreeMap<String, PartMarks>,
    /// The kinds of parts that a person has removed before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) removed: Vec<PartKind>,
}

/// How the records of a part and their columns are recognised.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct PartMarks {
    /// The kind of the part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) kind: Option<PartKind>,
    /// The selector of the records as it was learnt.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) css: String,
    /// Statistics over the pages learnt from.
    pub(crate) statistics: Statistics,
    /// What the first element of a record looks like, with one entry per variant.
    pub(crate) looks: Vec<PatternEntry>,
    /// Elements that look similar but are not records.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) lookalikes: Vec<PatternEntry>,
    /// The least similarity of a record.
    pub(crate) threshold: f32,
    /// The siblings of a record after its first element.
    #[serde(default, skip_serializing_if = "is_none")]
    pub(crate) tail: Tail,
    /// The columns, by their `id`. One that the part no longer lists was removed by a person.
    pub(crate) columns: BTreeMap<String, ColumnMarks>,
    /// The seed tree of the records, in preorder.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) prototype: Vec<SeedNode>,
    /// What belongs to the template within an article's element, and what the page's head says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) article: Option<ArticleRules>,
    /// How the values of objects are read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) objects: Option<ObjectRules>,
}

fn is_none(tail: &Tail) -> bool {
    *tail == Tail::default()
}

/// What elements look like: their names, surroundings and content.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct PatternEntry {
    /// The element.
    pub(crate) is: String,
    /// The number of elements that it was learnt from.
    pub(crate) count: u32,
    /// The paths up to the body: how many elements have each, and the elements around them from the inside out, as
    /// indices into `around`.
    pub(crate) within: Vec<(u32, Vec<u32>)>,
    /// Paths to texts and images, as indices into `places`.
    pub(crate) holds: ByShare<u32>,
    /// The minimum and maximum number of texts and images.
    pub(crate) texts: [u32; 2],
}

/// Where the items of a column are, and statistics of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct ColumnMarks {
    /// The name under which it was learnt.
    #[serde(rename = "as")]
    pub(crate) learnt_name: String,
    /// What its values are taken from.
    #[serde(default = "text", skip_serializing_if = "is_text")]
    pub(crate) takes: ColumnKind,
    /// DEPTA's class.
    pub(crate) category: ColumnCategory,
    /// Whether a person added it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) own: bool,
    /// Whether it was not found again when the template was learnt anew.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) lost: bool,
    /// For a column that a person removed, the type of its values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) value_type: Option<ValueType>,
    /// For a column that a person removed, what the page itself called it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) label: Option<String>,
    /// Its role when it was learnt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) role: Option<Role>,
    /// The probability of that role.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) role_probability: Option<f64>,
    /// The selector as it was learnt.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) css: String,
    /// The attribute with the value, as it was learnt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) html_attribute: Option<String>,
    /// Paths of its items, as indices into `places`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) paths: ByShare<u32>,
    /// For paths with several nodes per record, the minimum number of nodes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) fewest: Vec<(u32, u32)>,
    /// For a column of titles that stand between the records: paths to their elements from the smallest one that holds
    /// both the title and the record: `section/h3.day`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) above: Vec<String>,
    /// For objects, the attribute whose values its items are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) attribute: Option<ColumnAttribute>,
    /// Hashes of some of its values.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) seen: String,
    /// Where in a record its items are on average, from 0 for the beginning to 1 for the end.
    #[serde(default)]
    pub(crate) place: f32,
    /// Statistics of the column.
    pub(crate) statistics: ColumnStatistics,
}

/// An element, or the index of one in `around`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(crate) enum Written {
    Around(u32),
    Element(String),
}

/// A node of the seed tree.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct SeedNode {
    /// The parent's index in the list; the artificial root is its own parent.
    #[serde(rename = "in")]
    pub(crate) parent: u32,
    /// The element; `#text` for a text. One of `around` that occurs several times is written as its index there.
    pub(crate) is: Written,
    /// The share of records that have it, if not all do.
    #[serde(default = "all", skip_serializing_if = "is_all")]
    pub(crate) share: f32,
    /// The text, if it is always the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
    /// For a table cell, the column in which it begins, from 1.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) cell: u32,
    /// The type of most of its texts.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub(crate) value_type: Option<ValueType>,
    /// The columns whose items are here, each with the share of records that have the node.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) columns: BTreeMap<String, f32>,
}

fn all() -> f32 {
    1.0
}

fn is_all(share: &f32) -> bool {
    *share == 1.0
}

fn is_zero(n: &u32) -> bool {
    *n == 0
}
