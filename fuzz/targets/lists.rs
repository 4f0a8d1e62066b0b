//! Sitemaps, feeds, JSON.
#![no_main]

rowsmith_fuzz::target!("lists");
