//! What a page declares about its article in addition to its text: JSON-LD, meta elements, and the words of both.

pub mod evidence;
pub mod json_ld;
pub mod meta;
