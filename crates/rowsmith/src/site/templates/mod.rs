//! Pages of one template: which pages are built alike, what they list, and which texts are the template's.

pub mod cluster;
pub(crate) mod cluster_model;
pub(crate) mod listing;
pub mod template_texts;
