//! Objects of a domain of your own: used books, by a schema of a few lines.
//!
//!     cargo run -p rowsmith --example own_schema
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::error::Error;

use rowsmith::schema::Schema;
use rowsmith::types::Value;
use rowsmith::{ObjectsOptions, Page, PageOptions};

const BOOKS: &str = r#"
name = "books"
pivots = ["price"]

[[attribute]]
name = "price"
regular = true
value = "price"
recognise = ["price"]

[[attribute]]
name = "title"
regular = true
recognise = ["heading"]
role = "title"

[[attribute]]
name = "year"
value = "number"
patterns = ['^((?:19|20)\d\d)$']
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let path = "examples/books/used/index.html";
    let page = Page::parse(&std::fs::read(path)?, &PageOptions::new().source(path))?;
    // files that the schema names, such as lists of terms; this schema names none
    let schema = Schema::parse(BOOKS, &mut |name| std::fs::read_to_string(name).map_err(|error| error.to_string()))?;
    let books = page.objects(&schema, &ObjectsOptions::new());
    for book in books.objects() {
        let price = book.value("price").and_then(Value::number).unwrap_or_default();
        println!(
            "{price:>6.2}  {}  {}",
            book.text("year").unwrap_or("    "),
            book.text("title").unwrap_or("(no title)")
        );
    }
    Ok(())
}
