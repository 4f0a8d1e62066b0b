//! The rows of a page: `cargo run -p rowsmith --example records -- examples/shop.html`.
#![allow(clippy::print_stdout)]

use rowsmith::{RecordsRequest, records_page};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("which file?")?;
    let page = records_page(&std::fs::read(&file)?, &file, &RecordsRequest::default())?;
    for warning in &page.warnings {
        println!("warning: {warning}");
    }
    for region in &page.regions {
        let names: Vec<&str> = region.columns.iter().map(|c| c.name.as_str()).collect();
        println!("{} records below {}\n{}", region.records.len(), region.path, names.join(" | "));
        for record in &region.records {
            let cells: Vec<&str> = record.cells.iter().map(|c| c.as_ref().map_or("", |c| c.text.as_str())).collect();
            println!("{}", cells.join(" | "));
        }
    }
    Ok(())
}
