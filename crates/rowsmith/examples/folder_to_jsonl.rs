//! Turns a folder of pages of any kind into JSON lines, each of which says what kind of page it is and holds everything
//! on it.
//!
//!     cargo run -p rowsmith --example folder_to_jsonl -- examples
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::error::Error;

use rowsmith::{ExtractOptions, Page, PageOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "examples".to_owned());
    let mut paths: Vec<_> =
        std::fs::read_dir(folder)?.map(|entry| entry.map(|e| e.path())).collect::<Result<_, _>>()?;
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "html"));
    paths.sort();
    for path in paths {
        let name = path.display().to_string();
        match Page::parse(&std::fs::read(&path)?, &PageOptions::new().source(&name)) {
            Ok(page) => println!("{}", serde_json::to_string(&page.extract(&ExtractOptions::new()))?),
            // continue with the other files if one is not a page
            Err(error) => eprintln!("{name}: {error}"),
        }
    }
    Ok(())
}
