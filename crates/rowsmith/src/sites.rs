//! The articles of a site: what is asked of its pages, and what becomes of them. [`Site`](crate::Site) is the way in.

pub use crate::site::feed::FeedItem;
#[cfg(feature = "feeds")]
pub use crate::site::feed::parse_feed;
pub use crate::site::folder::{SiteResult, sample_positions};
pub use crate::site::request::{ClusterSummary, PageKind, SiteArticle, SiteMethod, SiteOptions};
