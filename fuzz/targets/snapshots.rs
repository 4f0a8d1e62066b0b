//! Pages with their layout.
#![no_main]

rowsmith_fuzz::target!("snapshots");
