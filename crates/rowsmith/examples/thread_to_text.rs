//! Prints the posts of a thread as a transcript.
//!
//!     cargo run -p rowsmith --example thread_to_text -- examples/thread.html
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::error::Error;

use rowsmith::{Page, PageOptions, PostsOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "examples/thread.html".to_owned());
    let page = Page::parse(&std::fs::read(&path)?, &PageOptions::new().source(&path))?;
    for post in page.posts(&PostsOptions::new()).posts {
        println!("{}, {}:", post.author.as_deref().unwrap_or("somebody"), post.date.as_deref().unwrap_or("some day"));
        println!("  {}\n", post.body.replace('\n', "\n  "));
    }
    Ok(())
}
