//! The options of a harvest.

use serde::{Deserialize, Serialize};

use crate::records;

/// How far a harvest goes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct HarvestOptions {
    /// The most pages of lists to take, over all starts.
    pub max_pages: Option<u64>,
    /// The most rows to take.
    pub max_rows: Option<u64>,
    /// Hosts that may be followed to in addition to that of each start, by name.
    pub hosts: Vec<String>,
    /// Whether the records' own pages are fetched, too.
    pub follow: Follow,
    /// The least confidence in a page's list, if it is searched for; see [`ListSearch`](crate::options::ListSearch).
    pub min_confidence: f64,
}

/// Whether the pages of records are fetched, and by which link.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Follow {
    /// They are not fetched.
    #[default]
    Nothing,
    /// By the link of the title; without one, by the first column of links that all records have, each to a different
    /// address of the site.
    Details,
    /// By the links in the column with this name.
    Column(String),
}

impl HarvestOptions {
    /// The default options: every page of the list, on the hosts of the starts, without the records' own pages.
    ///
    /// ```
    /// use rowsmith::harvest::{Follow, HarvestOptions};
    ///
    /// let mut options = HarvestOptions::new();
    /// assert_eq!((options.max_pages, &options.follow), (None, &Follow::Nothing));
    /// options.max_pages = Some(3);
    /// options.follow = Follow::Details;
    /// ```
    pub fn new() -> HarvestOptions {
        HarvestOptions::default()
    }
}

impl Default for HarvestOptions {
    fn default() -> Self {
        HarvestOptions {
            max_pages: None,
            max_rows: None,
            hosts: Vec::new(),
            follow: Follow::Nothing,
            min_confidence: records::Options::default().min_confidence,
        }
    }
}
