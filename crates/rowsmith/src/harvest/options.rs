//! The options of a harvest.

use serde::{Deserialize, Serialize};

use crate::recognize::date::DateTime;
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
    /// The names of columns from the records' own pages that are taken even if they repeat what the list says, which others are left
    /// out for: those of an earlier table, or that somebody asked for.
    #[serde(default)]
    pub details: Vec<String>,
    /// The names of the columns that identify a record; if there are none, the column of links that does is found.
    pub key: Vec<String>,
    /// Only records since this day are taken. A list that has the newest first ends where they do. Records without a date
    /// are taken.
    #[serde(with = "iso")]
    pub since: Option<DateTime>,
    /// The time that relative dates such as "yesterday" refer to.
    #[serde(with = "iso")]
    pub now: Option<DateTime>,
    /// The least confidence in a page's list, if it is searched for; see [`ListSearch`](crate::options::ListSearch).
    pub min_confidence: f64,
}

/// Whether the pages of records are fetched, and by which link.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
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
            details: Vec::new(),
            key: Vec::new(),
            since: None,
            now: None,
            min_confidence: records::Options::default().min_confidence,
        }
    }
}

/// Points in time as ISO 8601.
mod iso {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::recognize::date::DateTime;

    pub(super) fn serialize<S: Serializer>(time: &Option<DateTime>, to: S) -> Result<S::Ok, S::Error> {
        time.map(|time| time.to_iso()).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<DateTime>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        Ok(text.and_then(|text| DateTime::from_iso(&text)))
    }
}
