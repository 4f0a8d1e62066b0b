//! Values as programs want them: "£2k" is 2000 GBP.

use serde::Serialize;

/// What the values of an attribute are, which decides how they are normalised.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
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
    /// A mark on a scale.
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

/// A normalised value.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// An amount of money.
    Price {
        /// In the currency's main unit; the lower one of a range.
        amount: f64,
        /// ISO 4217; `null` where the sign does not say.
        currency: Option<&'static str>,
        /// The upper amount of a range.
        #[serde(skip_serializing_if = "Option::is_none")]
        upper: Option<f64>,
    },
    /// A number.
    Number {
        /// The number.
        number: f64,
        /// The unit as written.
        #[serde(skip_serializing_if = "Option::is_none")]
        unit: Option<String>,
    },
    /// A mark on a scale.
    Rating {
        /// The mark.
        rating: f64,
        /// The best mark, where it is known.
        #[serde(skip_serializing_if = "Option::is_none")]
        best: Option<f64>,
    },
    /// A day or a point in time, as ISO 8601; a part of the text such as a postcode.
    Text(String),
}

impl Value {
    /// The number that values are compared by.
    pub fn number(&self) -> Option<f64> {
        match self {
            Value::Price { amount, .. } => Some(*amount),
            Value::Number { number, .. } => Some(*number),
            Value::Rating { rating, .. } => Some(*rating),
            Value::Text(_) => None,
        }
    }
}
