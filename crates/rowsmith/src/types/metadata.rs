//! Metadata of a page's text: one struct, which results embed.

use serde::{Deserialize, Serialize, Serializer};

use crate::recognize::ValueType;
use crate::recognize::date::DateTime;
use crate::types::{Cell, Column, ColumnKind};

/// Metadata of a page's main text, as the page states it: title, author, date and the rest.
///
/// Results embed it, so that its fields are among the other fields of a line.
///
/// ```
/// use rowsmith::types::Metadata;
///
/// let metadata: Metadata = serde_json::from_str(r#"{"title":"Desk lamps","date":"2024-01-05"}"#)?;
/// assert_eq!(metadata.title.as_deref(), Some("Desk lamps"));
/// assert_eq!(metadata.date().map(|date| date.year), Some(2024));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Metadata {
    /// The title, without the name of the site.
    pub title: Option<String>,
    /// The authors, joined by commas.
    pub author: Option<String>,
    /// The date in ISO 8601, as precise as the page states it: of the kind that was asked for
    /// ([`DateKind`](crate::options::DateKind)), by default the one that the page puts beside its text.
    pub date: Option<String>,
    /// When the text was last changed, in ISO 8601, where the page says so.
    #[serde(default)]
    pub modified: Option<String>,
    /// The language as a tag such as `en` or `pt-BR`, as the page declares it.
    pub language: Option<String>,
    /// The name of the site.
    pub site_name: Option<String>,
    /// The canonical address.
    pub canonical_url: Option<String>,
    /// The address of the lead image.
    pub image: Option<String>,
    /// Tags or keywords.
    #[serde(default)]
    pub tags: Vec<String>,
    /// The description.
    pub description: Option<String>,
}

impl Metadata {
    /// The date of the text, read from the field of that name.
    ///
    /// ```
    /// use rowsmith::types::Metadata;
    ///
    /// let mut metadata = Metadata::default();
    /// metadata.date = Some("2024-01".into());
    /// let date = metadata.date().expect("it is a date");
    /// assert_eq!((date.year, date.month, date.to_iso().as_str()), (2024, 1, "2024-01"));
    /// ```
    pub fn date(&self) -> Option<DateTime> {
        DateTime::from_iso(self.date.as_deref()?)
    }

    /// All fields in the order of result lines: the one place that names them, for JSON and for tables.
    fn fields(&self) -> [Field<'_>; 10] {
        let Metadata { title, author, date, modified, language, site_name, canonical_url, image, tags, description } =
            self;
        let text = |name, place, stated| Field {
            name,
            stated: Stated::One(stated),
            place,
            column: name,
            kind: ColumnKind::Text,
            value_type: ValueType::Text,
        };
        let address = |name, place, column, kind, stated| Field {
            column,
            kind,
            value_type: ValueType::Url,
            ..text(name, place, stated)
        };
        [
            text("title", 0, title),
            text("author", 1, author),
            Field { value_type: ValueType::Date, ..text("date", 2, date) },
            Field { value_type: ValueType::Date, ..text("modified", 9, modified) },
            text("language", 6, language),
            text("site_name", 5, site_name),
            address("canonical_url", 3, "url", ColumnKind::Link, canonical_url),
            address("image", 4, "image", ColumnKind::Image, image),
            Field { stated: Stated::Many(tags), ..text("tags", 7, &None) },
            text("description", 8, description),
        ]
    }

    /// Sets the field with this name in tables, or takes it out. Returns whether there is such a field.
    pub(crate) fn set(&mut self, column: &str, value: Option<String>) -> bool {
        let field = match column {
            "title" => &mut self.title,
            "author" => &mut self.author,
            "date" => &mut self.date,
            "modified" => &mut self.modified,
            "language" => &mut self.language,
            "site_name" => &mut self.site_name,
            "url" => &mut self.canonical_url,
            "image" => &mut self.image,
            "description" => &mut self.description,
            "tags" => {
                self.tags = value.into_iter().collect();
                return true;
            }
            _ => return false,
        };
        *field = value;
        true
    }

    /// The fields as columns of a table with one row, in the order of tables. Byline fields come first; the text
    /// belongs after them.
    pub(crate) fn columns(&self) -> impl Iterator<Item = FilledColumn> {
        let mut fields = self.fields();
        fields.sort_by_key(|field| field.place);
        fields.into_iter().map(|field| FilledColumn {
            byline: field.place < BYLINE,
            cell: field.stated.shown().map(Cell::text),
            column: Column::new(field.column, field.kind, field.value_type),
        })
    }
}

/// Title, author and date form the byline, which comes before the text in tables.
const BYLINE: u8 = 3;

/// A column of a table with one row.
pub(crate) struct FilledColumn {
    pub(crate) column: Column,
    pub(crate) cell: Option<Cell>,
    /// Whether it comes before the text.
    pub(crate) byline: bool,
}

/// A field of [`Metadata`].
struct Field<'m> {
    /// Its name in lines.
    name: &'static str,
    stated: Stated<'m>,
    /// Its position among the columns of tables.
    place: u8,
    /// Its name as a column.
    column: &'static str,
    kind: ColumnKind,
    value_type: ValueType,
}

/// The value that a page states for a field.
#[derive(Serialize)]
#[serde(untagged)]
enum Stated<'m> {
    One(&'m Option<String>),
    Many(&'m [String]),
}

impl Stated<'_> {
    fn is_nothing(&self) -> bool {
        match self {
            Stated::One(text) => text.is_none(),
            Stated::Many(texts) => texts.is_empty(),
        }
    }

    /// As a text for one cell.
    fn shown(&self) -> Option<String> {
        match self {
            Stated::One(text) => text.as_ref().cloned(),
            Stated::Many(texts) => Some(texts.join(", ")).filter(|text| !text.is_empty()),
        }
    }
}

impl Serialize for Metadata {
    /// Writes all fields, with `null` where the page states nothing.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.fields().map(|field| (field.name, field.stated)))
    }
}

/// Writes the fields that the page states.
pub(crate) fn only_stated<S: Serializer>(metadata: &Metadata, serializer: S) -> Result<S::Ok, S::Error> {
    let stated = metadata.fields().into_iter().filter(|field| !field.stated.is_nothing());
    serializer.collect_map(stated.map(|field| (field.name, field.stated)))
}

/// The schema of [`Metadata`] as [`only_stated`] writes it.
#[cfg(feature = "schema")]
pub(crate) struct OnlyStated;

#[cfg(feature = "schema")]
impl schemars::JsonSchema for OnlyStated {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "StatedMetadata".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let mut schema = Metadata::json_schema(generator);
        schema.remove("required");
        schema
    }
}
