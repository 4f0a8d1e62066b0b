//! Markdown by two renderers.
#![no_main]

rowsmith_fuzz::target!("markdown", markup);
