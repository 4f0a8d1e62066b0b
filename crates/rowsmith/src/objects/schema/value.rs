//! Values as programs want them: "£2k" is 2000 GBP.

use crate::types::Value;

use crate::objects::schema::attribute::Attribute;
use crate::recognize::date::context::DateContext;
use crate::recognize::date::parse_date;
use crate::recognize::{find_phone, find_postcode, find_price, find_quantity, find_rating, parse_number};
use crate::types::ValueKind;

/// The value that a text has for an attribute, if any; none for texts, links and images, which have no other form.
pub fn value_of(attribute: &Attribute, text: &str, language: Option<&str>) -> Option<Value> {
    match attribute.value {
        ValueKind::Text | ValueKind::Url | ValueKind::Image => None,
        ValueKind::Price => Some(Value::from(find_price(text)?.price)),
        ValueKind::Number => {
            if let Some(found) = find_quantity(text, &attribute.units) {
                return Some(Value::Number { number: found.value, unit: Some(found.unit.to_owned()) });
            }
            let number = parse_number(text)?;
            Some(Value::Number { number: number.value, unit: number.unit.map(str::to_owned) })
        }
        ValueKind::Rating => Some(Value::from(find_rating(text)?.rating)),
        ValueKind::Date => {
            let context = DateContext { language, ..DateContext::default() };
            Some(Value::Date(parse_date(text, &context)?))
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
