//! How a wrapper is laid out as a file: first what it extracts, for people, then how that is recognised, as compact as can be.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::recognize::ValueType;
use crate::types::{ColumnCategory, ColumnKind, PartKind, Role};
use crate::wrapper::format::{ArticleRules, ColumnAttribute, ColumnStatistics, ObjectRules, Statistics, Tail};

/// A wrapper's file: templates of pages, what is taken of each, and how it is recognised.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct WrapperFile {
    /// The version of this form of file.
    pub(crate) rowsmith_wrapper: u32,
    /// What is extracted of the pages of each template. This is for people to read and to change.
    pub(crate) templates: Vec<TemplateEntry>,
    /// How pages and records are recognised, by the `id` of the template. This is not made to be changed.
    #[serde(default)]
    pub(crate) recognition: BTreeMap<String, TemplateMarks>,
}

/// A template: pages of one make, and what is taken of them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct TemplateEntry {
    /// What `recognition` knows it by; to be left as it is.
    pub(crate) id: String,
    /// Its name, unique in the file. Tables of databases and result lines are called by it. May be changed.
    pub(crate) name: String,
    /// The hosts of its pages, where known: a page of one of them is of a template of that host. May be changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) hosts: Vec<String>,
    /// How many pages it was learnt from.
    pub(crate) pages: u32,
    /// Some of these pages, where their addresses or names were known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) sources: Vec<String>,
    /// What its pages hold: a list, objects, posts, an article, or several of these. Parts may be taken out.
    pub(crate) parts: Vec<PartEntry>,
}

/// What pages of a template hold: records with columns.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct PartEntry {
    /// What `recognition` knows it by; to be left as it is.
    pub(crate) id: String,
    /// What it is.
    pub(crate) kind: PartKind,
    /// Where the records are, as a CSS selector. As long as it is as it was learnt, records are recognised by more than it says;
    /// a changed one counts alone.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) css: String,
    /// The same as XPath, written anew with the file; change `css`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) xpath: String,
    /// Of the records that the wrapper took on the pages learnt from, the share that `css` gives, and of those that it gives the
    /// share that are such.
    #[serde(default)]
    pub(crate) css_agreement: [f32; 2],
    /// The columns, in the order in which they are given. They may be renamed, moved, taken out and added to.
    pub(crate) columns: Vec<ColumnEntry>,
}

/// A column.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct ColumnEntry {
    /// What `recognition` knows it by, to be left as it is; a column that you add has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<String>,
    /// Its name, unique within the part. May be changed, but for the fields of posts and articles.
    pub(crate) name: String,
    /// What it is to a person. May be changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) role: Option<Role>,
    /// What its values are: text, number, price, date, url. Databases, workbooks and Parquet have them so. May be changed, but
    /// for objects, whose schema says it.
    #[serde(default, rename = "type")]
    pub(crate) value_type: ValueType,
    /// What its values are taken from: the text, the target of a link, the source of an image.
    #[serde(default = "text", skip_serializing_if = "is_text")]
    pub(crate) takes: ColumnKind,
    /// The attribute of the element that has the value, for `css`: of a column of one's own, or where a page has the sources of
    /// images elsewhere than in `src`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) html_attribute: Option<String>,
    /// What the page itself calls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) label: Option<String>,
    /// One of its values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) example: Option<String>,
    /// Where it is within a record, as a CSS selector, whose first element counts. As long as it is as it was learnt, the
    /// column is recognised by more than it says; a changed one counts alone.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) css: String,
    /// The same as XPath, written anew with the file; change `css`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) xpath: String,
    /// The share of the wrapper's values on the pages learnt from that `css` gives just so.
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

/// Numbers or names by the share of pages or records that have them.
pub(crate) type ByShare<T> = BTreeMap<String, Vec<T>>;

/// How the pages of a template are recognised, and its parts on them. Elements are written as `tag.class#id@attribute=value`, with
/// names that not all have behind a slash and their share in thousandths: `li.card/250.new`. Runs of digits in names are `0`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct TemplateMarks {
    /// Elements by tag and classes that its pages have outside of records.
    pub(crate) elements: ByShare<String>,
    /// Tag paths that its pages have outside of records, as numbers in `places`.
    pub(crate) paths: ByShare<u32>,
    /// The least fit among the pages learnt from.
    pub(crate) least_fit: f32,
    /// Paths that others refer to by their number: a step, behind the number of the path that it goes on from.
    pub(crate) places: Vec<String>,
    /// Elements around records that others refer to by their number.
    pub(crate) around: Vec<String>,
    /// Its parts, by their `id`.
    pub(crate) parts: BTreeMap<String, PartMarks>,
}

/// How the records of a part and their columns are recognised.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct PartMarks {
    /// The selector of the records as it was learnt.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) css: String,
    /// What came out of the pages learnt from.
    pub(crate) statistics: Statistics,
    /// What the first element of a record looks like: one entry a variant.
    pub(crate) looks: Vec<Look>,
    /// Elements that look alike but are no records.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) lookalikes: Vec<Look>,
    /// The least similarity of a record.
    pub(crate) threshold: f32,
    /// The siblings of a record behind its first element.
    #[serde(default, skip_serializing_if = "is_none")]
    pub(crate) tail: Tail,
    /// The columns, by their `id`. One that the part lists no more has been taken out by a person.
    pub(crate) columns: BTreeMap<String, ColumnMarks>,
    /// The seed tree of the records, in preorder.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) prototype: Vec<SeedNode>,
    /// What of an article's element is the template's, and what its page's head tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) article: Option<ArticleRules>,
    /// How the values of objects are read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) objects: Option<ObjectRules>,
}

fn is_none(tail: &Tail) -> bool {
    *tail == Tail::default()
}

/// What elements look like: names, surroundings and content.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Look {
    /// The element.
    pub(crate) is: String,
    /// How many it was learnt from.
    pub(crate) count: u32,
    /// The ways up to the body: how many elements lie there, and the elements around, inside out, as numbers in `around`.
    pub(crate) within: Vec<(u32, Vec<u32>)>,
    /// Paths to texts and images, as numbers in `places`.
    pub(crate) holds: ByShare<u32>,
    /// Fewest and most texts and images.
    pub(crate) texts: [u32; 2],
}

/// Where the items of a column are, and what was seen of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct ColumnMarks {
    /// The name that it was learnt under.
    #[serde(rename = "as")]
    pub(crate) learnt_name: String,
    /// What its values are taken from.
    #[serde(default = "text", skip_serializing_if = "is_text")]
    pub(crate) takes: ColumnKind,
    /// DEPTA's class.
    pub(crate) category: ColumnCategory,
    /// Whether a person has added it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) own: bool,
    /// Whether it was not found back when the template was learnt again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) lost: bool,
    /// Of one that a person has taken out, what its values were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) value_type: Option<ValueType>,
    /// Of one that a person has taken out, what the page itself called it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) label: Option<String>,
    /// What it was to a person when it was learnt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) role: Option<Role>,
    /// How probable that is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) role_probability: Option<f64>,
    /// The selector as it was learnt.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) css: String,
    /// The attribute of the element as it was learnt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) html_attribute: Option<String>,
    /// Paths of its items, as numbers in `places`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) paths: ByShare<u32>,
    /// Where several nodes stand at a path of items, the path and the fewest of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) fewest: Vec<(u32, u32)>,
    /// Of objects, the attribute that its items are values of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) attribute: Option<ColumnAttribute>,
    /// Hashes of some of its values.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) seen: String,
    /// What was seen of it.
    pub(crate) statistics: ColumnStatistics,
}

/// A node of the seed tree.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct SeedNode {
    /// The parent's number in the list; its own for the artificial root.
    #[serde(rename = "in")]
    pub(crate) parent: u32,
    /// The element; `#text` for a text.
    pub(crate) is: String,
    /// The share of records that have it, where not all do.
    #[serde(default = "all", skip_serializing_if = "is_all")]
    pub(crate) share: f32,
    /// The text, where it is always the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
    /// Of a table cell, the column it begins in, from 1.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) cell: u32,
    /// What most of its texts are.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub(crate) value_type: Option<ValueType>,
    /// The columns whose items stand here, and the share of the records that have the node.
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
