//! What the library returns: plain data, as it is serialised. Nothing here knows how it was found.

pub(crate) mod article_page;
pub(crate) mod extracted;
pub(crate) mod kind;
pub(crate) mod table;
pub(crate) mod warning;
