//! A page prepared for being shown beside its tables: safe HTML, and where on it the tables' contents are.

use serde::{Deserialize, Serialize};

use crate::types::{FoundBy, Provenance, RecordsPage};

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

/// Where a list of objects is on the page: an area of [`Page::object_places`](crate::Page::object_places).
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct AreaPlaces {
    /// Whether it is (part of) what the page is about.
    pub main: bool,
    /// What it was found by.
    pub found_by: FoundBy,
    /// The attribute whose values found it.
    pub pivot: Option<String>,
    /// The number of the smallest element that holds all objects.
    pub element: u32,
    /// The objects in document order.
    pub objects: Vec<ObjectPlaces>,
}

/// Where an object is on the page, as element numbers.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct ObjectPlaces {
    /// The elements that it is made of.
    pub elements: Vec<u32>,
    /// Its values.
    pub values: Vec<ValuePlace>,
}

/// A value of an object, with its place.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct ValuePlace {
    /// The name of the attribute.
    pub attribute: String,
    /// The text as the page shows it.
    pub text: String,
    /// Whether it was recognised, or inferred from the position of other objects' values.
    pub from: Provenance,
    /// The share of objects with a recognised value at this position.
    pub support: f64,
    /// The terms of the attribute's gazetteers in it.
    pub terms: Vec<String>,
    /// The elements that hold it.
    pub elements: Vec<u32>,
}
