//! The file of a project: what a person specified, as plain data.

use rowsmith::recognize::ValueType;
use rowsmith::types::{ColumnKind, PartKind, Role};
use rowsmith::{Limits, PageOptions};
use serde::{Deserialize, Serialize};

/// The version of the file format that is written; no other is read.
pub const VERSION: u32 = 1;

/// The file `studio.json` of a project's folder.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ProjectFile {
    /// [`VERSION`].
    pub rowsmith_studio: u32,
    /// The pages, in the order in which they were opened.
    pub pages: Vec<PageEntry>,
    /// The edits of columns, in the order of the columns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<ColumnEdit>,
    /// The number that the next page gets.
    pub next_page: u32,
}

impl Default for ProjectFile {
    fn default() -> Self {
        ProjectFile { rowsmith_studio: VERSION, pages: Vec::new(), columns: Vec::new(), next_page: 1 }
    }
}

/// A page of a project.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PageEntry {
    /// Its number, which is unique among all pages that the project has or had.
    pub id: u32,
    /// Its name where it was opened: an address, a path, the name of a file.
    pub source: String,
    /// Its address, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The charset of its HTTP header, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub charset: Option<String>,
    /// Whether the wrapper is learnt from it.
    pub learn: bool,
    /// What it holds, if a person said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<PartKind>,
    /// Its list, or its posts, if a person set them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<GivenList>,
    /// The fields that a person pointed at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<PointedField>,
}

/// A field that a person pointed at, or said to be absent.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct PointedField {
    /// Its name, as found.
    pub name: String,
    /// The path of its element; `None` if the page lacks the field, which a file says as `null`.
    #[serde(deserialize_with = "Option::deserialize")]
    pub node: Option<String>,
}

impl PageEntry {
    /// The name of its file within the project's folder.
    pub fn file(&self) -> String {
        format!("pages/{:04}.html", self.id)
    }

    /// Whether a person said anything of what is on it.
    pub fn is_corrected(&self) -> bool {
        self.list.is_some() || self.part.is_some() || !self.fields.is_empty()
    }

    /// How it is parsed: with what a person said of it.
    pub fn options(&self, limits: Limits) -> PageOptions {
        let mut options = PageOptions::new().source(self.source.as_str()).limits(limits);
        options.url.clone_from(&self.url);
        options.charset.clone_from(&self.charset);
        options.part = self.part;
        for field in &self.fields {
            options = options.field(&field.name, field.node.as_deref());
        }
        match &self.list {
            Some(given) => options.list(given.records.iter().cloned()),
            None => options,
        }
    }
}

/// A list of a page as set by a person.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct GivenList {
    /// The records: for each, the paths of its elements.
    pub records: Vec<Vec<String>>,
    /// Excluded records, which can be brought back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
}

/// An excluded record.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct LeftOut {
    /// The paths of its elements.
    pub nodes: Vec<String>,
    /// Its texts. A record with the same texts that the wrapper finds on another page is excluded, too: a header row is
    /// the same on every page.
    pub texts: Vec<String>,
}

/// The edits of a column.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ColumnEdit {
    /// The column as it was found.
    #[serde(flatten)]
    pub of: ColumnRef,
    /// Its new name.
    pub name: String,
    /// The type that its texts are parsed as; if not set, the one that was found.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub value_type: Option<ValueType>,
    /// What it means to a person; if not set, what was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// Whether it is left out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dropped: bool,
    /// The columns whose texts follow its own, separated by spaces. They have no column of their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joined: Vec<ColumnRef>,
    /// The part of its texts that is wanted, if they are split. Each part is a column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<TextPart>,
    /// What it was before it was joined or split, which it can become again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub was: Option<Box<ColumnEdit>>,
}

/// A column as it was found.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ColumnRef {
    /// Its name.
    pub from: String,
    /// What it is taken from; links with the same name are another column.
    pub kind: ColumnKind,
}

/// A part of a text that is split at a separator.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct TextPart {
    /// The separator.
    pub at: String,
    /// Which part it is, from 0.
    pub number: usize,
    /// The number of parts; the last one has all that is left.
    pub of: usize,
}
