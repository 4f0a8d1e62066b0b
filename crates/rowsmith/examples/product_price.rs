//! The price of a product and the confidence in it: the core of a price watch.
//!
//!     cargo run -p rowsmith --example product_price -- examples/product.html
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::error::Error;

use rowsmith::{ItemOptions, Page, PageOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "examples/product.html".to_owned());
    let page = Page::parse(&std::fs::read(&path)?, &PageOptions::new().source(&path))?;
    let Some(item) = page.item(&ItemOptions::new()).item else {
        println!("{path} is about no single thing");
        return Ok(());
    };
    let price = item.price.ok_or("no price")?;
    // shown to a reader, declared in embedded data, or both
    let evidence = item.evidence.get("price").ok_or("no evidence")?;
    println!("{}: {} {}", item.name.unwrap_or_default(), price.amount, price.currency.unwrap_or_default());
    println!("{:?}, confidence {}", evidence.source, evidence.confidence);
    Ok(())
}
