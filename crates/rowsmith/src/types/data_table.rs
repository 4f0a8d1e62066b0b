//! Data tables as they are serialised: one [`TablesPage`] per page, one [`DataTable`] per table.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::recognize::ValueType;
use crate::types::rounding::thousandths;
use crate::types::{Cell, Column, ColumnKind, RecordRow, RegionTable, Warning};

/// The result of `tables` on one page: one JSON line.
///
/// ```
/// use rowsmith::types::TablesPage;
///
/// let line = r#"{"source":"lamps.html","tables":[{"number":1,"path":"/html[1]/body[1]/table[1]","confidence":0.95,
///     "form":"rows","caption":"Lamps","columns":[{"name":"Lamp","label":"Lamp","type":"text"},
///     {"name":"Price","label":"Price","type":"price"}],"rows":[["Desk lamp","$20"],["Floor lamp","$75"]]}]}"#;
/// let page: TablesPage = serde_json::from_str(line)?;
/// let table = &page.tables[0];
/// assert_eq!(table.caption.as_deref(), Some("Lamps"));
/// assert_eq!(table.text(1, "Price"), Some("$75"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TablesPage {
    /// The input as the caller named it.
    pub source: String,
    /// The data tables in document order.
    pub tables: Vec<DataTable>,
    /// What a user should know about this result; empty where all is well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

impl TablesPage {
    /// The result for a page with these tables.
    ///
    /// ```
    /// use rowsmith::types::{DataTable, TablesPage};
    ///
    /// let page = TablesPage::new("cities.html", vec![DataTable::default()], Vec::new());
    /// assert_eq!((page.source.as_str(), page.tables.len()), ("cities.html", 1));
    /// ```
    pub fn new(source: impl Into<String>, tables: Vec<DataTable>, warnings: Vec<Warning>) -> TablesPage {
        TablesPage { source: source.into(), tables, warnings }
    }
}

/// A data table as rows and columns, as a reader sees it: a cell that spans several places is repeated in each.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DataTable {
    /// Its position among the data tables of the page, from 1.
    pub number: usize,
    /// The path of its element.
    pub path: String,
    /// The confidence that this is a table of data and not one used for layout, from 0 to 1.
    #[serde(serialize_with = "thousandths")]
    pub confidence: f64,
    /// What its rows are.
    pub form: TableForm,
    /// The text of its `caption`, or of a title row above its headers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
    /// The nearest heading above it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heading: Option<String>,
    /// The columns from left to right. Names are unique within the table.
    pub columns: Vec<TableColumn>,
    /// The rows, with one text per column. Each text is on one line, as a reader sees it, and is empty if the cell is.
    pub rows: Vec<Vec<String>>,
    /// The rows that are not records: totals, averages, footer rows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marked: Vec<MarkedRow>,
    /// What cells hold besides their texts: links, images, footnotes, lines, sort values. In the order of the cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<CellDetails>,
    /// Texts over the full width below the last row, such as sources and explanations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The paths of further tables whose rows were joined to those of this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joined: Vec<String>,
}

impl DataTable {
    /// The index of the column with this name.
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions, TablesOptions};
    ///
    /// let html = b"<table><tr><th>City<th>Area<tr><td>Turku<td>245<tr><td>Oulu<td>1,410</table>";
    /// let found = Page::parse(html, &PageOptions::new())?.tables(&TablesOptions::new());
    /// assert_eq!((found.tables[0].column("Area"), found.tables[0].column("Mayor")), (Some(1), None));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }

    /// The text of a row, counted from 0, in the column of a name.
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions, TablesOptions};
    ///
    /// let html = b"<table><tr><th>City<th>Area<tr><td>Turku<td>245<tr><td>Oulu<td>1,410</table>";
    /// let found = Page::parse(html, &PageOptions::new())?.tables(&TablesOptions::new());
    /// assert_eq!(found.tables[0].text(1, "Area"), Some("1,410"));
    /// assert_eq!(found.tables[0].text(2, "Area"), None);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn text(&self, row: usize, column: &str) -> Option<&str> {
        Some(self.rows.get(row)?.get(self.column(column)?)?.as_str())
    }

    /// What a cell holds besides its text, if anything. Row and column are counted from 0. Takes logarithmic time.
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions, TablesOptions};
    ///
    /// let html = b"<table><tr><th>City<th>Area<tr><td><a href=/turku>Turku</a><td>245<tr><td>Oulu<td>1,410</table>";
    /// let found = Page::parse(html, &PageOptions::new())?.tables(&TablesOptions::new());
    /// let turku = found.tables[0].details(0, 0).expect("the cell has a link");
    /// assert_eq!(turku.links, ["/turku"]);
    /// assert_eq!(found.tables[0].details(1, 0), None);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn details(&self, row: usize, column: usize) -> Option<&CellDetails> {
        let at = self.details.binary_search_by_key(&(row, column), |cell| (cell.row, cell.column)).ok()?;
        self.details.get(at)
    }

    /// What a row is, if it is not a record; `None` for a record. Rows are counted from 0. Takes logarithmic time.
    ///
    /// ```
    /// use rowsmith::types::RowMark;
    /// use rowsmith::{Page, PageOptions, TablesOptions};
    ///
    /// let html = b"<table><tr><th>City<th>People<tr><td>Turku<td>194,391<tr><td>Oulu<td>207,327<tr><td>Total<td>401,718</table>";
    /// let found = Page::parse(html, &PageOptions::new())?.tables(&TablesOptions::new());
    /// assert_eq!((found.tables[0].mark(1), found.tables[0].mark(2)), (None, Some(RowMark::Total)));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn mark(&self, row: usize) -> Option<RowMark> {
        let at = self.marked.binary_search_by_key(&row, |marked| marked.row).ok()?;
        self.marked.get(at).map(|marked| marked.mark)
    }

    /// The table in the form of a list: one record per row, in which empty cells are left out.
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions, TablesOptions};
    ///
    /// let html = b"<table><tr><th>City<th>Area<tr><td>Turku<td>245<tr><td>Oulu<td></table>";
    /// let found = Page::parse(html, &PageOptions::new())?.tables(&TablesOptions::new());
    /// let region = found.tables[0].to_region();
    /// assert_eq!(region.record(0).and_then(|city| city.text("Area")), Some("245"));
    /// assert_eq!(region.record(1).and_then(|city| city.text("Area")), None);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn to_region(&self) -> RegionTable {
        let columns = self.columns.iter().map(|c| Column::new(c.name.as_str(), ColumnKind::Text, c.value_type));
        let cell = |text: &String| (!text.is_empty()).then(|| Cell::text(text.as_str()));
        let rows = self.rows.iter().map(|row| RecordRow::new(Vec::new(), row.iter().map(cell).collect()));
        RegionTable { columns: columns.collect(), records: rows.collect(), ..plain_facts(self) }
    }
}

impl DataTable {
    /// Like [`DataTable::to_region`], with a column of addresses after each column that has links: the first link of
    /// every cell.
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions, TablesOptions};
    ///
    /// let html = b"<table><tr><th>City<th>Area<tr><td><a href=/turku>Turku</a><td>245<tr><td>Oulu<td>1,410</table>";
    /// let page = Page::parse(html, &PageOptions::new())?;
    /// let region = page.tables(&TablesOptions::new()).tables[0].to_region_with_links();
    /// let names: Vec<_> = region.columns.iter().map(|column| column.name.as_str()).collect();
    /// assert_eq!(names, ["City", "City_url", "Area"]);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn to_region_with_links(&self) -> RegionTable {
        let mut linked = vec![false; self.columns.len()];
        for cell in self.details.iter().filter(|cell| !cell.links.is_empty()) {
            if let Some(linked) = linked.get_mut(cell.column) {
                *linked = true;
            }
        }
        let plain = self.to_region();
        let mut taken: BTreeSet<&str> = self.columns.iter().map(|column| column.name.as_str()).collect();
        let names: Vec<String> = self.columns.iter().map(|column| format!("{}_url", column.name)).collect();
        let mut columns = Vec::new();
        for (at, column) in plain.columns.into_iter().enumerate() {
            columns.push(column);
            if linked[at] {
                let free = taken.insert(&names[at]);
                let name = if free { names[at].clone() } else { format!("{}_{}", names[at], at + 1) };
                columns.push(Column::new(name, ColumnKind::Link, ValueType::Url));
            }
        }
        let row = |(y, record): (usize, RecordRow)| {
            let mut cells = Vec::with_capacity(columns.len());
            for (at, cell) in record.cells.into_iter().enumerate() {
                cells.push(cell);
                if linked.get(at) == Some(&true) {
                    let link = self.details(y, at).and_then(|cell| cell.links.first());
                    let cell =
                        |link: &String| Cell { text: link.clone(), url: link.contains("://").then(|| link.clone()) };
                    cells.push(link.map(cell));
                }
            }
            RecordRow { nodes: record.nodes, cells }
        };
        let records = plain.records.into_iter().enumerate().map(row).collect();
        RegionTable { columns, records, ..plain_facts(self) }
    }
}

/// The properties of the region other than its columns and records.
fn plain_facts(table: &DataTable) -> RegionTable {
    RegionTable {
        score: table.confidence,
        confidence: Some(table.confidence),
        path: table.path.clone(),
        found_by: "tables".into(),
        ..RegionTable::new(Vec::new(), Vec::new())
    }
}

/// What the rows of a table are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum TableForm {
    /// A row is a record, a column one of its properties.
    #[default]
    Rows,
    /// The whole table is one record, with names on the left and values beside them, as in an infobox. It is returned
    /// transposed, as one row.
    Record,
    /// A column is a record: the headers are on the left, with several values beside each. It is returned as it is,
    /// unless transposing was asked for.
    Transposed,
}

/// A column of a [`DataTable`].
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TableColumn {
    /// The label, followed by a number if an earlier column has the same; without a label, a name according to what the
    /// column holds. Unique within the table.
    pub name: String,
    /// The headers of the column from top to bottom, joined into one text; `None` if the table gives it none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The single headers from top to bottom, if there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<String>,
    /// The purpose of the column.
    #[serde(default, skip_serializing_if = "ColumnRole::is_data")]
    pub role: ColumnRole,
    /// What most of its texts are.
    #[serde(rename = "type")]
    pub value_type: ValueType,
}

/// The purpose of a table's column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ColumnRole {
    /// It holds values.
    #[default]
    Data,
    /// It holds the headers of the rows.
    Header,
    /// It holds the titles of groups of rows, which are full-width rows in the page.
    Group,
    /// It holds the heading or caption of the table that a row comes from, if several tables were joined.
    Place,
}

impl ColumnRole {
    fn is_data(&self) -> bool {
        *self == ColumnRole::Data
    }
}

/// A row that is not a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MarkedRow {
    /// The number of the row, from 0.
    pub row: usize,
    /// What the row is instead.
    #[serde(rename = "as")]
    pub mark: RowMark,
}

/// What a row is, if it is not a record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum RowMark {
    /// A total of other rows.
    Total,
    /// An average of other rows.
    Average,
    /// A row of the table's footer.
    Footer,
    /// A header row; only if tables are asked for as they are (`raw`).
    Header,
    /// A row over the full width; only if tables are asked for as they are (`raw`).
    Full,
}

/// What a cell holds besides its text.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CellDetails {
    /// The number of the row, from 0.
    pub row: usize,
    /// The number of the column, from 0.
    pub column: usize,
    /// The lines of the text, if the cell has several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
    /// The targets of its links: absolute if the base address is known, else as the page has them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<String>,
    /// The sources of its images, likewise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<String>,
    /// The marks of its footnotes, which are left out of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub footnotes: Vec<Footnote>,
    /// A value for sorting that the page declares (`data-sort-value` and the like) or hides in the cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sort: Option<String>,
}

/// A mark that leads to a footnote.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Footnote {
    /// The mark as the page shows it: `[1]`.
    pub mark: String,
    /// The `id` of the element that the mark leads to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
}

impl Footnote {
    /// A mark, with the `id` of the element that it leads to.
    ///
    /// ```
    /// use rowsmith::types::Footnote;
    ///
    /// let note = Footnote::new("[1]", Some("cite_note-1".into()));
    /// assert_eq!((note.mark.as_str(), note.target.as_deref()), ("[1]", Some("cite_note-1")));
    /// ```
    pub fn new(mark: impl Into<String>, target: Option<String>) -> Footnote {
        Footnote { mark: mark.into(), target }
    }
}
