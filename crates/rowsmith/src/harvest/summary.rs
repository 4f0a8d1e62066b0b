//! The results of a harvest as counts.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::harvest::address::Refusal;

/// Counts of a harvest so far, and how each start ended.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Summary {
    /// The number of pages of lists that were taken.
    pub pages: u64,
    /// The number of their rows.
    pub rows: u64,
    /// The number of records that were known already and were left out.
    pub duplicates: u64,
    /// The number of records that an earlier table has; see [`Harvest::know`](crate::harvest::Harvest::know).
    pub known: u64,
    /// The number of records that were left out because they are older than [`since`](crate::harvest::HarvestOptions).
    pub older: u64,
    /// The number of pages of lists that could not be fetched and were skipped.
    pub failed: u64,
    /// The number of pages of records that were taken.
    pub details: u64,
    /// The number of pages of records that could not be fetched, or are not followed.
    pub details_failed: u64,
    /// Why no pages of records are followed, although they are wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_details: Option<NoDetails>,
    /// The columns that were to identify records, and that the lists so far do not have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unknown_key: Option<UnknownKey>,
    /// The number of pages whose list was found by a search, since no wrapper fits them.
    pub searched: u64,
    /// The number of pages for which the wrapper that was given was repaired; see
    /// [`Harvest::use_wrapper`](crate::harvest::Harvest::use_wrapper).
    #[serde(default)]
    pub repaired: u64,
    /// The number of pages that were taken although they deviate from what the wrapper that was given describes, as it was
    /// after any repair.
    #[serde(default)]
    pub drifted: u64,
    /// The starts that have ended, in order.
    pub starts: Vec<StartSummary>,
}

/// Why no pages of records are followed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum NoDetails {
    /// No column has a different link in all records.
    NoLinks,
    /// The links of a column are such, but lead to other hosts, which are not allowed.
    OtherHosts {
        /// The column.
        column: String,
        /// The hosts that the links of the first page lead to.
        hosts: Vec<String>,
    },
    /// The list has no column with the requested name.
    NoColumn(String),
}

impl fmt::Display for NoDetails {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoDetails::NoLinks => f.write_str("no column has a link of its own in all records"),
            NoDetails::OtherHosts { column, hosts } => {
                write!(f, "the links of {column:?} lead to other hosts ({})", hosts.join(", "))
            }
            NoDetails::NoColumn(name) => write!(f, "the list has no column {name:?}"),
        }
    }
}

/// Columns that were to identify records, and that no list has; see [`key`](crate::harvest::HarvestOptions).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct UnknownKey {
    /// Their names.
    pub names: Vec<String>,
    /// The columns that the lists have.
    pub columns: Vec<String>,
}

impl fmt::Display for UnknownKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.names.iter().map(|name| format!("{name:?}")).collect();
        let several = if names.len() == 1 { "" } else { "s" };
        write!(
            f,
            "no column{several} {} to identify records by; there are: {}",
            names.join(", "),
            self.columns.join(", ")
        )
    }
}

/// The results for one start.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StartSummary {
    /// Its address.
    pub address: String,
    /// The number of pages that were taken.
    pub pages: u64,
    /// The number of new rows on them.
    pub rows: u64,
    /// The number of records on them, known ones among them; `None` if an earlier version began to read the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<u64>,
    /// The total number of records, if the first page states it.
    pub total: Option<u64>,
    /// The number of its pages that could not be fetched: those that were skipped, those without their end, and the one that it ended
    /// with.
    #[serde(default)]
    pub failed: u64,
    /// Why it ended.
    pub end: End,
}

/// Why a list was not followed further.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum End {
    /// The last page has no link to a next one.
    LastPage,
    /// The page has no list but an article in several parts, which is one row with the text of all of them.
    Article,
    /// Two pages in a row had only records that were known already.
    NothingNew,
    /// The next page, whose address this is, was taken before.
    Cycle(String),
    /// The next page has no records.
    NoRecords(String),
    /// The page, whose address this is, has a different list than those before, or none that is recognised.
    Drift(String),
    /// The page could not be fetched.
    Failed {
        /// Its address.
        address: String,
        /// The reason.
        why: String,
    },
    /// The link to the next page is not allowed to be followed.
    NotFollowed {
        /// Its address.
        address: String,
        /// The reason.
        why: Refusal,
    },
    /// All further records are older than the day since which records are wanted.
    Older,
    /// Records since a day are wanted, but the list on this page has no dates.
    NoDates(String),
    /// The records of this page are identified by a column that the earlier table does not have.
    NoKey {
        /// The address of the page.
        address: String,
        /// The column.
        column: String,
    },
    /// The requested number of pages was reached.
    MaxPages,
    /// The requested number of rows was reached.
    MaxRows,
}

impl StartSummary {
    /// Whether the list was read to its end, so that a record that is not in the table is not in the list, either. It was not if its first
    /// page states far more records than were found.
    ///
    /// ```
    /// use rowsmith::harvest::{Answer, Harvest, HarvestOptions};
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let html = b"<ul><li><a href=/1>One</a> <b>$1</b><li><a href=/2>Two</a> <b>$2</b><li><a href=/3>Three</a> <b>$3</b></ul>";
    /// let mut options = HarvestOptions::new();
    /// options.max_rows = Some(2);
    /// let mut harvest = Harvest::new(["https://example.com/list"], options);
    /// let start = harvest.next_request().expect("it begins with the start");
    /// harvest.feed(Answer::Page(&Page::parse(html, &PageOptions::new().url(start.address))?));
    /// let ended = &harvest.summary().starts[0];
    /// assert!(ended.is_complete() && !ended.is_whole(), "as much as was asked for, but not the whole list");
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn is_whole(&self) -> bool {
        self.is_complete() && !self.is_short() && !matches!(self.end, End::Older | End::MaxPages | End::MaxRows)
    }

    /// Whether far fewer records were seen than the first page states; not if either is unknown.
    fn is_short(&self) -> bool {
        self.total.zip(self.seen).is_some_and(|(total, seen)| seen.saturating_mul(10) < total.saturating_mul(9))
    }

    /// Whether the list was read to its end, or as far as requested. A page without records, or without a link to a next page, is its
    /// end unless the first page states far more records than were found.
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
            // it may go on by what was not recognised as a link to its next page
            End::LastPage => !self.is_short(),
            End::Article | End::NothingNew | End::Cycle(_) | End::Older | End::MaxPages | End::MaxRows => true,
            // what stands around a list may be the same on a login page, an error, or after a redesign
            End::NoRecords(_) => self.pages > 0 && !self.is_short(),
            End::Drift(_) | End::NoDates(_) | End::NoKey { .. } | End::Failed { .. } | End::NotFollowed { .. } => false,
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::LastPage => f.write_str("last page"),
            End::Article => f.write_str("no list, but an article in several parts"),
            End::NothingNew => f.write_str("nothing new on two pages"),
            End::Cycle(address) => write!(f, "the next page was taken before ({address})"),
            End::NoRecords(address) => write!(f, "no records on {address}"),
            End::Drift(address) => write!(f, "a different list, or none, on {address}"),
            End::Failed { address, why } => write!(f, "{address}: {why}"),
            End::NotFollowed { address, why } => write!(f, "{address} is not followed: {why}"),
            End::Older => f.write_str("everything further is older"),
            End::NoDates(address) => write!(f, "the list on {address} has no dates"),
            End::NoKey { address, column } => write!(
                f,
                "the records on {address} are identified by their column {column:?}, which the earlier table does not have"
            ),
            End::MaxPages => f.write_str("page limit reached"),
            End::MaxRows => f.write_str("row limit reached"),
        }
    }
}
