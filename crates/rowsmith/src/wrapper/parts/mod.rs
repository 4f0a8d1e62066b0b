//! The parts of a template: how each kind is learnt from examples, and extracted from further pages.

pub(crate) mod article;
pub(crate) mod columns;
pub(crate) mod element_pattern;
pub(crate) mod further;
pub(crate) mod headers;
pub(crate) mod item;
pub(crate) mod joined;
pub(crate) mod locate;
pub(crate) mod objects;
pub(crate) mod part;
pub(crate) mod post_fields;
pub(crate) mod posts;
pub(crate) mod prototype;
pub(crate) mod titles;
