//! Writes an article as Markdown with its metadata as front matter, as static site generators expect it.
//!
//!     cargo run -p rowsmith --example article_to_markdown -- examples/article.html
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::error::Error;

use rowsmith::{ArticleOptions, Page, PageOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "examples/article.html".to_owned());
    let page = Page::parse(&std::fs::read(&path)?, &PageOptions::new().source(&path))?;
    let article = page.article(&ArticleOptions::new());
    println!("---\ntitle: {:?}\nauthor: {:?}", article.title().unwrap_or(""), article.author().unwrap_or(""));
    println!("date: {}\n---\n", article.metadata.date.as_deref().unwrap_or(""));
    println!("{}", article.markdown);
    Ok(())
}
