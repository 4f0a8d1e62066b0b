//! CSV.
#![no_main]

rowsmith_fuzz::target!("csv");
