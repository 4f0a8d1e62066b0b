//! The values on the pages of records, without a schema: what stays from page to page is a label, what varies beside it
//! is a value, and the label is its name.

mod learn;
mod pairs;

pub(super) use learn::{Fields, MOST_PAGES, Sample};
pub(super) use pairs::pairs;
