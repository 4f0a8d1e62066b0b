//! Bytes as text.
#![no_main]

rowsmith_fuzz::target!("encodings");
