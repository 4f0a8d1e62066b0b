//! Writes the list of a page as CSV to standard output.
//!
//!     cargo run -p rowsmith --example list_to_csv -- examples/shop.html
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::error::Error;

use rowsmith::{Page, PageOptions, RecordsOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "examples/shop.html".to_owned());
    let page = Page::parse(&std::fs::read(&path)?, &PageOptions::new().source(&path))?;
    let found = page.records(&RecordsOptions::new());
    for warning in &found.warnings {
        eprintln!("{path}: {warning}");
    }
    let Some(list) = found.main().next() else { return Ok(()) };
    let names: Vec<String> = list.columns.iter().map(|column| quoted(&column.name)).collect();
    println!("{}", names.join(","));
    for record in list.records() {
        // a record need not have a value in every column
        let cells = list.columns.iter().map(|column| record.get(&column.name));
        let cells: Vec<String> = cells.map(|cell| quoted(cell.map_or("", |cell| cell.address()))).collect();
        println!("{}", cells.join(","));
    }
    Ok(())
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}
