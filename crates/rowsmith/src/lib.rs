//! Rowsmith turns web pages into rows: see the README for the command, and `ARCHITECTURE.md` for the map.
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod article;
pub mod dom;
pub(crate) mod error;
pub mod extract;
pub mod inspect;
pub(crate) mod limits;
pub mod objects;
pub mod output;
pub(crate) mod page;
pub mod posts;
pub mod recognize;
pub mod records;
pub mod site;
pub mod tree;
pub mod types;
pub(crate) mod warnings;
pub mod wrapper;

pub use error::Error;
pub(crate) use limits::Budget;
pub use limits::{Limits, Truncated};
pub use page::{
    ArticleOptions, ExtractOptions, LearntSite, ObjectsOptions, Page, PageOptions, PostsOptions, RecordsOptions, Site,
};
pub use site::request::SiteRequest as SiteOptions;

/// The library example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
