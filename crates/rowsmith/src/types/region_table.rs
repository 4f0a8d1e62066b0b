//! Tables of records: one [`RecordsPage`] per page, one [`RegionTable`] per region.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::types::record::{Record, Records};
use crate::types::region_line::RegionLine;
use crate::types::{Cell, Column, Pagination, Warning};

/// The result of `records` on one page: one JSON line.
///
/// ```
/// use rowsmith::types::RecordsPage;
///
/// let line = r#"{"source":"shop.html","regions":[{"main":true,"score":1.0,"path":"/html[1]/body[1]/ul[1]",
///     "found_by":"mdr2","columns":[{"name":"title","kind":"text","category":"distinctive","type":"text"}],
///     "records":[{"nodes":["/html[1]/body[1]/ul[1]/li[1]"],"cells":{"title":"Walnut desk lamp"}}]}]}"#;
/// let page: RecordsPage = serde_json::from_str(line)?;
/// let titles: Vec<_> = page.records().filter_map(|record| record.text("title")).collect();
/// assert_eq!(titles, ["Walnut desk lamp"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RecordsPage {
    /// The input as the caller named it.
    pub source: String,
    /// The regions, best first. Those marked `main` are the list of the page.
    pub regions: Vec<RegionTable>,
    /// Where the list continues: next page, all pages, number of records.
    #[serde(flatten)]
    pub pagination: Pagination,
    /// What a user should know about this result; empty where all is well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

impl RecordsPage {
    /// The result for a page with these regions.
    ///
    /// ```
    /// use rowsmith::types::{RecordsPage, RegionTable};
    ///
    /// let empty = RegionTable::new(Vec::new(), Vec::new());
    /// let page = RecordsPage::new("shop.html", vec![empty], Vec::new());
    /// assert_eq!((page.source.as_str(), page.regions.len()), ("shop.html", 1));
    /// ```
    pub fn new(source: impl Into<String>, regions: Vec<RegionTable>, warnings: Vec<Warning>) -> RecordsPage {
        RecordsPage { source: source.into(), regions, warnings, ..RecordsPage::default() }
    }

    /// The regions that form the list of the page: those with [`RegionTable::main`].
    ///
    /// ```
    /// use rowsmith::types::{RecordsPage, RegionTable};
    ///
    /// let list = RegionTable { score: 23.4, ..RegionTable::new(Vec::new(), Vec::new()) };
    /// let menu = RegionTable { main: false, score: 1.5, ..list.clone() };
    /// let page = RecordsPage::new("shop.html", vec![list, menu], Vec::new());
    /// let scores: Vec<f64> = page.main().map(|region| region.score).collect();
    /// assert_eq!(scores, [23.4]);
    /// ```
    pub fn main(&self) -> impl Iterator<Item = &RegionTable> {
        self.regions.iter().filter(|region| region.main)
    }

    /// The records of the page's list, which may be spread over several regions.
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions, RecordsOptions};
    ///
    /// let html = b"<ul><li><a href=/oak>Oak</a> <b>$45</b><li><a href=/elm>Elm</a> <b>$30</b><li><a href=/ash>Ash</a> <b>$25</b></ul>";
    /// let found = Page::parse(html, &PageOptions::new())?.records(&RecordsOptions::new());
    /// let names: Vec<_> = found.records().filter_map(|tree| tree.text("title")).collect();
    /// assert_eq!(names, ["Oak", "Elm", "Ash"]);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn records(&self) -> impl Iterator<Item = Record<'_>> {
        self.main().flat_map(RegionTable::records)
    }
}

/// A data region as a table: one row per record, one column per aligned data item.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(try_from = "RegionLine")]
pub struct RegionTable {
    /// Whether this is the page's main list, or one of several.
    pub main: bool,
    /// How good the region is according to the ranking method. Scores are comparable only within a page.
    pub score: f64,
    /// The probability that the page has a main list and that this is it. Only the trained method gives it, and only
    /// for the best region.
    pub confidence: Option<f64>,
    /// The path of the smallest element that holds all records.
    pub path: String,
    /// The candidate generator that found the region first.
    pub found_by: Cow<'static, str>,
    /// Where the same records are found as data in the page's scripts or attributes, if they are:
    /// `script#__NEXT_DATA__.props.pageProps.results[]`.
    pub state: Option<String>,
    /// The contributions to the score. Empty unless asked for.
    pub evidence: Vec<Evidence>,
    /// The columns from left to right. Names are unique within the region.
    pub columns: Vec<Column>,
    /// The records in document order.
    pub records: Vec<RecordRow>,
}

/// A part of a score.
#[derive(Clone, PartialEq, Debug)]
pub struct Evidence {
    /// The name of the feature.
    pub name: Cow<'static, str>,
    /// What it adds to the score.
    pub value: f64,
}

/// A record: a row of a [`RegionTable`].
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RecordRow {
    /// The paths of the sibling subtrees that make the record.
    pub nodes: Vec<String>,
    /// One entry per column of the region; `None` if the record has no such item.
    pub cells: Vec<Option<Cell>>,
}

impl RecordRow {
    /// A record made up of the subtrees `nodes`, with one entry per column of its region.
    ///
    /// ```
    /// use rowsmith::types::{Cell, RecordRow};
    ///
    /// // two columns, the second of which the record lacks
    /// let row = RecordRow::new(vec!["/html[1]/body[1]/ul[1]/li[1]".into()], vec![Some(Cell::text("Oak")), None]);
    /// assert_eq!(row.cells.iter().flatten().count(), 1);
    /// ```
    pub fn new(nodes: Vec<String>, cells: Vec<Option<Cell>>) -> RecordRow {
        RecordRow { nodes, cells }
    }
}

impl RegionTable {
    /// A main list with these columns and records, about which nothing else is known.
    ///
    /// ```
    /// use rowsmith::recognize::ValueType;
    /// use rowsmith::types::{Cell, Column, ColumnKind, RecordRow, RegionTable};
    ///
    /// let tree = Column::new("tree", ColumnKind::Text, ValueType::Text);
    /// let oak = RecordRow::new(Vec::new(), vec![Some(Cell::text("Oak"))]);
    /// let table = RegionTable::new(vec![tree], vec![oak]);
    /// assert!(table.main && table.confidence.is_none());
    /// assert_eq!(table.record(0).and_then(|record| record.text("tree")), Some("Oak"));
    /// ```
    pub fn new(columns: Vec<Column>, records: Vec<RecordRow>) -> RegionTable {
        RegionTable {
            main: true,
            score: 0.0,
            confidence: None,
            path: String::new(),
            found_by: "".into(),
            state: None,
            evidence: Vec::new(),
            columns,
            records,
        }
    }

    /// The index of the column with this name.
    ///
    /// ```
    /// use rowsmith::recognize::ValueType;
    /// use rowsmith::types::{Column, ColumnKind, RegionTable};
    ///
    /// let columns = ["tree", "height"].map(|name| Column::new(name, ColumnKind::Text, ValueType::Text));
    /// let table = RegionTable::new(columns.into(), Vec::new());
    /// assert_eq!((table.column("height"), table.column("age")), (Some(1), None));
    /// ```
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|c| c.name == name)
    }

    /// The records, with their items by column name.
    ///
    /// ```
    /// use rowsmith::recognize::ValueType;
    /// use rowsmith::types::{Cell, Column, ColumnKind, RecordRow, RegionTable, Value};
    ///
    /// let title = Column::new("title", ColumnKind::Text, ValueType::Text);
    /// let price = Column::new("price", ColumnKind::Text, ValueType::Price);
    /// let row = RecordRow::new(Vec::new(), vec![Some(Cell::text("Desk lamp")), Some(Cell::text("£49.90"))]);
    /// let table = RegionTable::new(vec![title, price], vec![row]);
    /// for record in table.records() {
    ///     assert_eq!(record.text("title"), Some("Desk lamp"));
    ///     let Some(Value::Price { amount, currency, .. }) = record.value("price") else { panic!("no price") };
    ///     assert_eq!((amount, currency.as_deref()), (49.9, Some("GBP")));
    /// }
    /// ```
    pub fn records(&self) -> Records<'_> {
        Records::new(self)
    }

    /// The record at a position, from 0.
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions, RecordsOptions};
    ///
    /// let html = b"<ul><li><a href=/oak>Oak</a> <b>$45</b><li><a href=/elm>Elm</a> <b>$30</b><li><a href=/ash>Ash</a> <b>$25</b></ul>";
    /// let found = Page::parse(html, &PageOptions::new())?.records(&RecordsOptions::new());
    /// let list = found.main().next().expect("the page has a list");
    /// assert_eq!(list.record(1).and_then(|tree| tree.text("price")), Some("$30"));
    /// assert!(list.record(3).is_none());
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn record(&self, at: usize) -> Option<Record<'_>> {
        self.records().nth(at)
    }
}

impl<'t> IntoIterator for &'t RegionTable {
    type Item = Record<'t>;
    type IntoIter = Records<'t>;

    fn into_iter(self) -> Records<'t> {
        self.records()
    }
}
