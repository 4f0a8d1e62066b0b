//! Rowsmith turns web pages into rows: see the README for the command, and `ARCHITECTURE.md` for the map.
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used))]
// the rooms below the facade are public to the laboratory alone, and without some features some of them have no user
#![cfg_attr(not(feature = "lab"), allow(unreachable_pub, dead_code, unused_imports))]
#![cfg_attr(not(all(feature = "feeds", feature = "wrappers")), allow(dead_code, unused_imports))]

// The rooms below the facade, public with the feature `lab`. Each stands here twice because rustfmt does not look into
// macros, and would leave all of them unformatted.
#[cfg(feature = "lab")]
pub mod article;
#[cfg(not(feature = "lab"))]
mod article;
#[cfg(feature = "lab")]
pub mod extract;
#[cfg(not(feature = "lab"))]
mod extract;
#[cfg(feature = "lab")]
pub mod inspect;
#[cfg(not(feature = "lab"))]
mod inspect;
#[cfg(feature = "lab")]
pub mod learn;
#[cfg(not(feature = "lab"))]
mod learn;
#[cfg(all(feature = "objects", feature = "lab"))]
pub mod objects;
#[cfg(all(feature = "objects", not(feature = "lab")))]
mod objects;
#[cfg(feature = "lab")]
pub mod posts;
#[cfg(not(feature = "lab"))]
mod posts;
#[cfg(feature = "lab")]
pub mod records;
#[cfg(not(feature = "lab"))]
mod records;
#[cfg(all(feature = "sites", feature = "lab"))]
pub mod site;
#[cfg(all(feature = "sites", not(feature = "lab")))]
mod site;
#[cfg(feature = "lab")]
pub mod tree;
#[cfg(not(feature = "lab"))]
mod tree;

pub mod dom;
mod error;
mod limits;
pub mod options;
mod output;
mod page;
pub mod recognize;
#[cfg(feature = "objects")]
pub mod schema;
#[cfg(feature = "sites")]
pub mod sites;
pub mod types;
mod warnings;
#[cfg(feature = "wrappers")]
pub mod wrapper;

pub use error::Error;
pub(crate) use limits::Budget;
pub use limits::{Limits, Truncated};
#[cfg(feature = "objects")]
pub use page::ObjectsOptions;
pub use page::{ArticleOptions, ExtractOptions, Page, PageOptions, PostsOptions, RecordsOptions};
#[cfg(feature = "sites")]
pub use page::{LearntSite, Site};
#[cfg(feature = "sites")]
pub use sites::SiteOptions;

/// The library example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
