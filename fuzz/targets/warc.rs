//! Web archives.
#![no_main]

rowsmith_fuzz::target!("warc");
