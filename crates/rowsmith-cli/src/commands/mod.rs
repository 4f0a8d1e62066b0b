//! The commands, a file each: from the flags to the library, and from its results to pages for the writers. These are the
//! only files that call what the library extracts with.

pub(crate) mod apply;
pub(crate) mod article;
pub(crate) mod extract;
pub(crate) mod harvest;
pub(crate) mod inspect;
pub(crate) mod item;
pub(crate) mod learn;
mod learn_objects;
pub(crate) mod manual;
pub(crate) mod objects;
pub(crate) mod posts;
pub(crate) mod records;
mod schema;
mod single;
pub(crate) mod snapshot;
pub(crate) mod tables;
