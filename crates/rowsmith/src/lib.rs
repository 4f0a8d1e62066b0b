//! Rowsmith turns web pages into rows: see the README for the command, and `ARCHITECTURE.md` for the map.
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod article;
pub mod dom;
pub(crate) mod error;
pub mod extract;
pub(crate) mod extract_page;
pub mod inspect;
pub mod learn;
pub(crate) mod limits;
pub(crate) mod object_page;
pub mod objects;
pub mod output;
pub(crate) mod page;
pub mod posts;
pub(crate) mod posts_page;
pub mod recognize;
pub mod records;
pub mod site;
pub mod tree;
pub mod types;
pub(crate) mod warnings;
pub mod wrapper;

pub use error::Error;
pub use extract_page::{ExtractRequest, extract_page};
pub(crate) use limits::Budget;
pub use limits::{Limits, Truncated};
pub use object_page::{ObjectsRequest, objects_page};
pub use page::{ArticleRequest, RecordsRequest, article_page, inspect_page, records_page};
pub use posts_page::{PostsRequest, learn_template, posts_page};

/// The library example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
