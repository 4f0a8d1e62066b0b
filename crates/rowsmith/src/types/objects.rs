//! Tables of objects: one [`ObjectsPage`] per page, one [`ObjectTable`] per data area.

use serde::{Deserialize, Serialize};

use crate::recognize::ValueType;
use crate::types::column::{Column, category};
use crate::types::objects_line::ObjectTableLine;
use crate::types::rounding::thousandths;
use crate::types::value::{Value, ValueKind};
use crate::types::warning::Warning;
use crate::types::{Cell, RecordRow, RegionTable};

/// The result of `objects` on one page: one JSON line.
///
/// ```
/// use rowsmith::types::{ObjectsPage, Value};
///
/// let line = r#"{"source":"shop.html","schema":"products","areas":[{"main":true,"found_by":"agreement","pivot":"price",
///     "pivot_share":1.0,"path":"/html[1]/body[1]/ul[1]","records":[{"nodes":["/html[1]/body[1]/ul[1]/li[1]"],
///     "attributes":{"price":{"text":"£2k","value":{"amount":2000.0,"currency":"GBP"},"from":"annotated","support":1.0}}}]}]}"#;
/// let page: ObjectsPage = serde_json::from_str(line)?;
/// for object in page.objects() {
///     assert_eq!(object.text("price"), Some("£2k"));
///     assert_eq!(object.value("price").and_then(Value::number), Some(2000.0));
/// }
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ObjectsPage {
    /// The input as the caller named it.
    pub source: String,
    /// The domain.
    pub schema: String,
    /// The data areas. Those marked `main` hold what the page is about.
    pub areas: Vec<ObjectTable>,
    /// What a user should know about this result; empty where all is well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

impl ObjectsPage {
    /// The objects that the page is about: those of its main areas.
    ///
    /// ```
    /// use rowsmith::schema::domain;
    /// use rowsmith::types::Value;
    /// use rowsmith::{ObjectsOptions, Page, PageOptions};
    ///
    /// let item = |name: &str, price: &str| format!("<li><h3><a href=/{name}>{name}</a></h3><b>{price}</b></li>");
    /// let html = [item("Lamp", "$20"), item("Desk", "$75"), item("Chair", "$40")].concat();
    /// let page = Page::parse(html.as_bytes(), &PageOptions::new())?;
    /// let found = page.objects(&domain("products").expect("it is shipped")?, &ObjectsOptions::new());
    /// let total: f64 = found.objects().filter_map(|object| object.value("price").and_then(Value::number)).sum();
    /// assert_eq!(total, 135.0);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn objects(&self) -> impl Iterator<Item = Object<'_>> {
        self.areas.iter().filter(|area| area.main).flat_map(ObjectTable::objects)
    }
}

/// A data area with its objects.
///
/// A line does not list attributes that no object has, nor the kinds of values. In a table that was read from a line,
/// `attributes` are those that occur in it, with their kinds as far as the values show them.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(from = "ObjectTableLine")]
pub struct ObjectTable {
    /// Whether this is (part of) what the page is about.
    pub main: bool,
    /// What the area was found by.
    pub found_by: FoundBy,
    /// The name of the pivot attribute; `None` if no pivot was found and the attributes were assigned to the columns of
    /// a list.
    pub pivot: Option<String>,
    /// The share of objects that hold a value of the pivot.
    pub pivot_share: f64,
    /// The probability that this is the main list of the page.
    pub confidence: Option<f64>,
    /// The path of the smallest element that holds all objects.
    pub path: String,
    /// The attributes in the order of the schema: those that any object has, or, from a wrapper, all that it knows.
    pub attributes: Vec<ObjectAttribute>,
    /// The objects in document order.
    pub records: Vec<ObjectRow>,
}

/// An attribute of an [`ObjectTable`].
#[derive(Clone, PartialEq, Debug)]
pub struct ObjectAttribute {
    /// Its name in the schema.
    pub name: String,
    /// What its values are.
    pub value: ValueKind,
}

/// An object: a row of an [`ObjectTable`].
#[derive(Clone, PartialEq, Debug)]
pub struct ObjectRow {
    /// The paths of the sibling subtrees that make the object.
    pub nodes: Vec<String>,
    /// One entry per attribute of the table, each with its values in document order. Most have one value or none.
    pub values: Vec<Vec<ObjectCell>>,
}

/// A value of an object.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ObjectCell {
    /// The text as the page shows it; for a link or image, the attribute.
    pub text: String,
    /// The normalised value: `{"amount":2000.0,"currency":"GBP"}`, `{"number":3.0,"unit":"bed"}`, a date in ISO 8601.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// The absolute URL of a link or image, if known and different from the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Whether the value was recognised, or inferred from the position of other records' values.
    pub from: Provenance,
    /// The share of records with a recognised value at this position.
    #[serde(serialize_with = "thousandths")]
    pub support: f64,
}

/// An object with its values, by attribute name.
#[derive(Clone, Copy, Debug)]
pub struct Object<'t> {
    table: &'t ObjectTable,
    row: &'t ObjectRow,
}

impl<'t> Object<'t> {
    /// The first value of an attribute; `None` if the object has none.
    ///
    /// ```
    /// use rowsmith::schema::domain;
    /// use rowsmith::types::Provenance;
    /// use rowsmith::{ObjectsOptions, Page, PageOptions};
    ///
    /// let item = |name: &str, price: &str| format!("<li><h3><a href=/{name}>{name}</a></h3><b>{price}</b></li>");
    /// let html = [item("Lamp", "$20"), item("Desk", "$75"), item("Chair", "$40")].concat();
    /// let page = Page::parse(html.as_bytes(), &PageOptions::new())?;
    /// let found = page.objects(&domain("products").expect("it is shipped")?, &ObjectsOptions::new());
    /// let lamp = found.objects().next().expect("there are three");
    /// assert_eq!(lamp.get("price").map(|price| price.from), Some(Provenance::Annotated));
    /// assert!(lamp.get("old_price").is_none());
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn get(&self, attribute: &str) -> Option<&'t ObjectCell> {
        self.all(attribute).first()
    }

    /// All values of an attribute, in document order.
    ///
    /// ```
    /// use rowsmith::types::{ObjectsPage, Value};
    ///
    /// let line = r#"{"source":"flats.html","schema":"flats","areas":[{"main":true,"found_by":"agreement","pivot":"price",
    ///     "pivot_share":1.0,"path":"/html[1]","records":[{"nodes":["/html[1]/body[1]/p[1]"],"attributes":{"phone":
    ///     {"text":"555 0100","from":"annotated","support":1.0,"more":[{"text":"555 0199","from":"annotated","support":1.0}]}}}]}]}"#;
    /// let page: ObjectsPage = serde_json::from_str(line)?;
    /// let flat = page.objects().next().expect("there is one");
    /// let phones: Vec<&str> = flat.all("phone").iter().map(|phone| phone.text.as_str()).collect();
    /// assert_eq!(phones, ["555 0100", "555 0199"]);
    /// assert!(flat.all("price").is_empty());
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn all(&self, attribute: &str) -> &'t [ObjectCell] {
        let at = self.table.attributes.iter().position(|a| a.name == attribute);
        at.and_then(|at| self.row.values.get(at)).map_or(&[], Vec::as_slice)
    }

    /// The text of the first value of an attribute, as the page shows it.
    ///
    /// ```
    /// use rowsmith::schema::domain;
    /// use rowsmith::{ObjectsOptions, Page, PageOptions};
    ///
    /// let item = |name: &str, price: &str| format!("<li><h3><a href=/{name}>{name}</a></h3><b>{price}</b></li>");
    /// let html = [item("Lamp", "$20"), item("Desk", "$75"), item("Chair", "$40")].concat();
    /// let page = Page::parse(html.as_bytes(), &PageOptions::new())?;
    /// let found = page.objects(&domain("products").expect("it is shipped")?, &ObjectsOptions::new());
    /// let names: Vec<_> = found.objects().filter_map(|object| object.text("title")).collect();
    /// assert_eq!(names, ["Lamp", "Desk", "Chair"]);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn text(&self, attribute: &str) -> Option<&'t str> {
        self.get(attribute).map(|cell| cell.text.as_str())
    }

    /// The first value of an attribute, normalised; `None` for texts, links and images, which have no other form.
    ///
    /// ```
    /// use rowsmith::schema::domain;
    /// use rowsmith::types::Value;
    /// use rowsmith::{ObjectsOptions, Page, PageOptions};
    ///
    /// let item = |name: &str, price: &str| format!("<li><h3><a href=/{name}>{name}</a></h3><b>{price}</b></li>");
    /// let html = [item("Yacht", "£2k"), item("Dinghy", "£900"), item("Raft", "£75")].concat();
    /// let page = Page::parse(html.as_bytes(), &PageOptions::new())?;
    /// let found = page.objects(&domain("products").expect("it is shipped")?, &ObjectsOptions::new());
    /// let yacht = found.objects().next().expect("there are three");
    /// assert_eq!(yacht.value("price").and_then(Value::number), Some(2000.0));
    /// assert_eq!(yacht.value("title"), None);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn value(&self, attribute: &str) -> Option<&'t Value> {
        self.get(attribute)?.value.as_ref()
    }

    /// The attributes that the object has, with their values, in the order of the table.
    ///
    /// ```
    /// use rowsmith::schema::domain;
    /// use rowsmith::{ObjectsOptions, Page, PageOptions};
    ///
    /// let item = |name: &str, price: &str| format!("<li><h3><a href=/{name}>{name}</a></h3><b>{price}</b></li>");
    /// let html = [item("Lamp", "$20"), item("Desk", "$75"), item("Chair", "$40")].concat();
    /// let page = Page::parse(html.as_bytes(), &PageOptions::new())?;
    /// let found = page.objects(&domain("products").expect("it is shipped")?, &ObjectsOptions::new());
    /// let lamp = found.objects().next().expect("there are three");
    /// let has: Vec<_> = lamp.iter().map(|item| (item.attribute.name.as_str(), item.values[0].text.as_str())).collect();
    /// assert_eq!(has, [("title", "Lamp"), ("price", "$20"), ("url", "/Lamp")]);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = ObjectItem<'t>> + use<'t> {
        let items = self.table.attributes.iter().zip(&self.row.values).filter(|(_, values)| !values.is_empty());
        items.map(|(attribute, values)| ObjectItem { attribute, values })
    }

    /// The paths of the sibling subtrees that make up the object.
    ///
    /// ```
    /// use rowsmith::schema::domain;
    /// use rowsmith::{ObjectsOptions, Page, PageOptions};
    ///
    /// let item = |name: &str, price: &str| format!("<li><h3><a href=/{name}>{name}</a></h3><b>{price}</b></li>");
    /// let html = [item("Lamp", "$20"), item("Desk", "$75"), item("Chair", "$40")].concat();
    /// let page = Page::parse(html.as_bytes(), &PageOptions::new())?;
    /// let found = page.objects(&domain("products").expect("it is shipped")?, &ObjectsOptions::new());
    /// let desk = found.objects().nth(1).expect("there are three");
    /// assert_eq!(desk.nodes(), ["/html[1]/body[1]/li[2]"]);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn nodes(&self) -> &'t [String] {
        &self.row.nodes
    }
}

/// An attribute of an [`Object`] with its values.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ObjectItem<'t> {
    /// The attribute.
    pub attribute: &'t ObjectAttribute,
    /// The values, at least one.
    pub values: &'t [ObjectCell],
}

impl ObjectTable {
    /// The objects, with their values by attribute name.
    ///
    /// ```
    /// use rowsmith::schema::domain;
    /// use rowsmith::{ObjectsOptions, Page, PageOptions};
    ///
    /// let item = |name: &str, price: &str| format!("<li><h3><a href=/{name}>{name}</a></h3><b>{price}</b></li>");
    /// let html = [item("Lamp", "$20"), item("Desk", "$75"), item("Chair", "$40")].concat();
    /// let page = Page::parse(html.as_bytes(), &PageOptions::new())?;
    /// let found = page.objects(&domain("products").expect("it is shipped")?, &ObjectsOptions::new());
    /// let links: Vec<_> = found.areas[0].objects().filter_map(|object| object.text("url")).collect();
    /// assert_eq!(links, ["/Lamp", "/Desk", "/Chair"]);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn objects(&self) -> impl Iterator<Item = Object<'_>> {
        self.records.iter().map(|row| Object { table: self, row })
    }

    /// The objects as a table of records: one column per attribute, with several values of one object joined by commas.
    ///
    /// ```
    /// use rowsmith::schema::domain;
    /// use rowsmith::{ObjectsOptions, Page, PageOptions};
    ///
    /// let item = |name: &str, price: &str| format!("<li><h3><a href=/{name}>{name}</a></h3><b>{price}</b></li>");
    /// let html = [item("Lamp", "$20"), item("Desk", "$75"), item("Chair", "$40")].concat();
    /// let page = Page::parse(html.as_bytes(), &PageOptions::new())?;
    /// let found = page.objects(&domain("products").expect("it is shipped")?, &ObjectsOptions::new());
    /// let table = found.areas[0].to_region();
    /// let names: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
    /// assert_eq!(names, ["title", "price", "url"]);
    /// assert_eq!(table.record(2).and_then(|chair| chair.text("price")), Some("$40"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn to_region(&self) -> RegionTable {
        let columns = self.attributes.iter().enumerate().map(|(at, attribute)| {
            let texts = self.records.iter().filter_map(|r| r.values[at].first()).map(|c| c.text.as_str());
            Column {
                category: category(texts),
                ..Column::new(attribute.name.as_str(), attribute.value.column_kind(), value_type_of(attribute.value))
            }
        });
        let row = |record: &ObjectRow| {
            RecordRow::new(record.nodes.clone(), record.values.iter().map(|values| joined(values)).collect())
        };
        RegionTable {
            main: self.main,
            score: self.pivot_share,
            confidence: self.confidence,
            path: self.path.clone(),
            found_by: self.found_by.name().into(),
            ..RegionTable::new(columns.collect(), self.records.iter().map(row).collect())
        }
    }
}

/// The type of column that holds values of this kind.
pub(crate) fn value_type_of(value: ValueKind) -> ValueType {
    match value {
        ValueKind::Price => ValueType::Price,
        ValueKind::Number | ValueKind::Rating => ValueType::Number,
        ValueKind::Date => ValueType::Date,
        ValueKind::Url | ValueKind::Image => ValueType::Url,
        ValueKind::Text | ValueKind::Postcode | ValueKind::Phone => ValueType::Text,
    }
}

fn joined(values: &[ObjectCell]) -> Option<Cell> {
    let texts: Vec<&str> = values.iter().map(|v| v.text.as_str()).collect();
    let url = values.first().and_then(|v| v.url.clone());
    (!texts.is_empty()).then(|| Cell { text: texts.join(", "), url })
}

/// What the attribute of an object is based on (AMBER 3.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Provenance {
    /// Annotated, at a position where enough records are annotated to infer the others.
    Annotated,
    /// Annotated, at a position where few records are annotated.
    Kept,
    /// Not annotated; inferred from other records that are annotated at this position.
    Inferred,
}

/// What a list of objects was found by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FoundBy {
    /// Pivot nodes alone (AMBER, algorithms 2 and 3).
    Pivots,
    /// Candidates of the record extractor in which most records hold a pivot.
    Agreement,
    /// The record extractor alone: no pivot was found.
    Records,
    /// A wrapper that was learnt from pages with objects.
    Wrapper,
}

impl FoundBy {
    /// The name in result lines.
    ///
    /// ```
    /// use rowsmith::types::FoundBy;
    ///
    /// assert_eq!((FoundBy::Pivots.name(), FoundBy::Wrapper.name()), ("pivots", "wrapper"));
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            FoundBy::Pivots => "pivots",
            FoundBy::Agreement => "agreement",
            FoundBy::Records => "records",
            FoundBy::Wrapper => "wrapper",
        }
    }
}
