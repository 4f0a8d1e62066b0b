//! A page to be looked at beside its tables: safe HTML, and where on it what stands.

use serde::{Deserialize, Serialize};

use crate::types::RecordsPage;

/// A page as HTML that can be shown safely, with its tables and where their records and cells stand on it: what
/// [`Page::shown`](crate::Page::shown) gives.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ShownPage {
    /// The page as one file of HTML in which nothing runs and nothing is asked for. Each element has its number as
    /// `data-rs-node`.
    pub html: String,
    /// The tables.
    pub found: RecordsPage,
    /// Where their records stand, an entry a region of `found`.
    pub places: Vec<RegionPlaces>,
}

/// Where the records of a region stand.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RegionPlaces {
    /// An entry a record; none for a table of the page's embedded data, which stands nowhere.
    pub records: Vec<RecordPlaces>,
}

/// Where a record stands, by the numbers of elements.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RecordPlaces {
    /// The elements that it is made of.
    pub elements: Vec<u32>,
    /// The elements of each cell, an entry a column; none for a cell that is empty or whose text the page does not show.
    pub cells: Vec<Vec<u32>>,
}
