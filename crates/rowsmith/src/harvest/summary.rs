//! What came of a harvest.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::harvest::address::Refusal;

/// Counts of a harvest so far, and how each start ended.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Summary {
    /// Pages of lists that were taken.
    pub pages: u64,
    /// Rows of them.
    pub rows: u64,
    /// Records that were there before, and were left out.
    pub duplicates: u64,
    /// Pages of lists that could not be had and were passed over.
    pub failed: u64,
    /// Pages of records that were taken.
    pub details: u64,
    /// Pages of records that could not be had, or are not followed.
    pub details_failed: u64,
    /// Pages that were taken by a search, since no wrapper fits them.
    pub searched: u64,
    /// The starts that are done, in their order.
    pub starts: Vec<StartSummary>,
}

/// What came of one start.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StartSummary {
    /// Its address.
    pub address: String,
    /// Pages that were taken.
    pub pages: u64,
    /// New rows of them.
    pub rows: u64,
    /// How many records there are, where the first page says so.
    pub total: Option<u64>,
    /// Why it went no further.
    pub end: End,
}

/// Why a list was followed no further.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum End {
    /// The last page has no link to a next one.
    LastPage,
    /// Two pages one after the other had no record that was not there before.
    NothingNew,
    /// The next page was taken before: its address.
    Cycle(String),
    /// The next page has no records.
    NoRecords(String),
    /// The page has another list than those before, or none that can be told: its address.
    Drift(String),
    /// The page could not be had.
    Failed {
        /// Its address.
        address: String,
        /// Why.
        why: String,
    },
    /// The link to the next page is not followed.
    NotFollowed {
        /// Its address.
        address: String,
        /// Why.
        why: Refusal,
    },
    /// As many pages as were asked for.
    MaxPages,
    /// As many rows as were asked for.
    MaxRows,
}

impl StartSummary {
    /// Whether the list was read to its end, or as far as was asked for.
    ///
    /// ```
    /// use rowsmith::harvest::{Answer, Harvest, HarvestOptions};
    ///
    /// let mut harvest = Harvest::new(["https://example.com/list"], HarvestOptions::new());
    /// harvest.next_request();
    /// harvest.feed(Answer::Failed("the server answered 404"));
    /// assert!(!harvest.summary().starts[0].is_complete());
    /// ```
    pub fn is_complete(&self) -> bool {
        match self.end {
            End::LastPage | End::NothingNew | End::Cycle(_) | End::MaxPages | End::MaxRows => true,
            End::NoRecords(_) => self.pages > 0,
            End::Drift(_) | End::Failed { .. } | End::NotFollowed { .. } => false,
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::LastPage => f.write_str("last page"),
            End::NothingNew => f.write_str("nothing new on two pages"),
            End::Cycle(address) => write!(f, "the next page was there before ({address})"),
            End::NoRecords(address) => write!(f, "no records on {address}"),
            End::Drift(address) => write!(f, "another list, or none, on {address}"),
            End::Failed { address, why } => write!(f, "{address}: {why}"),
            End::NotFollowed { address, why } => write!(f, "{address} is not followed: {why}"),
            End::MaxPages => f.write_str("limit of pages"),
            End::MaxRows => f.write_str("limit of rows"),
        }
    }
}
