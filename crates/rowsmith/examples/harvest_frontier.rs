//! Collects all pages of a list with a fetcher of your own. Here pages come from a folder, where a crawler would ask
//! the network.
//!
//! `Harvest` does no I/O. It says which page it wants, is given that page, and returns the new rows. Its state is plain
//! data, so a run can be suspended and resumed.
//!
//!     cargo run -p rowsmith --example harvest_frontier
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::error::Error;

use rowsmith::harvest::{Answer, Harvest, HarvestOptions};
use rowsmith::{Page, PageOptions};

fn fetch(address: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    let path = address.strip_prefix("https://books.example/").ok_or("another host")?;
    let path = if path.ends_with('/') { format!("{path}index.html") } else { path.to_owned() };
    Ok(std::fs::read(format!("examples/books/{path}"))?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut options = HarvestOptions::new();
    options.max_pages = Some(20);
    let mut harvest = Harvest::new(["https://books.example/used/"], options);
    while let Some(request) = harvest.next_request() {
        let fed = match fetch(&request.address) {
            Ok(bytes) => {
                let page = Page::parse(&bytes, &PageOptions::new().source(&request.address).url(&request.address))?;
                harvest.feed(Answer::Page(&page))
            }
            Err(error) => harvest.feed(Answer::Failed(&error.to_string())),
        };
        for record in fed.page.iter().flat_map(|page| page.records()) {
            println!("{}", record.text("title").unwrap_or("(no title)"));
        }
    }
    for start in &harvest.summary().starts {
        eprintln!("{} rows on {} pages: {}", start.rows, start.pages, start.end);
    }
    Ok(())
}
