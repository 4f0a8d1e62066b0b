//! The output formats of content: Markdown, clean HTML, plain text.

mod html;
mod markdown;
mod plain;

pub use html::html;
pub use markdown::markdown;
pub use plain::plain;
