//! The tables in `tests/tables` give what a person wants from them; also other properties of tables.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use rowsmith::recognize::ValueType;
use rowsmith::types::{ColumnRole, DataTable, RowMark, TableForm};
use rowsmith::{Page, PageOptions, TablesOptions};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tables")
}

fn tables(html: &str, options: &TablesOptions) -> Vec<DataTable> {
    Page::parse(html.as_bytes(), &PageOptions::new()).expect("a page").tables(options).tables
}

fn one(html: &str) -> DataTable {
    let mut found = tables(html, &TablesOptions::new());
    assert_eq!(found.len(), 1);
    found.remove(0)
}

fn csv(table: &DataTable) -> String {
    let quoted = |text: &str| match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    };
    let line = |texts: &mut dyn Iterator<Item = &str>| texts.map(quoted).collect::<Vec<_>>().join(",") + "\n";
    let header = line(&mut table.columns.iter().map(|column| column.name.as_str()));
    let rows = table.rows.iter().map(|row| line(&mut row.iter().map(String::as_str)));
    header + &rows.collect::<String>()
}

/// The names of the files with this extension, and those that README.md lists.
fn names(ending: &str) -> BTreeSet<String> {
    let files = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let named = files.filter(|path| path.extension().is_some_and(|e| e == ending));
    named.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect()
}

#[test]
fn every_table_is_as_wanted() {
    let mut wrong = Vec::new();
    for name in names("html") {
        let html = fs::read_to_string(folder().join(&name).with_extension("html")).unwrap();
        let wanted = fs::read_to_string(folder().join(&name).with_extension("csv")).unwrap();
        let found: Vec<String> = tables(&html, &TablesOptions::new()).iter().map(csv).collect();
        let found = found.join("\n");
        if found != wanted {
            wrong.push(format!("{name}: wanted\n{wanted}found\n{found}"));
        }
    }
    assert!(wrong.is_empty(), "{} tables are not as wanted:\n\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_list_of_tables_is_that_of_the_files() {
    let readme = fs::read_to_string(folder().join("README.md")).unwrap();
    let rows = readme.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    let listed: BTreeSet<String> = rows.map(|(name, _)| name.to_owned()).collect();
    assert!(listed.len() >= 60, "{}", listed.len());
    assert_eq!((names("html"), names("csv")), (listed.clone(), listed));
}

#[test]
fn what_stands_beside_the_texts() {
    let html = "<base href=https://example.com/a/><h2>Lines</h2><table><caption>In use</caption><tr><th>Name<th>Crew
        <tr><td data-sort-value=0001><a href=north>North</a><sup><a href=#n>[1]</a></sup><img src=n.png>
        <td>Ann<br>Bob<tr><td>South<td>Cy<tfoot><tr><td>Total<td>2</table>";
    let table = one(html);
    assert_eq!((table.caption.as_deref(), table.heading.as_deref()), (Some("In use"), Some("Lines")));
    let name = table.details(0, 0).unwrap();
    assert_eq!(name.links, ["https://example.com/a/north"]);
    assert_eq!(name.images, ["https://example.com/a/n.png"]);
    assert_eq!((name.footnotes[0].mark.as_str(), name.footnotes[0].target.as_deref()), ("[1]", Some("n")));
    assert_eq!(name.sort.as_deref(), Some("0001"));
    assert_eq!(table.details(0, 1).unwrap().lines, ["Ann", "Bob"]);
    assert_eq!(table.details(1, 0), None);
    assert_eq!((table.mark(2), table.mark(1)), (Some(RowMark::Total), None));
}

#[test]
fn columns_say_what_they_are() {
    let html = "<table><tr><td><th colspan=2>Size<tr><td><th>Width<th>Price<tr><th colspan=3>New
        <tr><th>Desk<td>120<td>$40<tr><th>Shelf<td>80<td>$25</table>";
    let table = one(html);
    let columns: Vec<_> = table.columns.iter().map(|c| (c.name.as_str(), c.role, c.value_type)).collect();
    assert_eq!(
        columns,
        [
            ("group", ColumnRole::Group, ValueType::Text),
            ("name", ColumnRole::Header, ValueType::Text),
            ("Size Width", ColumnRole::Data, ValueType::Number),
            ("Size Price", ColumnRole::Data, ValueType::Price),
        ]
    );
    assert_eq!(table.columns[2].levels, ["Size", "Width"]);
}

#[test]
fn tables_that_are_one_record() {
    let table = one("<table><tr><th colspan=2>Ann<tr><th>Born<td>1970<tr><th>Town<td>Turku</table>");
    assert_eq!((table.form, table.caption.as_deref()), (TableForm::Record, Some("Ann")));
    assert_eq!((table.rows.len(), table.text(0, "Town")), (1, Some("Turku")));
}

#[test]
fn transposed_tables_are_told_and_can_be_turned() {
    let html = "<table><tr><th>Model<td>One<td>Two<td>Three<tr><th>Price<td>$20<td>$30<td>$45
        <tr><th>Weight<td>310<td>290<td>275</table>";
    let standing = one(html);
    assert_eq!((standing.form, standing.rows.len()), (TableForm::Transposed, 3));
    let turned = tables(html, &TablesOptions::new().turn(true)).remove(0);
    assert_eq!(csv(&turned), "Model,Price,Weight\nOne,$20,310\nTwo,$30,290\nThree,$45,275\n");
}

#[test]
fn joined_tables_say_where_rows_come_from() {
    let half =
        |name: &str, row: &str| format!("<h3>{name}</h3><p>text</p><table><tr><th>Name<th>Time<tr>{row}</table>");
    let html = half("Men", "<td>Bo<td><a href=/t>10.1</a>") + &half("Women", "<td>Ada<td><a href=/u>11.0</a>");
    assert_eq!(tables(&html, &TablesOptions::new()).len(), 2);
    let joined = tables(&html, &TablesOptions::new().join(true)).remove(0);
    assert_eq!(csv(&joined), "table,Name,Time\nMen,Bo,10.1\nWomen,Ada,11.0\n");
    assert_eq!((joined.columns[0].role, joined.joined.len()), (ColumnRole::Place, 1));
    assert_eq!(joined.details(1, 2).unwrap().links, ["/u"]);
}

#[test]
fn raw_keeps_all() {
    let html =
        "<table><tr><th>Name<th>Town<tr><td><td><tr><td>Ann<sup>[1]</sup><td hidden>Turku<tr><td colspan=2>note</table>
        <table><tr><td>layout</table>";
    let found = tables(html, &TablesOptions::new().raw(true));
    assert_eq!(found.len(), 2);
    assert_eq!(csv(&found[0]), "Name,Town\nName,Town\n,\nAnn[1],Turku\nnote,note\n");
    assert_eq!((found[0].mark(0), found[0].mark(3)), (Some(RowMark::Header), Some(RowMark::Full)));
}

#[test]
fn sums_that_name_what_they_sum_are_marked_where_they_stand_out() {
    let table =
        |sum: &str| one(&format!("<table><tr><th>Item<th>2024<tr><td>Roads<td>2<tr><td>Schools<td>1{sum}</table>"));
    let marked = |sum: &str| table(sum).marked.first().map(|row| row.mark);
    assert_eq!(marked("<tr class=total><td>Total expenses<td>3"), Some(RowMark::Total));
    assert_eq!(marked("<tr><td><b>Total expenses</b><td>3"), Some(RowMark::Total));
    assert_eq!(marked("<tr><td>Total war<td>3"), None);
}
