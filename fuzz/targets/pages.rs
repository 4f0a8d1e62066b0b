//! A page by all extractors, twice.
#![no_main]

rowsmith_fuzz::target!("pages", markup);
