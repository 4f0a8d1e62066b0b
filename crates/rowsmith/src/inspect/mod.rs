//! Showing what was found: the page itself, with its lists, records and columns outlined and labelled.

pub(crate) mod marks;
pub(crate) mod markup;
pub(crate) mod safe;
#[cfg(test)]
mod tests;

pub(crate) use marks::of_regions as marks_of;
pub(crate) use marks::places_of;
pub use marks::{ItemMark, Marks, RecordMark, RegionMark};
pub use markup::marked_html;
pub(crate) use markup::numbered_html;
