//! What a wrapper is: plain data. How its file is laid out is in `file`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::objects::{Recogniser, Struck};
use crate::recognize::ValueType;
use crate::recognize::date::DayMonthOrder;
use crate::records::Assigned;
use crate::types::{ColumnCategory, ColumnKind, PartKind, ValueKind};
use crate::wrapper::file::model::WrapperFile;

/// The version of the file that this library writes; it reads no other.
pub const VERSION: u32 = 3;

/// What was learnt of one or more sites: a file, JSON.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(into = "WrapperFile", try_from = "WrapperFile")]
pub struct Wrapper {
    /// [`VERSION`].
    pub rowsmith_wrapper: u32,
    /// The page templates.
    pub templates: Vec<Template>,
}

/// A template: how its pages are recognised, and where on them what is.
#[derive(Clone, PartialEq, Debug)]
pub struct Template {
    /// A name, unique in the file: `example.com`, `example.com 2`.
    pub name: String,
    /// The hosts of the pages that it was learnt from, where known.
    pub hosts: Vec<String>,
    /// How many pages it was learnt from.
    pub pages: u32,
    /// The addresses or names of some of these pages, where known.
    pub sources: Vec<String>,
    /// What its pages have in common.
    pub recognition: Recognition,
    /// What its pages hold: their list, posts, article.
    pub parts: Vec<Part>,
}

/// What the pages of a template have in common: steps of their elements, with the share of pages.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Recognition {
    /// Elements by tag and classes (`div.card`), outside of the records.
    pub steps: BTreeMap<String, f32>,
    /// Tag paths from the body, outside of the records.
    pub paths: BTreeMap<String, f32>,
    /// The least fit among the pages learnt from.
    pub least_fit: f32,
}

/// A region of pages of one template: its records and their columns. A post is a record with the columns author, date
/// and body; an article is a part of one record.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    /// What it is.
    pub kind: PartKind,
    /// Where its records are by a selector.
    pub selectors: Selectors,
    /// The records.
    pub records: RecordLocator,
    /// The columns, the same for all pages.
    pub columns: Vec<ColumnLocator>,
    /// The seed tree of the records, in preorder; of lists and objects.
    pub prototype: Vec<PrototypeNode>,
    /// What of an article's element is the template's, and what its page's head tells.
    pub article: Option<ArticleRules>,
    /// How the values of objects are read.
    pub objects: Option<ObjectRules>,
    /// What came out of the pages that it was learnt from.
    pub statistics: Statistics,
}

/// What of a schema objects need that are found by a wrapper: all but its gazetteers, which say where attributes are.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ObjectRules {
    /// The domain.
    pub schema: String,
    /// The attributes that the template has, in the order of the schema.
    pub attributes: Vec<AttributeRules>,
}

/// How the values of an attribute are read; the keys of a schema's file.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct AttributeRules {
    /// Its name.
    pub name: String,
    /// What its values are.
    pub value: ValueKind,
    /// What recognises them.
    pub recognise: Vec<Recogniser>,
    /// The same by patterns.
    pub patterns: Vec<String>,
    /// Texts that these find something in hold no value.
    pub unless: Vec<String>,
    /// Words right before a value that make it none.
    pub not_after: Vec<String>,
    /// Words right behind a value that make it none.
    pub not_before: Vec<String>,
    /// Words right before a value that make it a last resort.
    pub rather_not_after: Vec<String>,
    /// Units of numbers.
    pub units: Vec<String>,
    /// Whether the value is all of its text.
    pub whole: bool,
    /// Whether an object may have several values.
    pub multiple: bool,
    /// What struck-out text is to it.
    pub struck: Struck,
}

/// The attribute that a column is of. Several columns may be of one: the first that a record has counts.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ColumnAttribute {
    /// Its name in [`ObjectRules::attributes`].
    pub name: String,
    /// Whether an item in which no value is recognised is one.
    pub inferred: bool,
    /// The share of records in which a value was recognised here.
    pub support: f32,
}

/// What pages of one template tell of an article beside its element. Its columns are found at places from the body,
/// the likeliest first; a place is a path of tags with the first word of id and class, without digits
/// (`body#./main#content./h1#.title`).
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArticleRules {
    /// The places of the article's element.
    pub places: Vec<String>,
    /// Texts within it that are the template's.
    pub texts: Vec<String>,
    /// Places below it that hold no text of the article: dates, bylines, tags, links.
    #[serde(rename = "furniture")]
    pub boilerplate: Vec<String>,
    /// What the `<title>` has before and behind the article's own.
    pub title_affixes: (String, String),
    /// What in the head names the article's author and not the site's.
    pub author_sources: Vec<String>,
    /// How the site writes dates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day_month_order: Option<DayMonthOrder>,
}

/// How a selector says where the records are: for people and other tools. Rowsmith itself uses the locators, unless a person
/// has written a selector of their own.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Selectors {
    /// A CSS selector of the records, of their first elements where they are of several; empty where none says it.
    pub css: String,
    /// Of the records that the wrapper takes on the pages learnt from, the share that it gives, and of those that it gives the
    /// share that are such.
    pub agreement: [f32; 2],
    /// A person's selector, in place of all that was learnt.
    pub edited: Option<String>,
}

/// How a selector says where the items of a column are, from the record.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ColumnSelector {
    /// A CSS selector, whose first element in a record is its item; empty where none says it.
    pub css: String,
    /// The attribute that has the value, where it is not what links and images have theirs in.
    pub html_attribute: Option<String>,
    /// Of the items that the wrapper takes on the pages learnt from, the share that it gives just so.
    pub agreement: f32,
    /// A person's selector, in place of all that was learnt.
    pub edited: Option<String>,
    /// Whether the column is a person's, and was not learnt.
    pub own: bool,
    /// Whether it was not found back when the template was learnt again: every page says so.
    pub lost: bool,
}

/// Where the records are; of an article, its element.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordLocator {
    /// What the first element of a record looks like: one entry a variant.
    pub patterns: Vec<ElementPattern>,
    /// Elements that look alike but are no records.
    pub lookalikes: Vec<ElementPattern>,
    /// The least similarity of a record.
    pub threshold: f32,
    /// The siblings of a record behind its first element.
    pub tail: Tail,
}

/// The siblings that belong to a record behind its first element.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tail {
    /// Fewest and most of them.
    pub least: u32,
    /// See `least`.
    pub most: u32,
    /// Their steps, with the share of records that have one.
    pub steps: BTreeMap<String, f32>,
    /// The steps of the first, second, … of them, where that is the same in all records.
    pub order: Vec<String>,
}

/// What elements look like: names, surroundings and content.
#[derive(Clone, PartialEq, Debug)]
pub struct ElementPattern {
    /// How many elements it was learnt from.
    pub count: u32,
    /// The tag.
    pub tag: String,
    /// Names with the share of the elements that have them: `.class`, `#id`, `@itemprop=price`.
    pub names: BTreeMap<String, f32>,
    /// The elements around them, inside out: one entry a way up.
    pub within: Vec<Way>,
    /// Paths to texts and images, with the share of the elements that have one there.
    pub content: BTreeMap<String, f32>,
    /// Fewest and most texts and images.
    pub texts: [u32; 2],
}

/// A way from an element up to the body.
#[derive(Clone, PartialEq, Debug)]
pub struct Way {
    /// How many elements lie there.
    pub count: u32,
    /// The elements around, inside out.
    pub up: Vec<Level>,
}

/// An element on a way.
#[derive(Clone, PartialEq, Debug)]
pub struct Level {
    /// The tag.
    pub tag: String,
    /// Names with their shares.
    pub names: BTreeMap<String, f32>,
}

/// A node of the seed tree.
#[derive(Clone, PartialEq, Debug)]
pub struct PrototypeNode {
    /// The parent's number in the list; its own for the artificial root.
    pub parent: u32,
    /// The tag; `#text` for a text.
    pub tag: String,
    /// Names with their shares.
    pub names: BTreeMap<String, f32>,
    /// The share of records that have it.
    pub share: f32,
    /// The text, where it is always the same.
    pub text: Option<String>,
    /// Of a table cell, the column it begins in, from 1.
    pub cell: u32,
    /// What most of its texts are.
    pub value_type: Option<ValueType>,
    /// The columns whose items stand here, and the share of the records that have the node.
    pub columns: BTreeMap<u32, f32>,
}

/// A column and where its items are.
#[derive(Clone, PartialEq, Debug)]
pub struct ColumnLocator {
    /// The name, unique within the part.
    pub name: String,
    /// The name that it was learnt under.
    pub learnt_name: String,
    /// Whether a person has taken it out: its items are no other column's, and are not given.
    pub dropped: bool,
    /// What the items are taken from.
    pub kind: ColumnKind,
    /// DEPTA's class.
    pub category: ColumnCategory,
    /// What most texts are.
    pub value_type: ValueType,
    /// What it is to a person, and how probable that is.
    pub role: Option<Assigned>,
    /// What the page itself calls it.
    pub label: Option<String>,
    /// Where its items are by a selector.
    pub selector: ColumnSelector,
    /// One of its items.
    pub example: Option<String>,
    /// Hashes of some of its items, by which it is known again on a page that was made anew.
    pub seen: Vec<u32>,
    /// Paths of its items from the record's root, and the share of elements at this path that are an item of the column;
    /// of posts with a number, where it is not the first there: `div/p.meta/#text[2]`.
    /// Of an article the places of [`ArticleRules`], 1 for the likeliest, then 1/2, 1/3 …
    pub paths: BTreeMap<String, f32>,
    /// Where several nodes stand at a path of items, the fewest of them in any record that has any: with one less, one was
    /// taken out.
    pub fewest: BTreeMap<String, u32>,
    /// Of objects, the attribute that its items are values of.
    pub attribute: Option<ColumnAttribute>,
    /// What was seen.
    pub statistics: ColumnStatistics,
}

/// What came out of a part on the pages that it was learnt from.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Statistics {
    /// Pages with the part.
    pub pages: u32,
    /// Records, in all.
    pub records: u32,
    /// Fewest and most records a page.
    pub records_a_page: [u32; 2],
    /// Mean and least similarity of the records.
    pub fit: [f32; 2],
}

/// What was seen of a column.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ColumnStatistics {
    /// The share of records with an item.
    pub fill: f32,
    /// Shares of value types.
    pub types: BTreeMap<String, f32>,
    /// Characters: fewest, middle, most.
    pub length: [u32; 3],
    /// Different texts for each text.
    pub distinct: f32,
    /// How sure it was, on average, that an item is one of the column: by its place and its path, from 0 to 1.
    pub certainty: f32,
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Wrapper {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Wrapper".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        WrapperFile::json_schema(generator)
    }
}
