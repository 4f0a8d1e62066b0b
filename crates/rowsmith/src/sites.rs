//! The articles of a site: options, feeds and results. Start from [`Site`](crate::Site).

pub use crate::site::feed::FeedItem;
#[cfg(feature = "feeds")]
pub use crate::site::feed::parse_feed;
pub use crate::site::folder::{SiteResult, sample_positions};
pub use crate::site::request::{ClusterSummary, PageKind, SiteArticle, SiteMethod, SiteOptions};
