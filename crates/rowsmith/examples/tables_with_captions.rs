//! Prints every data table of a page, with its caption and its cells by column name.
//!
//!     cargo run -p rowsmith --example tables_with_captions -- examples/timetable.html
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::error::Error;

use rowsmith::{Page, PageOptions, TablesOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "examples/timetable.html".to_owned());
    let page = Page::parse(&std::fs::read(&path)?, &PageOptions::new().source(&path))?;
    for table in page.tables(&TablesOptions::new()).tables {
        println!("{}", table.caption.as_deref().unwrap_or("(no caption)"));
        for row in &table.rows {
            let cells = table.columns.iter().zip(row).filter(|(_, text)| !text.is_empty());
            let cells: Vec<String> = cells.map(|(column, text)| format!("{}: {text}", column.name)).collect();
            println!("  {}", cells.join(", "));
        }
    }
    Ok(())
}
