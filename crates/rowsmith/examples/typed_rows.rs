//! Converts rows to a type of your own, with prices as numbers.
//!
//!     cargo run -p rowsmith --example typed_rows
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::error::Error;

use rowsmith::types::Value;
use rowsmith::{Page, PageOptions, RecordsOptions};

#[derive(Debug)]
struct Product {
    title: String,
    link: String,
    price: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = "examples/shop.html";
    let page = Page::parse(&std::fs::read(path)?, &PageOptions::new().source(path))?;
    let found = page.records(&RecordsOptions::new());
    let mut products: Vec<Product> = Vec::new();
    for record in found.records() {
        let (Some(title), Some(link)) = (record.text("title"), record.get("url")) else { continue };
        let Some(price) = record.value("price").as_ref().and_then(Value::number) else { continue };
        products.push(Product { title: title.to_owned(), link: link.address().to_owned(), price });
    }
    products.sort_by(|a, b| a.price.total_cmp(&b.price));
    for Product { title, link, price } in products {
        println!("{price:>7.2}  {title}  {link}");
    }
    Ok(())
}
