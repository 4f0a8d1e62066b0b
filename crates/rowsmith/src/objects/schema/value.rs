//! Values as programs want them: "£2k" is 2000 GBP.

use serde::Serialize;

use crate::objects::schema::{Attribute, ValueKind};
use crate::recognize::date::{DateContext, parse_date};
use crate::recognize::{find_phone, find_postcode, find_price, find_quantity, find_rating, parse_number};

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

/// The value of a text for an attribute, if the text has one; none for texts, links and images, which are their own.
pub fn value_of(attribute: &Attribute, text: &str, language: Option<&str>) -> Option<Value> {
    match attribute.value {
        ValueKind::Text | ValueKind::Url | ValueKind::Image => None,
        ValueKind::Price => {
            let price = find_price(text)?.price;
            Some(Value::Price { amount: price.amount, currency: price.currency, upper: price.upper })
        }
        ValueKind::Number => {
            if let Some(found) = find_quantity(text, &attribute.units) {
                return Some(Value::Number { number: found.value, unit: Some(found.unit.to_owned()) });
            }
            let number = parse_number(text)?;
            Some(Value::Number { number: number.value, unit: number.unit.map(str::to_owned) })
        }
        ValueKind::Rating => {
            let rating = find_rating(text)?.rating;
            Some(Value::Rating { rating: rating.value, best: rating.best })
        }
        ValueKind::Date => {
            let context = DateContext { language, ..DateContext::default() };
            Some(Value::Text(parse_date(text, &context)?.to_iso()))
        }
        ValueKind::Postcode => find_postcode(text).map(|span| Value::Text(text[span].to_owned())),
        ValueKind::Phone => find_phone(text).map(|span| Value::Text(text[span].to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objects::schema::test_schema;

    #[test]
    fn values_are_normalised() {
        let mut attribute = test_schema().attributes[2].clone();
        let mut of = |kind, text: &str| {
            attribute.value = kind;
            value_of(&attribute, text, None).map(|v| serde_json::to_string(&v).unwrap()).unwrap_or_default()
        };
        assert_eq!(of(ValueKind::Price, "Oxford, £2k"), r#"{"amount":2000.0,"currency":"GBP"}"#);
        assert_eq!(of(ValueKind::Price, "$5 - $10"), r#"{"amount":5.0,"currency":"USD","upper":10.0}"#);
        assert_eq!(of(ValueKind::Number, "3 bed flat"), r#"{"number":3.0,"unit":"bed"}"#);
        assert_eq!(of(ValueKind::Number, "1,234"), r#"{"number":1234.0}"#);
        assert_eq!(of(ValueKind::Date, "Jan 5, 2024"), r#""2024-01-05""#);
        assert_eq!(of(ValueKind::Rating, "4.5 out of 5"), r#"{"rating":4.5,"best":5.0}"#);
        assert_eq!(of(ValueKind::Postcode, "Oxford OX2 6DP"), r#""OX2 6DP""#);
        assert_eq!(of(ValueKind::Text, "£2k"), "");
    }
}
