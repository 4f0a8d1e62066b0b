//! Hand-built pages for the tests of the writers.

use rowsmith::recognize::ValueType;
use rowsmith::types::{Cell, Column, ColumnKind, RecordRow, RecordsPage, RegionTable, Warning};

use crate::args::Format;
use crate::output::json::json;
use crate::output::page::Page;

pub(crate) const PATH: &str = "/html[1]/body[1]/ul[1]";

pub(crate) fn column(name: &str, kind: ColumnKind, value_type: ValueType) -> Column {
    Column::new(name, kind, value_type)
}

pub(crate) fn cell(text: &str) -> Option<Cell> {
    Some(Cell { text: text.to_owned(), url: None })
}

/// A region of text columns; rows may be shorter than there are columns.
pub(crate) fn region(columns: &[&str], rows: &[&[&str]]) -> RegionTable {
    let text = |name: &&str| column(name, ColumnKind::Text, ValueType::Text);
    region_of(
        columns.iter().map(text).collect(),
        rows.iter().map(|row| row.iter().map(|t| cell(t)).collect()).collect(),
    )
}

pub(crate) fn region_of(columns: Vec<Column>, rows: Vec<Vec<Option<Cell>>>) -> RegionTable {
    let count = columns.len();
    let record = |(at, mut cells): (usize, Vec<Option<Cell>>)| {
        cells.resize(count, None);
        RecordRow { nodes: vec![format!("{PATH}/li[{}]", at + 1)], cells }
    };
    RegionTable {
        main: true,
        score: 0.9,
        confidence: None,
        path: PATH.to_owned(),
        found_by: "test".into(),
        state: None,
        evidence: Vec::new(),
        columns,
        records: rows.into_iter().enumerate().map(record).collect(),
    }
}

/// A shop with title, price, date, number, link and image, with values that are difficult for each format.
pub(crate) fn shop() -> RegionTable {
    let columns = vec![
        column("title", ColumnKind::Text, ValueType::Text),
        column("price", ColumnKind::Text, ValueType::Price),
        column("date", ColumnKind::Text, ValueType::Date),
        column("reviews", ColumnKind::Text, ValueType::Number),
        column("url", ColumnKind::Link, ValueType::Url),
        column("image", ColumnKind::Image, ValueType::Url),
    ];
    let link = |text: &str, url: Option<&str>| Some(Cell { text: text.to_owned(), url: url.map(str::to_owned) });
    let rows = vec![
        vec![
            cell("Blue chair, \"Oslo\" | new"),
            cell("$1,299.00"),
            cell("2024-01-05"),
            cell("12"),
            link("/chair", Some("https://example.com/chair")),
            link("img/c.jpg", Some("https://example.com/img/c.jpg")),
        ],
        vec![
            cell("=HYPERLINK(\"http://evil.example\")"),
            cell("from $20"),
            cell("yesterday"),
            cell("-3"),
            link("javascript:void(0)", None),
            None,
        ],
        vec![cell("値段の高い机"), None, cell("2024-01-05 10:30"), cell("007"), link("/desk", None), None],
    ];
    region_of(columns, rows)
}

/// A page with the given tables and its JSON line.
pub(crate) fn page_of(source: &str, tables: Vec<RegionTable>, warnings: Vec<Warning>) -> Page {
    let result = RecordsPage::new(source, tables, warnings);
    let line = json(Format::Jsonl, &result).unwrap();
    Page {
        source: result.source,
        tables: result.regions,
        titles: Vec::new(),
        shared: Vec::new(),
        warnings: result.warnings,
        line,
        kind: None,
    }
}

/// A page with the shop and a warning.
pub(crate) fn page(source: &str) -> Page {
    let warning = Warning::Encoding { encoding: "windows-1252".into(), malformed: false };
    page_of(source, vec![shop()], vec![warning])
}
