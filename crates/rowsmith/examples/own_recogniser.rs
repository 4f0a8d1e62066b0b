//! A recogniser of your own: finds texts of records by a rule that the library does not have.
//!
//! In a schema, `patterns` recognise texts by regular expressions (see `own_schema`). If that is not enough, take the
//! records and examine their texts yourself; `rowsmith::recognize` has the library's own recognisers to build on.
//!
//!     cargo run -p rowsmith --example own_recogniser
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::error::Error;

use rowsmith::recognize::{ValueType, value_type};
use rowsmith::{Page, PageOptions, RecordsOptions};

/// The knowledge of this program: train numbers such as "R 41" and "IC 2310".
fn is_train(text: &str) -> bool {
    let Some((kind, number)) = text.split_once(' ') else { return false };
    matches!(kind, "R" | "IC" | "ICE") && !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = "examples/timetable.html";
    let page = Page::parse(&std::fs::read(path)?, &PageOptions::new().source(path))?;
    for record in page.records(&RecordsOptions::new()).records() {
        let train = record.iter().find(|item| is_train(&item.cell.text)).map(|item| item.cell.text.as_str());
        let fare = record.iter().find(|item| value_type(&item.cell.text) == ValueType::Price);
        println!("{}: {}", train.unwrap_or("no train"), fare.map_or("no fare", |item| &item.cell.text));
    }
    Ok(())
}
