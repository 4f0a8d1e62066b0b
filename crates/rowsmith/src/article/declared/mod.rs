//! What a page declares of its article beside its text: JSON-LD, meta elements, and the words of both.

pub mod evidence;
pub mod json_ld;
pub mod meta;
