//! Dates, prices, ratings and the like in texts.

use std::ops::Range;

use rowsmith::recognize::date::{
    DateContext, DateTime, DayMonthOrder, find_age, find_date, find_date_in_attribute, parse_date, parse_unix,
};
use rowsmith::recognize::{
    find_phone, find_place, find_postcode, find_price, find_quantity, find_rating, is_url, parse_number, parse_price,
    value_type,
};

/// Looks for everything in a text, twice.
///
/// # Panics
/// Where what was found does not stand in the text, or is no value.
pub fn run(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let text = text.as_ref();
    assert_eq!(found_in(text), found_in(text));
    let (name, value) = text.split_once('=').unwrap_or(("datetime", text));
    if let Some(found) = find_date_in_attribute(name, value) {
        stands(value, &found.span);
    }
    let _ = (parse_unix(text), is_url(text), value_type(text));
}

/// What is found in a text, in words.
fn found_in(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for date in [find_date(text), find_age(text)].into_iter().flatten() {
        stands(text, &date.span);
        for order in
            [None, Some(DayMonthOrder::DayFirst), Some(DayMonthOrder::MonthFirst), Some(DayMonthOrder::YearFirst)]
        {
            let reference = DateTime::from_unix(1_700_000_000);
            let context = DateContext::new().reference(reference).order(order).language("de").ages(true);
            if let Some(date) = date.date.resolve(&context) {
                same_from_iso(&date);
                found.push(date.to_iso());
            }
        }
    }
    if let Some(date) = parse_date(text, &DateContext::default()) {
        same_from_iso(&date);
        found.push(date.to_iso());
    }
    if let Some(price) = find_price(text) {
        stands(text, &price.span);
        assert!(price.price.amount.is_finite() && price.price.upper.is_none_or(f64::is_finite));
        found.push(format!("{price:?}"));
    }
    if let Some(rating) = find_rating(text) {
        stands(text, &rating.span());
        assert!(rating.rating.value.is_finite());
        found.push(format!("{rating:?}"));
    }
    for span in [find_phone(text), find_place(text), find_postcode(text)].into_iter().flatten() {
        stands(text, &span);
        found.push(text[span].to_owned());
    }
    if let Some(quantity) = find_quantity(text, &["m²", "room*", "km", "кімнат*", "室"]) {
        stands(text, &quantity.span);
        assert!(quantity.value.is_finite());
        found.push(format!("{quantity:?}"));
    }
    found.extend(parse_number(text).map(|number| format!("{number:?}")));
    found.extend(parse_price(text).map(|price| format!("{price:?}")));
    found
}

/// Fails unless a range is part of a text and not empty.
fn stands(text: &str, span: &Range<usize>) {
    assert!(text.get(span.clone()).is_some_and(|part| !part.is_empty()), "{span:?} of {text:?}");
}

/// Fails unless a date that is written in ISO form is read as the same.
fn same_from_iso(date: &DateTime) {
    let written = date.to_iso();
    let read = DateTime::from_iso(&written).map(|read| read.to_iso());
    assert_eq!(read.as_deref(), Some(written.as_str()));
}
