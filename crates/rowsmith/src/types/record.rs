//! Records of a table, with their items by column name.

use std::iter::FusedIterator;
use std::sync::{Arc, OnceLock};

use crate::recognize::date::{DateContext, DayMonthOrder, find_date};
use crate::types::{Cell, Column, RecordRow, RegionTable, Value};

/// A record of a [`RegionTable`].
#[derive(Clone, Debug)]
pub struct Record<'t> {
    table: &'t RegionTable,
    row: &'t RecordRow,
    orders: Arc<[OnceLock<Option<DayMonthOrder>>]>,
}

/// An item of a [`Record`], with its column.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Item<'t> {
    /// The column.
    pub column: &'t Column,
    /// The cell of the record in that column.
    pub cell: &'t Cell,
}

impl<'t> Record<'t> {
    /// The item in a column; `None` if the table has no such column, or the record no such item.
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions, RecordsOptions};
    ///
    /// let html = b"<ul><li><a href=/oak>Oak</a> <b>$45</b><li><a href=/elm>Elm</a> <b>$30</b><li><a href=/ash>Ash</a> <b>$25</b></ul>";
    /// let page = Page::parse(html, &PageOptions::new().url("https://example.com/trees"))?;
    /// let found = page.records(&RecordsOptions::new());
    /// let oak = found.records().next().expect("there are three");
    /// let link = oak.get("url").expect("it has a link");
    /// assert_eq!((link.text.as_str(), link.address()), ("/oak", "https://example.com/oak"));
    /// assert_eq!(oak.get("rating"), None);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn get(&self, column: &str) -> Option<&'t Cell> {
        self.row.cells.get(self.table.column(column)?)?.as_ref()
    }

    /// The text in a column; for a link or image, the attribute as the page has it.
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions, RecordsOptions};
    ///
    /// let html = b"<ul><li><a href=/oak>Oak</a> <b>$45</b><li><a href=/elm>Elm</a> <b>$30</b><li><a href=/ash>Ash</a> <b>$25</b></ul>";
    /// let found = Page::parse(html, &PageOptions::new())?.records(&RecordsOptions::new());
    /// let texts: Vec<_> = found.records().map(|tree| (tree.text("title"), tree.text("url"))).collect();
    /// assert_eq!(texts[1], (Some("Elm"), Some("/elm")));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn text(&self, column: &str) -> Option<&'t str> {
        self.get(column).map(|cell| cell.text.as_str())
    }

    /// The value in a column, parsed as what the column holds: a price, a number, a date, an address, or else text.
    ///
    /// A text that cannot be parsed as such is returned as [`Value::Text`]. Ambiguous dates such as 03/04/2020 are
    /// resolved by the other dates of their column, which are examined once per iteration over the records. A relative
    /// date, such as "yesterday", stays text.
    ///
    /// ```
    /// use rowsmith::recognize::ValueType;
    /// use rowsmith::types::{Cell, Column, ColumnKind, RecordRow, RegionTable, Value};
    ///
    /// let seen = Column::new("seen", ColumnKind::Text, ValueType::Date);
    /// let rows = ["03/04/2020", "13/04/2020", "yesterday"].map(|text| RecordRow::new(Vec::new(), vec![Some(Cell::text(text))]));
    /// let table = RegionTable::new(vec![seen], rows.into());
    /// let values: Vec<Value> = table.records().filter_map(|record| record.value("seen")).collect();
    /// // there is no month 13, so the day comes first
    /// assert_eq!(values[0].date().map(|date| date.to_iso()).as_deref(), Some("2020-04-03"));
    /// assert_eq!(values[2], Value::Text("yesterday".into()));
    /// ```
    pub fn value(&self, column: &str) -> Option<Value> {
        let at = self.table.column(column)?;
        let (column, cell) = (&self.table.columns[at], self.row.cells.get(at)?.as_ref()?);
        let order = || *self.orders[at].get_or_init(|| order_of(self.table, at));
        let context = |order| DateContext { order, ..DateContext::default() };
        Some(Value::of_cell(cell, column, || context(order())))
    }

    /// The items that the record has, from left to right.
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions, RecordsOptions};
    ///
    /// let html = b"<ul><li><a href=/oak>Oak</a> <b>$45</b><li><a href=/elm>Elm</a> <b>$30</b><li><a href=/ash>Ash</a></ul>";
    /// let found = Page::parse(html, &PageOptions::new())?.records(&RecordsOptions::new());
    /// let ash = found.records().last().expect("there are three");
    /// let items: Vec<_> = ash.iter().map(|item| (item.column.name.as_str(), item.cell.text.as_str())).collect();
    /// assert_eq!(items, [("title", "Ash"), ("url", "/ash")], "it has no price");
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = Item<'t>> + use<'t> {
        let items = self.table.columns.iter().zip(&self.row.cells);
        items.filter_map(|(column, cell)| Some(Item { column, cell: cell.as_ref()? }))
    }

    /// The paths of the sibling subtrees that make up the record.
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions, RecordsOptions};
    ///
    /// let html = b"<ul><li><a href=/oak>Oak</a> <b>$45</b><li><a href=/elm>Elm</a> <b>$30</b><li><a href=/ash>Ash</a> <b>$25</b></ul>";
    /// let found = Page::parse(html, &PageOptions::new())?.records(&RecordsOptions::new());
    /// let paths: Vec<_> = found.records().flat_map(|tree| tree.nodes()).collect();
    /// assert_eq!(paths[2], "/html[1]/body[1]/ul[1]/li[3]");
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn nodes(&self) -> &'t [String] {
        &self.row.nodes
    }
}

/// The order of day and month in the dates of a column.
fn order_of(table: &RegionTable, at: usize) -> Option<DayMonthOrder> {
    let cells = table.records.iter().filter_map(|record| record.cells.get(at)?.as_ref());
    let dates: Vec<_> = cells.filter_map(|cell| find_date(&cell.text)).map(|found| found.date).collect();
    DayMonthOrder::decide(&dates, None)
}

/// The records of a [`RegionTable`] in document order.
#[derive(Clone, Debug)]
pub struct Records<'t> {
    table: &'t RegionTable,
    rows: std::slice::Iter<'t, RecordRow>,
    orders: Arc<[OnceLock<Option<DayMonthOrder>>]>,
}

impl<'t> Records<'t> {
    pub(crate) fn new(table: &'t RegionTable) -> Records<'t> {
        let orders = table.columns.iter().map(|_| OnceLock::new()).collect();
        Records { table, rows: table.records.iter(), orders }
    }

    fn record(&self, row: &'t RecordRow) -> Record<'t> {
        Record { table: self.table, row, orders: Arc::clone(&self.orders) }
    }
}

impl<'t> Iterator for Records<'t> {
    type Item = Record<'t>;

    fn next(&mut self) -> Option<Record<'t>> {
        self.rows.next().map(|row| self.record(row))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rows.size_hint()
    }

    fn nth(&mut self, n: usize) -> Option<Record<'t>> {
        self.rows.nth(n).map(|row| self.record(row))
    }
}

impl DoubleEndedIterator for Records<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.rows.next_back().map(|row| self.record(row))
    }
}

impl ExactSizeIterator for Records<'_> {}
impl FusedIterator for Records<'_> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::ValueType;
    use crate::types::ColumnKind;

    fn table(columns: &[(&str, ColumnKind, ValueType)], rows: &[&[&str]]) -> RegionTable {
        let columns = columns.iter().map(|&(name, kind, value_type)| Column::new(name, kind, value_type)).collect();
        let cell = |text: &&str| (!text.is_empty()).then(|| Cell::text(*text));
        let row = |row: &&[&str]| RecordRow::new(Vec::new(), row.iter().map(cell).collect());
        RegionTable::new(columns, rows.iter().map(row).collect())
    }

    #[test]
    fn items_by_name() {
        let columns = [("title", ColumnKind::Text, ValueType::Text), ("url", ColumnKind::Link, ValueType::Url)];
        let table = table(&columns, &[&["Lamp", "/lamp"], &["", "/desk"]]);
        let [lamp, desk] = &table.records().collect::<Vec<_>>()[..] else { panic!("two records") };
        assert_eq!((lamp.text("title"), desk.text("title"), lamp.text("price")), (Some("Lamp"), None, None));
        assert_eq!(desk.value("url"), Some(Value::Url("/desk".into())));
        let names = |record: &Record<'_>| record.iter().map(|item| item.column.name.clone()).collect::<Vec<_>>();
        assert_eq!((names(lamp), names(desk)), (vec!["title".into(), "url".into()], vec!["url".into()]));
        assert_eq!(table.records().rev().map(|r| r.iter().count()).collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    fn values_by_the_type_of_the_column() {
        let of = |value_type, text: &str| {
            let table = table(&[("x", ColumnKind::Text, value_type)], &[&[text]]);
            let value = table.record(0).unwrap().value("x").unwrap();
            serde_json::to_string(&value).unwrap()
        };
        assert_eq!(of(ValueType::Price, "from £2k"), r#"{"amount":2000.0,"currency":"GBP"}"#);
        assert_eq!(of(ValueType::Number, "1,299 replies"), r#"{"number":1299.0,"unit":"replies"}"#);
        assert_eq!(of(ValueType::Number, "Rated 4.8 out of 5 stars"), r#"{"rating":4.8,"best":5.0}"#);
        assert_eq!(of(ValueType::Date, "5. Januar 2024, 10:15 Uhr"), r#""2024-01-05T10:15""#);
        assert_eq!(of(ValueType::Date, "yesterday"), r#""yesterday""#);
        assert_eq!(of(ValueType::Price, "sold out"), r#""sold out""#);
        assert_eq!(of(ValueType::Text, "£5"), r#""£5""#);
    }

    #[test]
    fn dates_of_a_column_are_read_alike() {
        let table = table(&[("date", ColumnKind::Text, ValueType::Date)], &[&["03/04/2020"], &["25/04/2020"]]);
        let dates: Vec<_> = table.records().filter_map(|r| r.value("date")?.date()).map(|d| d.to_iso()).collect();
        assert_eq!(dates, ["2020-04-03", "2020-04-25"]);
    }
}
