//! The commands, one file each: from the flags to the library, and from its results to pages for the writers. Only
//! these files call the extraction functions of the library.

pub(crate) mod apply;
pub(crate) mod article;
pub(crate) mod extract;
mod front_matter;
pub(crate) mod harvest;
mod harvest_earlier;
mod harvest_replaced;
mod harvest_wrapper;
pub(crate) mod inspect;
pub(crate) mod item;
pub(crate) mod learn;
mod learn_objects;
pub(crate) mod manual;
#[cfg(feature = "mcp")]
pub(crate) mod mcp;
pub(crate) mod objects;
pub(crate) mod posts;
pub(crate) mod records;
mod schema;
mod single;
pub(crate) mod snapshot;
#[cfg(feature = "studio")]
pub(crate) mod studio;
#[cfg(feature = "studio")]
mod studio_formats;
pub(crate) mod tables;
pub(crate) mod wrapper;
mod wrapper_diff;
mod wrapper_file;
mod wrapper_own;
mod wrapper_repair;
mod wrapper_show;
mod wrapper_test;
