//! What a page shows of its object: values found by position and appearance.

pub(crate) mod description;
pub(crate) mod headline;
pub(crate) mod image;
pub(crate) mod labelled;
pub(crate) mod labels;
pub(crate) mod money;
pub(crate) mod names;
pub(crate) mod price;
pub(crate) mod rating;
pub(crate) mod recipe;
pub(crate) mod stock;
pub(crate) mod time;
pub(crate) mod trail;
pub(crate) mod view;

pub(crate) use headline::{Headline, find_headline};
pub(crate) use view::View;
