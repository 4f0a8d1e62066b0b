//! Learns a wrapper from two pages of a site, stores it as JSON, and applies it to the site's other pages, one of which
//! has a single record.
//!
//!     cargo run -p rowsmith --example learn_and_apply
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::error::Error;

use rowsmith::wrapper::{Applier, ApplyOptions, LearnOptions, Wrapper};
use rowsmith::{Page, PageOptions};

fn page(path: &str) -> Result<Page, Box<dyn Error>> {
    Ok(Page::parse(&std::fs::read(path)?, &PageOptions::new().source(path))?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let sample = [page("examples/books/used/index.html")?, page("examples/books/used/page-2.html")?];
    let kept = Wrapper::learn(&sample, &LearnOptions::new()).to_json()?;

    // later, in another program
    let wrapper = Wrapper::from_json(&kept)?;
    let applier = Applier::new(&wrapper);
    for path in ["examples/books/used/page-3.html", "examples/books/search/knots.html"] {
        let applied = applier.apply(&page(path)?, &ApplyOptions::new());
        for record in applied.regions.iter().flat_map(|list| list.records()) {
            println!("{path}: {} by {}", record.text("title").unwrap_or("?"), record.text("author").unwrap_or("?"));
        }
        for drift in &applied.drift {
            eprintln!("{path}: {drift:?}");
        }
    }
    Ok(())
}
