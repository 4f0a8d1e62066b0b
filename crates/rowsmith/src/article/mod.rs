//! The article of a page, and of the pages of a site: FOREST (Oita and Senellart 2012) and RTDM (Reis et al. 2004).

pub mod block;
pub mod cluster;
pub mod feed;
pub mod fields;
pub mod forest;
pub mod hints;
pub mod rtdm;
pub mod sample;
pub mod signifiers;
pub mod site;
pub mod terms;
