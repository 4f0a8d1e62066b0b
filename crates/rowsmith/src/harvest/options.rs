//! What a harvest is told.

use serde::{Deserialize, Serialize};

use crate::records;

/// How far a harvest goes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct HarvestOptions {
    /// Pages of lists that are taken at most, of all starts together.
    pub max_pages: Option<u64>,
    /// Rows that are taken at most.
    pub max_rows: Option<u64>,
    /// Hosts that may be followed to beside each start's own, by their names.
    pub hosts: Vec<String>,
    /// Whether the records' own pages are taken, too.
    pub follow: Follow,
    /// The least probability of a page's list, where it is searched for; see [`ListSearch`](crate::options::ListSearch).
    pub min_confidence: f64,
}

/// Whether the pages of records are asked for, and by which link.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Follow {
    /// They are not.
    #[default]
    Nothing,
    /// By the link of the title; without one by the first column of links that all records have, each to another
    /// address of the site.
    Details,
    /// By the links of the column of this name.
    Column(String),
}

impl HarvestOptions {
    /// All defaults: every page of the list, at the hosts of the starts, without the records' own pages.
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
