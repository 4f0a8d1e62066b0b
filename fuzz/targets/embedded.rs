//! Data in scripts and attributes.
#![no_main]

rowsmith_fuzz::target!("embedded");
