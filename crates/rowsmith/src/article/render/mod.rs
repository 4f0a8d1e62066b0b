//! The chosen blocks as text, Markdown and clean HTML.

mod address;
mod html;
mod markdown;
mod plain;
mod walk;

pub use address::{Addresses, safe_address};
pub use html::html;
pub use markdown::markdown;
pub use plain::plain;
pub use walk::{Event, Kept, walk};
