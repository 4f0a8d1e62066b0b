//! The object that a page is about: one [`ItemPage`] per page.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::recognize::ValueType;
use crate::types::rounding::thousandths;
use crate::types::{Cell, Column, ColumnKind, RecordRow, RegionTable, Warning};

/// The result of `item` on one page: one JSON line.
///
/// ```
/// use rowsmith::types::{ItemKind, ItemPage};
///
/// let line = r#"{"source":"lamp.html","item":{"type":"product","confidence":0.97,"name":"Desk lamp",
///     "price":{"amount":49.0,"currency":"USD","text":"$49"},
///     "evidence":{"name":{"source":"both","confidence":0.99},"price":{"source":"shown","confidence":0.9}}}}"#;
/// let page: ItemPage = serde_json::from_str(line)?;
/// let item = page.item.expect("the page is about a product");
/// assert_eq!(item.kind, ItemKind::Product);
/// assert_eq!(item.price.map(|price| price.amount), Some(49.0));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ItemPage {
    /// The input as the caller named it.
    pub source: String,
    /// The object that the page is about; `null` if there is none.
    pub item: Option<PageItem>,
    /// What a user should know about this result; empty where all is well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

impl ItemPage {
    /// The result of a page with this item.
    ///
    /// ```
    /// use rowsmith::types::{ItemPage, PageItem};
    ///
    /// let mut lamp = PageItem::default();
    /// lamp.name = Some("Desk lamp".into());
    /// let page = ItemPage::new("lamp.html", Some(lamp), Vec::new());
    /// assert_eq!(page.item.and_then(|item| item.name).as_deref(), Some("Desk lamp"));
    /// ```
    pub fn new(source: impl Into<String>, item: Option<PageItem>, warnings: Vec<Warning>) -> ItemPage {
        ItemPage { source: source.into(), item, warnings }
    }
}

/// What kind of object a page is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ItemKind {
    /// A product or another thing for sale.
    #[default]
    Product,
    /// A recipe.
    Recipe,
    /// A job offer.
    Job,
    /// A flat, a house or a plot of land.
    RealEstate,
    /// A car or another vehicle.
    Vehicle,
    /// An event.
    Event,
    /// A book.
    Book,
    /// A computer program.
    App,
    /// A game.
    Game,
    /// A course.
    Course,
}

impl ItemKind {
    /// The name of the kind in result lines.
    ///
    /// ```
    /// use rowsmith::types::ItemKind;
    ///
    /// assert_eq!((ItemKind::Recipe.name(), ItemKind::RealEstate.name()), ("recipe", "real_estate"));
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            ItemKind::Product => "product",
            ItemKind::Recipe => "recipe",
            ItemKind::Job => "job",
            ItemKind::RealEstate => "real_estate",
            ItemKind::Vehicle => "vehicle",
            ItemKind::Event => "event",
            ItemKind::Book => "book",
            ItemKind::App => "app",
            ItemKind::Game => "game",
            ItemKind::Course => "course",
        }
    }
}

/// The object that a page is about. Fields that the page does not state are left out.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct PageItem {
    /// What kind of object it is.
    #[serde(rename = "type")]
    pub kind: ItemKind,
    /// The confidence that the page is about exactly one such object, from 0 to 1.
    #[serde(serialize_with = "thousandths")]
    pub confidence: f64,
    /// Its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The address of the page about it, as the page declares it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The price; if there are several, the lowest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<ItemPrice>,
    /// The price before a discount.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old_price: Option<ItemPrice>,
    /// The highest price, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price_high: Option<ItemPrice>,
    /// The currency of the prices, as an ISO 4217 code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    /// Whether it is available.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub availability: Option<Availability>,
    /// The brand or manufacturer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub brand: Option<String>,
    /// The shop's own identifier for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sku: Option<String>,
    /// The manufacturer's part number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mpn: Option<String>,
    /// Its GTIN (EAN, UPC, ISBN), digits only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gtin: Option<String>,
    /// The average rating that people gave it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<ItemRating>,
    /// The number of reviews or ratings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reviews: Option<u64>,
    /// Addresses of its images, the main one first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<String>,
    /// The description, as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Its place in the site's hierarchy, from the start page down.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub breadcrumbs: Vec<Breadcrumb>,
    /// Its properties, in document order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<Property>,
    /// The variants in which it is offered: sizes, colours, editions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<Variant>,
    /// Who wrote or made it: for recipes, books and courses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The ingredients of a recipe, one per line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ingredients: Vec<String>,
    /// The steps of a recipe.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<String>,
    /// The total time that a recipe takes, in minutes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_time_minutes: Option<u64>,
    /// How much a recipe makes.
    #[serde(rename = "yield", skip_serializing_if = "Option::is_none")]
    pub yields: Option<String>,
    /// Who offers a job, or holds an event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub organization: Option<String>,
    /// Where a job, a home or an event is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// Declared dates, as the page has them: `published`, `modified`, `start`, `end`, `valid_through`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub dates: BTreeMap<String, String>,
    /// For each value, by the name of its field: where it comes from, and how confident the result is of it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub evidence: BTreeMap<String, ValueEvidence>,
}

/// An amount of money.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ItemPrice {
    /// The amount in the main unit of its currency.
    pub amount: f64,
    /// The currency as an ISO 4217 code; `null` if the page does not state it.
    pub currency: Option<String>,
    /// The price as the page has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// Whether something is available, named as in schema.org.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum Availability {
    /// It can be bought now.
    InStock,
    /// It cannot be bought at the moment.
    OutOfStock,
    /// It can be ordered before its release.
    PreOrder,
    /// It can be ordered, and is delivered later.
    BackOrder,
    /// It is no longer sold.
    Discontinued,
}

impl Availability {
    /// The name in result lines, which is the one in schema.org.
    ///
    /// ```
    /// use rowsmith::types::Availability;
    ///
    /// assert_eq!(Availability::OutOfStock.name(), "OutOfStock");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Availability::InStock => "InStock",
            Availability::OutOfStock => "OutOfStock",
            Availability::PreOrder => "PreOrder",
            Availability::BackOrder => "BackOrder",
            Availability::Discontinued => "Discontinued",
        }
    }
}

/// An average rating.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ItemRating {
    /// The rating.
    pub value: f64,
    /// The best possible rating, if known.
    pub best: Option<f64>,
}

/// A step from the start page to the object.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Breadcrumb {
    /// Its name.
    pub name: String,
    /// The address of its page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// A property of an object.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Property {
    /// The page's name for it.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// A variant in which an object is offered.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Variant {
    /// Its name.
    pub name: String,
    /// The shop's own identifier for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sku: Option<String>,
    /// Its price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<f64>,
    /// Whether it is available.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub availability: Option<Availability>,
}

/// Where a value of an object comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ValueSource {
    /// Only embedded data states it.
    Declared,
    /// Only the visible page shows it.
    #[default]
    Shown,
    /// The page shows it, and embedded data agrees.
    Both,
    /// It was inferred from something else on the page.
    Inferred,
}

/// Where a value comes from, and how confident the result is of it.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ValueEvidence {
    /// Where it comes from.
    pub source: ValueSource,
    /// The confidence that it is right, from 0 to 1.
    #[serde(serialize_with = "thousandths")]
    pub confidence: f64,
}

impl ItemPrice {
    pub(crate) fn new(amount: f64, currency: Option<String>, text: Option<String>) -> ItemPrice {
        ItemPrice { amount, currency, text }
    }
}

impl Breadcrumb {
    pub(crate) fn new(name: impl Into<String>, url: Option<String>) -> Breadcrumb {
        Breadcrumb { name: name.into(), url }
    }
}

impl Property {
    pub(crate) fn new(name: impl Into<String>, value: impl Into<String>) -> Property {
        Property { name: name.into(), value: value.into() }
    }
}

/// What the cells of a column are taken from, and what their texts are.
#[derive(Clone, Copy)]
struct Form {
    kind: ColumnKind,
    value_type: ValueType,
}

impl Form {
    const TEXT: Form = Form { kind: ColumnKind::Text, value_type: ValueType::Text };
    const NUMBER: Form = Form { kind: ColumnKind::Text, value_type: ValueType::Number };
    const LINK: Form = Form { kind: ColumnKind::Link, value_type: ValueType::Url };
    const IMAGE: Form = Form { kind: ColumnKind::Image, value_type: ValueType::Url };
}

/// An object as a table of one row, with a column for each field that the page states. Lists share one cell, with one
/// line per entry.
///
/// ```
/// use rowsmith::types::{ItemPage, item_table};
///
/// let line = r#"{"source":"soup.html","item":{"type":"recipe","confidence":0.9,"name":"Leek soup",
///     "ingredients":["2 leeks","1 l water"]}}"#;
/// let page: ItemPage = serde_json::from_str(line)?;
/// let table = item_table(&page.item.expect("the page is about a recipe"));
/// let row = table.record(0).expect("a row");
/// assert_eq!((row.text("name"), row.text("type")), (Some("Leek soup"), Some("recipe")));
/// assert_eq!(row.text("ingredients"), Some("2 leeks\n1 l water"));
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn item_table(item: &PageItem) -> RegionTable {
    let mut columns = Vec::new();
    let mut cells = Vec::new();
    let mut add = |name: &'static str, form: Form, text: Option<String>| {
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            columns.push(Column::new(name, form.kind, form.value_type));
            cells.push(Some(Cell::text(text)));
        }
    };
    let price = |price: &Option<ItemPrice>| {
        let price = price.as_ref()?;
        Some(match &price.currency {
            Some(currency) => format!("{} {currency}", price.amount),
            None => price.amount.to_string(),
        })
    };
    let priced = |price: &Option<ItemPrice>| match price.as_ref().and_then(|p| p.currency.as_ref()) {
        Some(_) => Form { value_type: ValueType::Price, ..Form::TEXT },
        None => Form::NUMBER,
    };
    let lines = |list: &[String]| Some(list.join("\n"));
    add("name", Form::TEXT, item.name.clone());
    add("type", Form::TEXT, Some(item.kind.name().to_owned()));
    add("url", Form::LINK, item.url.clone());
    add("price", priced(&item.price), price(&item.price));
    add("old_price", priced(&item.old_price), price(&item.old_price));
    add("price_high", priced(&item.price_high), price(&item.price_high));
    add("currency", Form::TEXT, item.currency.clone());
    add("availability", Form::TEXT, item.availability.map(|a| a.name().to_owned()));
    add("brand", Form::TEXT, item.brand.clone());
    add("sku", Form::TEXT, item.sku.clone());
    add("mpn", Form::TEXT, item.mpn.clone());
    add("gtin", Form::TEXT, item.gtin.clone());
    add("rating", Form::NUMBER, item.rating.map(|rating| rating.value.to_string()));
    add("reviews", Form::NUMBER, item.reviews.map(|reviews| reviews.to_string()));
    add("author", Form::TEXT, item.author.clone());
    add("organization", Form::TEXT, item.organization.clone());
    add("location", Form::TEXT, item.location.clone());
    add("total_time_minutes", Form::NUMBER, item.total_time_minutes.map(|minutes| minutes.to_string()));
    add("yield", Form::TEXT, item.yields.clone());
    add("image", Form::IMAGE, item.images.first().cloned());
    let crumbs: Vec<&str> = item.breadcrumbs.iter().map(|crumb| crumb.name.as_str()).collect();
    add("breadcrumbs", Form::TEXT, Some(crumbs.join(" > ")));
    add("ingredients", Form::TEXT, lines(&item.ingredients));
    add("steps", Form::TEXT, lines(&item.steps));
    let properties: Vec<String> = item.properties.iter().map(|p| format!("{}: {}", p.name, p.value)).collect();
    add("properties", Form::TEXT, lines(&properties));
    let variants: Vec<String> = item.variants.iter().map(|variant| variant.name.clone()).collect();
    add("variants", Form::TEXT, lines(&variants));
    add("description", Form::TEXT, item.description.clone());
    RegionTable {
        score: item.confidence,
        confidence: Some(item.confidence),
        path: "/html[1]".to_owned(),
        found_by: "item".into(),
        ..RegionTable::new(columns, vec![RecordRow::new(vec!["/html[1]".to_owned()], cells)])
    }
}
