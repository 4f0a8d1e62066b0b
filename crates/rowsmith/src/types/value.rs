//! Values as programs want them: "£2k" is 2000 GBP.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize};

use crate::recognize::date::{DateContext, DateTime, Precision, parse_date};
use crate::recognize::{Price, Rating, ValueType, find_rating, is_url, parse_number, parse_price};
use crate::types::{Cell, Column, ColumnKind};

/// The kind of an attribute's values, which decides how they are normalised.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ValueKind {
    /// Text.
    #[default]
    Text,
    /// An amount with a currency.
    Price,
    /// A number, with or without a unit.
    Number,
    /// A day, or a point in time.
    Date,
    /// A rating on a scale.
    Rating,
    /// A postcode.
    Postcode,
    /// A telephone number.
    Phone,
    /// The target of a link.
    Url,
    /// The source of an image.
    Image,
}

impl ValueKind {
    /// What a column of such values is taken from.
    pub(crate) fn column_kind(self) -> ColumnKind {
        match self {
            ValueKind::Url => ColumnKind::Link,
            ValueKind::Image => ColumnKind::Image,
            ValueKind::Text
            | ValueKind::Price
            | ValueKind::Number
            | ValueKind::Date
            | ValueKind::Rating
            | ValueKind::Postcode
            | ValueKind::Phone => ColumnKind::Text,
        }
    }

    /// Whether values are numbers, of money or of anything else.
    #[cfg(feature = "objects")]
    pub(crate) fn is_amount(self) -> bool {
        matches!(self, ValueKind::Price | ValueKind::Number)
    }

    /// Whether values are taken from an attribute (the target of a link, the source of an image) and not from text that
    /// is shown.
    pub(crate) fn is_address(self) -> bool {
        self.column_kind() != ColumnKind::Text
    }
}

/// A value as programs want it.
///
/// In result lines a date is a text in ISO 8601. When a line is read, a text becomes a date if it has at least a month,
/// an address if it is one, and otherwise stays text: four digits alone may be a year or a postcode.
///
/// ```
/// use rowsmith::types::Value;
///
/// let values: Vec<Value> = serde_json::from_str(r#"[{"amount":5.0,"currency":"EUR"},"2024-01-05","OX2 6DP"]"#)?;
/// assert_eq!(values[0].number(), Some(5.0));
/// assert_eq!(values[1].date().map(|date| date.month), Some(1));
/// assert_eq!(values[2], Value::Text("OX2 6DP".into()));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum Value {
    /// An amount of money.
    Price {
        /// In the main unit of the currency; the lower end of a range.
        amount: f64,
        /// The ISO 4217 code; `null` if the currency sign is ambiguous.
        currency: Option<Cow<'static, str>>,
        /// The upper end of a range.
        #[serde(skip_serializing_if = "Option::is_none")]
        upper: Option<f64>,
    },
    /// A number.
    Number {
        /// The number.
        number: f64,
        /// The unit as written in the page.
        #[serde(skip_serializing_if = "Option::is_none")]
        unit: Option<String>,
    },
    /// A rating on a scale.
    Rating {
        /// The rating.
        rating: f64,
        /// The best possible rating, if known.
        #[serde(skip_serializing_if = "Option::is_none")]
        best: Option<f64>,
    },
    /// A day or a point in time.
    #[serde(deserialize_with = "precise_date")]
    Date(DateTime),
    /// The target of a link or image; absolute if the base address is known.
    #[serde(deserialize_with = "address")]
    Url(String),
    /// Text, or a part of it such as a postcode.
    Text(String),
}

impl Value {
    /// The number that values are compared by: the amount of money, the number or the rating; `None` for a date, an
    /// address or a text.
    ///
    /// ```
    /// use rowsmith::types::Value;
    ///
    /// let price = Value::Price { amount: 49.9, currency: Some("GBP".into()), upper: None };
    /// assert_eq!(price.number(), Some(49.9));
    /// assert_eq!(Value::Text("49.9".into()).number(), None);
    /// ```
    pub fn number(&self) -> Option<f64> {
        match self {
            Value::Price { amount, .. } => Some(*amount),
            Value::Number { number, .. } => Some(*number),
            Value::Rating { rating, .. } => Some(*rating),
            Value::Date(_) | Value::Url(_) | Value::Text(_) => None,
        }
    }

    /// The day or point in time; `None` if this is not a date.
    ///
    /// ```
    /// use rowsmith::recognize::date::DateTime;
    /// use rowsmith::types::Value;
    ///
    /// let day = DateTime::from_day(2024, 1, 5).expect("there is such a day");
    /// assert_eq!(Value::Date(day).date(), Some(day));
    /// assert_eq!(Value::Text("2024-01-05".into()).date(), None);
    /// ```
    pub fn date(&self) -> Option<DateTime> {
        match self {
            Value::Date(date) => Some(*date),
            _ => None,
        }
    }

    /// The text or address; `None` for a value of another kind.
    ///
    /// ```
    /// use rowsmith::types::Value;
    ///
    /// assert_eq!(Value::Text("Desk lamp".into()).text(), Some("Desk lamp"));
    /// assert_eq!(Value::Url("https://example.com/lamp".into()).text(), Some("https://example.com/lamp"));
    /// assert_eq!(Value::Number { number: 3.0, unit: None }.text(), None);
    /// ```
    pub fn text(&self) -> Option<&str> {
        match self {
            Value::Text(text) | Value::Url(text) => Some(text),
            _ => None,
        }
    }

    /// The text of a cell, parsed as what its column holds; plain text if that fails.
    pub(crate) fn of_cell<'c>(cell: &Cell, column: &Column, dates: impl FnOnce() -> DateContext<'c>) -> Value {
        let text = cell.text.as_str();
        if column.kind != ColumnKind::Text {
            return Value::Url(cell.address().to_owned());
        }
        let value = match column.value_type {
            ValueType::Price => parse_price(text).map(Value::from),
            ValueType::Number => match parse_number(text) {
                Some(number) => Some(Value::Number { number: number.value, unit: number.unit.map(str::to_owned) }),
                None => find_rating(text).filter(|found| found.certain).map(|found| Value::from(found.rating)),
            },
            ValueType::Date => parse_date(text, &dates()).map(Value::Date),
            ValueType::Url => Some(Value::Url(cell.address().to_owned())),
            ValueType::Text => None,
        };
        value.unwrap_or_else(|| Value::Text(text.to_owned()))
    }
}

impl From<Price> for Value {
    fn from(price: Price) -> Value {
        Value::Price { amount: price.amount, currency: price.currency.map(Cow::Borrowed), upper: price.upper }
    }
}

impl From<Rating> for Value {
    fn from(rating: Rating) -> Value {
        Value::Rating { rating: rating.value, best: rating.best }
    }
}

impl From<DateTime> for Value {
    fn from(date: DateTime) -> Value {
        Value::Date(date)
    }
}

/// A date that is more precise than its year.
fn precise_date<'de, D: Deserializer<'de>>(deserializer: D) -> Result<DateTime, D::Error> {
    let date = DateTime::deserialize(deserializer)?;
    let precise = date.precision > Precision::Year;
    precise.then_some(date).ok_or_else(|| serde::de::Error::custom("a year alone may be any number"))
}

fn address<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    if is_url(&text) { Ok(text) } else { Err(serde::de::Error::custom("no address")) }
}
