//! What a text is: a price, a number, a date-time, or just text.

use serde::Serialize;

/// What the texts of a column, or one text, are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ValueType {
    /// Any text.
    Text,
    /// A number, possibly with a unit or percent sign.
    Number,
    /// An amount with a currency.
    Price,
    /// A date, a time or both, absolute or relative.
    Date,
    /// An address of a page or file.
    Url,
}

/// STUB
pub fn value_type(text: &str) -> ValueType {
    if text.len() > 40 {
        return ValueType::Text;
    }
    if text.starts_with(['$', '€', '£']) && text.contains(|c: char| c.is_ascii_digit()) {
        return ValueType::Price;
    }
    if !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '.' || c == ',') {
        return ValueType::Number;
    }
    ValueType::Text
}
