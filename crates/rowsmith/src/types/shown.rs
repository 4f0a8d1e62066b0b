//! A page prepared for being shown beside its tables: safe HTML, and where on it the tables' contents are.

use serde::{Deserialize, Serialize};

use crate::types::RecordsPage;

/// A page as HTML that is safe to show, with its tables and the places on the page that their records and cells come
/// from: the result of [`Page::shown`](crate::Page::shown).
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ShownPage {
    /// The page as one HTML file, in which nothing runs and which requests nothing. Each element has its number in the
    /// attribute `data-rs-node`.
    pub html: String,
    /// The tables.
    pub found: RecordsPage,
    /// Where their records are on the page, with one entry per region of `found`.
    pub places: Vec<RegionPlaces>,
}

/// Where the records of a region are on the page.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RegionPlaces {
    /// One entry per record; none for a table from the page's embedded data, which is not on the visible page.
    pub records: Vec<RecordPlaces>,
}

/// Where a record is on the page, as element numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RecordPlaces {
    /// The elements that it is made of.
    pub elements: Vec<u32>,
    /// The elements of each cell, with one entry per column; empty for a cell that is empty or whose text the page does
    /// not show.
    pub cells: Vec<Vec<u32>>,
}
