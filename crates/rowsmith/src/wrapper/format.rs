//! A wrapper as plain data. The layout of its file is defined in `file`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::objects::{Recogniser, Struck};
use crate::recognize::ValueType;
use crate::recognize::date::DayMonthOrder;
use crate::records::{Assigned, ColumnDraft};
use crate::tree::TreeId;
use crate::types::{ColumnCategory, ColumnKind, PartKind, ValueKind};
use crate::wrapper::file::model::WrapperFile;

/// The version of the file format that this library writes; it reads no other.
pub const VERSION: u32 = 4;

/// What was learnt about one or more sites, stored as a JSON file.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(into = "WrapperFile", try_from = "WrapperFile")]
pub struct Wrapper {
    /// [`VERSION`].
    pub rowsmith_wrapper: u32,
    /// The page templates.
    pub templates: Vec<Template>,
}

/// A template: how its pages are recognised, and where on them everything is.
#[derive(Clone, PartialEq, Debug)]
pub struct Template {
    /// A name, unique in the file: `example.com`, `example.com 2`.
    pub name: String,
    /// The hosts of the pages that it was learnt from, if known.
    pub hosts: Vec<String>,
    /// How many pages it was learnt from.
    pub pages: u32,
    /// The addresses or names of some of these pages, if known.
    pub sources: Vec<String>,
    /// What its pages have in common.
    pub recognition: Recognition,
    /// What its pages hold: their list, posts, article.
    pub parts: Vec<Part>,
    /// The kinds of parts that a person has removed, which are not learnt again.
    pub removed: Vec<PartKind>,
}

/// What the pages of a template have in common: steps of their elements, with the share of pages.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Recognition {
    /// Elements by tag and classes (`div.card`), outside of the records.
    pub steps: BTreeMap<String, f32>,
    /// Tag paths from the body, outside of the records.
    pub paths: BTreeMap<String, f32>,
    /// The lowest fit among the pages learnt from.
    pub least_fit: f32,
}

/// A region on pages of one template: its records and their columns. A post is a record with the columns author, date
/// and body; an article is a part with one record.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    /// The kind of the part.
    pub kind: PartKind,
    /// A selector of its records.
    pub selectors: Selectors,
    /// The records.
    pub records: RecordLocator,
    /// The columns, the same for all pages.
    pub columns: Vec<ColumnLocator>,
    /// The seed tree of the records, in preorder; for lists and objects.
    pub prototype: Vec<PrototypeNode>,
    /// What belongs to the template within an article's element, and what the page's head says.
    pub article: Option<ArticleRules>,
    /// How the values of objects are read.
    pub objects: Option<ObjectRules>,
    /// Statistics over the pages that it was learnt from.
    pub statistics: Statistics,
}

/// What a wrapper needs of a schema to find objects: everything except its gazetteers, which serve to find where
/// attributes are.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ObjectRules {
    /// The domain.
    pub schema: String,
    /// The attributes that occur in the template, in the order of the schema.
    pub attributes: Vec<AttributeRules>,
}

/// How the values of an attribute are read; the same keys as in a schema's file.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct AttributeRules {
    /// Its name.
    pub name: String,
    /// The kind of its values.
    pub value: ValueKind,
    /// The recognisers of values.
    pub recognise: Vec<Recogniser>,
    /// Patterns that recognise values.
    pub patterns: Vec<String>,
    /// Texts in which these patterns match hold no value.
    pub unless: Vec<String>,
    /// Words directly before a value that rule it out.
    pub not_after: Vec<String>,
    /// Words directly after a value that rule it out.
    pub not_before: Vec<String>,
    /// Words directly before a value because of which it is used only if there is no other.
    pub rather_not_after: Vec<String>,
    /// Units of numbers.
    pub units: Vec<String>,
    /// Whether the whole text is the value.
    pub whole: bool,
    /// Whether an object may have several values.
    pub multiple: bool,
    /// How struck-out text is treated.
    pub struck: Struck,
}

/// The attribute that a column belongs to. Several columns may belong to one attribute: the first that a record has
/// counts.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ColumnAttribute {
    /// Its name in [`ObjectRules::attributes`].
    pub name: String,
    /// Whether an item in which no value is recognised counts as a value.
    pub inferred: bool,
    /// The share of records in which a value was recognised here.
    pub support: f32,
}

/// What the pages of one template tell about an article in addition to its element. The columns are found at places
/// starting from the body, likeliest first. A place is a path of tags with the first word of id and class, without
/// digits (`body#./main#content./h1#.title`).
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArticleRules {
    /// The places of the article's element.
    pub places: Vec<String>,
    /// Texts within it that belong to the template.
    pub texts: Vec<String>,
    /// Places below it without text of the article: dates, bylines, tags, links.
    // under its name in files of earlier versions, too
    #[serde(alias = "furniture")]
    pub boilerplate: Vec<String>,
    /// What the `<title>` has before and after the article's own title.
    pub title_affixes: (String, String),
    /// The sources in the head that name the author of the article, rather than the site's.
    pub author_sources: Vec<String>,
    /// How the site writes dates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day_month_order: Option<DayMonthOrder>,
}

/// A selector of the records, for people and other tools. Rowsmith itself uses the locators, unless a person has
/// written a selector of their own.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Selectors {
    /// A CSS selector of the records, or of their first elements if they consist of several; empty if there is none.
    pub css: String,
    /// How the selector compares with the wrapper on the pages learnt from: the share of the wrapper's records that it
    /// selects, and the share of what it selects that are records.
    pub agreement: [f32; 2],
    /// A person's selector, which replaces everything that was learnt.
    pub edited: Option<String>,
}

/// A selector of the items of a column, relative to the record.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ColumnSelector {
    /// A CSS selector whose first match in a record is the item; empty if there is none.
    pub css: String,
    /// The attribute with the value, if it is not the usual one of links and images.
    pub html_attribute: Option<String>,
    /// The share of the wrapper's items on the pages learnt from for which it gives exactly the same.
    pub agreement: f32,
    /// A person's selector, which replaces everything that was learnt.
    pub edited: Option<String>,
    /// Whether a person added the column, so that it was not learnt.
    pub own: bool,
    /// Whether it was not found again when the template was learnt anew. Lists and threads of three or more records without it report
    /// it.
    pub lost: bool,
}

/// How records are found; for an article, how its element is.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordLocator {
    /// What the first element of a record looks like, with one entry per variant.
    pub patterns: Vec<ElementPattern>,
    /// Elements that look similar but are not records.
    pub lookalikes: Vec<ElementPattern>,
    /// The least similarity of a record.
    pub threshold: f32,
    /// The siblings of a record after its first element.
    pub tail: Tail,
}

/// The siblings that belong to a record after its first element.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tail {
    /// Their minimum and maximum number.
    pub least: u32,
    /// See `least`.
    pub most: u32,
    /// Their steps, with the share of records that have one.
    pub steps: BTreeMap<String, f32>,
    /// The steps of the first, second, … of them, if those are the same in all records.
    pub order: Vec<String>,
}

/// What elements look like: their names, surroundings and content.
#[derive(Clone, PartialEq, Debug)]
pub struct ElementPattern {
    /// The number of elements that it was learnt from.
    pub count: u32,
    /// The tag.
    pub tag: String,
    /// Names with the share of the elements that have them: `.class`, `#id`, `@itemprop=price`.
    pub names: BTreeMap<String, f32>,
    /// The elements around them, from the inside out, with one entry per path upwards.
    pub within: Vec<Way>,
    /// Paths to texts and images, with the share of elements that have one there.
    pub content: BTreeMap<String, f32>,
    /// The minimum and maximum number of texts and images.
    pub texts: [u32; 2],
}

/// A path from an element up to the body.
#[derive(Clone, PartialEq, Debug)]
pub struct Way {
    /// How many elements have it.
    pub count: u32,
    /// The elements around, from the inside out.
    pub up: Vec<Level>,
}

/// An element on a path upwards.
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
    /// The parent's index in the list; the artificial root is its own parent.
    pub parent: u32,
    /// The tag; `#text` for a text.
    pub tag: String,
    /// Names with their shares.
    pub names: BTreeMap<String, f32>,
    /// The share of records that have it.
    pub share: f32,
    /// The text, if it is always the same.
    pub text: Option<String>,
    /// For a table cell, the column in which it begins, from 1.
    pub cell: u32,
    /// The type of most of its texts.
    pub value_type: Option<ValueType>,
    /// The columns whose items are here, each with the share of records that have the node.
    pub columns: BTreeMap<u32, f32>,
}

/// A column, and how its items are found.
#[derive(Clone, PartialEq, Debug)]
pub struct ColumnLocator {
    /// The name, unique within the part.
    pub name: String,
    /// The name under which it was learnt.
    pub learnt_name: String,
    /// Whether a person has removed it. Its items are not used for other columns, and are not part of the output.
    pub dropped: bool,
    /// What the items are taken from.
    pub kind: ColumnKind,
    /// DEPTA's class.
    pub category: ColumnCategory,
    /// The type of most texts.
    pub value_type: ValueType,
    /// What it means to a person, with the probability.
    pub role: Option<Assigned>,
    /// What the page itself calls it.
    pub label: Option<String>,
    /// A selector of its items.
    pub selector: ColumnSelector,
    /// One of its items.
    pub example: Option<String>,
    /// Hashes of some of its items, by which it is recognised again on a page that was redesigned.
    pub seen: Vec<u32>,
    /// Where in a record its items are on average, from 0 for the beginning to 1 for the end.
    pub place: f32,
    /// Paths of its items from the record's root, and the share of elements at this path that are items of the column.
    /// For posts with a number if it is not the first element there: `div/p.meta/#text[2]`. For an article the places
    /// of `ArticleRules`, with 1 for the likeliest, then 1/2, 1/3 …
    pub paths: BTreeMap<String, f32>,
    /// For paths with several nodes per record, the minimum number of nodes in any record that has one. If there are
    /// fewer, a node was removed.
    pub fewest: BTreeMap<String, u32>,
    /// For a column of titles that stand between the records: the elements of which the last above a record is its
    /// item, as paths that begin with the smallest element around both: `section/h3.day`. Empty for columns within records.
    pub above: Vec<String>,
    /// For objects, the attribute whose values its items are.
    pub attribute: Option<ColumnAttribute>,
    /// Statistics of the column.
    pub statistics: ColumnStatistics,
}

/// Statistics of a part over the pages that it was learnt from.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Statistics {
    /// The number of pages with the part.
    pub pages: u32,
    /// The total number of records.
    pub records: u32,
    /// The minimum and maximum number of records per page.
    pub records_a_page: [u32; 2],
    /// The mean and the lowest similarity of the records.
    pub fit: [f32; 2],
}

/// Statistics of a column.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ColumnStatistics {
    /// The share of records with an item.
    #[serde(default = "whole", skip_serializing_if = "is_whole")]
    pub fill: f32,
    /// Shares of value types.
    pub types: BTreeMap<String, f32>,
    /// The minimum, median and maximum length in characters.
    pub length: [u32; 3],
    /// The number of different texts, over the number of texts.
    #[serde(default = "whole", skip_serializing_if = "is_whole")]
    pub distinct: f32,
    /// The average certainty that an item belongs to the column, judged by its position and its path, from 0 to 1.
    #[serde(default = "whole", skip_serializing_if = "is_whole")]
    pub certainty: f32,
    /// Words, in small letters, that at least half of the texts have; at most five.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
    /// What the texts are made of: the shares of letters, digits and other characters in all but white space, and of
    /// capitals among the letters.
    #[serde(default)]
    pub shape: [f32; 4],
}

fn whole() -> f32 {
    1.0
}

fn is_whole(share: &f32) -> bool {
    *share == 1.0
}

impl ColumnLocator {
    /// A column that is not found by anything yet.
    pub(crate) fn new(name: impl Into<String>, kind: ColumnKind, value_type: ValueType) -> ColumnLocator {
        let name = name.into();
        ColumnLocator {
            learnt_name: name.clone(),
            name,
            dropped: false,
            kind,
            category: ColumnCategory::Distinctive,
            value_type,
            role: None,
            label: None,
            selector: ColumnSelector::default(),
            example: None,
            seen: Vec::new(),
            place: 0.0,
            paths: BTreeMap::new(),
            fewest: BTreeMap::new(),
            above: Vec::new(),
            attribute: None,
            statistics: ColumnStatistics::default(),
        }
    }

    /// Whether a person added it, and no record is known that has it.
    ///
    /// ```
    /// use rowsmith::wrapper::{LearnOptions, Wrapper};
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let html = b"<ul><li><a href=/1>One</a> <b>$1</b><li><a href=/2>Two</a> <b>$2</b><li><a href=/3>Three</a> <b>$3</b></ul>";
    /// let wrapper = Wrapper::learn(&[Page::parse(html, &PageOptions::new())?], &LearnOptions::new());
    /// let columns = &wrapper.templates[0].parts[0].columns;
    /// assert!(columns.iter().all(|column| !column.is_unmeasured()), "they were learnt");
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn is_unmeasured(&self) -> bool {
        self.selector.own && self.statistics.fill == 0.0
    }

    /// The column with the items of some records.
    pub(crate) fn with_items(&self, items: Vec<Option<(TreeId, String)>>) -> ColumnDraft {
        ColumnDraft {
            name: self.name.clone(),
            label: self.label.clone(),
            role: self.role,
            kind: self.kind,
            category: self.category,
            value_type: self.value_type,
            items,
        }
    }
}

/// Whether two names are those of one column: a part has no two that differ only in capitals.
pub(crate) fn is_same_name(a: &str, b: &str) -> bool {
    a.to_lowercase() == b.to_lowercase()
}

/// Moves the columns that are not part of the output after those that are, as in a file.
pub(crate) fn dropped_last(part: &mut Part) {
    let mut order: Vec<usize> = (0..part.columns.len()).collect();
    order.sort_by_key(|&c| part.columns[c].dropped);
    let numbers: BTreeMap<u32, u32> = order.iter().zip(0u32..).map(|(&from, to)| (from as u32, to)).collect();
    part.columns = order.iter().map(|&c| part.columns[c].clone()).collect();
    for column in part.columns.iter_mut().filter(|column| column.dropped) {
        // what a file states only for columns that are part of the output
        column.name.clone_from(&column.learnt_name);
        (column.example, column.selector.agreement, column.selector.edited) = (None, 0.0, None);
    }
    for node in &mut part.prototype {
        let moved = std::mem::take(&mut node.columns);
        node.columns = moved.into_iter().filter_map(|(c, share)| Some((*numbers.get(&c)?, share))).collect();
    }
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
