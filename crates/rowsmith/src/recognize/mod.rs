//! What a text is: a price, a number, a date-time, or just text.
//!
//! [`value_type`] is cheap enough to be asked about every text of a page; [`parse_price`], [`parse_number`] and
//! [`date::parse_date`] parse the values. All work on one text at a time and in bounded time, need not know the
//! language, and never panic.

pub(crate) mod any_of;
pub(crate) mod classify;
pub(crate) mod currency;
pub mod date;
pub(crate) mod number;
pub(crate) mod phone;
pub(crate) mod place;
#[cfg(feature = "objects")]
pub(crate) mod postcode;
pub(crate) mod price;
pub(crate) mod quantity;
pub(crate) mod rating;

use serde::{Deserialize, Serialize};

pub(crate) use any_of::AnyOf;
pub(crate) use classify::learnt_value_type;
pub use classify::{is_url, value_type};
pub(crate) use number::learnt_number;
pub use number::{Number, parse_number};
pub use phone::find_phone;
pub use place::find_place;
#[cfg(feature = "objects")]
pub use postcode::find_postcode;
pub use price::{FoundPrice, Price, find_price, parse_price};
pub use quantity::{Quantity, find_quantity};
pub use rating::{FoundRating, Rating, find_rating};

/// The type of a text, or of the texts of a column.
///
/// Exhaustive on purpose: what is made of a further type must be decided wherever columns are written, and the compiler names
/// the places.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(description = "The type of a text, or of the texts of a column.")
)]
#[serde(rename_all = "snake_case")]
pub enum ValueType {
    /// Any text.
    #[default]
    Text,
    /// A number, possibly with a unit or percent sign.
    Number,
    /// An amount with a currency.
    Price,
    /// A date, perhaps with a time, absolute or relative.
    Date,
    /// The address of a page or file.
    Url,
}

impl ValueType {
    /// Its name in result lines and wrapper files.
    ///
    /// ```
    /// use rowsmith::recognize::{ValueType, value_type};
    ///
    /// assert_eq!(value_type("$45.00").name(), "price");
    /// assert_eq!(ValueType::Text.name(), "text");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            ValueType::Text => "text",
            ValueType::Number => "number",
            ValueType::Price => "price",
            ValueType::Date => "date",
            ValueType::Url => "url",
        }
    }
}

/// The first characters of a text, up to this many bytes.
pub(crate) fn head(text: &str, max_bytes: usize) -> &str {
    let mut end = text.len().min(max_bytes);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
