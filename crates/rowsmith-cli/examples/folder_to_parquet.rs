//! Writes the lists on the pages of a folder as one Parquet file, with prices as numbers.
//!
//!     cargo run -p rowsmith-cli --features parquet --example folder_to_parquet -- examples/books/used books.parquet
//!
//! It only uses the crates `rowsmith` and `parquet`. It stands with the command, since the library itself has no use for
//! Parquet.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::error::Error;
use std::fs::{self, File};
use std::sync::Arc;

use parquet::data_type::{ByteArray, ByteArrayType, DoubleType};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use rowsmith::types::Value;
use rowsmith::{Page, PageOptions, RecordsOptions};

const SCHEMA: &str = "message records {
    required binary source (STRING);
    optional binary title (STRING);
    optional double price;
}";

/// The values of a column that has some: whether each row has one (1) or not (0), and those that there are.
struct Column<T> {
    defined: Vec<i16>,
    values: Vec<T>,
}

impl<T> Column<T> {
    fn new() -> Column<T> {
        Column { defined: Vec::new(), values: Vec::new() }
    }

    fn push(&mut self, value: Option<T>) {
        self.defined.push(i16::from(value.is_some()));
        self.values.extend(value);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| "examples/books/used".to_owned());
    let out = arguments.next().unwrap_or_else(|| "books.parquet".to_owned());

    let mut paths: Vec<_> = fs::read_dir(folder)?.map(|entry| entry.map(|e| e.path())).collect::<Result<_, _>>()?;
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "html"));
    paths.sort();
    let (mut sources, mut titles, mut prices) = (Vec::new(), Column::new(), Column::new());
    for path in paths {
        let name = path.display().to_string();
        let page = match Page::parse(&fs::read(&path)?, &PageOptions::new().source(&name)) {
            Ok(page) => page,
            // continue with the other files if one is not a page
            Err(error) => {
                eprintln!("{name}: {error}");
                continue;
            }
        };
        for record in page.records(&RecordsOptions::new()).records() {
            sources.push(ByteArray::from(name.as_str()));
            titles.push(record.text("title").map(ByteArray::from));
            prices.push(record.value("price").as_ref().and_then(Value::number));
        }
    }

    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let mut file = SerializedFileWriter::new(File::create(&out)?, schema, Arc::default())?;
    let mut group = file.next_row_group()?;
    let mut at = 0;
    // in the order of the schema
    while let Some(mut column) = group.next_column()? {
        match at {
            0 => column.typed::<ByteArrayType>().write_batch(&sources, None, None)?,
            1 => column.typed::<ByteArrayType>().write_batch(&titles.values, Some(&titles.defined), None)?,
            _ => column.typed::<DoubleType>().write_batch(&prices.values, Some(&prices.defined), None)?,
        };
        column.close()?;
        at += 1;
    }
    group.close()?;
    file.close()?;
    println!("{out}: {} rows", sources.len());
    Ok(())
}
