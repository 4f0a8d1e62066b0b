//! HTML and Markdown of a page.
#![no_main]

rowsmith_fuzz::target!("outputs", markup);
