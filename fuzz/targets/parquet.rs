//! Parquet files.
#![no_main]

rowsmith_fuzz::target!("parquet");
