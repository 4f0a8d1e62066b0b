//! Tables of texts and the dates that they state.

pub(crate) mod found;
pub(crate) mod properties;
pub(crate) mod rejected;
pub(crate) mod resolved;

use crate::recognize::date::context::DateContext;
use crate::recognize::date::{DateTime, find_date, parse_date};

/// The date in a text, with no other knowledge.
fn iso(text: &str) -> Option<String> {
    parse_date(text, &DateContext::default()).map(|d| d.to_iso())
}

/// Wednesday, 2024-03-13T12:00.
fn reference() -> DateTime {
    crate::recognize::date::DateTime {
        hour: 12,
        precision: crate::recognize::date::Precision::Minute,
        ..DateTime::from_day(2024, 3, 13).unwrap()
    }
}

/// The date in a text, read at the time of [`reference`].
fn iso_from_reference(text: &str) -> Option<String> {
    parse_date(text, &DateContext { reference: Some(reference()), ..DateContext::default() }).map(|d| d.to_iso())
}

/// Checks a whole table and reports every row that fails.
fn check(table: &[(&str, &str)], read: fn(&str) -> Option<String>) {
    let failed: Vec<String> = table
        .iter()
        .filter(|(text, expected)| read(text).as_deref().unwrap_or("") != *expected)
        .map(|(text, expected)| {
            format!("{text:?}: expected {expected:?}, got {:?} of {:?}", read(text), find_date(text))
        })
        .collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
