//! Moments in attributes around a date that is shown as an age ("2 days ago").

use crate::dom::{Document, NodeId};
use crate::recognize::date::find_date_in_attribute;
use crate::recognize::date::raw::RawDate;

/// How many elements around an age are looked at.
const MOST_ELEMENTS: usize = 3;
/// An element with more text, in bytes, says more than when something was written.
const MOST_TEXT: usize = 48;
/// The longest value, in bytes, and how many letters it may have besides the date.
const LONGEST_VALUE: usize = 96;
const MOST_LETTERS: usize = 24;

/// The moment that an attribute of the elements around a text says, where the text says only how long ago it was. Pivots know the plain ones; these
/// may say more besides: the moment a second time as a number (Hacker News has `title="2024-02-06T14:03:51 1707228231"`), or what was done then ("Posted
/// on 5 May 2024 at 10:00 by way of the application").
pub(super) fn moment_around(document: &Document, text: NodeId) -> Option<RawDate> {
    let elements = document.ancestors(text).skip(1).take(MOST_ELEMENTS);
    elements
        .take_while(|&id| document.raw_text(id).trim().len() <= MOST_TEXT)
        .find_map(|id| document.attrs(id).find_map(|(name, value)| moment_in(document.attr_name(name), value)))
}

fn moment_in(name: &str, value: &str) -> Option<RawDate> {
    let says_moments = matches!(name, "title" | "datetime" | "content" | "aria-label") || name.starts_with("data-");
    if !says_moments || value.len() > LONGEST_VALUE || value.bytes().filter(u8::is_ascii_digit).count() < 5 {
        return None;
    }
    let found = find_date_in_attribute(name, value)?;
    let letters = |text: &str| text.chars().filter(|c| c.is_alphabetic()).count();
    let beside = letters(&value[..found.span.start]) + letters(&value[found.span.end..]);
    (!found.date.needs_reference() && beside <= MOST_LETTERS).then_some(found.date)
}
