//! Dates, prices and the like.
#![no_main]

rowsmith_fuzz::target!("recognizers");
