//! Pages of one template: which pages have the same structure, what they list, and which texts belong to the template.

pub mod cluster;
pub(crate) mod cluster_model;
pub(crate) mod listing;
pub mod template_texts;
