//! What a page says of itself: title, author, date and the rest.

pub mod json_ld;
pub mod meta;
