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
    // texts as in JSON are texts in YAML, too
    let quoted = |text: Option<&str>| serde_json::to_string(text.unwrap_or(""));
    println!("---\ntitle: {}\nauthor: {}", quoted(article.title())?, quoted(article.author())?);
    println!("date: {}\n---\n", article.metadata.date.as_deref().unwrap_or(""));
    println!("{}", article.markdown);
    Ok(())
}
