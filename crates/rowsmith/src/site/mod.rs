//! The articles of a site: templates of its pages, FOREST (Oita and Senellart 2012), RTDM (Reis et al. 2004), and the
//! places of titles, authors and dates.

pub mod feed;
pub mod fields;
pub mod folder;
pub mod forest;
pub mod hints;
pub(crate) mod places;
pub(crate) mod refine;
pub mod request;
pub mod rtdm;
pub mod sample;
pub mod templates;
pub mod terms;
