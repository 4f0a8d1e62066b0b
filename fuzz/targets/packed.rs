//! Compressed data.
#![no_main]

rowsmith_fuzz::target!("packed");
